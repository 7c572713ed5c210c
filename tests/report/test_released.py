"""The frozen reports of specs/released: the gate that every change of a spec must pass: test_released.py NPUSPEC."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

NPUSPEC = sys.argv.pop(1)
SPECS = tap.ROOT / "specs"
RELEASED = SPECS / "released"


def run(*args):
    done = subprocess.run([NPUSPEC, *map(str, args)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


class Released(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.tree = pathlib.Path(scratch.name) / "specs"
        shutil.copytree(SPECS, self.tree)

    def edit(self, name, *changes, examples=True):
        path = self.tree / name
        text = path.read_text()
        if not examples:
            text = text.split("\nexamples:")[0] + "\n"
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new, 1)
        path.write_text(text)

    def judged(self):
        status, out, err = run("diff", self.tree / "released", self.tree)
        self.assertEqual(err, "")
        return status, out, out.splitlines()[-1]

    def test_shipped(self):
        """The shipped specs keep what was released, or own up to it in their versions."""
        status, out, err = run("diff", RELEASED, SPECS)
        self.assertEqual(status, 0, out + err + "\ndocs/HOWTO-release.md says what to do")

    def test_frozen(self):
        """Every release is a canonical report of all specs, which reads back as it was written."""
        reports = sorted(RELEASED.glob("*/report.json"))
        self.assertTrue(reports)
        for path in reports:
            self.assertEqual(run("report", path), (0, path.read_text(), ""))
            names = {spec["name"] for spec in json.loads(path.read_text())["specs"]}
            self.assertLessEqual({"quanttess", "ethos-u-stream-split", "rk3588-mode-transition"}, names)

    def test_descriptor(self):
        """A released code that changed is refused with its place and the remedy; a new major version passes."""
        self.edit("quanttess/descriptor.yaml", ("code: 15, doc", "code: 115, doc"))
        status, out, verdict = self.judged()
        self.assertEqual(status, 1)
        line = (self.tree / "quanttess/descriptor.yaml").read_text().split("code: 115, doc")[0].count("\n") + 1
        self.assertIn(f"field quanttess.input_span: code 15 -> 115  {self.tree}/quanttess/descriptor.yaml:{line}:", out)
        self.assertIn("Refused: bump abi.major of quanttess to 2, or keep code 15 of field quanttess.input_span.",
                      verdict)
        self.edit("quanttess/descriptor.yaml", ("abi: {major: 1, minor: 0}", "abi: {major: 2, minor: 0}"))
        status, _, verdict = self.judged()
        self.assertEqual(status, 0)
        self.assertIn("Allowed: ", verdict)
        self.assertIn("quanttess went from 1.0 to 2.0", verdict)

    def test_wire(self):
        """A released contract that changed needs both of its versions raised."""
        name = "fence/stream_split.yaml"
        self.edit(name, ("code: 22, id: version-3", "code: 122, id: version-3"), examples=False)
        status, _, verdict = self.judged()
        self.assertEqual(status, 1)
        self.assertIn("bump abi.major of ethos-u-stream-split to 2 and operator.version to 2", verdict)
        self.edit(name, ("abi: {major: 1,", "abi: {major: 2,"), ("  version: 1", "  version: 2"))
        self.assertEqual(self.judged()[0], 0)

    def test_policy(self):
        """A released transition that loses its reset is refused in effects and milliseconds."""
        name = "mode/rk3588.yaml"
        reserved = "reserved: 'named by the layer from the start; no row needs it today', "
        self.edit(name, ("I4CHAIN:    {keep_warm: NONE, reset: ALWAYS,", "I4CHAIN:    {keep_warm: NONE, reset: NEVER,"),
                  ("NEVER:         {when: 'false', " + reserved, "NEVER:         {when: 'false', "), examples=False)
        status, out, verdict = self.judged()
        self.assertEqual(status, 1)
        self.assertIn("reset dropped (saves 105 ms a transition)", out)
        self.assertIn("bump abi.major of rk3588-mode-transition to 4", verdict)
        self.edit(name, ("abi: {major: 3,", "abi: {major: 4,"))
        self.assertEqual(self.judged()[0], 0)

    def test_gone(self):
        """A released spec that is gone is refused: no version of it is left to say so."""
        (self.tree / "mode/rknpu_abi.yaml").unlink()
        status, _, verdict = self.judged()
        self.assertEqual(status, 1)
        self.assertIn("keep rknpu as it was released, or cut a release that does without it", verdict)


tap.main()
