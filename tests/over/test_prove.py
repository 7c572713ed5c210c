"""What `prove:` may say of the shipped workers, judged by their own examples: test_prove.py NPUSPEC.

An example picks a row and says what some quantity is there. So that the quantity is never that is false of the row, and
must be refused, whatever the prover thinks of it.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import tap  # noqa: E402

NPUSPEC = pathlib.Path(sys.argv.pop(1)).resolve()
SPECS = tap.ROOT / "specs" / "quanttess"
TEXT = (SPECS / "workers.yaml").read_text(encoding="utf-8")
QUANTITIES = ("tasks", "task_source", "task_output")

# What holds a quantity of a row within its slot, and the proof that needs it.
BOUNDS = [(" and pair_source <= general_source", "w-run", "source-fits-slot"),
          (" and pair_output <= general_output", "w-run", "output-fits-slot"),
          (" and pixels <= rgb_pixels", "rgb-pad16", "source-fits-slot"),
          (" and tile_elements <= direct_elements", "direct-unpadded", "output-fits-slot"),
          ("patch_elements <= patch_elements_max and ", "grouped-c16", "source-fits-slot"),
          ("patch_output <= patch_output_max and ", "grouped-c16", "output-fits-slot")]


def check(text):
    """What npuspec says of the specs with these workers."""
    with tempfile.TemporaryDirectory() as folder:
        specs = pathlib.Path(folder) / "specs"
        shutil.copytree(SPECS, specs)
        (specs / "workers.yaml").write_text(text, encoding="utf-8")
        return subprocess.run([NPUSPEC, "check", specs], capture_output=True, text=True).stderr


def refused(said, proof, row, symbol=""):
    return f"error[L009]: '{proof}' is not proved for row '{row}' with {symbol}" in said


class Prove(unittest.TestCase):
    def test_bounds(self):
        """without the bound that holds it, no quantity is proved to fit its slot"""
        for bound, row, proof in BOUNDS:
            with self.subTest(bound=bound):
                self.assertEqual(TEXT.count(bound), 1)
                self.assertTrue(refused(check(TEXT.replace(bound, " " if bound[0] != " " else "")), proof, row))

    def test_examples(self):
        """nothing is proved of a row that an example of the row shows to be false"""
        examples = [(each["picks"], each["with"].get("dtype", "FP32"), name, value)
                    for each in yaml.safe_load(TEXT)["examples"] for name, value in each.get("expect", {}).items()]
        self.assertGreater(len(examples), 60)
        for row, dtype, name, value in examples:
            false = f"{name} != {value}" if not isinstance(value, bool) else f"not {name}" if value else name
            proof = f"\n  - {{id: x, require: '{false}', doc: false of an example}}\n"
            with self.subTest(row=row, false=false):
                if name in QUANTITIES and f"\n    {name}:" not in TEXT.split(f"- id: {row}\n")[1].split("- id:")[0]:
                    continue  # the row has none, so that it proves nothing of it
                said = check(re.sub(r"(?m)^prove:.*\n", lambda found: found[0].rstrip("\n") + proof, TEXT))
                self.assertTrue(refused(said, "x", row, dtype), said[:600])


tap.main()
