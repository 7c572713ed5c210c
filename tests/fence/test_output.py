"""What npu-fence writes, and what it leaves when it cannot: test_output.py NPU_FENCE MAKE_MODEL."""

import ctypes
import hashlib
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import tap

NPU_FENCE, MAKE_MODEL = sys.argv[1:3]
SIDECAR = "out.fenced_boundaries.json"


def run(*words, **options):
    return subprocess.run([NPU_FENCE, *map(str, words)], capture_output=True, text=True, timeout=120, **options)


def make(size, path):
    subprocess.run([MAKE_MODEL, "ds-cnn", str(size), str(path)], check=True)


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="npuspec-fence-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.model = self.folder / "model.tflite"
        make(30_000, self.model)
        self.before = self.model.read_bytes()
        self.out = self.folder / "out"
        self.out.mkdir()

    def tearDown(self):
        self.assertEqual(self.model.read_bytes(), self.before, "the source is never touched")

    def names(self):
        return sorted(path.name for path in self.out.iterdir())

    def refused(self, *words, status=1, **options):
        result = run(*words, **options)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        return result.stderr

    def refused_as_json(self, *words, status=1):
        result = run(*words, "--format", "json")
        self.assertEqual(result.returncode, status, result.stderr)
        said = json.loads(result.stdout)
        self.assertEqual(list(said), ["refused", "rule"])
        self.assertTrue(result.stderr.endswith(said["refused"] + "\n"), "stderr has the same words")
        return said


