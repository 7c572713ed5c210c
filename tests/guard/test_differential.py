"""The interpreter, the printed code of every target and an independent oracle agree on random guards.

Run by hand for more: test_differential.py MAKE_GUARDS RUNTIME_FOLDER [GUARDS [SEED]].
"""

import collections
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import oracle  # noqa: E402
import tap  # noqa: E402

MAKE, RUNTIME = sys.argv[1:3]
GUARDS = sys.argv[3] if len(sys.argv) > 3 else "600"  # 20 s on a slow core; a night takes more
SEED = sys.argv[4] if len(sys.argv) > 4 else "1"
RUNNER = pathlib.Path(__file__).with_name("run_guards.c")
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror"]
UBSAN = ["-fsanitize=undefined", "-fno-sanitize-recover=all"]
C = ["-std=c11", '-DGUARDS="guards.h"']
CPP = ["-x", "c++", "-std=c++20", '-DGUARDS="guards.hpp"']
OPENCL_AS_C = ["-std=c11", "-DAS_OPENCL_C", '-DGUARDS="guards.clh"']


class Differential(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        made = subprocess.run([MAKE, SEED, GUARDS, cls.folder.name], capture_output=True, text=True, check=False)
        cls.made = made.stdout + made.stderr
        if made.returncode:
            raise AssertionError(f"make_guards found a value outside the proved bounds (seed {SEED}):\n{cls.made}")

    def agrees(self, compiler, *flags):
        program = os.path.join(self.folder.name, "run")
        command = [compiler, *flags, *WARNINGS, f"-I{self.folder.name}", f"-I{RUNTIME}", str(RUNNER), "-o", program]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(built.returncode, 0, built.stderr[:4000])
        done = subprocess.run([program], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, f"seed {SEED}: {self.made}{done.stdout}{done.stderr[:2000]}")

    def test_c(self):
        """The printed C of random guards compiles without a warning, agrees with the interpreter, and is well defined."""
        self.agrees("gcc", *C, *UBSAN)

    def test_cpp(self):
        """The printed C++ of random guards is constexpr and agrees with the interpreter, at compile time too."""
        self.agrees("g++", *CPP)

    def test_opencl(self):
        """The printed OpenCL C of random guards, compiled as C by clang, agrees with the interpreter."""
        self.agrees("clang", *OPENCL_AS_C)

    def test_oracle(self):
        """An oracle in Python that shares no code with the interpreter gives the same verdicts."""
        lines = pathlib.Path(self.folder.name, "guards.txt").read_text(encoding="utf-8").splitlines()
        seen = collections.Counter()
        for text, values, verdict, wrong in oracle.judge(lines):
            self.assertIsNone(wrong, f"seed {SEED}: verdict {verdict}, but {wrong}:\n{text}\n{values}")
            seen[verdict] += 1
        for verdict in "012":
            self.assertGreater(seen[verdict], 100, f"too few verdicts of {verdict} to mean anything: {seen}")


if __name__ == "__main__":
    tap.main()
