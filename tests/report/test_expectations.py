"""An edit that leaves only expectations false: `npuspec diff` tells what it changes: test_expectations.py NPUSPEC."""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

NPUSPEC = sys.argv.pop(1)
SPECS = tap.ROOT / "specs"

POLICY = "mode/rk3588.yaml"
CHAIN_NT = [("CHAIN_NT:   {keep_warm: MC,   reset: NOTLIVE_NOTKW,", "CHAIN_NT:   {keep_warm: NTL,  reset: NOTLIVE,")]
WHY = " reserved: 'phase 1 only; CHAIN_NT left it on 2026-07-14',"
NOT_RESERVED = [("NTL:  {when: nothrash and from in I8_LIVE," + WHY, "NTL:  {when: nothrash and from in I8_LIVE,"),
                ("NOTLIVE:       {when: from not in I8_LIVE," + WHY, "NOTLIVE:       {when: from not in I8_LIVE,")]
DESCRIPTOR = "quanttess/descriptor.yaml"
C33_SIZES = "sizes: [128, 128, 33]\n      strides: [16896, 132, 4]\n      input_span: 2162688\n      output_span: 786432\n"
LAST_BYTES = "- {reserved: 8,            at: 224,"
HINT = "- {name: hint, at: 224, type: u16, in: 0..64, code: 60, doc: a hint, source: 'ours: a hint'}\n  "
RESET_COSTS = "105 ms a transition"