class Outputs(Folder):
    def test_pair(self):
        """A cut writes the model and its sidecar, and says what it wrote"""
        result = run("cut", self.model, "--after", "3,9", "-o", self.out / "out.tflite")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(self.names(), [SIDECAR, "out.tflite"])
        sidecar = json.loads((self.out / SIDECAR).read_text(encoding="utf-8"))
        self.assertEqual(sidecar["source_model"], "model.tflite")
        self.assertEqual(sidecar["source_sha256"], hashlib.sha256(self.before).hexdigest())
        self.assertEqual(sidecar["boundary_after_ops"], [3, 9])
        self.assertTrue((self.out / "out.tflite").read_bytes().endswith(self.before))

    def test_json(self):
        """With --format json what is printed is JSON, and holds the sidecar"""
        for words in (["inspect", self.model], ["cut", self.model, "--after", "3", "-o", self.out / "out.tflite"]):
            result = run(*words, "--format", "json")
            self.assertEqual(result.returncode, 0, result.stderr)
            printed = json.loads(result.stdout)
        self.assertEqual(printed["boundaries"], json.loads((self.out / SIDECAR).read_text(encoding="utf-8")))

    def test_refused_as_json(self):
        """With --format json a refusal of any verb is JSON on stdout, beside the words on stderr"""
        out = self.out / "out.tflite"
        said = self.refused_as_json("cut", self.model, "--after", "99", "-o", out)
        self.assertEqual(said["rule"], "not-beyond-last")
        self.assertIsNone(self.refused_as_json("cut", self.model, "--after", "x", "-o", out)["rule"])
        self.refused_as_json("cut", self.model, "-o", out, status=2)
        self.refused_as_json("cut", "--batch", out, "--out-dir", self.out, "--after", "3", status=2)
        self.refused_as_json("plan", self.model, status=2)
        self.refused_as_json("plan", self.model, "--segments", 99)
        self.refused_as_json("inspect", self.out / "none", status=2)
        self.refused_as_json("verify", self.model, self.out / "none", status=2)
        self.refused_as_json("verify", self.model, self.model, "--sidecar", self.model)

    def test_again(self):
        """An older pair at the paths is replaced"""
        run("cut", self.model, "--after", "3", "-o", self.out / "out.tflite")
        first = (self.out / "out.tflite").read_bytes()
        result = run("cut", self.model, "--after", "4,9", "-o", self.out / "out.tflite")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotEqual((self.out / "out.tflite").read_bytes(), first)
        sidecar = json.loads((self.out / SIDECAR).read_text(encoding="utf-8"))
        self.assertEqual(sidecar["boundary_after_ops"], [4, 9])

    def test_source(self):
        """Trap 54: the source is refused as the output, by whatever path it is named, and so is it as the sidecar"""
        linked, hard = self.folder / "link.tflite", self.folder / "hard.tflite"
        linked.symlink_to(self.model)
        os.link(self.model, hard)
        for path in (self.model, linked, hard, self.folder / "out" / ".." / "model.tflite"):
            self.assertIn("never changes", self.refused("cut", self.model, "--after", "3", "-o", path))
        said = self.refused("cut", self.model, "--after", "3", "-o", self.out / "out.tflite", "--sidecar", self.model)
        self.assertIn("never changes", said)
        self.assertEqual(self.names(), [])
        hard.unlink()

    def test_places(self):
        """Trap 54: what is no place for a file is refused, and nothing is written"""
        self.refused("cut", self.model, "--after", "3", "-o", self.folder / "none" / "out.tflite", status=2)
        self.refused("cut", self.model, "--after", "3", "-o", self.out, status=2)
        self.refused("cut", self.model, "--after", "3", "-o", "/dev/null", "--sidecar", self.out / "s", status=2)
        self.refused("cut", self.folder / "none.tflite", "--after", "3", "-o", self.out / "out.tflite", status=2)
        self.refused("cut", self.out, "--after", "3", "-o", self.out / "out.tflite", status=2)
        path = self.out / "out.tflite"
        self.refused("cut", self.model, "--after", "3", "-o", path, "--sidecar", path)
        self.assertEqual(self.names(), [])

    def test_inputs(self):
        """What a run reads is not written by it, whatever the verb, and by whatever path it is named"""
        plan, costs, listed, hard = (self.folder / name for name in ("plan.json", "costs.csv", "list.txt", "hard"))
        run("plan", self.model, "--after", "3", "-o", plan)
        shutil.copy(tap.ROOT / "docs" / "examples" / "ds_cnn_per-layer.csv", costs)
        other = self.folder / "other.tflite"
        shutil.copy(self.model, other)
        listed.write_text(f"{self.model}\t1\n{self.folder}/other.tflite\t2\n", encoding="utf-8")
        sidecar = self.out / "model.fenced_boundaries.json"
        read = [self.model, plan, costs, listed, other]
        before = [path.read_bytes() for path in read]
        batch = ["cut", "--batch", listed, "--out-dir"]
        os.link(self.model, self.out / "other.tflite")
        os.link(listed, sidecar)
        os.link(plan, hard)
        for words in (
            ["cut", self.model, "--plan", plan, "-o", plan],
            ["cut", self.model, "--plan", plan, "-o", self.folder / "x.tflite", "--sidecar", hard],
            ["inspect", self.model, "--plan", plan, "--svg", hard],
            ["inspect", self.model, "--svg", self.out / "other.tflite"],
            ["plan", self.model, "--segments", 2, "--costs", costs, "--min-coverage", 0, "-o", costs],
            ["plan", self.model, "--segments", 2, "-o", self.out / "other.tflite"],
            [*batch, self.folder],
            [*batch, self.out],
        ):
            self.assertIn("which this run reads and never changes", self.refused(*words))
        (self.out / "other.tflite").unlink()
        self.assertIn(f"'{sidecar}' is '{listed}' itself", self.refused(*batch, self.out))
        self.assertEqual([path.read_bytes() for path in read], before)
        hard.unlink()

    def test_names(self):
        """A path that is no UTF-8 does not spoil what is printed"""
        folder = os.fsdecode(os.fsencode(self.folder) + b"/\xff")
        os.mkdir(folder)
        listed = self.folder / "list.txt"
        listed.write_text(f"{self.model}\t1\n", encoding="utf-8")
        for words in (
            ["cut", self.model, "--after", "3", "-o", folder + "/out.tflite"],
            ["verify", self.model, folder + "/out.tflite"],
            ["cut", "--batch", listed, "--out-dir", folder],
        ):
            result = run(*words, "--format", "json")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn("\ufffd/", json.dumps(json.loads(result.stdout), ensure_ascii=False))
            result = run(*words)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn("\\xff/", result.stdout)

    def test_control(self):
        """No name of a file or of a model reaches a terminal with its control characters"""
        name = self.folder / "\x1b]0;x\x07\x7f\x9b2J\n.tflite"
        hostile = "Re\x1b[2J\x9b1\0\x7f;".encode()
        spoiled = self.before.replace(b"ds_cnn/block_0/", hostile + b"ds_cnn/block_0/"[len(hostile):])
        self.assertNotEqual(spoiled, self.before)
        name.write_bytes(spoiled)
        shown = ""
        for words in (
            ["inspect", name],
            ["plan", name, "--after", "2"],
            ["cut", name, "--after", "2", "-o", self.out / "out.tflite"],
            ["cut", name, "--after", "2", "-o", self.out / "\x1b.tflite"],
            ["cut", name, "--after", "99", "-o", self.out / "out.tflite"],
            ["verify", name, self.out / "out.tflite"],
            ["verify", self.model, self.out / "out.tflite"],
            ["inspect", str(name) + "\x1b"],
        ):
            result = run(*words)
            shown += result.stdout + result.stderr
            told = (result.stdout + result.stderr).replace("\n", "")
            self.assertEqual([c for c in told if ord(c) < 32 or 127 <= ord(c) < 160], [], words)
        for escape in ("\\x1b]0;x\\x07\\x7f\\u009b2J\\n.tflite", "[2J\\u009b1"):
            self.assertIn(escape, shown)

    def test_stale(self):
        """A sidecar that is left beside a model which has another is told"""
        run("cut", self.model, "--after", "3", "-o", self.out / "out.tflite")
        words = ["cut", self.model, "--after", "4", "-o", self.out / "out.tflite", "--sidecar"]
        result = run(*words, self.out / "mine.json")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"warning: '{self.out / SIDECAR}' is not the sidecar of this model", result.stderr)
        self.assertEqual(run(*words, self.out / ".." / "out" / SIDECAR).stderr, "")

    def test_empty(self):
        """An option whose value is empty is refused, and nothing is written"""
        for words in (
            ["cut", self.model, "--after", "3", "-o", ""],
            ["cut", self.model, "--after", "3", "-o", self.out / "x", "--sidecar", ""],
            ["cut", self.model, "--after", "3", "--plan", "", "-o", self.out / "x"],
            ["cut", "", "--after", "3", "-o", self.out / "x"],
            ["plan", self.model, "--after", "3", "-o", ""],
            ["plan", self.model, "--after", "3", "--costs", ""],
            ["plan", self.model, "--after", "3", "--costs", "x", "--debug-db", ""],
            ["inspect", self.model, "--svg", ""],
            ["verify", self.model, self.model, "--sidecar", ""],
        ):
            self.assertIn("empty", self.refused(*words, status=2))
        self.assertEqual(self.names(), [])

    def test_refused(self):
        """A cut that is refused writes nothing, and an older pair stays"""
        run("cut", self.model, "--after", "3", "-o", self.out / "out.tflite")
        before = [(self.out / name).read_bytes() for name in self.names()]
        self.refused("cut", self.model, "--after", "99", "-o", self.out / "out.tflite")
        self.assertEqual([(self.out / name).read_bytes() for name in self.names()], before)

    def test_drawing(self):
        """A drawing is well-formed, and names each cut and what crosses it"""
        import xml.etree.ElementTree

        page = self.out / "page.svg"
        result = run("inspect", self.model, "--after", "3,9", "--svg", page)
        self.assertEqual(result.returncode, 0, result.stderr)
        texts = ["".join(each.itertext()) for each in xml.etree.ElementTree.parse(page).iter("{http://www.w3.org/2000/svg}text")]
        self.assertIn("cut after operator 3", texts)
        self.assertIn("cut after operator 9", texts)
        self.assertIn("segment 2", texts)
        self.assertNotIn("segment 3", texts)


    def test_segments(self):
        """inspect shows the segments of the cuts that it is asked for, as text and as JSON"""
        text = run("inspect", self.model, "--after", "3,9").stdout
        self.assertIn("cut so, it has 3 segments:\n  operators 0 to 3, then a fence of ", text)
        self.assertNotIn("cut so", run("inspect", self.model).stdout)
        self.assertEqual(run("cut", self.model, "--after", "3,9", "-o", self.out / "out.tflite").returncode, 0)
        seen = json.loads(run("inspect", self.model, "--after", "3,9", "--format", "json").stdout)
        self.assertEqual(seen["boundaries"], json.loads((self.out / SIDECAR).read_text(encoding="utf-8")))

    def test_uncut(self):
        """Of a model that cannot be cut inspect says so behind each operator, and knows of no crossing"""
        subprocess.run([MAKE_MODEL, "all", str(self.folder / "all")], check=True)
        seen = json.loads(run("inspect", self.folder / "all" / "code-former.tflite", "--format", "json").stdout)
        self.assertTrue(seen["refused"])
        for operator in seen["operators"]:
            self.assertEqual((operator["refused"], operator["crossing"]), (seen["refused"], None))


