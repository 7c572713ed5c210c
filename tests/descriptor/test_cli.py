"""npuspec encode and decode, as a user meets them: test_cli.py NPUSPEC IR."""

import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

NPUSPEC, IR = sys.argv[1:3]
del sys.argv[1:]
C33 = tap.ROOT / "docs" / "examples" / "c33.yaml"
SUBMIT = """flags: [PC, PINGPONG]
timeout: 60 s
task_start: 0
task_number: 1
priority: 0
task_obj_addr: 0xFFFFFF8000001000
iommu_domain_id: 0
task_base_addr: 0
core_mask: CORE0
fence_fd: -1
subcore_task: {0: {start: 0, number: 0}, 1: {start: 0, number: 0}, 2: {start: 4, number: 1},
               3: {start: 0, number: 0}, 4: {start: 0, number: 0}}
"""


def run(*arguments):
    return subprocess.run([NPUSPEC, *map(str, arguments)], capture_output=True, timeout=60)


def struct_of(name):
    """The first struct of a spec, as the IR has it."""
    specs = json.loads(pathlib.Path(IR).read_text(encoding="utf-8"))["specs"]
    return next(spec for spec in specs if spec["name"] == name)["structs"][0]


def bytes_of(example):
    return bytes(int(byte, 16) for row in example["bytes"] for byte in row.split(", "))


def vector(name):
    """The bytes of an example of quanttess."""
    return bytes_of(next(example for example in struct_of("quanttess")["examples"] if example["id"] == name))


