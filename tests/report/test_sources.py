"""Where the shipped facts come from, as their report says it: test_sources.py NPUSPEC."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

NPUSPEC = sys.argv.pop(1)
SPECS = tap.ROOT / "specs"

# What our contract documents do not say, and these specs do.
OURS = {
    "ethos-u-stream-split": {
        "check": "model.has-buffers model.version-3 foreign_code.not-compiled foreign_code.not-dispatched "
                 "foreign_metadata.no-offline-plan foreign_metadata.no-control-dependencies "
                 "foreign_metadata.no-byte-code position.not-negative position.not-last crossing.not-variant "
                 "crossing.not-external crossing.shape-known crossing.bytes-fit fence.no-optional fence.nothing-else "
                 "pair.same-signature",
        "field": "sidecar.segments sidecar.segments.op_range_end sidecar.segments.end_tensor_name "
                 "sidecar.segments.fence_tensor_name",
        "name": "others clash unique",
        "switch": "vela_below_5",
    },
    "quanttess": {
        "field": "quanttess.magic quanttess.bytes quanttess.integrity quanttess.tile_shape quanttess.epoch",
        "enum": "dtype rounding channel_storage state",
    },
}
INFERRED = {"STREAM_I8": "keep_warm F16: inferred", "STREAM_I8B": "keep_warm, warm and size: inferred"}


def report(tree):
    done = subprocess.run([NPUSPEC, "report", tree], capture_output=True, text=True, check=True)
    return {spec["name"]: spec for spec in json.loads(done.stdout)["specs"]}


class Sources(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.specs = report(SPECS)

    def fact(self, spec, what, name, specs=None):
        found = [each["is"] for each in (specs or self.specs)[spec]["facts"]
                 if each["what"] == what and each["id"] == name]
        self.assertEqual(len(found), 1, f"{spec} {what} {name}")
        return found[0]

    def test_ours(self):
        """What no contract says is our decision, in so many words, at its own row"""
        for spec, kinds in OURS.items():
            for what, names in kinds.items():
                for name in names.split():
                    with self.subTest(f"{spec} {what} {name}"):
                        self.assertIn("our decision", self.fact(spec, what, name).get("source", ""))

    def test_checks(self):
        """Every check of a wire contract has a source, its own or its group's"""
        for each in self.specs["ethos-u-stream-split"]["facts"]:
            if each["what"] in ("check", "row"):
                group = self.fact("ethos-u-stream-split", "group", each["id"].split(".")[0])
                with self.subTest(each["id"]):
                    self.assertTrue(each["is"].get("source") or group.get("source"))

    def test_headers(self):
        """A fact of the fence boundary that has a source has it at its row in the header, as its users read it"""
        for spec, header in (("ethos-u-stream-split", "ethos_u_stream_split_gen.hpp"), ("tflite", "tflite_gen.hpp")):
            lines = (tap.ROOT / "generated" / "fence" / header).read_text().splitlines()
            words = " ".join(" ".join(line.strip().removeprefix("//") for line in lines).split())
            for each in self.specs[spec]["facts"]:
                source = each["is"].get("source") if each["what"] != "semantics" else None
                with self.subTest(f"{each['what']} {each['id']}"):
                    self.assertTrue(source is None or f"Source: {' '.join(source.split())}" in words, source)

    def test_places(self):
        """Every field and symbol of the tables has its place in the spec at its row in the .fbs and in the header"""
        count = sum(each["what"] in ("enum", "symbol", "field") for each in self.specs["tflite"]["facts"])
        tags = len(re.findall(r"^union ", (tap.ROOT / "generated/fence/tflite.fbs").read_text(), re.MULTILINE))
        tables = sum(each["what"] == "table" for each in self.specs["tflite"]["facts"])
        for file, rows in (("tflite.fbs", count - tags), ("tflite_gen.hpp", count + tables)):
            text = (tap.ROOT / "generated" / "fence" / file).read_text()
            self.assertEqual(len(re.findall(r"^ *// specs/fence/tflite\.yaml:\d+$", text, re.MULTILINE)), rows, file)

    def test_inferred(self):
        """A row of phase 1 that could not be read says that it is inferred"""
        specs = report(SPECS / "mode" / "history" / "phase1")
        for profile, words in INFERRED.items():
            with self.subTest(profile):
                self.assertIn(words, self.fact("rk3588-mode-transition", "profile", profile, specs)["source"])

    def test_sentences(self):
        """The numeric contract is a fact of the leaves: a sentence of it that changed is refused"""
        self.assertEqual(self.fact("quanttess-leaves", "semantics", "nan")["says"], "NaN maps to zero_point")
        with tempfile.TemporaryDirectory() as scratch:
            tree = pathlib.Path(scratch) / "specs"
            shutil.copytree(SPECS, tree)
            path = tree / "quanttess" / "numerics.yaml"
            text = path.read_text()
            self.assertIn("'NaN maps to zero_point'", text)
            path.write_text(text.replace("'NaN maps to zero_point'", "'NaN maps to 127'"))
            done = subprocess.run([NPUSPEC, "diff", SPECS, tree], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("bump abi.major of quanttess-leaves to 2", done.stdout)


tap.main()
