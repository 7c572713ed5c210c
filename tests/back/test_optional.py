"""Whatever optional key a spec leaves out, npuspec refuses it or makes of it what compiles: test_optional.py NPUSPEC.

The specs in whole/ say every optional key of every kind, which the schemas tell. Each is taken away by itself; where a spec
is refused for that, once more from specs without examples, which may rest on it. Then all that can go goes, one after the
other: what is left is the barest spec of its kind.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import yaml

import outputs
import render
import tap

HERE = pathlib.Path(__file__).resolve().parent
NPUSPEC = pathlib.Path(sys.argv[1]).resolve()
del sys.argv[1:]

WARNINGS = [*"-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only".split(), f"-I{tap.ROOT / 'runtime'}"]
COMPILERS = {
    ".h": ["gcc", "-std=c11", "-x", "c", *WARNINGS],
    ".hpp": ["g++", "-std=c++20", "-x", "c++", *WARNINGS],
    ".clh": ["clang", "-x", "cl", "-cl-std=CL1.2", "-target", "spir64", *WARNINGS],
}
COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*')
INCLUDE = re.compile(r'#include "(\w+_gen\.\w+)"\n')


def schema_of(kind):
    return json.loads(subprocess.run([NPUSPEC, "schema", kind], capture_output=True, check=True).stdout)


def optional_keys(shape):
    return set(shape["properties"]) - set(shape.get("required", []))


def fits(node, shape, definitions):
    """Whether a node is of one of the shapes that `anyOf` names; these differ in form, or in the keys they need."""
    if "$ref" in shape:
        shape = definitions[shape["$ref"].rpartition("/")[2]]
    if "anyOf" in shape:
        return any(fits(node, each, definitions) for each in shape["anyOf"])
    if isinstance(node, yaml.MappingNode):
        return shape.get("type") == "object" and {key.value for key, _ in node.value} >= set(shape.get("required", []))
    return isinstance(node, yaml.SequenceNode) == (shape.get("type") == "array")


class Sample:
    """One spec file, whose keys can be taken away and put back."""

    def __init__(self, path):
        self.name = path.name
        self.root = yaml.compose(path.read_text())
        self.spec = dict(self.scalars(self.root))
        self.schema = schema_of(self.spec["kind"])

    @staticmethod
    def scalars(node):
        return [(key.value, value.value) for key, value in node.value if isinstance(value, yaml.ScalarNode)]

    def text(self):
        return yaml.serialize(self.root, Dumper=yaml.CSafeDumper, width=1 << 20)

    def maps(self, node=None, shape=None):
        """Every map of the file that is an object of the schema, with that object's name and shape."""
        node = node or self.root
        shape = shape or self.schema
        if "$ref" in shape:
            name = shape["$ref"].rpartition("/")[2]
            shape = self.schema["definitions"][name] | {"title": name}
        for each in shape.get("allOf", []) + shape.get("anyOf", []):
            if fits(node, each, self.schema["definitions"]):
                yield from self.maps(node, each)
        if isinstance(node, yaml.SequenceNode):
            for item in node.value:
                if isinstance(shape.get("items"), dict):
                    yield from self.maps(item, shape["items"])
        elif isinstance(node, yaml.MappingNode):
            if "properties" in shape and "title" in shape:
                yield node, shape["title"], shape
            for key, value in list(node.value):
                other = shape.get("additionalProperties")
                inner = shape.get("properties", {}).get(key.value, other if isinstance(other, dict) else {})
                yield from self.maps(value, inner)

    def droppable(self):
        """Each optional key of the file: the map that has it, the object it is of, and its entry there."""
        for node, title, shape in list(self.maps()):
            for entry in [each for each in node.value if each[0].value in optional_keys(shape)]:
                yield node, title, entry


