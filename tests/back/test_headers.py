"""Every generated header compiles alone, without a warning, for every target it is meant for: test_headers.py BUILT PATH...

C++ headers: g++ and clang++. C headers: gcc and clang, 64 and 32 bits, and the cross compilers for the devices. OpenCL C
headers: clang, OpenCL C 1.2 and 3.0, for 32 and 64 bit devices. And each is formatted as a person would have written it.
"""

import pathlib
import subprocess
import sys
import unittest

import tap

BUILT = pathlib.Path(sys.argv[1])
HEADERS = [BUILT / pathlib.PurePath(path).name for path in sys.argv[2:]]
del sys.argv[1:]

WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only".split()
C11 = ["-std=c11", "-x", "c"]
CXX20 = ["-std=c++20", "-x", "c++"]
OPENCL = [("clang", "-x", "cl", f"-cl-std={version}", "-target", target) for version in ("CL1.2", "CL3.0")
          for target in ("spir", "spir64")]
COMPILERS = {
    ".hpp": [("g++", *CXX20), ("clang++", *CXX20)],
    ".h": [(compiler, *C11, *bits) for compiler in ("gcc", "clang") for bits in ((), ("-m32",))] +
          [("arm-none-eabi-gcc", *C11), ("aarch64-linux-gnu-gcc", *C11)],
    ".clh": OPENCL,
}
# No line is too long: a guard is one expression, and where it breaks is its printer's choice.
STYLE = "{BasedOnStyle: Google, ColumnLimit: 0, DerivePointerAlignment: false, PointerAlignment: Left}"


class Headers(unittest.TestCase):
    def succeed(self, command):
        done = subprocess.run(command, text=True, capture_output=True)
        self.assertEqual(done.returncode, 0, f"\n{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def add_case(name, doc, command):
    def case(self):
        self.succeed(command)
    case.__doc__ = doc
    setattr(Headers, f"test_{name}", case)


def add_header(header):
    add_case(f"{header.name} format", f"{header.name} is formatted by the house's style",
             ["clang-format", "--dry-run", "-Werror", f"--style={STYLE}", header])
    for compiler in COMPILERS[header.suffix]:
        said = " ".join(word for word in compiler if word not in ("-x", "c", "c++", "cl"))
        # Included, not compiled itself: as a main file `#pragma once` is a warning.
        command = [*compiler, *WARNINGS, f"-I{BUILT}", f"-I{tap.ROOT / 'runtime'}", "-include", header, "/dev/null"]
        add_case(f"{header.name} {said}", f"{header.name} compiles alone with {said}", command)


for each in HEADERS:
    if each.suffix in COMPILERS:
        add_header(each)
tap.main()
