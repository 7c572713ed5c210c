"""What npuspec calls sound renders and compiles, however odd its names and texts are: test_odd.py NPUSPEC.

The specs in odd/ say what generated code and pages say themselves, or what a language reads otherwise.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import tap

HERE = pathlib.Path(__file__).resolve().parent
NPUSPEC = pathlib.Path(sys.argv[1]).resolve()
del sys.argv[1:]


class Odd(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(made.cleanup)
        cls.out = pathlib.Path(made.name)
        cls.run_it(NPUSPEC, "ir", HERE / "odd", "-o", cls.out / "ir.json")
        for spec in json.loads((cls.out / "ir.json").read_text())["specs"]:
            cls.run_it(sys.executable, tap.ROOT / "codegen" / "back" / "render.py", cls.out / "ir.json", "--out", cls.out,
                       "--spec", spec["name"])

    @staticmethod
    def run_it(*command):
        done = subprocess.run(command, text=True, capture_output=True)
        if done.returncode != 0:
            raise AssertionError(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
        return done.stdout

    def test_headers(self):
        """every header of the odd specs compiles for every target without a warning"""
        headers = sorted(path for path in self.out.iterdir() if path.suffix in (".h", ".hpp", ".clh"))
        self.assertGreaterEqual(len(headers), 10)
        said = self.run_it(sys.executable, HERE / "test_headers.py", self.out, *headers)
        self.assertNotRegex(said, r"(?m)^not ok")
        self.assertGreater(said.count("\nok "), 40)

    def test_arguments(self):
        """whatever the function of an event calls by a name of its own, no argument of it may be called"""
        spec = (HERE / "odd" / "device.yaml").read_text()
        line = 1 + spec[:spec.index("depth")].count("\n")
        used = set()
        for header in ("odd_device_gen.h", "odd_device_gen.hpp"):
            text = re.sub(r'//[^\n]*|"[^"\n]*"', "", (self.out / header).read_text())
            function, = re.findall(r"^(?:static inline odd_device_result odd_device_|constexpr Result )submit"
                                   r"\(.*?^}", text, re.M | re.S)
            used |= set(re.findall(r"(?<![\w.:>])[a-z]\w*\b(?!::)", function))
        used -= {"submit", "odd_device_submit", "op", "core", "depth", "buffer"}
        self.assertLessEqual({"state", "switches", "costs", "next", "result", "next_buffer", "i", "op_warm",
                              "odd_device_result", "submit_cold"}, used)
        tree = self.out / "renamed"
        tree.mkdir()
        for name in sorted(used):
            (tree / "device.yaml").write_text(re.sub(r"\bdepth\b", name, spec))
            done = subprocess.run([NPUSPEC, "check", tree], text=True, capture_output=True)
            self.assertIn(f"device.yaml:{line}:", done.stderr, name)
            self.assertEqual(done.returncode, 1, name)

    def test_page(self):
        """a page shows texts as they are, and numbers as people write them"""
        page = (self.out / "odd_names.md").read_text()
        self.assertNotRegex(page, "<script|<b>|- 1\\)|[0-9]u\\b")
        self.assertIn("\\# no heading, &lt;script>alert(1)&lt;/script> \\*no\\* [link\\](javascript:alert(1)), "
                      "but `a < b`; &amp;amp;", page)
        self.assertIn("| -9223372036854775808 | `LEAST` |", page)
        self.assertIn("| 9223372036854775807 | `MOST` |", page)


tap.main()
