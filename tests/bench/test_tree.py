"""A generated tree of specs through npuspec: test_tree.py NPUSPEC MAKE_TREE."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import tap

NPUSPEC, MAKE_TREE = sys.argv[1:]
SPECS = 100
THREADS = "1", "2", "5"


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="npuspec-tree-")
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name) / "tree"
        subprocess.run([MAKE_TREE, self.tree, str(SPECS)], check=True)

    def ir(self, threads):
        return subprocess.run([NPUSPEC, "ir", self.tree, "-o", "-", "--threads", threads], capture_output=True, text=True)

    def test_threads(self):
        """The IR of a tree has the same bytes with any number of threads."""
        one, *others = [self.ir(threads) for threads in THREADS]
        self.assertEqual((one.returncode, one.stderr), (0, ""))
        self.assertEqual(one.stdout.count('"kind":"descriptor"'), SPECS)
        for other in others:
            self.assertTrue(other.stdout == one.stdout, "the texts differ")

    def test_errors(self):
        """The errors of a tree are told in the same order with any number of threads."""
        for number in range(0, SPECS, 7):
            path = self.tree / f"unit_{number}.yaml"
            path.write_text(path.read_text().replace("in: 1..6", "in: 1..600").replace("rank: 2", "rang: 2"))
        one, *others = [self.ir(threads) for threads in THREADS]
        self.assertEqual((one.returncode, one.stdout), (1, ""))
        self.assertGreaterEqual(one.stderr.count("error["), SPECS // 7)
        for other in others:
            self.assertEqual(other.stderr, one.stderr)


tap.main()
