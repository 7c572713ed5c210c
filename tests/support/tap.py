"""Runs the unittest cases of a script test and prints TAP, as tests/support/main.cpp does for C++.

A script test ends with `tap.main()`. A case is named by its docstring, the sentence it proves. SHARED is the folder that
may stand beside the checkout: decorate what reads it with `@tap.needs_shared`.
"""

import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
# Under the sanitizers a list of many alike is tried in part (support/rounds.h says why).
EVERY = 4 if os.environ.get("NPUSPEC_SANITIZED") else 1
needs_shared = unittest.skipUnless(SHARED.is_dir(), "needs the folder ../shared, beside the checkout")


class _Result(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.count = 0

    def _say(self, word, test, tail=""):
        self.count += 1
        name = (test.shortDescription() or str(test)).replace("#", " ")
        print(f"{word} {self.count} - {name}{tail}", flush=True)

    def _fail(self, test, error):
        super().addFailure(test, error)
        for line in self.failures[-1][1].splitlines():
            print("#", line)
        self._say("not ok", test)

    def startTest(self, test):
        super().startTest(test)
        self._sub_failed = False

    def addSuccess(self, test):
        if not self._sub_failed:
            self._say("ok", test)

    def addSkip(self, test, reason):
        self._say("ok", test, f" # SKIP {reason}")

    def addError(self, test, error):
        self._fail(test, error)

    def addFailure(self, test, error):
        self._fail(test, error)

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self._sub_failed = True
            self._fail(subtest, error)

    def addUnexpectedSuccess(self, test):
        print("# expected to fail, and did not")
        self._say("not ok", test)

    def addExpectedFailure(self, test, error):
        self._say("ok", test)


def main():
    """Runs every case of the calling script. The exit status is 0 when all were reported, passed or not."""
    result = _Result()
    unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"]).run(result)
    print(f"1..{result.count}", flush=True)
