"""What `npuspec schema KIND` writes for editors, judged against `npuspec check`: test_schemas.py NPUSPEC."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import yaml

import tap

NPUSPEC = sys.argv.pop(1)
KINDS = subprocess.run([NPUSPEC, "schema"], capture_output=True, text=True, check=True).stdout.split("\n")
KINDS = [line.split("\t")[0] for line in KINDS if line]

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}
WORDS = {"$schema", "title", "description", "definitions"}


def is_of(value, name):
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


class Schema:
    """Judges values by the part of JSON Schema, draft 7, that npuspec writes; knows no word that it does not judge."""

    def __init__(self, kind):
        text = subprocess.run([NPUSPEC, "schema", kind], capture_output=True, text=True, check=True).stdout
        self.root = yaml.safe_load(text)

    def accepts(self, value, schema=None):
        schema = self.root if schema is None else schema
        return all(word in WORDS or getattr(self, "judge_" + word.strip("$"))(value, what, schema)
                   for word, what in schema.items())

    def judge_ref(self, value, what, _):
        return self.accepts(value, self.root["definitions"][what.removeprefix("#/definitions/")])

    def judge_type(self, value, what, _):
        return any(is_of(value, each) for each in ([what] if isinstance(what, str) else what))

    def judge_enum(self, value, what, _):
        return any(value == each and isinstance(value, bool) == isinstance(each, bool) for each in what)

    def judge_pattern(self, value, what, _):
        return not isinstance(value, str) or re.search(what, value) is not None

    def judge_minLength(self, value, what, _):
        return not isinstance(value, str) or len(value) >= what

    def judge_maxLength(self, value, what, _):
        return not isinstance(value, str) or len(value) <= what

    def judge_minimum(self, value, what, _):
        return not is_of(value, "number") or value >= what

    def judge_maximum(self, value, what, _):
        return not is_of(value, "number") or value <= what

    def judge_items(self, value, what, schema):
        if not isinstance(value, list):
            return True
        if isinstance(what, dict):
            return all(self.accepts(each, what) for each in value)
        return all(self.accepts(*pair) for pair in zip(value, what)) and (
            schema.get("additionalItems", True) or len(value) <= len(what))

    def judge_additionalItems(self, *_):
        return True  # with items

    def judge_minItems(self, value, what, _):
        return not isinstance(value, list) or len(value) >= what

    def judge_maxItems(self, value, what, _):
        return not isinstance(value, list) or len(value) <= what

    def judge_properties(self, value, what, _):
        return not isinstance(value, dict) or all(self.accepts(value[key], what[key]) for key in value if key in what)

    def judge_additionalProperties(self, value, what, schema):
        if not isinstance(value, dict):
            return True
        others = [each for key, each in value.items() if key not in schema.get("properties", {})]
        return not others if what is False else all(self.accepts(each, what) for each in others)

    def judge_propertyNames(self, value, what, _):
        return not isinstance(value, dict) or all(self.accepts(key, what) for key in value)

    def judge_minProperties(self, value, what, _):
        return not isinstance(value, dict) or len(value) >= what

    def judge_maxProperties(self, value, what, _):
        return not isinstance(value, dict) or len(value) <= what

    def judge_required(self, value, what, _):
        return not isinstance(value, dict) or all(key in value for key in what)

    def judge_dependencies(self, value, what, _):
        return not isinstance(value, dict) or all(
            other in value for key, others in what.items() if key in value for other in others)

    def judge_anyOf(self, value, what, _):
        return any(self.accepts(value, each) for each in what)

    def judge_allOf(self, value, what, _):
        return all(self.accepts(value, each) for each in what)

    def judge_not(self, value, what, _):
        return not self.accepts(value, what)


SCHEMAS = {kind: Schema(kind) for kind in KINDS}

SAMPLE = """kind: descriptor
name: sample
abi: {major: 1, minor: 0}
doc: A sample.
size: 8
align: 4
enums:
  dtype: {base: u8, rows: {FP32: 1, FP16: 2}}
fields:
  - {name: rank, at: 0, type: u8, in: 1..6, code: 1}
  - {name: dtype, at: 1, type: dtype, code: 2}
  - {reserved: 2, at: 2, code: 3}
  - {name: sizes, at: 4, type: u8, count: 4}
checks:
  - {code: 4, id: small, require: 'rank < 4'}
  - {code: 5, id: gone, removed: 1.1}
