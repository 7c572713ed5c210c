"""What an edit of a spec rebuilds: test_rebuild.py NPUSPEC."""

import pathlib
import sys
import unittest

import tap
from scratch_build import ROOT, ScratchBuild

NPUSPEC = sys.argv[1]
GENERATED = ROOT / "generated"


class Rebuild(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = cls.enterClassContext(ScratchBuild(NPUSPEC))
        cls.objects = cls.scratch.compiled(cls.scratch.ninja())

    @staticmethod
    def names_of(boundary):
        """Of all that its specs give; of an .fbs, flatc's header too."""
        names = {path.name for path in (GENERATED / boundary).iterdir()}
        return names | {name.removesuffix(".fbs") + "_generated.h" for name in names if name.endswith(".fbs")}

    def test_nothing(self):
        """A build that is up to date has nothing to do."""
        self.assertEqual(self.scratch.ninja("-n"), ["ninja: no work to do."])

    def test_comment(self):
        """A comment at the end of a spec changes no output and recompiles nothing."""
        before = self.scratch.outputs()
        self.scratch.add_comment("fence/stream_split.yaml")
        self.assertEqual(self.scratch.compiled(self.scratch.ninja()), [])
        after = self.scratch.outputs()
        self.assertEqual([name for name in after if after[name] != before.get(name)], [])
        self.assertEqual(self.scratch.ninja("-n"), ["ninja: no work to do."])

    def test_row(self):
        """An edited row changes outputs of its boundary only, and recompiles exactly what includes one of them."""
        for spec in "fence/stream_split.yaml", "mode/rk3588.yaml":
            with self.subTest(spec):
                before = self.scratch.outputs()
                self.scratch.edit_row(spec)
                compiled = self.scratch.compiled(self.scratch.ninja())
                after = self.scratch.outputs()
                changed = {name for name in after if after[name] != before.get(name)} - {"ir.json"}
                boundary = self.names_of(pathlib.Path(spec).parent)
                of_all = {path.name for folder in ("", "abi", "schema") for path in (GENERATED / folder).glob("*.*")}
                self.assertTrue(changed & boundary, "the edit changes nothing")
                self.assertEqual(changed - boundary - of_all, set())
                self.assertEqual(set(compiled),
                                 {name for name in self.objects if self.scratch.includes(name) & changed})


tap.main()