class Optional(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(made.cleanup)
        cls.specs = pathlib.Path(made.name) / "specs"
        cls.out = pathlib.Path(made.name) / "out"
        cls.specs.mkdir()
        cls.out.mkdir()
        cls.environment = render.make_environment()
        cls.made = {}  # the texts of specs
        cls.texts = {}  # by file, those written last
        cls.compiled = set()

    def setUp(self):
        self.samples = [Sample(path) for path in sorted((HERE / "whole").glob("*.yaml"))]
        for each in self.samples:
            (self.specs / each.name).write_text(each.text())
        self.faults = []

    def ir(self):
        """Writes the IR, and returns whether the specs are sound."""
        done = subprocess.run([NPUSPEC, "ir", self.specs, "-o", self.out / "ir.json"], text=True, capture_output=True)
        if done.returncode == 1 and "error[" in done.stderr:
            return False
        self.assertEqual(done.returncode, 0, done.stderr)
        return True

    def make(self):
        """Renders what the IR has, and compiles it; what is wrong, or None. What was made before is not made again."""
        try:
            specs = render.read_ir(self.out / "ir.json")
            for spec in specs:
                if repr(spec) not in self.made:
                    self.made[repr(spec)] = render.render(self.environment, render.outputs_of(spec), spec=spec, specs=specs)
        except render.Failure as failure:
            return str(failure)
        texts = {file: text for spec in specs for file, text in self.made[repr(spec)].items()}
        for file in [file for file, text in texts.items() if self.texts.get(file) != text]:
            (self.out / file).write_text(texts[file])
        type(self).texts = texts
        return next((fault for file in texts if (fault := self.compile(file))), None)

    def code(self, file):
        """A header without its comments, and with those it includes."""
        text = COMMENT.sub(lambda match: match.group() if match.group().startswith('"') else "", self.texts[file])
        return INCLUDE.sub(lambda match: self.code(match.group(1)), text)

    def compile(self, file):
        compiler = COMPILERS.get(pathlib.PurePath(file).suffix)
        if not compiler or (code := (file, self.code(file))) in self.compiled:
            return None
        self.compiled.add(code)
        done = subprocess.run([*compiler, f"-I{self.out}", "-include", self.out / file, "/dev/null"], text=True,
                              capture_output=True)
        return done.stderr.replace(f"{self.out}/", "") if done.returncode != 0 else None

    def drop(self, sample, node, title, entry, keep=False):
        """Takes a key away, for good with `keep` where the spec is sound without. Returns whether it is."""
        file = self.specs / sample.name
        before = file.read_text()
        place = node.value.index(entry)
        node.value.remove(entry)
        file.write_text(sample.text())
        sound = self.ir()
        fault = self.make() if sound else None
        if fault:
            self.faults.append(f"{sample.name}, line {entry[0].start_mark.line + 1}, {title}.{entry[0].value}: {fault}")
        if not keep or not sound or fault:
            node.value.insert(place, entry)
            file.write_text(before)
        return sound

    def drop_each(self, done):
        for sample in self.samples:
            for node, title, entry in list(sample.droppable()):
                key = (sample.name, entry[0].start_mark.index)
                if key not in done and self.drop(sample, node, title, entry):
                    done.add(key)

    def drop_examples(self):
        for sample in self.samples:
            for node, _, entry in list(sample.droppable()):
                if entry[0].value in ("examples", "prove") and entry in node.value:
                    node.value.remove(entry)
            (self.specs / sample.name).write_text(sample.text())

    def report(self):
        self.assertFalse(self.faults, f"{len(self.faults)} fail:\n" + "\n".join(self.faults))

    def test_all_said(self):
        """the samples say every optional key that a schema has"""
        missing = {}
        for sample in self.samples:
            kind = sample.spec["kind"]
            shapes = {kind: sample.schema, **sample.schema["definitions"]}
            wanted = {(title, key) for title, shape in shapes.items() if "properties" in shape
                      for key in optional_keys(shape)}
            said = {(title, entry[0].value) for _, title, entry in sample.droppable()}
            missing[kind] = missing.get(kind, wanted) - said
        self.assertEqual(set(missing), set(outputs.OF_KIND))
        # The tables of a flatbuffer, and what others are over, are over nothing themselves.
        self.assertFalse({kind: keys - {(kind, "over"), (kind, "uses")} for kind, keys in missing.items()
                          if keys - {(kind, "over"), (kind, "uses")}})

    def test_each(self):
        """a spec that leaves out an optional key is refused, or what it becomes compiles"""
        self.assertTrue(self.ir())
        self.assertIsNone(self.make())
        done = set()
        self.drop_each(done)
        self.drop_examples()
        self.assertTrue(self.ir())
        self.assertIsNone(self.make())
        self.drop_each(done)
        self.report()
        self.assertGreater(len(done), 250)

    def test_all(self):
        """what is left of a spec when all that can go is gone compiles"""
        self.drop_examples()
        for sample in self.samples:
            for node, title, entry in list(sample.droppable()):
                if entry in node.value:
                    self.drop(sample, node, title, entry, keep=True)
        self.report()


if __name__ == "__main__":
    tap.main()
