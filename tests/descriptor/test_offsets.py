"""Where compilers put the fields: test_offsets.py BUILT IR NPUSPEC.

BUILT is the folder of generated headers. A field that moves in a copy of a header is an error for every compiler the
header is meant for; and the debug information of a compiled object says the offsets that the ABI report says.
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
    ".hpp": [("g++", *CXX20), ("clang++", *CXX20), ("aarch64-linux-gnu-g++", *CXX20)],
    ".h": [(compiler, *C11, *bits) for compiler in ("gcc", "clang") for bits in ((), ("-m32",))] +
          [("arm-none-eabi-gcc", *C11), ("aarch64-linux-gnu-gcc", *C11)],
    ".clh": [("clang", "-x", "cl", f"-cl-std={version}", "-target", target) for version in ("CL1.2", "CL3.0")
             for target in ("spir", "spir64")],
}
# header, the member before which another is put, that other
MOVES = [
    ("quanttess_gen.hpp", r"  std::uint64_t sizes\[6\]", "  std::uint64_t moved = 0;\n"),
    ("quanttess_gen.h", r"  uint64_t sizes\[6\]", "  uint64_t moved;\n"),
    ("quanttess_gen.clh", r"  ulong sizes\[6\]", "  ulong moved;\n"),
    ("rknpu_gen.hpp", r"  std::uint64_t regcmd_addr", "  std::uint32_t moved = 0;\n"),
    ("rknpu_gen.h", r"  uint64_t regcmd_addr", "  uint32_t moved;\n"),
    ("rknpu_gen.clh", r"  ulong regcmd_addr", "  uint moved;\n"),
]


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


def in_object(source, compiler, tool, names):
    """What pahole finds in the debug information of an object: struct -> (member -> offset, size)."""
    with tempfile.TemporaryDirectory() as folder:
        object_file = pathlib.Path(folder) / "x.o"
        subprocess.run([*compiler, "-g", "-c", f"-I{BUILT}", f"-I{tap.ROOT / 'runtime'}", "-o", object_file, "-"],
                       input=source, text=True, check=True)
        found = {}
        for name in names:
            text = subprocess.run([tool, "-C", name, object_file], capture_output=True, text=True, check=True).stdout
            members = {}
            for line in text.splitlines():
                member = re.match(r"\s+(?:struct )?[\w:]+(?: \w+)*\s+(\w+)(?:\[\d+\])?(?: __attribute__\(\(.*\)\))?;\s*/\*\s+(\d+)\s+\d+", line)
                if member:
                    members[member[1]] = int(member[2])
            size = re.search(r"/\* size: (\d+)", text)
            found[name] = (members, int(size[1]) if size else None)
        return found


class Offsets(unittest.TestCase):
    def compile(self, compiler, header):
        return subprocess.run([*compiler, *FLAGS, "-include", header, "/dev/null"], capture_output=True, text=True)

    def test_moved(self):
        """a moved field is refused by every compiler of every language, and the header as it is by none"""
        for name, member, other in MOVES:
            text = (BUILT / name).read_text(encoding="utf-8")
            moved, edits = re.subn("(?m)^" + member, lambda match: other + match[0], text, count=1)
            self.assertEqual(edits, 1, name)
            with tempfile.TemporaryDirectory() as folder:
                copy = pathlib.Path(folder) / name
                copy.write_text(moved, encoding="utf-8")
                for compiler in COMPILERS[copy.suffix]:
                    with self.subTest(header=name, compiler=" ".join(compiler)):
                        self.assertEqual(self.compile(compiler, BUILT / name).returncode, 0)
                        done = self.compile(compiler, copy)
                        self.assertNotEqual(done.returncode, 0)
                        self.assertRegex(done.stderr, "static.assert")

    def test_debug_information(self):
        """the debug information of compiled C and C++ has the report's offset for every field of every struct"""
        promised = report()
        for language, suffix, compiler in (("C", "h", ["gcc", "-std=c11", "-x", "c"]),
                                           ("C++", "hpp", ["g++", "-std=c++20", "-x", "c++"])):
            by_spec = {}
            for (spec, c_name), struct in structs().items():
                by_spec.setdefault(spec, []).append((c_name if language == "C" else struct["types"]["cpp"], struct))
            fields = 0
            for spec, pairs in by_spec.items():
                snake = spec.replace("-", "_")
                prefix = "struct " if language == "C" else f"npuspec::{snake}::"
                uses = "".join(f"{prefix}{name} v{i};\n" for i, (name, _) in enumerate(pairs))
                source = f'#include "{snake}_gen.{suffix}"\n{uses}'
                found = in_object(source, compiler, "pahole", [name for name, _ in pairs])
                for name, struct in pairs:
                    members, size = found[name]
                    self.assertEqual(size, struct["size"], name)
                    owner = spec if struct["only_one"] else struct["name"]
                    for field in struct["fields"]:
                        id = f"{owner}@{field['offset']}" if field["reserved"] else f"{owner}.{field['name']}"
                        self.assertEqual(members.get(field["name"]), promised[spec, id], f"{language} {name}.{field['name']}")
                        fields += 1
            self.assertGreater(fields, 80)


tap.main()
