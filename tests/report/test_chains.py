"""Rows that tell chain kinds apart, as check, diff, report and explain tell them: test_chains.py NPUSPEC."""

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
MODE = tap.ROOT / "specs" / "mode"
WAYS = "NOTLIVE_NOTKW: {when: from not in I8_LIVE and not keep_warm, doc: 'from a mode that is not int8-live, unless"
LAW = ("not keep_warm or not (reset or warm or size)", "not keep_warm or not (warm or size)")


def when(guard):
    """The reset of the rows that enter I8_CHAIN: the sites of STREAM_I8 say SW, those of CHAIN_NT say HW and FUSED."""
    return [(f"      {WAYS}", f"      {WAYS.replace('from not in I8_LIVE and not keep_warm', repr(guard))}", 1), LAW]


def of_kind(kind):
    return when(f"(chain == {kind}) or (from not in I8_LIVE and not keep_warm)")


class Chains(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)

    def tree(self, edits, name="mode"):
        tree = pathlib.Path(self.scratch.name) / name
        shutil.copytree(MODE, tree, ignore=shutil.ignore_patterns("history"))
        path = tree / "rk3588.yaml"
        text = path.read_text(encoding="utf-8")
        for old, new, *count in edits:
            self.assertIn(old, text)
            text = text.replace(old, new, *count)
        path.write_text(text, encoding="utf-8")
        return tree

    def run_on(self, status, *args):
        done = subprocess.run([NPUSPEC, *map(str, args)], capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status != 2 else done.stderr

    def diff(self, old, new):
        report = json.loads(self.run_on(1, "diff", old, new, "--format", "json"))
        spec = next(spec for spec in report["specs"] if spec["kind"] == "policy")
        return spec, [finding for finding in spec["findings"] if finding["what"] == "cell"]

    def test_said_is_default(self):
        """what happens at the default knobs under a kind that a site says is the default, and counts in the headline"""
        spec, cells = self.diff(MODE, self.tree(of_kind("SW")))
        self.assertIn("at the default knobs, reset (105 ms): in 52 of 91 transitions, before in 50 of 91",
                      spec["summary"])
        said = [cell["message"] for cell in cells if cell["subject"] == "XP_STREAM_I8"]
        self.assertIn("XP_STREAM_I8, F16 -> I8_CHAIN, chain=SW, f16warm=1, any nothrash (the default too): "
                      "reset added (costs 105 ms a transition)", said)
        self.assertTrue(all("no site says it" not in message for message in said), said)

    def test_unsaid(self):
        """what happens under a kind that no site says is marked so, costs nobody a version, and is in no headline"""
        for kind, said, subject in (("SW", "XP_STREAM_I8", "XP_CHAIN_NT"), ("FUSED", "XP_CHAIN_NT", "XP_STREAM_I8")):
            with self.subTest(kind):
                spec, cells = self.diff(MODE, self.tree(of_kind(kind), kind))
                self.assertIn("in 52 of 91 transitions, before in 50 of 91", spec["summary"])
                unsaid = [cell for cell in cells if cell["subject"] == subject]
                self.assertEqual(len(unsaid), 3)
                for cell in unsaid:
                    self.assertRegex(cell["condition"], rf"^chain={kind}.* \(no site says it\)$")
                    self.assertEqual((cell["rule"], cell["severity"]), ("cell.unsaid.changed", "source-only"))
                self.assertEqual(spec["advice"],
                                 f"bump abi.minor of rk3588-mode-transition to 1, or keep the effects of {said}")
        spec, cells = self.diff(MODE, self.tree(of_kind("NONE"), "NONE"))
        self.assertIn("reset (105 ms): in 50 of 91 transitions, before in 50 of 91", spec["summary"])
        self.assertEqual({cell["severity"] for cell in cells}, {"source-only"})
        self.assertEqual(spec.get("advice", ""), "")

    def test_default_of_knob(self):
        """what a knob's new default changes is counted under the kinds that sites say"""
        guard = "(chain == SW and not sdp_noreset) or (from not in I8_LIVE and not keep_warm)"
        old = self.tree(when(guard), "old")
        other = ("ORK_SDP_NORESET,    default: true", "ORK_SDP_NORESET,    default: false")
        new = self.tree([*when(guard), other], "new")
        spec, _ = self.diff(old, new)
        said = [finding["message"] for finding in spec["findings"] if finding["attribute"] == "default"]
        self.assertEqual(said, ["knob sdp_noreset: default true -> false; where it is not set, 9 transitions change, "
                                "reset added to 9 (105 ms each)"])

    def test_new_kind(self):
        """a chain kind that only one side knows hides no change of a row that asks for none"""
        last = "pure-matmul hardware chain'}\n"
        kind = (last, last + "    ASYNC: {value: 4, reserved: a test}\n")
        row = ("warm: [PERCORE, NOTKW],      size: [PERCORE, NT_NOTKW], marker: set,  to: [F16, I8]",
               "warm: [PERCORE, NOTKW],      size: [PERCORE, NT], marker: set,  to: [F16, I8]")
        _, cells = self.diff(self.tree(of_kind("SW"), "old"), self.tree([*of_kind("SW"), kind, row], "new"))
        self.assertTrue([cell for cell in cells if cell["subject"] == "XP_MC_MM"])

    def test_report(self):
        """the matrix, of report and page, has a row for all kinds that do the same, and marks those that no site says"""
        tree = self.tree(of_kind("SW"))
        page = self.run_on(0, "report", tree, "--format", "md")
        rows = re.findall(r"^\| (XP_\w+ -> I8_CHAIN.*) \|$", page, re.M)
        self.assertEqual(rows, [
            "XP_CHAIN_NT -> I8_CHAIN, chain any but SW | Rws | k | k | Rws | 0 | Rws | Rws",
            "XP_CHAIN_NT -> I8_CHAIN, chain SW (no site says it) | Rws | R | R | Rws | 0 | Rws | Rws",
            "XP_STREAM_I8 -> I8_CHAIN, chain any but SW (no site says it) | Rw | k | k | Rw | 0 | Rw | Rw",
            "XP_STREAM_I8 -> I8_CHAIN, chain SW | Rw | R | R | Rw | 0 | Rw | Rw"])
        self.run_on(0, "ir", tree, "-o", tree / "ir.json")
        specs = json.loads((tree / "ir.json").read_text(encoding="utf-8"))["specs"]
        matrix = next(spec["matrix"] for spec in specs if spec["kind"] == "policy")
        told = [f"XP_{row['profile']} -> {row['to']} | {' | '.join(row['cells'])}" for row in matrix["rows"]]
        self.assertEqual([row for row in told if " -> I8_CHAIN" in row], rows, "the reference page's rows")

    def test_explain(self):
        """a site is explained for the kinds that it says, those that go the same way together; a row for its sites'"""
        tree = self.tree(of_kind("SW"))
        for name in ("run_stream_i8", "XP_STREAM_I8"):
            text = self.run_on(0, "explain", name, "--from", "F16", "--specs", tree)
            self.assertIn("F16 -> I8_CHAIN, default knobs, chain SW\n", text)
            self.assertIn("reset: yes, 105 ms, because RC_NOTLIVE_NOTKW holds: chain is SW, so", text)
            self.assertEqual(text.count("reset: "), 2 if name.startswith("XP") else 1)
        text = self.run_on(0, "explain", "run_chain_i8_impl", "--from", "F16", "--specs", tree)
        self.assertEqual(re.findall("F16 -> I8_CHAIN, .*", text), ["F16 -> I8_CHAIN, default knobs, chain HW or FUSED"])
        self.assertIn("chain is HW or FUSED, so `chain == SW` does not hold", text)
        tree = self.tree(of_kind("FUSED"), "fused")
        text = self.run_on(0, "explain", "run_chain_i8_impl", "--from", "F16", "--specs", tree)
        self.assertEqual(re.findall("F16 -> I8_CHAIN, .*", text), ["F16 -> I8_CHAIN, default knobs, chain HW",
                                                                   "F16 -> I8_CHAIN, default knobs, chain FUSED"])
        text = self.run_on(0, "explain", "XP_STREAM_I8", "--from", "F16", "--chain", "FUSED", "--specs", tree)
        self.assertIn("F16 -> I8_CHAIN, default knobs, chain FUSED (no site says it)\n", text)

    def test_explain_refuses(self):
        """a kind that a site does not say is refused with those that it says, whether rows ask for kinds or not"""
        for tree in (MODE, self.tree(of_kind("SW"))):
            self.assertEqual(self.run_on(2, "explain", "run_chain_i8_impl", "--from", "I4", "--chain", "SW",
                                         "--specs", tree),
                             "npuspec explain: run_chain_i8_impl does not say chain kind SW; it says HW, FUSED\n")
            self.assertEqual(self.run_on(2, "explain", "run_single_core", "--from", "I4", "--chain", "OCK_FUSED",
                                         "--specs", tree),
                             "npuspec explain: run_single_core does not say chain kind FUSED; it says NONE\n")
            self.run_on(0, "explain", "run_chain_i8_impl", "--from", "I4", "--chain", "FUSED", "--specs", tree)

    def test_law(self):
        """a law's counterexample is at the default knobs where one is, and a case counts once for what decides"""
        kept = when("from not in I8_LIVE")[:1]
        entry = [("I8ENTRY:       {when: to == I8 and from not in I8_LIVE and not keep_warm",
                  "I8ENTRY:       {when: to == I4")]
        for name, edits, law, cell, cases in (
                ("kept", kept, "kept-warm-keeps-all", "XP_CHAIN_NT, F16 -> I8_CHAIN, default knobs: R", 4),
                ("entry", entry, "int8-entry-from-cold-resets", "XP_MC_MM, COLD -> I8, default knobs: ws", 2)):
            said = f"law '{law}' does not hold: {cell}"
            with self.subTest(name):
                done = subprocess.run([NPUSPEC, "check", self.tree(edits, name)], capture_output=True, text=True,
                                      check=False, timeout=60)
                self.assertEqual(done.returncode, 1)
                self.assertIn(said + "\n", done.stderr)
                told = done.stderr[done.stderr.index(said):]
                self.assertIn(f"{cases} cases break it", told[:told.index("break it") + 8])


tap.main()
