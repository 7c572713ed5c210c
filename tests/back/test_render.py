"""render.py writes the same bytes on every machine, only what changed, and all of it or nothing: test_render.py IR."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

BACK = tap.ROOT / "codegen" / "back"
SPEC = {"kind": "probe", "name": "a-probe", "abi": {"major": 1, "minor": 2}, "doc": "Grün.", "source": "a memo",
        "path": "specs/x/probe.yaml", "items": [{"from": "a", "keys": 1}, {"from": "b", "keys": 2}], "unit": None}
PROBE = """\
{% import 'banner.j2' as banner %}
{{ banner.c('A probe.', spec) -}}
{% for item in spec.items %}
{{ item.from }} {{ item.keys }}
{% endfor %}
"""
OUTPUTS = """
OF_KIND = {"probe": [Output("probe.j2", "{name}.txt"), Output("second.j2", "second.txt")]}
OF_ALL = [Output("all.j2", "all.txt")]
"""

# Runs a program of the back end, and prints which files beside it were opened, and which modules came from there.
WATCHED = """
import pathlib, runpy, sys
back = str(pathlib.Path(sys.argv[1]).parent)
opened = set()
sys.addaudithook(lambda event, given: event == "open" and opened.add(str(given[0])))
sys.argv.pop(0)
sys.path.insert(0, back)
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
except SystemExit as end:
    assert not end.code, end.code
modules = {str(getattr(module, "__file__", None)) for module in list(sys.modules.values())}
for name in sorted({sys.argv[0]} | {name for name in opened if name.endswith(".j2")} | modules):
    if name.startswith(back + "/"):
        print(name)
