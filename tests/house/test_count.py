"""The counting of tests cannot be fooled: what did not run, crashed or left early is a failure."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import tap

SAMPLE = sys.argv.pop()
COUNT = tap.ROOT / "tests" / "support" / "count.py"


def sample(*cases):
    """One run of the sample executable, as Meson logs it."""
    environment = os.environ | ({"SAMPLE_SKIPS": "1"} if "is skipped" in cases else {})
    command = [SAMPLE, "--reporters=tap", "--test-case=" + ",".join(cases)]
    done = subprocess.run(command, text=True, capture_output=True, env=environment)
    bad = "not ok" in done.stdout
    result = "ERROR" if done.returncode else "FAIL" if bad else "OK"
    return {"name": "sample", "stdout": done.stdout, "stderr": done.stderr, "result": result,
            "returncode": done.returncode}


def log(stdout, result="OK", returncode=0):
    return {"name": "made up", "stdout": stdout, "stderr": "", "result": result, "returncode": returncode}


def count(*builds):
    """Exit status and last line of count.py over builds, each a list of runs (None: the build has no log)."""
    with tempfile.TemporaryDirectory() as top:
        folders = []
        for i, runs in enumerate(builds):
            folder = pathlib.Path(top) / f"build{i}"
            (folder / "meson-logs").mkdir(parents=True)
            if runs is not None:
                text = "".join(json.dumps(run) + "\n" for run in runs)
                (folder / "meson-logs" / "testlog.json").write_text(text)
            folders.append(folder)
        done = subprocess.run([sys.executable, COUNT, *folders], text=True, capture_output=True)
        return done.returncode, done.stdout.splitlines()[-1], done.stdout


class Counting(unittest.TestCase):
    def check(self, builds, status, line):
        got = count(*builds)
        self.assertEqual(got[:2], (status, line), got[2])

    def test_pass(self):
        """a case that passes is counted and the exit status is 0"""
        self.check([[sample("passes")]], 0, "1 passed, 0 failed")

    def test_fail(self):
        """a case that fails is counted, and said with the values that differ"""
        status, line, text = count([sample("passes", "fails*")])
        self.assertEqual((status, line), (1, "1 passed, 1 failed"))
        self.assertIn("CHECK( 4 == 5 )", text)

    def test_throw(self):
        """a case that throws is a failure"""
        self.check([[sample("throws", "passes")]], 1, "1 passed, 1 failed")

    def test_skip(self):
        """a skipped case is counted as skipped, with its reason"""
        status, line, text = count([sample("passes", "is skipped")])
        self.assertEqual((status, line), (0, "1 passed, 0 failed, 1 skipped"))
        self.assertIn("sample: is skipped: for a reason", text)

    def test_crash(self):
        """a runner that crashes is a failure, whatever passed before"""
        status, line, text = count([sample("passes", "aborts")])
        self.assertEqual(status, 1, text)
        self.assertIn("died, status -6", text)

    def test_leave(self):
        """a runner that leaves early with status 0 is a failure"""
        self.check([[sample("passes", "leaves")]], 1, "1 passed, 1 failed")

    def test_nothing(self):
        """a runner that runs nothing is a failure"""
        self.check([[sample("no such case")]], 1, "0 passed, 1 failed")

    def test_only_skipped(self):
        """a build where every case is skipped is a failure"""
        self.check([[sample("is skipped")]], 1, "0 passed, 1 failed, 1 skipped")

    def test_no_log(self):
        """a build without a log is a failure, though another one passed"""
        self.check([[sample("passes")], None], 1, "1 passed, 1 failed")

    def test_empty_log(self):
        """a build whose log is empty is a failure"""
        self.check([[sample("passes")], []], 1, "1 passed, 1 failed")

    def test_no_build(self):
        """no build at all is a failure"""
        self.check([], 1, "0 passed, 1 failed")

    def test_short_plan(self):
        """fewer cases than planned is a failure"""
        self.check([[log("ok 1 - a\n1..2\n")]], 1, "1 passed, 1 failed")

    def test_timeout(self):
        """a runner that timed out is a failure"""
        self.check([[log("ok 1 - a\n", "TIMEOUT", -9)]], 1, "1 passed, 1 failed")

    def test_no_tap(self):
        """a test that prints no TAP is a failure, though its status is 0"""
        self.check([[log("all is well\n")]], 1, "0 passed, 1 failed")


tap.main()
