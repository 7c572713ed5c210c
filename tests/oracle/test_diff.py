"""What `npuspec diff` says of two policies, against the oracle that was typed from the records: test_diff.py NPUSPEC."""

import json
import subprocess
import sys
import unittest

import mode_policy as policy
import tap

NPUSPEC = sys.argv.pop(1)
HISTORY = tap.ROOT / "specs" / "mode" / "history"
WARM = {"NONE": "", "SCALAR": "warmed", "PERCORE": "mwarm", "BOTH": "mwarm, warmed"}
SIZE = {"NONE": "", "SCALAR": "ccsz", "PERCORE": "mccsz", "BOTH": "ccsz, mccsz"}


def told(old, new):
    """(who, from, to, nothrash, f16warm) -> the words of the effects, as the diff gives them, and its exit status."""
    run = subprocess.run([NPUSPEC, "diff", HISTORY / old, HISTORY / new, "--format", "json"], text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    out = {}
    (spec,) = json.loads(run.stdout)["specs"]
    for finding in spec["findings"]:
        if finding["what"] != "cell":
            continue
        origin, target = finding["transition"].split(" -> ")
        for setting in finding["settings"]:
            knobs = dict(word.split("=") for word in setting.split())
            key = finding["subject"].split()[0], origin, target, knobs["nothrash"] == "1", knobs["f16warm"] == "1"
            assert key not in out, key
            out[key] = finding["effects"]
    return out, run.returncode


def words(old, new):
    """The effects of one cell that come or go; only one of the two happens between these policies."""
    said = []
    for gone, word, price in ((True, "dropped", "saves"), (False, "added", "costs")):
        a, b = (old, new) if gone else (new, old)
        if a.reset and not b.reset:
            said.append(f"reset {word} ({price} 105 ms a transition)")
        if WARM[a.warm] and not WARM[b.warm]:
            said.append(f"warm clear of {WARM[a.warm]} {word}")
        if SIZE[a.size] and not SIZE[b.size]:
            said.append(f"size clear of {SIZE[a.size]} {word}")
    return ", ".join(said)


def expected(back=False):
    """The same from the oracle: the profiles that both have, and the site that moved."""
    out = {}
    for (profile, origin, to, nt, fw, sdp), pair in policy.changed("phase1", "phase2").items():
        if sdp:
            out["XP_" + profile, origin, to, nt, fw] = words(*(pair[::-1] if back else pair))
    for site in policy.MOVED_SITES:
        for key, pair in policy.moved(site, "phase1", "phase2").items():
            out[(site, *key)] = words(*(pair[::-1] if back else pair))
    return out


class Diff(unittest.TestCase):
    maxDiff = None

    def test_forward(self):
        """From phase 1 to phase 2 the diff tells exactly the cells that the records say changed, in effects."""
        found, status = told("phase1", "phase2")
        self.assertEqual(found, expected())
        self.assertEqual(len(found), 2 + 1 + 2 + 2 + 4)
        self.assertEqual(status, 0)  # a new major version owns up to it

    def test_back(self):
        """Put back, the same cells gain what they lost, with its cost, and the version does not allow it."""
        found, status = told("phase2", "phase1")
        self.assertEqual(found, expected(back=True))
        self.assertEqual(status, 1)

    def test_same(self):
        """Between a policy and itself the diff tells nothing."""
        run = subprocess.run([NPUSPEC, "diff", HISTORY / "phase2", HISTORY / "phase2", "--format", "json"], text=True,
                             stdout=subprocess.PIPE, check=True)
        self.assertEqual([spec for spec in json.loads(run.stdout)["specs"] if spec["findings"]], [])


if __name__ == "__main__":
    tap.main()