"""


class Render(unittest.TestCase):
    def setUp(self):
        """A copy of the back end with a kind and templates of its own."""
        self.top = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top)
        self.back = self.top / "back end"  # a space, as paths may have
        shutil.copytree(BACK, self.back, ignore=shutil.ignore_patterns("__pycache__"))
        program = (BACK / "outputs.py").read_text().split("if __name__")[0]
        (self.back / "outputs.py").write_text(program + OUTPUTS)
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
        self.assertRegex(done.stderr, r"\Arender\.py: .*\n\Z")  # one line, which is no traceback's
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

    def test_what_was_written(self):
        """an error of a template names the output and the spec that were being written, whatever the error is"""
        self.template("inner", "one\n{% macro again(n) %}{{ again(n) }}{% endmacro %}{{ again(1) }}\n")
        for text in ("{{ spec.nmae }}", "{{ spec.name | nofilter }}", "{{ 1 // 0 }}", "{{ spec.items | snake }}",
                     "{% include 'nowhere.j2' %}", "{% include 'inner.j2' %}", "{% for %}"):
            with self.subTest(text):
                self.template("second", text + "\n")
                self.refuse(", writing second.txt of spec a-probe\n")
        self.template("all", "{{ spec }}\n")
        self.refuse("all.j2:1: UndefinedError: 'spec' is undefined, writing all.txt\n", "--all", "a-probe")

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
        """a file that does not end in a newline is refused; of blank lines at its end, which stand before a section that
        this spec does not have, none is left"""
        self.template("second", "one")
        self.refuse("must end in a newline")
        self.template("second", "one\n\n\n")
        self.assertEqual(self.run_it().returncode, 0)
        self.assertEqual((self.out / "second.txt").read_text(), "one\n")

    def test_format(self):
        """an IR of another format is refused"""
        self.ir(SPEC, form=2)
        self.refuse("no IR of format 1")

    def test_broken_ir(self):
        """an IR that is none is refused in one line, with the file and the place"""
        spec = json.dumps(SPEC)
        for text, said in (
                ("{", "ir.json:1:2: this is no JSON: "), ("", "ir.json:1:1: this is no JSON: "),
                ('{"format": 1,\n "specs": [}', "ir.json:2:12: this is no JSON: "),
                (b'{"format": 1,\n"\xff"', "ir.json:2: byte 15 of the file is not UTF-8"),
                ("[" * 100000, "ir.json: lists and objects are nested too deep"),
                ('{"format": 1, "specs": [NaN]}', "ir.json: NaN is no number of JSON"),
                ("9" * 5000, "ir.json: "),
                ("[]", "no IR of format 1"), ("null", "no IR of format 1"), ('{"specs": []}', "no IR of format 1"),
                ('{"format": 1}', "ir.json: `specs` must be a list"),
                ('{"format": 1, "specs": {"name": 1}}', "ir.json: `specs` must be a list"),
                (f'{{"format": 1, "specs": [{spec}, 1]}}', "ir.json: `specs[1].kind` must be a text"),
                (f'{{"format": 1, "specs": [{spec}, {{"kind": "probe"}}]}}', "ir.json: `specs[1].name` must be a text"),
                ('{"format": 1, "specs": [{"kind": "probe", "name": ["a-probe"]}]}', "`specs[0].name` must be a text"),
                ('{"format": 1, "specs": [{"kind": "probe", "name": "a-probe", "path": ""}]}', "`specs[0].path` must")):
            with self.subTest(text[:60]):
                (self.top / "ir.json").write_bytes(text if isinstance(text, bytes) else text.encode())
                self.refuse(said)

    def test_no_ir(self):
        """an IR that cannot be read is told by its name"""
        (self.top / "ir.json").unlink()
        self.refuse("ir.json: cannot be read: No such file or directory")

    def test_unknown_kind(self):
        """a spec of a kind that has no outputs is told with its file and the kinds that have some"""
        self.ir(SPEC | {"kind": "prob"})
        self.refuse("specs/x/probe.yaml: spec a-probe is of kind prob")

    def test_half_character(self):
        """a text that no file can hold is refused before anything is written"""
        self.ir(SPEC | {"doc": "half \ud83d"})
        self.template("second", "one\n{{ spec.doc }}\n")
        self.refuse("line 2 of second.txt has '\\ud83d'")

    def test_no_place_to_write(self):
        """a file that cannot be written is told by its own name"""
        self.out.rmdir()
        done = self.run_it()
        self.assertEqual((done.returncode, done.stderr),
                         (1, f"render.py: {self.out}/a_probe.txt: cannot be written: No such file or directory\n"))

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
        names = sorted(pathlib.Path(source.replace("\0", " ")).name for source in sources.split(" "))
        self.assertEqual(names, ["banner.j2", "filters.py", "ir.json", "outputs.py", "probe.j2", "render.py",
                                 "second.j2"])
        self.assertEqual(len(targets.split(" ")), 2)

    def test_without_optional_texts(self):
        """every output renders when no row says what it is or where that comes from"""
        def emptied(value):
            if isinstance(value, list):
                return [emptied(each) for each in value]
            if not isinstance(value, dict):
                return value
            return {key: "" if key in ("doc", "source") and isinstance(each, str) else emptied(each)
                    for key, each in value.items()}

        specs = json.loads(IR.read_text(encoding="utf-8"))["specs"]
        self.ir(*({key: each if key == "doc" else emptied(each) for key, each in spec.items()} for spec in specs))
        shutil.copy(BACK / "outputs.py", self.back)
        for spec in specs:
            with self.subTest(spec["name"]):
                done = self.run_it("--spec", spec["name"])
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_source_once(self):
        """no row of a page says its source twice"""
        for spec in json.loads(IR.read_text(encoding="utf-8"))["specs"]:
            done = subprocess.run([sys.executable, BACK / "render.py", IR, "--out", self.out, "--spec", spec["name"]])
            self.assertEqual(done.returncode, 0)
        pages = list(self.out.glob("*.md"))
        self.assertGreater(len(pages), 5)
        for page in pages:
            self.assertIsNone(re.search(r"(Source: [^|\n]+)\. \1", page.read_text()), page.name)

    def test_depfile_of_the_real_outputs(self):
        """for every spec, and for all of them, the depfile names each template and module that was read, and no other"""
        names = [spec["name"] for spec in json.loads(IR.read_text(encoding="utf-8"))["specs"]]
        self.assertGreater(len(names), 5)
        for what in [*(["--spec", name] for name in names), ["--all", *names]]:
            with self.subTest(what):
                done = subprocess.run([sys.executable, "-c", WATCHED, BACK / "render.py", IR, "--out", self.out,
                                       "--depfile", self.top / "d", *what], text=True, capture_output=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                sources = (self.top / "d").read_text().rstrip("\n").split(": ")[1]
                named = set(sources.replace("\\ ", "\0").split(" "))
                read = set(done.stdout.splitlines()) | {str(IR)}
                self.assertEqual({name.replace("\0", " ") for name in named}, read)
                self.assertTrue(any(name.endswith(".j2") for name in read))


IR = pathlib.Path(sys.argv[1]).resolve()
tap.main()