class Cli(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)

    def values(self, text):
        path = self.path / "values.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    def c33(self, **changes):
        """The contract's case with other values; None leaves one out."""
        lines = C33.read_text(encoding="utf-8").splitlines()
        for key, value in changes.items():
            lines = [line for line in lines if not line.startswith(key + ":")]
            lines += [] if value is None else [f"{key}: {value}"]
        return self.values("\n".join(lines) + "\n")

    def encode(self, values, *more, struct="quanttess"):
        return run("encode", struct, values, "-o", self.path / "out.bin", *more)

    def decode(self, data, *more, struct="quanttess"):
        path = self.path / "in.bin"
        path.write_bytes(data)
        return run("decode", struct, path, *more)

    def check(self, done, status, *said):
        text = (done.stdout + done.stderr).decode()
        self.assertEqual(done.returncode, status, text)
        text = " ".join(text.split())  # how wide a column is, is no promise
        for each in said:
            self.assertIn(" ".join(each.split()), text)

    def test_example(self):
        """the values of the contract's case become the bytes of its example, and are read back with their names"""
        self.check(self.encode(C33), 0, "232 bytes of quanttess")
        data = (self.path / "out.bin").read_bytes()
        self.assertEqual(data, vector("c33"))
        self.check(self.decode(data), 0, "sizes[2]            33", "FP32", "NATIVE_QUANTTESS", "multiplier",
                   "as state=RELOCATABLE: accepted", "as state=BOUND: refused", "[47] bound-is-not-zero")
        self.check(self.decode(data, "--set", "state=BOUND"), 1, "bound-is-not-zero")

    def test_corrupt(self):
        """a byte that is wrong is named by each check that fails, with its code and its offset"""
        data = bytearray(vector("c33"))
        data[12] = 7
        done = self.decode(bytes(data))
        self.check(done, 1, "[4] integrity fails, byte 8", "[5] rank fails, byte 12")
        told, unjudged = done.stdout.decode().split("as state=")[1].split("  not judged, since they rest on one that fails:")
        self.assertNotIn("not-empty", told)
        self.assertIn(" not-empty ", unjudged)

    def test_judged_element(self):
        """a check that fails names the element at fault, with its byte and its number, and not the whole array"""
        def changed(at, value):
            data = bytearray(vector("c33"))
            data[at:at + len(value)] = value
            return bytes(data)

        cases = [
            (48, bytes(8), "not-empty fails, byte 48 (sizes[1])", "sizes[1] is 0"),
            (88, b"\1" + bytes(7), "strides-cover-a-scalar fails, byte 88 (strides[0])",
             "strides[0] is 1, dtype.bytes is 4"),
            (88, b"\1" + bytes(7), "strides-aligned fails, byte 88 (strides[0])", ""),
            (112, b"\4", "strides fails, byte 112 (strides[3])", "strides[3] is 4"),
            (64, b"\7", "sizes fails, byte 64 (sizes[3])", "sizes[3] is 7"),
            (160, b"\0", "tile_shape fails, byte 160 (tile_shape[H])", "tile_shape[H] is 0"),
            (188, b"\5", "tile-axes-below-rank fails, byte 188 (tile_axes[H])", "tile_axes[H] is 5, rank is 3"),
            (184, b"\0\0\0\0", "tile-axes-distinct fails, byte 184 (tile_axes[D])",
             "tile_axes[D] is 0, tile_axes[b] is 0, where b is H"),
            (96, b"\0\1", "strides-nonoverlapping fails, byte 88 (strides[0])", "where i is 0"),
            (226, b"\1", "reserved-zero fails, byte 226 (reserved_224)", ""),
        ]
        for at, value, *said in cases:
            with self.subTest(said[0]):
                self.check(self.decode(changed(at, value)), 1, *said)

    def test_judged_inside(self):
        """a struct inside that breaks its own rule is named by the element, the field in it and the rule"""
        tree = self.path / "specs"
        tree.mkdir()
        (tree / "list.yaml").write_text(
            "kind: descriptor\nname: list\nabi: {major: 1, minor: 0}\ndoc: d\n"
            "structs:\n"
            "  part: {size: 4, align: 2, doc: d, fields: [{name: kind, at: 0, type: u16, doc: d},\n"
            "    {name: steps, at: 2, type: u8, count: 2, in: 1..4, code: 1, doc: d}]}\n"
            "  whole: {size: 14, align: 2, doc: d, fields: [{name: first, at: 0, type: u16, doc: d},\n"
            "    {name: parts, at: 2, type: part, count: 3, code: 2, doc: d}]}\n", encoding="utf-8")
        data = bytearray(b"\0\0" + 3 * b"\0\0\1\1")
        self.check(self.decode(bytes(data), "--specs", tree, struct="list.whole"), 0)
        data[2 + 2 * 4 + 3] = 9
        self.check(self.decode(bytes(data), "--specs", tree, struct="list.whole"), 1,
                   "[2] parts fails, byte 13 (parts[2].steps[1])", "its 'steps' fails: steps[1] is 9")

    def test_numbers(self):
        """a check that fails says what it compared: numbers, the digest, the symbols that a value may be"""
        data = bytearray(vector("c33"))
        at = data.index((786432).to_bytes(4, "little"))
        data[at] = 1
        data[13] = 9
        done = self.decode(bytes(data), "--set", "state=RELOCATABLE")
        held = int.from_bytes(data[8:12], "little")
        self.check(done, 1, "output_span is 786433, output_bytes is 786432", "require dtype in {FP32, FP16, BF16}",
                   f"it holds 0x{held:08X}, and these bytes give 0x")
        failed = json.loads(self.decode(bytes(data), "--format", "json").stdout)["verdicts"][0]["failed"]
        self.assertEqual({each["id"]: each.get("numbers") for each in failed}["output-span-exact"],
                         "output_span is 786433, output_bytes is 786432")
        self.check(self.encode(self.c33(zero_point=128)), 1,
                   "make `zero_point in -128..127` true: zero_point is 128; --force")

    def test_hexdump(self):
        """a dump has a line for each number: offset, bytes, field, value, meaning; and all bytes are in one"""
        data = vector("c33")
        table = self.decode(data).stdout.decode().split("\n\n")[0].splitlines()
        self.assertEqual(table[0].split(), ["offset", "bytes", "field", "value", "meaning"])
        end = 0
        told = {}
        for line in table[1:]:
            if not line[:6].strip():
                continue  # bits of the number above
            at, shown = int(line[:6]), line[8:32].strip()
            self.assertEqual(at, end, line)
            zeros = re.fullmatch(r"00 x (\d+)", shown)
            run = bytes(int(zeros[1])) if zeros else bytes.fromhex(shown)
            self.assertEqual(data[at:at + len(run)], run, line)
            end += len(run)
            field, value, *meaning = re.split(r"  +", line[33:])
            told[field] = (at, value, *meaning)
        self.assertEqual(end, len(data))
        self.assertEqual(told["magic"], (0, "0x53535451", "the bytes QTSS"))
        self.assertEqual(told["dtype"], (13, "FP32", "IEEE binary32"))
        self.assertEqual(told["sizes[2]"], (56, "33"))
        self.assertEqual(told["strides[3..5]"], (112, "0", "beyond rank"))
        self.assertEqual(told["tile_axes[C]"], (196, "2"))
        self.assertEqual(told["reserved_224"], (224, "zero", "must be zero"))

    def test_each_check(self):
        """each check of the contract is named, with its code, at an example that it refuses"""
        struct = struct_of("quanttess")
        codes = {check["id"]: check["code"] for check in struct["checks"]}
        left = set(codes)
        for example in struct["examples"]:
            refused = example["refused_by"]
            if refused not in left:
                continue
            params = [f"--set={param['name']}={param['value']}" for param in example["params"]]
            with self.subTest(example["id"]):
                done = self.decode(bytes_of(example), *params)
                self.check(done, 1, f" [{codes[refused]}] {refused} ")
                self.assertNotIn("accepted", done.stdout.decode())
            left.remove(refused)
        self.assertEqual(left, set())

    def test_one_check(self):
        """decode counts one check as one"""
        specs = self.path / "specs"
        specs.mkdir()
        (specs / "one.yaml").write_text("kind: descriptor\nname: one\nabi: {major: 1, minor: 0}\ndoc: A byte.\nsize: 1\n"
                                        "align: 1\nfields: [{name: rank, at: 0, type: u8, in: 1..6, code: 1}]\n")
        for data, status, said in ((b"\1", 0, "accepted, 1 check holds"), (b"\0", 1, "refused, 1 of 1 check fails"),
                                   (b"\1\1", 1, "refused, too long; of the first 1 bytes its 1 check holds")):
            (self.path / "data").write_bytes(data)
            done = run("decode", "one", self.path / "data", "--specs", specs)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(said, done.stdout.decode().splitlines())

    def test_spec_as_values(self):
        """encode tells once that it was given a spec in place of values"""
        spec = tap.ROOT / "specs" / "quanttess" / "descriptor.yaml"
        done = run("encode", "quanttess", spec, "-o", self.path / "out")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(re.findall(r"error\[\w+\]: .*", done.stderr.decode()),
                         ["error[E002]: this is a spec of kind descriptor, and no values of quanttess"])

    def test_size(self):
        """bytes that are too few or too many are an error that says by how many, and what is there is shown"""
        data = vector("c33")
        refused = "as state=RELOCATABLE: refused, too long; of the first 232 bytes "
        cases = [
            (b"", "232 fewer", []),
            (data[:1], "231 fewer", ["0 51 magic cut off the rest of it is missing"]),
            (data[:101], "131 fewer", ["96 84 00 00 00 00 strides[1] cut off"]),
            (data[:100], "132 fewer", ["strides[0]          16896"]),
            (data[:-1], "1 fewer", ["route                NATIVE_QUANTTESS"]),
            (data + b"\0", "1 more", [refused + "all 44 checks hold"]),
            (data + data, "232 more", [refused.replace("RELOCATABLE", "BOUND") + "2 of 44 checks fail"]),
        ]
        for given, off, shown in cases:
            with self.subTest(len(given)):
                done = self.decode(given)
                self.check(done, 1, "error[E005]", off, "help:", *shown)
                self.assertNotIn("accepted", done.stdout.decode())
        told = json.loads(self.decode(data + b"\0", "--format", "json").stdout)
        self.assertEqual((told["given"], [verdict["accepted"] for verdict in told["verdicts"]]), (233, [False, False]))

    def test_garbage(self):
        """random bytes are dumped and refused, and of every check it is said that it fails, holds or was not judged"""
        checks = {check["id"] for check in struct_of("quanttess")["checks"]}
        random_ = random.Random(7)
        for data in [b"\xff" * 232, bytes(232), *(random_.randbytes(232) for _ in range(6))]:
            done = self.decode(data, "--format", "json", "--set", "state=BOUND")
            self.assertEqual(done.returncode, 1, done.stderr)
            verdict, = json.loads(done.stdout)["verdicts"]
            failed = [check["id"] for check in verdict["failed"]]
            told = failed + verdict["not_judged"]
            self.assertFalse(verdict["accepted"])
            self.assertIn("magic", failed)
            self.assertIn("integrity", failed)
            self.assertEqual(len(told), len(set(told)))
            self.assertLessEqual(set(told), checks)

    def test_refused(self):
        """values that a check refuses are not written, and the check is named at the field it is about"""
        old = self.path / "out.bin"
        old.write_bytes(b"old")
        done = self.encode(self.c33(output_span=786431))
        self.check(done, 1, "error[E003]", "'output-span-exact' (code 45)", "output_span: 786431", "descriptor.yaml")
        self.assertEqual(old.read_bytes(), b"old")
        self.check(self.encode(self.c33(output_span=786431), "--force"), 0, "warning[E003]")
        self.check(self.decode(old.read_bytes()), 1, "[45] output-span-exact fails, byte 144 (output_span)")
        self.assertEqual(sorted(each.name for each in self.path.iterdir()), ["in.bin", "out.bin", "values.yaml"])

    def test_every_refused(self):
        """every check that refuses the values is told in one run, at the element that it is about; one that rests on a
        field that was refused says nothing"""
        values = self.c33(zero_point=128, output_span=786431, strides="[16896, 132, 2]", epoch=1)
        done = self.encode(values)
        self.check(done, 1, "'zero_point' (code 10)", "'route-epoch' (code 30)", "'strides-cover-a-scalar' (code 34)",
                   "'strides-aligned' (code 35)", "'output-span-exact' (code 45)", "strides[2] is 2, dtype.bytes is 4")
        told = re.findall(r"values.yaml:(\d+):(\d+): error\[E003\]: '([a-z_-]+)'", done.stderr.decode())
        lines = values.read_text(encoding="utf-8").splitlines()
        self.assertEqual({(lines[int(line) - 1][int(at) - 1:], check) for line, at, check in told} &
                         {("2]", "strides-cover-a-scalar"), ("2]", "strides-aligned")},
                         {("2]", "strides-cover-a-scalar"), ("2]", "strides-aligned")})
        done = self.encode(self.c33(rank=7))
        self.assertEqual(re.findall(r"error\[E003\]: '([a-z_-]+)'", done.stderr.decode()), ["rank"])
        self.check(self.encode(values, "--force"), 0, "warning[E003]")

    def test_missing(self):
        """a value that the spec does not fix is never taken as zero: what is missing is told, once a map or list"""
        cases = [
            (dict(rank=None), "'rank' of 'quanttess' is missing", "write `rank: VALUE`"),
            (dict(rank=None, epoch=None), "'rank', 'epoch' of 'quanttess' are missing", "write `rank: VALUE`"),
            (dict(sizes=None), "'sizes' of 'quanttess' is missing", ""),
            (dict(sizes="[128, 128]"), "'sizes[2]' is missing", "as many elements as 'rank' says"),
            (dict(tile_axes="{D: -1, H: 0}"), "'tile_axes[W]', 'tile_axes[C]' are missing", "give every element"),
            (dict(tile_shape="[1, 8, 16]"), "'tile_shape[C]' is missing", "give every element"),
            (dict(multiplier="{mantissa: 1}"), "'exponent' of 'multiplier' is missing", "give every part"),
        ]
        for changes, message, help_ in cases:
            with self.subTest(message):
                done = self.encode(self.c33(**changes))
                self.check(done, 1, "error[E002]: " + message, help_)
                self.assertEqual(done.stderr.count(b"error["), 1, done.stderr)
                self.assertFalse((self.path / "out.bin").exists())

    def test_left_out(self):
        """what the spec fixes, what the other side writes, and a state's first symbol may be left out"""
        self.check(self.encode(self.c33(rank=2, sizes="[2, 3]", strides="[12, 4]", input_span=24, output_span=32,
                                        tile_shape="[1, 1, 2, 3]", tile_axes="[-1, -1, 0, 1]", logical_channels=3)),
                   0, "232 bytes of quanttess, as state=RELOCATABLE")
        self.check(self.encode(self.c33(state=None)), 0, "as state=RELOCATABLE")
        self.check(self.encode(self.c33(state=None), "--set", "state=BOUND"), 1, "'bound-is-not-zero'")
        submit = SUBMIT.replace("fence_fd: -1\n", "")
        self.check(self.encode(self.values(submit), struct="rknpu.submit"), 0)
        self.check(self.decode((self.path / "out.bin").read_bytes(), struct="rknpu.submit"), 0, "fence_fd -1")
        waits = submit.replace("[PC, PINGPONG]", "[PC, PINGPONG, FENCE_IN]")
        self.check(self.encode(self.values(waits), struct="rknpu.submit"), 1, "'fence_fd' of 'rknpu.submit' is missing")
        within = submit.replace("{start: 4, number: 1}", "{start: 4}")
        self.check(self.encode(self.values(within), struct="rknpu.submit"), 1,
                   "'number' of 'rknpu.subcore_task' is missing")

    def test_overflow(self):
        """values whose product does not fit 64 bits are refused as that"""
        values = self.c33(rank=6, sizes="[4294967295, 4294967295, 4294967295, 2, 2, 2]",
                          strides="[4, 4, 4, 4, 4, 4]")
        self.check(self.encode(values), 1, "elements-bounded", "does not fit 64 bits")

    def test_mistakes(self):
        """each mistake in a file of values is told at its place, with what was meant"""
        done = self.encode(self.values("rnak: 3\ndtype: FP23\nsizes: [1, 2, 3, 4, 5, 6, 7]\nrank: 300\nstate: MAYBE\n"
                                       "tile_axes: {Q: 1}\nmultiplier: 5 s\n"))
        self.check(done, 1, "values.yaml:1:1: error[E002]", "did you mean 'rank'?", "'rounding', 'channels'", "values.yaml:2:8:", "'FP32'",
                   "values.yaml:3:27:", "values.yaml:4:7:", "values.yaml:5:8:", "values.yaml:6:13:",
                   "values.yaml:7:13:")
        self.assertFalse((self.path / "out.bin").exists())
        self.check(self.encode(self.values("rank: 3\nrank: 4\n")), 1, "values.yaml:2:1: error[Y")

    def test_each_mistake(self):
        """one mistake in a file of values is one error that says what to do, and no file is left"""
        cases = [
            ("rnak: 3", "'rnak' is no field of 'quanttess'", "did you mean 'rank'?"),
            ("colour: 3", "'colour' is no field of 'quanttess'", "there is 'magic', 'version'"),
            ("rank: 300", "300 does not fit 'rank', a u8", "it holds 0..255"),
            ("zero_point: -2147483649", "-2147483649 does not fit 'zero_point', an i32", "it holds -2147483648.."),
            ("rank: three", "'three' is no number", "for example 42"),
            ("zero_point: -9223372036854775809", "'-9223372036854775809' does not fit", "numbers go from -2^63"),
            ("rank: [3]", "'rank' is one number", "without brackets"),
            ("dtype: FP23", "'FP23' is no symbol of 'dtype'", "did you mean 'FP32'?"),
            ("state: BOND", "'BOND' is no symbol of 'state'", "did you mean 'BOUND'?"),
            ("sizes: 5", "'sizes' is an array of 6", "write a list"),
            ("sizes: [1, 2, 3, 4, 5, 6, 7]", "'sizes' has 6 elements, not 7", "take out those from here on"),
            ("tile_axes: {Q: 1}", "'Q' is no index of 'tile_axes'", "there is 'D', 'H', 'W', 'C'"),
            ("multiplier: {mantisa: 1}", "'mantisa' is no part of 'multiplier'", "did you mean 'mantissa'?"),
            ("multiplier: {mantissa: 0, exponent: 256}", "'exponent' has 8 bits", "they hold 0..255"),
            ("multiplier: 5 s", "'multiplier' holds no time", "without a unit of time"),
            ("[1, 2]", "fields of 'quanttess' are missing", "write a map"),
            ("", "values.yaml' is empty", "help: give the fields by name"),
        ]
        for text, *said in cases:
            with self.subTest(text):
                key, colon, value = text.partition(": ")
                instead = {"rank": None} if key == "rnak" else {}
                done = self.encode(self.c33(**instead, **{key: value}) if colon else self.values(text))
                self.check(done, 1, *said, "help:")
                self.assertEqual(done.stderr.count(b"error["), 1, done.stderr)
                self.assertEqual(done.stdout, b"")
                self.assertEqual([each.name for each in self.path.iterdir()], ["values.yaml"])
        values = self.path / "values.yaml"
        values.write_bytes(bytes(range(256)))
        self.check(self.encode(values), 1, "error[Y")
        self.assertEqual([each.name for each in self.path.iterdir()], ["values.yaml"])

    def test_usage(self):
        """an unknown descriptor, parameter or file is status 2 and says what there is"""
        self.check(self.encode(C33, struct="quantess"), 2, "did you mean 'quanttess'?")
        self.check(self.decode(b"", struct="rknpu.sumbit"), 2, "error[E001]", "did you mean 'rknpu.submit'?")
        self.check(self.decode(b"", "--set", "sate=BOUND"), 2, "did you mean 'state'?")
        self.check(self.decode(b"", "--set", "state=UP"), 2, "RELOCATABLE, BOUND")
        self.check(self.decode(b"", "--set", "state=4294967296"), 2, "RELOCATABLE, BOUND")
        self.check(self.decode(vector("c33-bound"), "--set", "state=2"), 1, "[21] state")
        self.check(run("decode", "quanttess", self.path / "none.bin"), 2, "none.bin")
        self.check(run("decode", "quanttess", self.path), 2, "not a regular file")
        self.check(run("decode", "quanttess", "/dev/zero"), 2, "not a regular file")
        self.check(run("decode", "quanttess"), 2, "FILE is required")
        self.check(self.decode(b"", "--format", "xml"), 2, "xml")
        self.check(run("encode", "quanttess", C33, "-o", "/proc/none/out.bin"), 2, "/proc/none")
        self.check(run("encode", "quanttess", C33), 2, "--output is required")
        self.check(self.encode(self.path / "none.yaml"), 2, "none.yaml")
        self.assertEqual([each.name for each in self.path.iterdir()], ["in.bin"])

    def test_what_is_right(self):
        """values that a check refuses are told the rule, its numbers, and that --force writes them"""
        self.check(self.encode(self.c33(output_span=786431)), 1, "help: make `output_span ==", "output_span is 786431,",
                   "--force writes")

    def test_empty_values(self):
        """an empty file of values is told how to give a field, and nothing of specs"""
        done = self.encode(self.values(""))
        self.check(done, 1, "give the fields by name", "magic: VALUE")
        self.assertNotIn("kind:", done.stderr.decode())

    def test_wrong_words(self):
        """a command, a format or a parameter that there is not is status 2, and what there is is told"""
        self.check(run("chekc"), 2, "there is no command 'chekc'; did you mean 'check'?")
        self.check(run("check", "--format", "foo"), 2, "--format: 'foo' is none of text, json, sarif")
        self.check(self.decode(b"", "--format", "xml"), 2, "--format: 'xml' is none of text, json")
        self.check(self.encode(C33, "--set", "rank=4"), 2, "E004")

    def test_no_folder(self):
        """no folder is made for an output: status 2, and it is named"""
        done = run("encode", "quanttess", C33, "-o", self.path / "x" / "out.bin")
        self.check(done, 2, "error[I003]", f"there is no folder '{self.path / 'x'}'")
        self.assertEqual(list(self.path.iterdir()), [])

    def test_not_checked(self):
        """check names what it did not read: trees of their own, and files that end in .yml"""
        tree = self.path / "specs"
        shutil.copytree(tap.ROOT / "specs" / "fence", tree)
        (tree / "history" / "old").mkdir(parents=True)
        (tree / "history" / "old" / "broken.yaml").write_text("kind: {", encoding="utf-8")
        (tree / "x.yml").write_text("kind: {", encoding="utf-8")
        old = tree / "history" / "old"
        self.check(run("check", tree), 0, f"not checked: {old}: a tree of its own, `npuspec check {old}`",
                   f"not read: {tree / 'x.yml'}: specs end in .yaml", "2 specs are sound")

    def test_many_mistakes(self):
        """of a guard with 2,000 mistakes a hundred are told, and that there are more; a name is one mistake"""
        tree = self.path / "specs"
        shutil.copytree(tap.ROOT / "specs" / "quanttess", tree)
        spec = tree / "descriptor.yaml"
        text = spec.read_text(encoding="utf-8")
        self.assertIn("require: elements < 4 GiB", text)

        def check_of(mistakes):
            guard = " and ".join(mistakes)
            spec.write_text(text.replace("require: elements < 4 GiB", "require: " + guard), encoding="utf-8")
            return run("check", tree)

        done = check_of(f"elemens{i} < 4" for i in range(2000))
        self.check(done, 1, "error[Y022]: more than 100 findings in this file: the others are left out")
        self.assertEqual(done.stderr.count(b"error["), 101)
        done = check_of(["elemens < 4"] * 2000)
        self.check(done, 1, "unknown name `elemens`", "it stands here too")
        self.assertEqual(done.stderr.count(b"error["), 1)

    def test_json(self):
        """decode says the same in JSON, and encode writes to standard output"""
        data = run("encode", "quanttess", C33, "-o", "-").stdout
        self.assertEqual(data, vector("c33"))
        done = self.decode(data, "--format", "json")
        told = json.loads(done.stdout)
        self.assertEqual(told["size"], 232)
        self.assertEqual([verdict["accepted"] for verdict in told["verdicts"]], [True, False])
        self.assertEqual(told["verdicts"][1]["params"], {"state": "BOUND"})
        self.assertEqual(told["verdicts"][1]["failed"][0]["id"], "bound-is-not-zero")
        fields = {field["field"]: field for field in told["fields"]}
        self.assertEqual(fields["dtype"]["value"], "FP32")
        self.assertEqual(fields["tile_axes[C]"]["offset"], 196)

    def test_flags(self):
        """a set of flags, a duration and a struct inside are written by name"""
        values = self.values(SUBMIT)
        self.check(self.encode(values, struct="rknpu.submit"), 0, "104 bytes of rknpu.submit")
        data = (self.path / "out.bin").read_bytes()
        self.check(self.decode(data, struct="rknpu.submit"), 0, "PC | PINGPONG", "60000 ms",
                   "subcore_task[2].start   4", "accepted")


tap.main()