def run(*args):
    done = subprocess.run([NPUSPEC, *map(str, args)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def codes(errors):
    return re.findall(r"error\[(\w+)\]", errors)


def without_notes(checked):
    """What check says of a tree, but for the trees in it that it names and leaves alone."""
    return "".join(line for line in checked.splitlines(keepends=True) if not line.startswith("not checked: "))


class Expectations(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.dir = pathlib.Path(scratch.name)

    def edited(self, path, edits):
        """A copy of the boundary of a spec, edited."""
        boundary = pathlib.Path(path).parts[0]
        tree = self.dir / boundary
        shutil.rmtree(tree, ignore_errors=True)
        shutil.copytree(SPECS / boundary, tree)
        spec = self.dir / path
        text = spec.read_text()
        for old, new in edits:
            self.assertEqual(text.count(old), 1, old)
            text = text.replace(old, new)
        spec.write_text(text)
        return SPECS / boundary, tree

    def test_told(self):
        """Where only expectations fail, diff tells what changed, and on stderr the errors as check does: exit 1."""
        cases = [
            (POLICY, CHAIN_NT, {"P021", "P017"}, RESET_COSTS),
            (POLICY, CHAIN_NT + NOT_RESERVED, {"P017"}, RESET_COSTS),
            (POLICY, [("from in I8_LIVE," + WHY + " doc: from int8", "from not in I8_LIVE, doc: from int8")], {"P010"},
             "selector keep_warm.NTL"),
            ("mode/rknpu_abi.yaml", [("number: 0xC0086440", "number: 0x80086440")], {"D020"}, "ioctl ACTION: number"),
            ("mode/rk3588_device.yaml", [("is: 105 ms, range", "is: 106 ms, range")], {"H012"}, "cost reset: is"),
            (DESCRIPTOR, [(LAST_BYTES, HINT + "- {reserved: 6, at: 226,")], {"D022"}, "field quanttess.hint is new"),
            ("quanttess/workers.yaml", [("budget: {FP32: 40 KiB,", "budget: {FP32: 41 KiB,")], {"L009"},
             "budget direct-unpadded.FP32: bytes"),
            ("quanttess/numerics.yaml", [("lanes: 1\n    unroll: 1\n", "lanes: 2\n    unroll: 1\n")], {"K009"},
             "cell exact: lanes 1 -> 2"),
            ("quanttess/numerics.yaml", [("count: 3 * 4 * 4", "count: 3 * 4 * 5")], {"K007"}, "No change."),
            ("fence/stream_split.yaml", [("require: model.version == 3", "require: model.version == 4")], {"W021"},
             "check model.version-3: require"),
            ("quanttess/routes.yaml", [("value: 0x31, epoch: 2", "value: 0x31, epoch: 3")], {"D022"},
             "columns {epoch: 2} -> {epoch: 3}"),
            (DESCRIPTOR, [("FP16: {value: 1, bytes: 2", "FP16: {value: 1, bytes: 4")], {"D022", "L009", "L010"},
             "columns {bytes: 2} -> {bytes: 4}"),
            (DESCRIPTOR, [("id: route-epoch", "id: route-epochs")], {"D021"}, "check quanttess.route-epochs is new"),
            ("mode/rk3588_device.yaml", [("'submit MM_F16', make, 'submit", "'submit MM_F16', make x y, 'submit")], {"H011"},
             "No change."),
            ("fence/stream_split.yaml", [("id: version-3,", "id: version-three,")], {"W019"}, "version-three"),
        ]
        for path, edits, expected, told in cases:
            with self.subTest(path=path, told=told):
                before, after = self.edited(path, edits)
                status, out, err = run("diff", before, after)
                self.assertIn(told, " ".join(out.split()))
                self.assertEqual(set(codes(err)), expected)
                self.assertEqual(err, without_notes(run("check", after)[2]))
                self.assertEqual(status, 1)

    def test_no_cascade(self):
        """What starts from an example that is refused, in its own spec or in one that is over it, says nothing more."""
        for path, edit in ((DESCRIPTOR, (C33_SIZES, C33_SIZES.replace("33", "32"))),
                           (DESCRIPTOR, (C33_SIZES, C33_SIZES.replace("33", "-1"))),
                           ("quanttess/routes.yaml", ("value: 0x31, epoch: 2", "value: 0x31, epoch: 3"))):
            with self.subTest(edit=edit):
                _, after = self.edited(path, [edit])
                self.assertEqual(len(codes(run("check", after)[2])), 1)

    def test_formats(self):
        """Where expectations fail, each format is whole on stdout, and the errors are on stderr alone."""
        before, after = self.edited(POLICY, CHAIN_NT + NOT_RESERVED)
        said = without_notes(run("check", after)[2])
        for name, read in (("json", json.loads), ("sarif", json.loads), ("md", str), ("text", str)):
            status, out, err = run("diff", before, after, "--format", name)
            self.assertEqual((status, err), (1, said))
            self.assertIn(RESET_COSTS, json.dumps(read(out)))
        file = self.dir / "diff.json"
        self.assertEqual(run("diff", before, after, "--format", "json", "-o", file), (1, "", said))
        self.assertIn(RESET_COSTS, file.read_text())

    def test_old(self):
        """The expectations of the old side may fail as well, and those of both: their errors are told once each."""
        shipped, edited = self.edited(POLICY, CHAIN_NT + NOT_RESERVED)
        status, out, err = run("diff", edited, shipped)
        self.assertEqual((status, codes(err)), (1, ["P017", "P017"]))
        self.assertIn(RESET_COSTS, out)
        status, out, err = run("diff", edited, edited)
        self.assertEqual((status, out, codes(err)), (1, "No change. Allowed.\n", ["P017", "P017"]))

    def test_not_told(self):
        """An error of shape, a name, a type or of layout leaves nothing to compare, beside a false example too."""
        for path, edits, code in (
                (POLICY, CHAIN_NT + [("    doc: whether the hardware may stay as it is", "    docs: whether")], "S001"),
                (POLICY, [("CHAIN_NT:   {keep_warm: MC,", "CHAIN_NT:   {keep_warm: MCX,")], "P001"),
                (POLICY, CHAIN_NT + [("NEVER:         {when: 'false',", "NEVER:         {when: nobody,")], "G010"),
                (DESCRIPTOR, [("in: 1..<4 GiB, code: 15", "in: 4..1, code: 15")], "S009"),
                (DESCRIPTOR, [(LAST_BYTES, "- {reserved: 7, at: 224,")], "D011"),
                (DESCRIPTOR, [("require: input_span == input_extent", "require: input_span == dtype")], "G012")):
            with self.subTest(code=code):
                before, after = self.edited(path, edits)
                status, out, err = run("diff", before, after)
                self.assertEqual((status, out), (1, ""))
                self.assertIn(code, codes(err))

    def test_refused(self):
        """report, ir and encode refuse specs whose expectations fail, write nothing and say why; so does check."""
        _, after = self.edited(POLICY, CHAIN_NT + NOT_RESERVED)
        file = self.dir / "made"
        values = self.dir / "values.yaml"
        values.write_text("nr: 1\n")
        for args in (("report", after, "-o", file), ("ir", after, "-o", file), ("report", after), ("check", after),
                     ("encode", "rknpu.action", values, "-o", file, "--specs", after)):
            status, out, err = run(*args)
            self.assertEqual((status, out, codes(err)), (1, "", ["P017", "P017"]), args)
            made = "nothing is made of specs whose examples, laws or proofs do not hold" in err
            self.assertEqual(made, args[0] != "check", err)
        self.assertFalse(file.exists())

    def test_shown(self):
        """explain and decode show what specs say whose expectations fail, and tell in one line that they do: exit 1."""
        _, after = self.edited(DESCRIPTOR, [(C33_SIZES, C33_SIZES.replace("33", "32"))])
        line = f"npuspec: in {after}, 1 example, law or proof does not hold; `npuspec check {after}` shows it\n"
        file = self.dir / "c33.bin"
        self.assertEqual(run("encode", "quanttess", tap.ROOT / "docs" / "examples" / "c33.yaml", "-o", file)[0], 0)
        for args in (("decode", "quanttess", file), ("explain", "rank"), ("explain", "rank", "--format", "json")):
            told = run(*args, "--specs", SPECS / "quanttess")
            self.assertEqual((told[0], told[2]), (0, ""))
            self.assertEqual(run(*args, "--specs", after), (1, told[1].replace(f"{SPECS}/", f"{self.dir}/"), line))
        file.write_bytes(bytes(232))
        self.assertEqual(run("decode", "quanttess", file, "--specs", after)[::2], (1, line))

    def test_help(self):
        """The command that the help of a false cell names, run as it stands, tells the cell that came out."""
        _, after = self.edited(POLICY, [("ORK_SSM_KEEPWARM,   default: true", "ORK_SSM_KEEPWARM,   default: false")])
        spaced = self.dir / "it's a tree"
        shutil.copytree(after, spaced)
        for tree in (after, spaced):
            err = run("check", tree)[2]
            cells = re.findall(r"error\[P017\]: .* gives (\w+), not \w+\n(?:.*\n){2} *help: `npuspec (.*)` shows why", err)
            self.assertGreater(len(cells), 9, err)
            for cell, command in cells:
                status, out, said = run(*shlex.split(command))
                self.assertEqual((status, said.count("\n")), (1, 1))
                self.assertRegex(out, rf"returns 1: {cell}\b")

    def test_help_of_shipped(self):
        """A help names no folder where the specs are the shipped ones."""
        _, after = self.edited(POLICY, CHAIN_NT + NOT_RESERVED)
        done = subprocess.run([NPUSPEC, "check"], capture_output=True, text=True, check=False,
                              env={**os.environ, "NPUSPEC_SPECS": str(after)})
        self.assertIn("--to I8_CHAIN` shows why", done.stderr)

    def test_over(self):
        """A spec is checked as ever when only expectations of the one that it is over fail."""
        self.edited(POLICY, CHAIN_NT + NOT_RESERVED)
        device = self.dir / "mode" / "rk3588_device.yaml"
        device.write_text(device.read_text().replace("is: 105 ms, range", "is: 106 ms, range"))
        self.assertEqual(set(codes(run("check", self.dir / "mode")[2])), {"P017", "H012"})


tap.main()
