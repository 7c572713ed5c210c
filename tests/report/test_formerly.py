"""`formerly:` in every kind of spec whose rows may say it, on the shipped specs: test_formerly.py NPUSPEC."""

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

# kind, boundary, file, the fact, its id now, its old name, its new name, where the row says so, severity of the rename
RENAMES = (
    ("device switch", "mode", "rk3588_device.yaml", "cold_wedges", "cold_int8_wedges", "cold_wedges",
     "  cold_wedges:\n", "  cold_wedges:\n    formerly: {}\n", "breaking"),
    ("device event", "mode", "rk3588_device.yaml", "join", "attach", "join", "  join:", "  join:", "breaking"),
    ("policy knob", "mode", "rk3588.yaml", "warm16", "f16warm", "warm16",
     "{env: ORK_SSM_KEEPWARM,", "{formerly: {}, env: ORK_SSM_KEEPWARM,", "source-only"),
    ("policy profile", "mode", "rk3588.yaml", "CHAIN_ROW", "CHAIN_NT", "CHAIN_ROW",
     "CHAIN_ROW:", "CHAIN_ROW:", "source-only"),
    ("policy mode", "mode", "rk3588.yaml", "I8_LINKED", "I8_CHAIN", "I8_LINKED", "I8_LINKED:", "I8_LINKED:",
     "source-only"),
    ("policy column", "mode", "rk3588.yaml", "stay_warm", "keep_warm", "stay_warm",
     "  stay_warm:\n", "  stay_warm:\n    formerly: {}\n", "source-only"),
    ("selection row", "quanttess", "workers.yaml", "direct-plain", "direct-unpadded", "direct-plain",
     "  - id: direct-plain\n", "  - id: direct-plain\n    formerly: {}\n", "source-only"),
    ("kernels cell", "quanttess", "numerics.yaml", "by-integers", "input-screened", "by-integers",
     "  - id: by-integers\n", "  - id: by-integers\n    formerly: {}\n", "source-only"),
    ("tables symbol", "fence", "tflite.yaml", "TensorType.HALF", "FLOAT16", "HALF",
     "      HALF:", "      HALF:", "source-only"),
)


def run(*args):
    done = subprocess.run([NPUSPEC, *map(str, args)], capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout, done.stderr


class Formerly(unittest.TestCase):
    def renamed(self, row, formerly):
        """What diff finds when a row of the shipped specs has another name, wherever that is written."""
        _, boundary, name, _, old, new, place, said, _ = row
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder) / "specs"
            shutil.copytree(SPECS / boundary, tree / boundary)
            shutil.rmtree(tree / boundary / "history", ignore_errors=True)
            for path in tree.rglob("*.yaml"):
                path.write_text(re.sub(rf"(?<![\w-]){old}(?![\w-])", new, path.read_text()))
            path = tree / boundary / name
            text = path.read_text()
            self.assertEqual(text.count(place), 1, place)
            if formerly and said == place:  # a row on one line: its map opens after the name
                text = re.sub(rf"({re.escape(place)}\s*\{{)", rf"\g<1>formerly: {formerly}, ", text)
            elif formerly:
                text = text.replace(place, said.replace("{}", formerly))
            path.write_text(text)
            before = pathlib.Path(folder) / "before"
            shutil.copytree(SPECS / boundary, before / boundary)
            shutil.rmtree(before / boundary / "history", ignore_errors=True)
            _, out, err = run("diff", before, tree, "--format", "json")
            return out, err

    def found(self, row, formerly):
        out, err = self.renamed(row, formerly)
        self.assertEqual(err, "", row[0])
        found = [one for spec in json.loads(out)["specs"] for one in spec["findings"]]
        for one in found:
            said = re.search(r" is (called [\w.-]+ now|gone|new)$", one["message"])
            one["change"] = {"called": "renamed", "gone": "removed", "new": "added"}[said[1].split()[0]] if said else ""
        return found

    def test_said(self):
        """a row that says what it was called is renamed in the diff, and nothing else is found but where it is spelled"""
        for row in RENAMES:
            with self.subTest(row[0]):
                found = self.found(row, row[4])
                what = row[0].split()[1]
                renames = [one for one in found if one["what"] == what and one["change"] == "renamed"]
                self.assertEqual([(one["id"], one["severity"]) for one in renames], [(row[3], row[8])], found)
                rest = [one for one in found if one["severity"] == "breaking" and one not in renames]
                self.assertEqual(rest, [])
                self.assertEqual([one for one in found if one["what"] == what and one["change"] != "renamed"], [])

    def test_unsaid(self):
        """a row that does not say it is gone, and another one is new"""
        for row in RENAMES:
            with self.subTest(row[0]):
                what = row[0].split()[1]
                changes = sorted(one["change"] for one in self.found(row, "") if one["what"] == what)
                self.assertTrue({"added", "removed"} <= set(changes), changes)

    def test_taken(self):
        """what a row was called is nothing's name now: neither another row's nor its own"""
        others = {"device switch": "first_write_stale", "policy knob": "nothrash", "policy profile": "MC_MM",
                  "policy mode": "F16", "policy column": "reset", "selection row": "grouped-c16", "kernels cell": "exact",
                  "tables symbol": "FLOAT32"}
        for row in RENAMES:
            for name in (others.get(row[0]), row[5]):
                with self.subTest(row[0]):
                    if name:
                        _, err = self.renamed(row, name)
                        self.assertRegex(err, rf"error\[S007\]: '{row[5]}' was never '{name}'")


tap.main()
