"""The shipped policy and the two before it, cell by cell, against the oracle that was typed from the records."""
import csv
import io
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "oracle"))
import mode_policy  # noqa: E402
import tap  # noqa: E402

CELLS = sys.argv.pop(1)
FOLDERS = {
    "shipped": ROOT / "specs" / "mode",
    "phase1": ROOT / "specs" / "mode" / "history" / "phase1",
    "phase2": ROOT / "specs" / "mode" / "history" / "phase2",
}


def interpreted(version):
    """Key -> the rest of the row; a knob that the version does not have yet is taken both ways."""
    run = subprocess.run([CELLS, FOLDERS[version]], capture_output=True, text=True, check=True)
    out = {}
    for row in csv.DictReader(io.StringIO(run.stdout)):
        for sdp in "01" if "sdp_noreset" not in row else row["sdp_noreset"]:
            key = row["profile"], row["from"], row["to"], row["nothrash"], row["f16warm"], sdp
            assert key not in out
            out[key] = tuple(row[name] for name in mode_policy.COLUMNS[6:])
    return out


class Oracle(unittest.TestCase):
    def compare(self, version):
        expected = {tuple(map(str, row[:6])): tuple(map(str, row[6:])) for row in mode_policy.rows(version)}
        got = interpreted(version)
        self.assertGreater(len(expected), 700)
        self.assertEqual(sorted(got), sorted(expected))
        for key, cell in expected.items():
            self.assertEqual(got[key], cell, key)

    def test_shipped(self):
        """every cell of the shipped policy is what the records say"""
        self.compare("shipped")

    def test_phase1(self):
        """every cell of the policy as it was found is what the records say"""
        self.compare("phase1")

    def test_phase2(self):
        """every cell of the policy as first converged is what the records say"""
        self.compare("phase2")

    def test_changes(self):
        """between the two exactly the recorded cells changed"""
        before, after = interpreted("phase1"), interpreted("phase2")
        changed = {key for key in before if key in after and before[key] != after[key]}
        expected = {(profile, origin, "I8_CHAIN", str(int(nt)), str(int(fw)), sdp)
                    for profile, origin, nt, fw in mode_policy.recorded_changes() for sdp in "01"}
        self.assertEqual(changed, expected)


if __name__ == "__main__":
    tap.main()
