"""Where compilers put the fields: test_offsets.py BUILT IR NPUSPEC.

BUILT is the folder of generated headers. A field that moves in a copy of a header is an error for every compiler the
header is meant for; and the debug information of compiled objects says the offsets that the ABI report says.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import tap

BUILT, IR, NPUSPEC = sys.argv[1:4]
del sys.argv[1:]
BUILT = pathlib.Path(BUILT)
FLAGS = ["-fsyntax-only", f"-I{BUILT}", f"-I{tap.ROOT / 'runtime'}"]
C11 = ["-std=c11", "-x", "c"]
CXX20 = ["-std=c++20", "-x", "c++"]
COMPILERS = {
    ".hpp": [("g++", *CXX20), ("clang++", *CXX20)],
    ".h": [(compiler, *C11, *bits) for compiler in ("gcc", "clang") for bits in ((), ("-m32",))] +
          [("arm-none-eabi-gcc", *C11), ("aarch64-linux-gnu-gcc", *C11)],
    ".clh": [("clang", "-x", "cl", f"-cl-std={version}", "-target", target) for version in ("CL1.2", "CL3.0")
             for target in ("spir", "spir64")],
}
# Two members that change places, so that nothing but their offsets is wrong: boundary, one, the other.
SWAPS = [
    ("quanttess", "sizes", "strides"),
    ("quanttess", "input_address", "output_address"),
    ("rknpu", "task_start", "task_number"),
]
# A member before which another of its type is put, so that all behind it move: in a struct and in a packed one.
SHIFTS = [
    ("quanttess", "sizes"),
    ("rknpu", "regcmd_addr"),
]
# Compilers that write debug information as an ELF file has it: suffix -> commands. (OpenCL C becomes LLVM's bitcode.)
OBJECTS = {
    ".h": [("gcc", *C11), ("clang", *C11), ("gcc", *C11, "-m32"), ("arm-none-eabi-gcc", *C11),
           ("aarch64-linux-gnu-gcc", *C11)],
    ".hpp": [("g++", *CXX20), ("clang++", *CXX20)],
}


def structs():
    """C's name of every struct of the specs -> its field offsets and size, from the IR."""
    found = {}
    for spec in json.loads(pathlib.Path(IR).read_text(encoding="utf-8"))["specs"]:
        for struct in spec.get("structs", []) if spec["kind"] == "descriptor" else []:
            found[spec["name"], struct["types"]["c"].split()[1]] = struct
    return found


def report():
    """(spec, field id) -> offset, as the ABI report has it."""
    done = subprocess.run([NPUSPEC, "report", tap.ROOT / "specs", "--format", "json"], capture_output=True, check=True)
    offsets = {}
    for spec in json.loads(done.stdout)["specs"]:
        for fact in spec["facts"]:
            if spec["kind"] == "descriptor" and fact["what"] in ("field", "reserved"):
                offsets[spec["name"], fact["id"]] = fact["is"]["at"]
    return offsets


def in_object(source, compiler, names):
    """What pahole finds in the debug information of an object: struct -> (member -> offset, size)."""
    with tempfile.TemporaryDirectory() as folder:
        object_file = pathlib.Path(folder) / "x.o"
        subprocess.run([*compiler, "-g", "-c", f"-I{BUILT}", f"-I{tap.ROOT / 'runtime'}", "-o", object_file, "-"],
                       input=source, text=True, check=True)
        found = {}
        for name in names:
            done = subprocess.run(["pahole", "-C", name, object_file], capture_output=True, text=True, check=True)
            members = {}
            for line in done.stdout.splitlines():
                # uint64_t  sizes[6] __attribute__((__aligned__(4))); /* 40 48 */
                member = re.match(r"\s+[\w: ]+\s(\w+)(?:\[\d+\])?(?: __attribute__\(\(.*\)\))?;\s*/\*\s+(\d+)\s+\d+",
                                  line)
                if member:
                    members[member[1]] = int(member[2])
            size = re.search(r"/\* size: (\d+)", done.stdout)
            found[name] = (members, int(size[1]) if size else None)
        return found


