"""The kernel for each target that it is meant for: test_targets.py BUILT

It compiles without a warning, calls nothing but memcpy, and keeps no state; its size is
told. So do the adapters, for the compilers whose headers are here.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

BUILT = pathlib.Path(sys.argv[1])
del sys.argv[1:]

KERNELS = tap.ROOT / "kernels"
STAND_IN = tap.ROOT / "tests" / "kernels" / "stand_in"
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror".split()
INCLUDES = [f"-I{folder}" for folder in (KERNELS, tap.ROOT / "runtime", BUILT)]
C11 = [*WARNINGS, *INCLUDES, "-ffreestanding", "-std=c11", "-Os"]
TARGETS = {
    "cortex-m55": ["arm-none-eabi-gcc", "-mcpu=cortex-m55", "-mthumb"],
    "cortex-m4": ["arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb"],
    "aarch64": ["aarch64-linux-gnu-gcc"],
    "gcc": ["gcc"],
    "gcc -m32": ["gcc", "-m32"],
    "clang": ["clang"],
    "clang -m32": ["clang", "-m32"],
}
MOST = {"cortex-m55": 1536}  # bytes of code and constants


def tool(compiler, name):
    """The one of a cross compiler, or the host's."""
    own = compiler.removesuffix("gcc") + name
    return own if shutil.which(own) else name


class Target(unittest.TestCase):
    def run_command(self, *command):
        done = subprocess.run([str(word) for word in command], text=True, capture_output=True)
        self.assertEqual(done.returncode, 0, f"\n{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
        self.assertEqual(done.stderr, "")
        return done.stdout

    def compile(self, source, *compiler):
        object_file = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) / "object.o"
        self.run_command(*compiler, "-c", KERNELS / "fence" / source, "-o", object_file)
        return object_file

    def check_kernel(self, name):
        compiler = TARGETS[name]
        made = self.compile("stream_split.c", *compiler, *C11)
        called = {line.split()[-1] for line in self.run_command(tool(compiler[0], "nm"), "-u", made).splitlines()}
        called.discard("_GLOBAL_OFFSET_TABLE_")  # how position-independent code finds memcpy
        self.assertEqual(called, {"memcpy"})
        sizes = self.run_command(tool(compiler[0], "size"), made).splitlines()[1].split()
        text, data, bss = map(int, sizes[:3])
        print(f"# {name}: text {text}, data {data}, bss {bss}", flush=True)
        self.assertEqual((data, bss), (0, 0))
        self.assertLessEqual(text, MOST.get(name, text))

    def test_litert(self):
        """the adapter for LiteRT compiles without a warning, with gcc and clang"""
        for compiler in ("gcc", "clang"):
            self.compile("litert_adapter.c", compiler, *C11, "-isystem", STAND_IN / "litert")

    def test_tflm(self):
        """the adapter for TFLite Micro compiles without a warning, exceptions or RTTI, against all its headers"""
        headers = {"tflm": ["tflm"], "tflm_2023": ["tflm_2023", "litert"]}
        for folders in headers.values():
            system = [word for folder in folders for word in ("-isystem", STAND_IN / folder)]
            for compiler in ("g++", "clang++"):
                self.compile("tflm_adapter.cc", compiler, *WARNINGS, *INCLUDES, *system, "-std=c++17", "-Os",
                             "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics")


def add_target(name):
    def case(self):
        self.check_kernel(name)
    small = " and is small" if name in MOST else ""
    case.__doc__ = f"for {name} the kernel compiles without a warning, calls memcpy alone, keeps no state{small}"
    setattr(Target, f"test_{name}", case)


for each in TARGETS:
    add_target(each)
tap.main()