"""

# What is wrong with the sample, and its code.
FAULTS = [
    ("code: 1", "code: 0", "D008"),
    ("code: 1", "code: -3", "D008"),
    ("code: 4", "code: 65536", "D008"),
    ("at: 4", "at: -4", "D002"),
    ("count: 4", "count: 0", "D003"),
    ("count: 4", "count: 70000", "D003"),
    ("reserved: 2", "reserved: 0", "D003"),
    ("align: 4", "align: 3", "D015"),
    ("align: 4", "align: 8192", "D015"),
    ("major: 1", "major: -1", "S014"),
    ("minor: 0", "minor: 4294967296", "S014"),
    ("size: 8", "size: 0", "D014"),
    (", require: 'rank < 4'", "", "S002"),
    ("in: 1..6", "in: 1..6, const: 3", "S013"),
    ("type: u8, in", "type: u8, else: 3, in", "S002"),
    ("type: u8, in", "type: u33, in", "S015"),
    ("type: u8, in", "type: i128, in", "S015"),
    ("name: rank", "name: int", "S006"),
    ("name: rank", "name: INT_MAX", "S006"),
    ("name: rank", "name: uchar16", "S006"),
    ("name: rank", "name: PRIu64", "S006"),
    ("name: rank", "name: 'Yes'", "S006"),
    ("name: rank", "name: a__b", "S005"),
    ("name: rank", "name: " + "a" * 129, "S005"),
    ("id: small", "id: 'off'", "S006"),
    ("name: sample", "name: while", "S006"),
    ("align: 4", "packed: 'true'", "S010"),
    ("align: 4", "align: '4'", "S008"),
    ("code: 1", "code: \"1\"", "S008"),
    ("count: 4", "count: '4'", "S008"),
]

# Files of tests/KIND/bad whose mistake is one that a schema can tell, beside those with codes of the group S.
TOLD = {
    "descriptor": ["align-no-power", "code-zero", "count-of-none", "echo-of-a-code",
                   "reserve-nothing"],
    "device": ["too-many-cores"],
    "policy": ["marker-too-large"],
    "tables": ["align-no-power"],
    "wire": ["code-out-of-range"],
}


def check(text):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "sample.yaml").write_text(text)
        done = subprocess.run([NPUSPEC, "check", folder], capture_output=True, text=True, check=False, timeout=60)
        return done.returncode, done.stderr


def examples(schema):
    """Every property of a schema with the example that its description gives."""
    if isinstance(schema, dict):
        found = re.search(r"\n\nFor example: (.*)$", str(schema.get("description", "")), re.S)
        if found:
            yield schema, found[1]
        for each in schema.values():
            yield from examples(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from examples(each)


class Schemas(unittest.TestCase):
    def test_specs(self):
        """the schema of its kind accepts every spec that ships"""
        count = 0
        for path in sorted((tap.ROOT / "specs").rglob("*.yaml")):
            spec = yaml.safe_load(path.read_text())
            self.assertTrue(SCHEMAS[spec["kind"]].accepts(spec), path)
            count += 1
        self.assertGreater(count, 8)

    def test_examples(self):
        """a schema accepts each example that it gives"""
        for kind, schema in SCHEMAS.items():
            count = 0
            for of, example in examples(schema.root):
                value = yaml.safe_load(example)
                self.assertTrue(schema.accepts(value, of), f"{kind}: {example}")
                count += 1
            self.assertGreater(count, 8)

    def test_faults(self):
        """what check refuses for its shape or its bounds, the schema refuses too"""
        status, said = check(SAMPLE)
        self.assertEqual(status, 0, said)
        self.assertTrue(SCHEMAS["descriptor"].accepts(yaml.safe_load(SAMPLE)))
        for right, wrong, code in FAULTS:
            self.assertIn(right, SAMPLE)
            text = SAMPLE.replace(right, wrong, 1)
            status, said = check(text)
            self.assertEqual((status, re.findall(r"error\[(\w+)\]", said)), (1, [code]), f"{wrong}\n{said}")
            self.assertFalse(SCHEMAS["descriptor"].accepts(yaml.safe_load(text)), wrong)

    def test_bad_files(self):
        """the schema refuses those of tests/*/bad whose mistake is of shape or bounds"""
        for kind in ("descriptor", "policy", "tables", "wire", "device"):
            for path in sorted((tap.ROOT / "tests" / kind / "bad").glob("*.yaml")):
                text = path.read_text()
                codes = re.findall(r": ([A-Z]\d+)", text.split("\n", 1)[0])
                apart = {"S007", "S014"}  # of a row beside others, and beside the version of its spec
                of_shape = codes and all(code[0] == "S" and code not in apart for code in codes)
                if of_shape or path.stem in TOLD.get(kind, []):
                    spec = yaml.safe_load(text)
                    self.assertFalse(SCHEMAS[spec["kind"]].accepts(spec), path)


tap.main()