class Plans(Folder):
    """The model of the story, and what Vela says that it costs."""

    def setUp(self):
        super().setUp()
        make(60_000, self.model)
        self.before = self.model.read_bytes()
        self.costs = tap.ROOT / "docs" / "examples" / "ds_cnn_per-layer.csv"
        self.plan = self.folder / "plan.json"

    def made(self, *words):
        result = run("plan", self.model, *words, "-o", self.plan)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return json.loads(self.plan.read_text(encoding="utf-8"))

    def test_whole(self):
        """A plan by cycles is followed by cut, and verify accepts what comes of it, with its sidecar"""
        plan = self.made("--budget-cycles", 100_000, "--costs", self.costs)
        result = run("cut", self.model, "--plan", self.plan, "-o", self.out / "out.tflite")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        sidecar = json.loads((self.out / SIDECAR).read_text(encoding="utf-8"))
        self.assertEqual(sidecar["boundary_after_ops"], [fence["after_op"] for fence in plan["fences"]])
        for words in ([], ["--sidecar", self.out / SIDECAR], ["--no-sidecar"]):
            result = run("verify", self.model, self.out / "out.tflite", *words)
            self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_lacks_sidecar(self):
        """A fenced model without its sidecar beside it is a finding, unless the models are judged alone"""
        run("cut", self.model, "--after", "3", "-o", self.out / "out.tflite")
        (self.out / SIDECAR).unlink()
        said = self.refused("verify", self.model, self.out / "out.tflite")
        self.assertIn(SIDECAR + ": there is no sidecar", said)
        result = run("verify", self.model, self.out / "out.tflite", "--format", "json")
        self.assertEqual(result.returncode, 1)
        self.assertIn("no sidecar", json.loads(result.stdout)["findings"][0]["what"])
        result = run("verify", self.model, self.out / "out.tflite", "--no-sidecar")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("no sidecar was judged", result.stdout)
        (self.out / SIDECAR).write_text("{}", encoding="utf-8")
        self.assertEqual(run("verify", self.model, self.out / "out.tflite", "--no-sidecar").returncode, 0)
        self.refused("verify", self.model, self.out / "out.tflite", "--no-sidecar", "--sidecar", "x", status=2)

    def test_wrong_source(self):
        """Of a fenced model of another source that alone is told"""
        run("cut", self.model, "--after", "3", "-o", self.out / "out.tflite")
        other = self.folder / "other.tflite"
        for size in (30_000, 90_000):
            make(size, other)
            said = self.refused("verify", other, self.out / "out.tflite")
            self.assertIn("out.tflite: it was made of another model than other.tflite: its sidecar is of", said)
            result = run("verify", other, self.out / "out.tflite", "--no-sidecar")
            self.assertEqual(result.returncode, 1)
            self.assertIn("out.tflite: it does not end in the bytes of other.tflite", result.stderr.splitlines()[0])

    def test_one_segment(self):
        """A plan of one segment is not cut by: the model is used as it is"""
        self.made("--segments", 1)
        said = self.refused("cut", self.model, "--plan", self.plan, "-o", self.out / "out.tflite")
        self.assertIn("the plan is of one segment, so there is no fence to put in: use the model as it is", said)
        self.assertEqual(self.names(), [])
        self.assertTrue(run("plan", self.model, "--segments", 1).stdout.startswith("1 segment\n"))

    def test_unknown_key(self):
        """A key that a plan or a sidecar has not is named"""
        plan = self.made("--segments", 3)
        self.plan.write_text(json.dumps(plan | {"extra": 1}), encoding="utf-8")
        said = self.refused("cut", self.model, "--plan", self.plan, "-o", self.out / "out.tflite")
        self.assertIn("this has a key that is not the contract's: \"extra\"", said)
        run("cut", self.model, "--after", "3", "-o", self.out / "out.tflite")
        sidecar = json.loads((self.out / SIDECAR).read_text(encoding="utf-8"))
        sidecar["segments"][1]["extra"] = 1
        (self.out / SIDECAR).write_text(json.dumps(sidecar), encoding="utf-8")
        said = self.refused("verify", self.model, self.out / "out.tflite")
        self.assertIn("segments[1] has a key that is not the contract's: \"extra\"", said)

    def test_text(self):
        """What plan prints as text says one operator of one, and of costs without rows that there are none"""
        result = run("plan", self.model, "--after", "0,3")
        self.assertIn("  0: operator 0;", result.stdout)
        self.assertIn("  1: operators 1 to 3;", result.stdout)
        empty = self.folder / "empty.csv"
        empty.write_text("", encoding="utf-8")
        result = run("plan", self.model, "--after", "3", "--costs", empty)
        self.assertIn("coverage: 0 of 0 cycles, no rows", result.stdout)
        self.assertIn(": '-5' is no number", self.refused("plan", self.model, "--budget-cycles=-5", "--costs", empty))

    def test_json(self):
        """What plan prints as JSON is the plan's file, with the cycles of each segment and the warnings"""
        self.made("--segments", 3)
        result = run("plan", self.model, "--segments", 3, "--format", "json")
        self.assertEqual(result.stdout, self.plan.read_text(encoding="utf-8"))
        result = run("plan", self.model, "--budget-cycles", 10, "--costs", self.costs, "--format", "json")
        printed = json.loads(result.stdout)
        self.assertEqual(len(printed["segment_cycles"]), len(printed["fences"]) + 1)
        self.assertEqual([f"npu-fence plan: warning: {each}" for each in printed["warnings"]], result.stderr.splitlines())
        self.assertIn("over the budget of 10", printed["warnings"][0])

    def test_bound(self):
        """A plan is refused for another model, and nothing is written"""
        self.made("--segments", 3)
        other = self.folder / "other.tflite"
        make(90_000, other)
        said = self.refused("cut", other, "--plan", self.plan, "-o", self.out / "out.tflite")
        self.assertIn("same-model, rule 90", said)
        self.assertEqual(self.names(), [])

    def test_spoiled(self):
        """verify tells each byte that is not the source's, a missing sidecar's names, and empty custom options"""
        run("cut", self.model, "--after", "4", "-o", self.out / "out.tflite")
        whole = bytearray((self.out / "out.tflite").read_bytes())
        whole[70_000] ^= 1
        (self.out / "out.tflite").write_bytes(whole)
        self.assertIn("Buffer.data", self.refused("verify", self.model, self.out / "out.tflite"))
        result = run("cut", self.model, "--after", "4", "--empty-custom-options", "-o", self.out / "out.tflite")
        self.assertIn("outside contract version 1", result.stderr)
        self.assertIn("rule 84", self.refused("verify", self.model, self.out / "out.tflite"))
        result = run("verify", self.model, self.out / "out.tflite", "--format", "json")
        self.assertEqual([found["rule"] for found in json.loads(result.stdout)["findings"]], [84])
        (self.out / SIDECAR).write_text("{}", encoding="utf-8")
        self.assertIn("no sidecar of contract version 1", self.refused("verify", self.model, self.out / "out.tflite"))

    def test_strict(self):
        """A sidecar is read as strictly as a plan: no key twice, and nothing behind it"""
        run("cut", self.model, "--after", "4", "-o", self.out / "out.tflite")
        path = self.out / SIDECAR
        whole = path.read_text(encoding="utf-8")
        for text, said in (
            (whole + "\0{}", f":{whole.count(chr(10)) + 1}:1: no JSON: a byte of 0"),
            (whole.replace('"subgraph": 0', '"subgraph": 1, "subgraph": 0'), ": the key 'subgraph' comes twice in one object"),
            ("1e400", ":1:5: no JSON"),
            ("[" * 9 + "]" * 9, ":1:9: it is nested deeper"),
        ):
            path.write_text(text, encoding="utf-8")
            self.assertIn(SIDECAR + said if said[1].isdigit() else said, self.refused("verify", self.model, self.out / "out.tflite"))

    def test_words(self):
        """A plan is asked for by one thing, and costs for what needs them"""
        for words in (
            [],
            ["--segments", 2, "--after", "1"],
            ["--budget-cycles", 5],
            ["--segments", 2, "--debug-db", "x"],
            ["--segments", 2, "--min-coverage", "1"],
        ):
            self.refused("plan", self.model, *words, status=2)
        for words, said in (
            (["--budget-cycles", "many"], "--budget-cycles: 'many' is no number: "),
            (["--budget-cycles", "1e400"], "--budget-cycles: '1e400' has more than 17 digits"),
            (["--segments", 2, "--min-coverage", "half"], "--min-coverage: 'half' is no number: "),
        ):
            self.assertIn(said, self.refused("plan", self.model, *words, "--costs", self.costs))
        self.refused("plan", self.model, "--segments", 2, "-o", self.model)
        self.refused("plan", self.model, "--budget-cycles", "1", "--costs", self.model)

    def test_rows(self):
        """The rows that a refusal lists stand in lines of their own"""
        costs = self.folder / "costs.csv"
        costs.write_text("Original Operator,NNG Operator,Target,Op Cycles,Name\nAdd,Add,NPU,5,x\nAdd,Add,NPU,7,y\n")
        result = run("plan", self.model, "--budget-cycles", 9, "--costs", costs)
        self.assertEqual(result.returncode, 1)
        rows = result.stderr.splitlines()
        self.assertEqual([row[:9] for row in rows[1:]], ["  line 2:", "  line 3:"])


