"""render.py writes the same bytes on every machine, only what changed, and all of it or nothing."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

BACK = tap.ROOT / "codegen" / "back"
SPEC = {"kind": "probe", "name": "a-probe", "abi": {"major": 1, "minor": 2}, "doc": "Grün.", "source": "a memo", "path": "specs/x/probe.yaml",
        "items": [{"from": "a", "keys": 1}, {"from": "b", "keys": 2}], "unit": None}
PROBE = """\
{% import 'banner.j2' as banner %}
{{ banner.c('A probe.', spec) -}}
{% for item in spec.items %}
{{ item.from }} {{ item.keys }}
{% endfor %}
"""
OUTPUTS = """\
from typing import NamedTuple
from filters import snake
class Output(NamedTuple):
    template: str
    file: str
OF_ALL = [Output("all.j2", "all.txt")]
def of_spec(kind, name):
    return [Output("probe.j2", snake(name) + ".txt"), Output("second.j2", "second.txt")]
"""


class Render(unittest.TestCase):
    def setUp(self):
        """A copy of the back end with a kind and templates of its own."""
        self.top = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top)
        self.back = self.top / "back end"  # a space, as paths may have
        shutil.copytree(BACK, self.back, ignore=shutil.ignore_patterns("__pycache__"))
        (self.back / "outputs.py").write_text(OUTPUTS)
        self.template("probe", PROBE)
        self.template("second", "{{ specs | length }}\n")
        self.template("all", "{{ specs | map(attribute='name') | join(' ') }}\n")
        self.ir(SPEC)
        self.out = self.top / "out"
        self.out.mkdir()

    def template(self, name, text):
        (self.back / "templates" / f"{name}.j2").write_text(text)

    def ir(self, *specs, form=1):
        (self.top / "ir.json").write_text(json.dumps({"format": form, "specs": specs}), encoding="utf-8")

    def run_it(self, *what, **environment):
        command = [sys.executable, self.back / "render.py", self.top / "ir.json", "--out", self.out,
                   "--depfile", self.top / "d", *(what or ("--spec", "a-probe"))]
        return subprocess.run(command, text=True, capture_output=True, env=os.environ | environment)

    def refuse(self, said, *what):
        done = self.run_it(*what)
        self.assertEqual(done.returncode, 1)
        self.assertIn(said, done.stderr)
        self.assertEqual(list(self.out.iterdir()), [])

    def test_text(self):
        """a template sees the IR's objects as attributes, whatever their names"""
        self.assertEqual(self.run_it().returncode, 0)
        self.assertEqual((self.out / "a_probe.txt").read_text(), """\
// A probe.
// Source: a memo
// Made from specs/x/probe.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
a 1
b 2
""")

    def test_same(self):
        """the hash seed, the locale and the folder change no byte"""
        self.template("probe", "{{ spec.doc }}{% for item in spec.items %} {{ item }}{% endfor %}.\n")
        texts = set()
        for seed, locale in [("0", "C"), ("1", "C.UTF-8"), ("77", "POSIX"), ("random", "tr_TR.ISO-8859-9")]:
            done = self.run_it(PYTHONHASHSEED=seed, LC_ALL=locale, LANG=locale)
            self.assertEqual(done.returncode, 0, done.stderr)
            texts.add((self.out / "a_probe.txt").read_bytes())
            (self.out / "a_probe.txt").unlink()
        self.assertEqual(len(texts), 1)
        self.assertIn("Grün.".encode("utf-8"), texts.pop())

    def test_untouched(self):
        """a file that would not change is not touched, and one that changes is"""
        self.run_it()
        for file in self.out.iterdir():
            os.utime(file, (1, 1))
        self.template("second", "other\n")
        self.run_it()
        times = {file.name: file.stat().st_mtime for file in self.out.iterdir()}
        self.assertEqual(times["a_probe.txt"], 1)
        self.assertGreater(times["second.txt"], 1)

    def test_nothing_partial(self):
        """an error in the last template leaves the first one's file unwritten, and nothing beside it"""
        self.template("second", "{{ spec.nmae }}\n")
        self.refuse("second.j2:1: UndefinedError")

    def test_undefined(self):
        """an unknown name in an included template is told with that template's file and line"""
        self.template("inner", "one\n{{ spec.nmae }}\n")
        self.template("second", "{% include 'inner.j2' %}\n")
        self.refuse("inner.j2:2: UndefinedError")

    def test_syntax(self):
        """a broken template is told with its file and line"""
        self.template("second", "one\n{% for %}\n")
        self.refuse("second.j2:2:")

    def test_missing_template(self):
        """a template that is not there is told by its name"""
        self.template("second", "{% include 'nowhere.j2' %}\n")
        self.refuse("there is no template nowhere.j2")

    def test_blanks(self):
        """a line that ends in blanks is refused"""
        self.template("second", "one\ntwo \n")
        self.refuse("line 2 of second.txt ends in blanks")

    def test_last_newline(self):
        """a file that does not end in one newline is refused"""
        for text in ["one", "one\n\n"]:
            with self.subTest(text):
                self.template("second", text)
                self.refuse("must end in one newline")

    def test_format(self):
        """an IR of another format is refused"""
        self.ir(SPEC, form=2)
        self.refuse("no IR of format 1")

    def test_broken_ir(self):
        """an IR that is no JSON is refused"""
        (self.top / "ir.json").write_text("{")
        self.refuse("render.py: ")

    def test_unknown_spec(self):
        """a spec that the build names and the IR has not is an error"""
        self.refuse("the IR has no spec named other", "--spec", "other")

    def test_forgotten_spec(self):
        """a spec that the IR has and the build does not know is an error that says what to do"""
        self.refuse("give it a line in codegen/back/meson.build", "--all", "other")

    def test_all(self):
        """an output of all specs sees every one"""
        self.assertEqual(self.run_it("--all", "a-probe").returncode, 0)
        self.assertEqual((self.out / "all.txt").read_text(), "a-probe\n")

    def test_depfile(self):
        """the depfile names the IR, every template used and the modules, spaces escaped"""
        self.run_it()
        targets, sources = (self.top / "d").read_text().replace("\\ ", "\0").rstrip("\n").split(": ")
        names = {pathlib.Path(source.replace("\0", " ")).name for source in sources.split(" ")}
        self.assertEqual(names, {"ir.json", "render.py", "filters.py", "outputs.py", "banner.j2", "probe.j2", "second.j2"})
        self.assertEqual(len(targets.split(" ")), 2)


tap.main()