def line_of(text, member):
    """The line that declares a member, the first of that name."""
    found = re.search(rf"(?m)^  [\w:]+ {member}\b.*;\n", text)
    assert found, member
    return found[0]


class Offsets(unittest.TestCase):
    def compile(self, compiler, header):
        return subprocess.run([*compiler, *FLAGS, "-include", header, "/dev/null"], capture_output=True, text=True)

    def refused(self, spec, edit, member):
        """An edited copy of each language's header is refused for that member, by each compiler of the language."""
        for suffix, compilers in COMPILERS.items():
            name = f"{spec}_gen{suffix}"
            text = (BUILT / name).read_text(encoding="utf-8")
            edited = edit(text)
            self.assertNotEqual(edited, text)
            with tempfile.TemporaryDirectory() as folder:
                copy = pathlib.Path(folder) / name
                copy.write_text(edited, encoding="utf-8")
                for compiler in compilers:
                    with self.subTest(header=name, member=member, compiler=" ".join(compiler)):
                        done = self.compile(compiler, copy)
                        self.assertNotEqual(done.returncode, 0)
                        self.assertRegex(done.stderr, rf"static.assert[^\n]*\n?[^\n]*\b{member}\b")

    def test_as_made(self):
        """a header as it is made is refused by no compiler"""
        for spec in {swap[0] for swap in SWAPS}:
            for suffix, compilers in COMPILERS.items():
                for compiler in compilers:
                    with self.subTest(header=spec + suffix, compiler=" ".join(compiler)):
                        self.assertEqual(self.compile(compiler, BUILT / f"{spec}_gen{suffix}").returncode, 0)

    def test_swapped(self):
        """two fields that change places are refused by every compiler of every language, though no size changes"""
        for spec, one, other in SWAPS:
            def edit(text):
                lines = line_of(text, one), line_of(text, other)
                return text.replace(lines[0], "\0", 1).replace(lines[1], lines[0], 1).replace("\0", lines[1], 1)
            self.refused(spec, edit, one)

    def test_shifted(self):
        """a field put before others is refused by every compiler of every language"""
        for spec, member in SHIFTS:
            def edit(text):
                line = line_of(text, member)
                return text.replace(line, line.replace(member, "moved", 1) + line, 1)
            self.refused(spec, edit, member)

    def test_debug_information(self):
        """the debug information of compiled C and C++ has the report's offset for every field of every struct"""
        promised = report()
        by_spec = {}
        for (spec, _), struct in structs().items():
            by_spec.setdefault(spec, []).append(struct)
        for suffix, compilers in OBJECTS.items():
            for compiler in compilers:
                fields = 0
                for spec, made in by_spec.items():
                    snake = spec.replace("-", "_")
                    prefix, language = ("struct ", "c") if suffix == ".h" else (f"npuspec::{snake}::", "cpp")
                    names = [struct["types"][language].removeprefix("struct ") for struct in made]
                    uses = "".join(f"{prefix}{name} v{i};\n" for i, name in enumerate(names))
                    found = in_object(f'#include "{snake}_gen{suffix}"\n{uses}', compiler, names)
                    for name, struct in zip(names, made):
                        members, size = found[name]
                        told = f"{' '.join(compiler)}: {name}"
                        self.assertEqual(size, struct["size"], told)
                        owner = spec if struct["only_one"] else struct["name"]
                        for field in struct["fields"]:
                            id = f"{owner}@{field['offset']}" if field["reserved"] else f"{owner}.{field['name']}"
                            at = members.pop(field["name"], None)
                            self.assertEqual(at, promised[spec, id], f"{told}.{field['name']}")
                            fields += 1
                        self.assertEqual(members, {}, told)
                self.assertEqual(fields, len(promised))
                print(f"# {' '.join(compiler)}: {fields} fields")


tap.main()