class Failures(Folder):
    @unittest.skipUnless(os.geteuid() == 0, "mounting a small file system needs root")
    def test_full(self):
        """Trap 54: on a full disk there is nothing, whatever part does not fit"""
        libc = ctypes.CDLL(None, use_errno=True)
        needed = len(self.before) + 8192
        for pages in range(1, needed // 4096 + 4):
            mounted = libc.mount(b"tmpfs", bytes(self.out), b"tmpfs", 0, f"size={pages * 4096}".encode())
            if mounted != 0:
                self.skipTest("this machine mounts no tmpfs: " + os.strerror(ctypes.get_errno()))
            try:
                result = run("cut", self.model, "--after", "3", "-o", self.out / "out.tflite")
                names = self.names()
                free = os.statvfs(self.out)
                if result.returncode == 0:
                    self.assertEqual(names, [SIDECAR, "out.tflite"])
                else:
                    self.assertEqual((result.returncode, names), (2, []), result.stderr)
                    self.assertEqual(free.f_bfree, free.f_blocks, "no block stays in use")
            finally:
                libc.umount(bytes(self.out))
        self.assertEqual(result.returncode, 0, "the last one has room")

    def test_killed(self):
        """Trap 54: killed at any moment it leaves nothing, a whole sidecar alone, or both whole"""
        big = self.folder / "big.tflite"
        make(16_000_000, big)

        def words(after):
            return [NPU_FENCE, "cut", str(big), "--after", after, "-o", str(self.out / "out.tflite")]

        def cut(after):
            subprocess.run(words(after), check=True, capture_output=True)
            return {name: (self.out / name).read_bytes() for name in self.names()}

        start = time.monotonic()
        older = cut("5")
        whole = time.monotonic() - start
        newer = cut("3")
        self.assertTrue(all(older[name] != newer[name] for name in newer), "they can be told apart")
        seen = set()
        chance = random.Random(7)
        for turn in range(120):
            shutil.rmtree(self.out)
            self.out.mkdir()
            pairs = [newer]
            if turn % 2:  # over an older pair, too
                pairs.append(older)
                for name, content in older.items():
                    (self.out / name).write_bytes(content)
            child = subprocess.Popen(words("3"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, 1.2 * whole))
            child.send_signal(signal.SIGKILL)
            child.wait()
            left = {name: (self.out / name).read_bytes() for name in self.names()}
            self.assertTrue(left == {} or any(left in (pair, {SIDECAR: pair[SIDECAR]}) for pair in pairs), left.keys())
            seen.add((len(left), child.returncode))
        self.assertGreater(len(seen), 1, "all were killed too early, or none in time")


    def test_two(self):
        """Two runs that write one pair at once leave the whole pair of one of them"""
        other = self.folder / "other.tflite"
        make(35_000, other)
        named = {hashlib.sha256(path.read_bytes()).hexdigest(): path for path in (self.model, other)}
        for sidecar in ([], ["--sidecar", self.folder / "beside.json"]):
            place = sidecar[1] if sidecar else self.out / SIDECAR
            for _ in range(60):
                children = [
                    subprocess.Popen(
                        [NPU_FENCE, "cut", path, "--after", after, "-o", self.out / "out.tflite", *sidecar],
                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                    for path, after in ((self.model, "1"), (other, "2"))
                ]
                said = [child.communicate(timeout=60)[1] for child in children]
                self.assertEqual(([child.returncode for child in children], said), ([0, 0], ["", ""]))
                source = named[json.loads(place.read_text(encoding="utf-8"))["source_sha256"]]
                result = run("verify", source, self.out / "out.tflite", "--sidecar", place)
                self.assertEqual(result.returncode, 0, result.stderr)
            for path in self.out.iterdir():
                path.unlink()

    def test_shortened(self):
        """A source that is made shorter while it is read is an error, and nothing is written but whole pairs"""
        big = self.folder / "big.tflite"
        make(16_000_000, big)
        content = big.read_bytes()
        start = time.monotonic()
        run("cut", big, "--after", "3", "-o", self.out / "out.tflite")
        whole = time.monotonic() - start
        chance = random.Random(7)
        seen = set()
        for _ in range(40):
            big.write_bytes(content)
            child = subprocess.Popen([NPU_FENCE, "cut", big, "--after", "3", "-o", self.out / "out.tflite"],
                                     stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            time.sleep(chance.uniform(0, whole))
            os.truncate(big, 8192)
            said = child.communicate(timeout=60)[1]
            self.assertIn(child.returncode, (0, 1, 2), said)
            self.assertEqual(said.count("\n"), int(child.returncode != 0), said)
            self.assertEqual(self.names(), [SIDECAR, "out.tflite"])
            seen.add(child.returncode)
        self.assertGreater(len(seen), 1, "all were cut, or none")


class Batch(Folder):
    def setUp(self):
        super().setUp()
        self.list = self.folder / "list.txt"

    def write(self, *lines):
        self.list.write_text("".join(line + "\n" for line in lines), encoding="utf-8")

    def models(self, count):
        paths = []
        for i in range(count):
            paths.append(self.folder / f"m{i}.tflite")
            shutil.copy(self.model, paths[-1])
        return paths

    def test_all(self):
        """One bad model does not stop the others, and the summary says what became of each"""
        good, bad, missing, last = self.models(4)
        bad.write_bytes(self.before[:1000])
        missing.unlink()
        self.write(f"{good}\t2,5", "# a comment", "", str(bad), str(missing), str(last))
        for threads in (1, 3):
            result = run("cut", "--batch", self.list, "--after", "4", "--out-dir", self.out, "-j", threads)
            self.assertEqual(result.returncode, 2, result.stderr)  # a file that cannot be read
            self.assertEqual(result.stderr, "")
            lines = result.stdout.splitlines()
            self.assertEqual(len(lines), 5)
            self.assertIn("3 segments", lines[0])
            self.assertIn("damaged", lines[1])
            self.assertIn("No such file", lines[2])
            self.assertIn("2 segments", lines[3])
            self.assertEqual(lines[4], "2 cut, 2 refused")
            self.assertEqual(len(self.names()), 4)

    def test_json(self):
        """The summary as JSON has a row for each model, in the order of the list"""
        first, second = self.models(2)
        self.write(str(first), f"{second}\t99")
        result = run("cut", "--batch", self.list, "--after", "4", "--out-dir", self.out, "--format", "json")
        self.assertEqual(result.returncode, 1)
        printed = json.loads(result.stdout)
        self.assertEqual([row["refused"] is None for row in printed["models"]], [True, False])

    def test_list(self):
        """A list that is not right is refused before anything is cut, with its line"""
        (first,) = self.models(1)
        for lines, said in (
            ([], "names no model"),
            ([str(first)], "list.txt:1: where to cut?"),
            ([f"{first}\t1", f"{first}\t2"], "list.txt:2: "),
            (["\t1"], "list.txt:1: no model"),
        ):
            self.write(*lines)
            self.assertIn(said, self.refused("cut", "--batch", self.list, "--out-dir", self.out))
            self.assertEqual(self.names(), [])

    def test_shortened(self):
        """A model that others write to and make shorter meanwhile does not stop the others"""
        written, *others = self.models(4)
        make(8_000_000, written)
        content = written.read_bytes()
        self.write(f"{others[0]}\t1", f"{written}\t2", f"{others[1]}\t3", f"{others[2]}\t4")
        done = threading.Event()

        def write():
            while not done.is_set():
                os.truncate(written, 8192)
                written.write_bytes(content)
                time.sleep(chance.uniform(0, 0.03))

        chance = random.Random(7)
        writer = threading.Thread(target=write)
        writer.start()
        try:
            for turn in range(60):
                result = run("cut", "--batch", self.list, "--out-dir", self.out, "-j", 1 + turn % 2, "--format", "json")
                self.assertIn(result.returncode, (0, 1, 2), result.stderr)
                rows = json.loads(result.stdout)["models"]
                self.assertEqual([rows[i]["refused"] for i in (0, 2, 3)], [None] * 3)
        finally:
            done.set()
            writer.join()

    def test_threads(self):
        """Where no more threads can be made, those that there are cut all models"""
        models = self.models(40)
        self.write(*(f"{path}\t2" for path in models))
        limit = 150 << 20

        def little():
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

        if run("--version", preexec_fn=little).returncode != 0:
            self.skipTest("a sanitizer's build does not start in so little memory")
        result = run("cut", "--batch", self.list, "--out-dir", self.out, "-j", 40, preexec_fn=little)
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
        self.assertIn("40 cut, 0 refused", result.stdout)

    def test_meeting(self):
        """A list of which two models would write one file, the sidecar too, is refused before anything is cut"""
        (first,) = self.models(1)
        other = self.folder / "other"
        other.mkdir()
        for name, said in (("m0.tflite", "m0.tflite' would be written twice"), ("m0.lite", SIDECAR.replace("out", "m0"))):
            shutil.copy(first, other / name)
            self.write(f"{first}\t1", f"{other / name}\t2")
            refused = self.refused("cut", "--batch", self.list, "--out-dir", self.out)
            self.assertIn("list.txt:2: ", refused)
            self.assertIn(said, refused)
            self.assertEqual(self.names(), [])

    def test_words(self):
        """Words that go together are asked for together"""
        self.write(f"{self.model}\t1")
        for words in (
            [],
            ["--batch", self.list],
            [self.model, "--batch", self.list, "--out-dir", self.out],
            ["--batch", self.list, "--out-dir", self.out, "-o", self.out / "x"],
            [self.model, "-o", self.out / "x"],
            [self.model, "--after", "1"],
            [self.model, "--after", "1", "-o", self.out / "x", "--out-dir", self.out],
            [self.model, "--after", "1", "--plan", "p", "-o", self.out / "x"],
            [self.model, "--after", "1", "-o", self.out / "x", "-j", 2],
        ):
            self.refused("cut", *words, status=2)
            self.assertEqual(self.names(), [])


tap.main()
