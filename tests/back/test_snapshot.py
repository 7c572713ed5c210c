"""generated/ is what the build makes: test_snapshot.py SNAPSHOT BUILT PATH..."""

import contextlib
import io
import pathlib
import shutil
import sys
import tempfile
import unittest

import snapshot
import tap

SNAPSHOT, BUILT, PATHS = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
del sys.argv[1:]


def run(verb, folder):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = snapshot.main([verb, str(folder), str(BUILT), *PATHS])
    return status, out.getvalue()


class Snapshot(unittest.TestCase):
    def copy(self):
        """A snapshot of this build, to be spoilt."""
        folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        run("refresh", folder)
        return folder

    def differs(self, folder, said):
        status, text = run("compare", folder)
        self.assertEqual(status, 1)
        self.assertIn(said, text)
        self.assertIn("./dev regen", text)

    def test_fresh(self):
        """generated/ is what this build made"""
        status, text = run("compare", SNAPSHOT)
        self.assertEqual(status, 0, "\n" + text)

    def test_line(self):
        """a changed line is shown as a diff, with the command that refreshes the snapshot"""
        folder = self.copy()
        path = folder / PATHS[0]
        path.write_text(path.read_text() + "one more\n")
        self.differs(folder, "-one more\n")

    def test_missing(self):
        """a file that the snapshot lacks is shown"""
        folder = self.copy()
        (folder / PATHS[0]).unlink()
        self.differs(folder, f"+++ fresh/{PATHS[0]}")

    def test_stale(self):
        """a file that no spec makes is shown"""
        folder = self.copy()
        (folder / "old_gen.h").write_text("")
        self.differs(folder, "generated/old_gen.h: no spec makes this file")

    def test_refresh(self):
        """a refresh makes it right again, says what it did, and leaves what was right alone"""
        folder = self.copy()
        (folder / PATHS[0]).write_text("")
        (folder / "old_gen.h").write_text("")
        kept = folder / PATHS[1]
        before = kept.stat().st_mtime_ns
        text = run("refresh", folder)[1]
        self.assertEqual(run("compare", folder), (0, ""))
        self.assertIn(f"changed: generated/{PATHS[0]}\nremoved: generated/old_gen.h\n", text)
        self.assertEqual(kept.stat().st_mtime_ns, before)


tap.main()
