"""The history of the mode policy, as the diff tells it, against the oracle that was typed from the records."""

import itertools
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

sys.path.insert(0, str(tap.ROOT / "tests" / "oracle"))
import mode_policy as policy  # noqa: E402

NPUSPEC = sys.argv.pop(1)
HISTORY = tap.ROOT / "specs" / "mode" / "history"
SITE = "run_stream_i8_small_k"
FIELDS = {  # what a scope of each effect clears
    "warm": {"NONE": set(), "SCALAR": {"warmed"}, "PERCORE": {"mwarm"}, "BOTH": {"warmed", "mwarm"}},
    "size": {"NONE": set(), "SCALAR": {"ccsz"}, "PERCORE": {"mccsz"}, "BOTH": {"ccsz", "mccsz"}},
}


def diff(old, new, *more):
    run = subprocess.run([NPUSPEC, "diff", str(old), str(new), *more], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        raise AssertionError(run.stderr)
    return run.returncode, run.stdout


def findings(old, new):
    """Cell findings as {(subject, from, to, nothrash, f16warm): effects}, and all of the one spec that differs."""
    report = json.loads(diff(HISTORY / old, HISTORY / new, "--format", "json")[1])
    spec = next(spec for spec in report["specs"] if spec["kind"] == "policy")
    out = {}
    for finding in spec["findings"]:
        if finding["what"] != "cell":
            continue
        origin, to = finding["transition"].split(" -> ")
        for setting in finding["settings"]:
            knobs = dict(pair.split("=") for pair in setting.split())
            for nt, fw in itertools.product((False, True), repeat=2):
                if int(knobs.get("nothrash", nt)) == nt and int(knobs.get("f16warm", fw)) == fw:
                    key = finding["subject"], origin, to, nt, fw
                    assert key not in out, key
                    out[key] = finding["effects"]
    return out, spec


def words(was, now):
    """What the diff must say of two cells, in the order in which it says it."""
    out = []
    for gone, come, how in ((was, now, "dropped"), (now, was, "added")):
        if gone.reset and not come.reset:
            out.append(f"reset {how} ({'saves' if how == 'dropped' else 'costs'} 105 ms a transition)")
        for effect in ("warm", "size"):
            fields = FIELDS[effect][getattr(gone, effect)] - FIELDS[effect][getattr(come, effect)]
            if fields:
                out.append(f"{effect} clear of {', '.join(sorted(fields))} {how}")
    return ", ".join(out)


def expected(old, new):
    out = {}
    for (profile, origin, to, nt, fw, _), (was, now) in policy.changed(old, new).items():
        out[f"XP_{profile}", origin, to, nt, fw] = words(was, now)
    return out


class Phases(unittest.TestCase):
    def test_forward(self):
        """From phase 1 to phase 2 exactly the cells that the records name changed, in effects, the moved site's too."""
        found, spec = findings("phase1", "phase2")
        wanted = expected("phase1", "phase2")
        for (origin, to, nt, fw), (was, now) in policy.moved(SITE, "phase1", "phase2").items():
            wanted[f"{SITE} (XP_STREAM_I8B -> XP_STREAM_I8)", origin, to, nt, fw] = words(was, now)
        self.assertEqual(found, wanted)
        self.assertTrue(wanted)
        self.assertEqual({one["severity"] for one in spec["findings"] if one["what"] == "cell"}, {"breaking"})

    def test_backward(self):
        """From phase 2 to phase 1 the same cells come back, with their cost."""
        found, _ = findings("phase2", "phase1")
        wanted = expected("phase2", "phase1")
        for (origin, to, nt, fw), (was, now) in policy.moved(SITE, "phase1", "phase2").items():
            wanted[f"{SITE} (XP_STREAM_I8 -> XP_STREAM_I8B)", origin, to, nt, fw] = words(now, was)
        self.assertEqual(found, wanted)

    def test_formats(self):
        """Text, JSON, Markdown and SARIF tell the same cells, knobs and costs, and which device says a cost."""
        report = json.loads(diff(HISTORY / "phase1", HISTORY / "phase2", "--format", "json")[1])
        cells = [finding for spec in report["specs"] for finding in spec["findings"] if finding["what"] == "cell"]
        self.assertEqual(len(cells), 6)
        text = " ".join(diff(HISTORY / "phase1", HISTORY / "phase2")[1].split())
        page = diff(HISTORY / "phase1", HISTORY / "phase2", "--format", "md")[1]
        log = json.loads(diff(HISTORY / "phase1", HISTORY / "phase2", "--format", "sarif")[1])
        results = [result["message"]["text"] for result in log["runs"][0]["results"]]
        for cell in cells:
            said = f"{cell['subject']}, {cell['transition']}, {cell['condition']}: {cell['effects']}"
            self.assertIn(f"{cell['transition']} {cell['condition']} {cell['effects']}", text)
            self.assertIn(cell["subject"], text)
            self.assertIn(f"| {said} |", page)
            self.assertTrue(any(said in result for result in results), said)
        for said in (text, page, report["specs"][0]["summary"], " ".join(results)):
            self.assertIn("reset (105 ms): in 57 of 91 transitions, before in 62 of 98", said)
            self.assertRegex(said, r"; 105 ms by cost reset of device rk3588, \S*mode/rk3588_device\.yaml:\d+:\d+")

    def test_chains(self):
        """That phase 2 asks for chain kinds is one addition, not one a site."""
        _, spec = findings("phase1", "phase2")
        said = [finding["message"] for finding in spec["findings"] if "chain kind" in finding["message"]]
        self.assertEqual(said, ["chain kinds NONE, SW, HW, FUSED are new; 16 sites say theirs"])
        self.assertFalse([finding for finding in spec["findings"] if finding.get("attribute") == "chain"])

    def test_costs(self):
        """The cost is what the device over this policy says; without such a device it is said to be unknown."""
        with tempfile.TemporaryDirectory() as scratch:
            trees = []
            for phase in ("phase1", "phase2"):
                tree = pathlib.Path(scratch) / phase
                shutil.copytree(HISTORY / phase, tree)
                path = tree / "rk3588.yaml"
                path.write_text(path.read_text().replace("name: rk3588-mode-transition", "name: another-policy"))
                trees.append(tree)
            text = diff(*trees)[1]
            self.assertIn("cost not known: no device spec says what an effect costs", text)
            self.assertNotIn("105 ms a transition", text)
            text = diff(HISTORY / "phase1", HISTORY / "phase2", "--specs", trees[0])[1]
            self.assertIn("cost not known", text)

    def test_versions(self):
        """Phase 2 has a new major version, as dropped effects and a removed profile need; going back is refused."""
        self.assertEqual(diff(HISTORY / "phase1", HISTORY / "phase2")[0], 0)
        status, text = diff(HISTORY / "phase2", HISTORY / "phase1")
        self.assertEqual(status, 1)
        self.assertIn("went back from 2.0 to 1.0", text.splitlines()[-1])

    def test_new_knob(self):
        """After phase 2, XP_SDP drops its reset only at the new knob's default; each condition and setting says so."""
        report = json.loads(diff(HISTORY / "phase2", HISTORY.parent, "--format", "json")[1])
        cells = [finding for spec in report["specs"] for finding in spec["findings"]
                 if finding["what"] == "cell" and finding["subject"] == "XP_SDP"]
        self.assertTrue(cells)
        for cell in cells:
            self.assertIn("reset dropped", cell["effects"])
            self.assertEqual(cell["condition"], "sdp_noreset=1 (new knob, its default)")
            self.assertEqual(cell["settings"], ["sdp_noreset=1"])

    def test_words(self):
        """The text says the convergence of the chain in a line that an engineer can act on."""
        text = " ".join(diff(HISTORY / "phase1", HISTORY / "phase2")[1].split())
        self.assertIn("XP_CHAIN_NT", text)
        self.assertIn("F16 -> I8_CHAIN f16warm=1, any nothrash (the default too) "
                      "reset dropped (saves 105 ms a transition), warm clear of warmed dropped, size clear of ccsz "
                      "dropped", text)


tap.main()
