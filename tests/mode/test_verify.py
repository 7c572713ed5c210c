"""npu-mode verify and matrix, as a user meets them: test_verify.py NPU_MODE.

What verify finds is held against a search of its own kind: plain tuples in a deque, its rows and the device written down
from the record, nothing taken from the explorer, the generated rules or the specs.
"""

import collections
import csv
import io
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import tap

NPU_MODE = pathlib.Path(sys.argv[1]).resolve()
del sys.argv[1:]
SPECS = tap.ROOT / "specs" / "mode"
SHIPPED = SPECS / "rk3588.yaml"
PHASE1 = SPECS / "history" / "phase1" / "rk3588.yaml"
PHASE2 = SPECS / "history" / "phase2" / "rk3588.yaml"

COLD, F16, I8, I4, I8_CHAIN, I4_CHAIN, I4_STREAM = range(-1, 6)
LIVE, INT, KW = {I8, I8_CHAIN}, {I8, I4, I8_CHAIN}, {F16, I8, I8_CHAIN}

KEEP = {
    "NONE": lambda f, t, nt, fw: False,
    "MC": lambda f, t, nt, fw: (nt and f in INT and t in INT) or (fw and f in KW and t in KW),
    "SC": lambda f, t, nt, fw: fw and f in KW and t in KW,
    "NTI": lambda f, t, nt, fw: nt and f in INT,
    "NTL": lambda f, t, nt, fw: nt and f in LIVE,
    "F16": lambda f, t, nt, fw: fw and f in KW,
}
RESET = {
    "NEVER": lambda f, t, kw: False,
    "NOTKW": lambda f, t, kw: not kw,
    "I8ENTRY": lambda f, t, kw: t == I8 and f not in LIVE and not kw,
    "NOTLIVE": lambda f, t, kw: f not in LIVE,
    "NOTLIVE_NOTKW": lambda f, t, kw: f not in LIVE and not kw,
    "ALWAYS": lambda f, t, kw: True,
}
WARM = {
    "NONE": lambda f, kw: False,
    "NOTKW": lambda f, kw: not kw,
    "NOTLIVE_NOTKW": lambda f, kw: f not in LIVE and not kw,
    "ALWAYS": lambda f, kw: True,
}
PHASE1_ROWS = {
    "MC_MM": ("MC", "I8ENTRY", "NOTKW"), "SC_MM": ("SC", "I8ENTRY", "NOTKW"), "CHAIN_NT": ("NTL", "NOTLIVE", "NOTKW"),
    "STREAM_I8": ("F16", "NOTLIVE_NOTKW", "NOTLIVE_NOTKW"), "STREAM_I8B": ("F16", "NOTKW", "NOTKW"),
    "STREAM_F16": ("F16", "NOTKW", "NOTKW"), "I4_MC": ("NTI", "NOTKW", "NOTKW"), "I4_MWARM": ("NTI", "NOTKW", "NOTKW"),
    "I4_INCR": ("NTI", "NOTKW", "NONE"), "I4CHAIN": ("NONE", "ALWAYS", "ALWAYS"),
    "I4_STREAM": ("NONE", "ALWAYS", "ALWAYS"),
}
ROWS = dict(PHASE1_ROWS, CHAIN_NT=("MC", "NOTLIVE_NOTKW", "NOTKW"), STREAM_I8=("MC", "NOTLIVE_NOTKW", "NOTLIVE_NOTKW"))
del ROWS["STREAM_I8B"]

# Row, mode, and what it runs: a family, and whether it is the int4 chain, and on one core with the shared descriptor.
SITES = [("MC_MM", F16, "f16", False, False), ("MC_MM", I8, "i8", False, False), ("SC_MM", F16, "f16", False, True),
         ("SC_MM", I8, "i8", False, True), ("CHAIN_NT", I8_CHAIN, "i8", False, True),
         ("STREAM_I8", I8_CHAIN, "i8", False, False), ("STREAM_F16", F16, "f16", False, False),
         ("I4_MC", I4, "i4", False, False), ("I4_MWARM", I4, "i4", False, False), ("I4_INCR", I4, "i4", False, True),
         ("I4CHAIN", I4_CHAIN, "i4", True, True), ("I4_STREAM", I4_STREAM, "i4", False, False)]

State = collections.namedtuple(
    "State", "marker buffers primed last_int reset_since cleared_since matmul_last after_chain4 poisoned table")
BELIEVED = {"cold_int8_wedges": True, "fp16_primes": True, "int4_int8_hazard": "NOTHING", "fp16_separates": False,
            "int8_sdp_hangs": False, "int4_chain_repeat": False}


class Wrong(Exception):
    pass


def matmul(state, family, chain4, shared, believed):
    """One run of a matmul; Wrong when it wedges or corrupts."""
    if shared and state.poisoned:
        raise Wrong("wedge")
    if believed["cold_int8_wedges"] and family == "i8" and not state.primed:
        raise Wrong("wedge")
    changes_hands = family != "f16" and family != state.last_int
    hazard = believed["int4_int8_hazard"]
    if changes_hands and state.last_int and (hazard in ("RESET", "BOTH") and not state.reset_since or
                                             hazard in ("CLEARS", "BOTH") and not state.cleared_since):
        raise Wrong("corrupt")
    if believed["int4_chain_repeat"] and chain4 and state.after_chain4:
        raise Wrong("corrupt")
    last = family if family != "f16" else None if believed["fp16_separates"] else state.last_int
    return state._replace(
        primed=state.primed or family == "i8" or (family == "f16" and believed["fp16_primes"]), last_int=last,
        reset_since=state.reset_since and not changes_hands, cleared_since=state.cleared_since and not changes_hands,
        matmul_last=True, after_chain4=chain4, poisoned=state.poisoned and not shared)


def enter(state, row, to, knobs):
    """What the layer does first: state, and which buffers are cold after it."""
    if state.marker == to:
        return state
    keep, reset, warm = row
    kept = KEEP[keep](state.marker, to, *knobs)
    resets = RESET[reset](state.marker, to, kept)
    clears = WARM[warm](state.marker, kept)
    if resets:  # every warm flag is void, in every scope
        state = state._replace(primed=True, reset_since=True, matmul_last=False, after_chain4=False, table=False,
                               buffers=tuple("cold" if each == "warm" else each for each in state.buffers))
    if resets or clears:
        state = state._replace(cleared_since=True, after_chain4=False)
    return state._replace(marker=to), clears


def steps(state, rows, knobs, believed):
    """Every (name, state after or Wrong)."""
    for row, to, family, chain4, shared in SITES:
        if row not in rows:
            continue
        try:
            entered = enter(state, rows[row], to, knobs)
            after, clears = entered if entered is not state else (state, False)
            buffer = {"SC_MM": 0, "CHAIN_NT": 0, "I4_INCR": 2}.get(row, 1)
            buffers = list(after.buffers)
            if clears and row != "I4_INCR":
                for i in (0, 1) if row.startswith("STREAM") or row == "I4_STREAM" else (buffer,):
                    buffers[i] = "cold" if buffers[i] == "warm" else buffers[i]
            if row == "I4_INCR" and entered is not state and buffers[2] == "warm":
                buffers[2] = "cold"
            # A buffer that is new, or whose warmth is forgotten, is written twice; the int4 chain's is always new.
            for _ in range(1 if buffers[buffer] == "warm" and not chain4 else 2):
                after = matmul(after, family, chain4, shared, believed)
            if not chain4:
                buffers[buffer] = "warm"
            if (row.startswith("STREAM") or row == "I4_STREAM") and buffers[0] == "cold":
                buffers[0] = "warm"
            yield row, after._replace(buffers=tuple(buffers))
        except Wrong as wrong:
            yield row, wrong
    for name, int8 in (("elementwise", False), ("elementwise int8", True), ("lut_i16", False), ("lut_i8", True)):
        if int8 and believed["int8_sdp_hangs"] and state.matmul_last:
            yield name, Wrong("wedge")
        else:
            yield name, state._replace(matmul_last=False, table=state.table or name.startswith("lut"))


def search(rows, knobs, believed):
    """None, or the length and the end of a shortest sequence."""
    start = State(COLD, ("new", "new", "new"), False, None, True, True, False, False, False, False)
    depth = {start: 0}
    queue = collections.deque([start])
    while queue:
        state = queue.popleft()
        for _, after in steps(state, rows, knobs, believed):
            if isinstance(after, Wrong):
                return depth[state] + 1
            if after not in depth:
                depth[after] = depth[state] + 1
                queue.append(after)
    return None


def run(*arguments):
    return subprocess.run([NPU_MODE, *map(str, arguments)], text=True, capture_output=True)


def verify(*arguments):
    done = run("verify", "--format", "json", *arguments)
    return json.loads(done.stdout), done


def edited(text, was, now):
    """A copy of a spec, one text of it put otherwise."""
    if text.count(was) != 1:
        raise AssertionError(f"{was!r} stands {text.count(was)} times")
    return text.replace(was, now)


def row_line(text, row):
    line, = [each for each in text.splitlines() if each.startswith(f"    {row}: ") and "keep_warm" in each]
    return line


class Verify(unittest.TestCase):
    def policy(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "policy.yaml"
        path.write_text(text)
        return path

    def holds(self, rows, spec, knobs):
        arguments = ["--knob", f"nothrash={int(knobs[0])}", "--knob", f"f16warm={int(knobs[1])}"]
        found, _ = verify("--spec", spec, *arguments)
        unsafe = found["explored"][0]["unsafe"]
        self.assertEqual(search(rows, knobs, BELIEVED), len(unsafe[0]["steps"]) if unsafe else None)
        self.assertEqual(len(found["beliefs"]), 127)
        for belief in found["beliefs"]:
            changed = {name: value == "true" if value in ("true", "false") else value
                       for name, value in belief["if"].items()}
            length = search(rows, knobs, {**BELIEVED, **changed})
            with self.subTest(belief=changed, knobs=knobs):
                self.assertEqual(length, None if belief["safe"] else len(belief["unsafe"]["steps"]))

    def test_oracle(self):
        """a plain search finds sequences of the same length, under every belief and setting of the knobs"""
        for knobs in itertools.product((False, True), repeat=2):
            self.holds(ROWS, SHIPPED, knobs)
            self.holds(PHASE1_ROWS, PHASE1, knobs)

    def test_oracle_of_dropped_resets(self):
        """with any one row's reset taken away, a plain search agrees on what fails"""
        text = SHIPPED.read_text()
        for row in ROWS:
            line = row_line(text, row)
            now = line.replace(f"reset: {ROWS[row][1]},", "reset: NEVER,")
            self.assertNotEqual(line, now)
            keep, _, warm = ROWS[row]
            self.holds(dict(ROWS, **{row: (keep, "NEVER", warm)}), self.policy(edited(text, line, now)), (False, True))

    def test_phase1(self):
        """phase 1: verify finds CHAIN_NT's needless reset from F16, 105 ms, and the stream drift, unprompted"""
        done = run("verify", "--spec", PHASE1)
        self.assertEqual(done.returncode, 3, done.stderr)
        needless = [line for line in done.stdout.splitlines() if line.startswith("needless: CHAIN_NT -> I8_CHAIN: reset")]
        self.assertTrue(any("from F16" in line and "105 ms" in line for line in needless), needless)
        drift = [line for line in done.stdout.splitlines() if line.startswith("drift: ")]
        self.assertTrue(any("STREAM_I8 and STREAM_I8B, I8 -> I8_CHAIN" in line and "f16warm=0" in line for line in drift))
        self.assertTrue(any("CHAIN_NT and STREAM_I8, F16 -> I8_CHAIN" in line and "105 ms" in line for line in drift))
        self.assertNotIn("unsafe", done.stdout)

    def test_shipped(self):
        """the shipped policy is safe at the documented defaults, with no drift that nobody assessed"""
        done = run("verify")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("safe: knobs nothrash=0 f16warm=1 sdp_noreset=1: no sequence", done.stdout)
        self.assertNotIn("unsafe", done.stdout)
        self.assertNotRegex(done.stdout, "(?m)^drift")
        self.assertRegex(done.stdout.splitlines()[-1], r"^\d+ states; .*; \d+\.\d\d s$")
        found, _ = verify()
        resets = {(each["profile"], each["from"]) for each in found["needless"] if each["effect"] == "reset"}
        for row in ("MC_MM", "SC_MM", "CHAIN_NT", "STREAM_I8"):
            self.assertNotIn((row, "COLD"), resets)  # the guard of the first int8 submit
        self.assertNotIn(("CHAIN_NT", "F16"), resets)

    def test_phase2(self):
        """phase 2 is safe too, and its streams drift no more"""
        done = run("verify", "--spec", PHASE2)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertNotIn("unsafe", done.stdout)
        self.assertNotIn("drift: STREAM_I8", done.stdout)
        self.assertNotIn("drift: CHAIN_NT", done.stdout)

    def test_rests_on(self):
        """that I4 -> F16 -> I8 passes without a reset rests on int4_int8_hazard, or on fp16_separates"""
        found, _ = verify()
        by = {tuple(sorted(each["if"].items())): each for each in found["beliefs"]}
        alone = by[(("int4_int8_hazard", "RESET"),)]
        self.assertEqual([step["after"] for step in alone["unsafe"]["steps"]], ["I4", "F16", "I8"])
        self.assertEqual([rule["id"] for rule in alone["unsafe"]["rules"]], ["int4-int8"])
        self.assertRegex(alone["unsafe"]["rules"][0]["at"], r"rk3588_device\.yaml:\d+$")
        self.assertTrue(by[(("fp16_separates", "true"), ("int4_int8_hazard", "RESET"))]["safe"])

    def test_dropped(self):
        """a reset that matters, dropped: unsafe, with the shortest sequence, and the spec's own law is told"""
        policy = self.policy(edited(SHIPPED.read_text(), "CHAIN_NT:   {keep_warm: MC,   reset: NOTLIVE_NOTKW",
                                    "CHAIN_NT:   {keep_warm: MC,   reset: NEVER"))
        done = run("verify", "--spec", policy)
        self.assertEqual(done.returncode, 1)
        self.assertIn("unsafe: knobs nothrash=0 f16warm=1 sdp_noreset=1: wedge: cold-int8", done.stdout)
        self.assertIn("  1. run_chain_i8_impl CHAIN_I8 (CHAIN_NT -> I8_CHAIN): ws, COLD to I8_CHAIN\n", done.stdout)
        self.assertIn("law 'int8-entry-from-cold-resets' does not hold", done.stderr)

    def test_cheapest(self):
        """the cheapest policy is safe when it is written down, costs what was said, and nothing of it is cheaper"""
        found, _ = verify()
        text = SHIPPED.read_text()
        for change in found["cheapest"]["changes"]:
            line = row_line(text, change["profile"])
            rest = line[line.index("marker: set"):]
            text = text.replace(line, f"    {change['profile']}: {change['is'][:-1]}, {rest}")
        again, done = verify("--spec", self.policy(text))
        self.assertTrue(again["safe"], done.stderr)
        self.assertEqual(again["cheapest"]["given_cost_ns"], found["cheapest"]["cost_ns"])
        self.assertEqual(again["cheapest"]["changes"], [])
        self.assertLess(found["cheapest"]["cost_ns"], found["cheapest"]["given_cost_ns"])

    def test_original(self):
        """B17, B18: as the original, a warm flag outlives a reset, and a second int4 chain reads a stale output"""
        done = run("verify", "--original", "--quick")
        self.assertEqual(done.returncode, 1)
        self.assertIn("outlived: a submit runs once on a warm flag that a reset has voided", done.stdout)
        self.assertIn("stale: stale-output", done.stdout)

    def test_limit(self):
        """a limit of states is an error, never a bound"""
        done = run("verify", "--max-states", "10")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("there are more than 10 states, so nothing is proved", done.stderr)

    def test_refusals(self):
        """a hazard, a position, a knob and a spec that are not there are named"""
        for arguments, said in ((["--hazard", "fp16_prime=true"], "did you mean 'fp16_primes'"),
                                (["--hazard", "int4_int8_hazard=SOME"], "NOTHING, RESET, CLEARS, BOTH"),
                                (["--knob", "nothrush=1"], "did you mean 'nothrash'"),
                                (["--spec", "/nowhere.yaml"], "/nowhere.yaml"), (["--domains", "17"], "--domains")):
            done = run("verify", *arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(said, done.stderr)

    def test_broken_spec(self):
        """a spec with errors is told as npuspec tells it"""
        policy = self.policy(edited(SHIPPED.read_text(), "SC_MM:      {keep_warm: SC", "SC_MM:      {keep_warm: SD"))
        for verb in ("verify", "matrix"):
            done = run(verb, "--spec", policy)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("error[P001]", done.stderr)


# The record's matrix at the default knobs, from COLD F16 I8 I4 I8_CHAIN I4_CHAIN I4_STREAM.
RECORD = {
    ("MC_MM", "F16"): "ws 0 k ws k ws ws", ("MC_MM", "I8"): "Rws k 0 Rws k Rws Rws",
    ("SC_MM", "F16"): "ws 0 k ws k ws ws", ("SC_MM", "I8"): "Rws k 0 Rws k Rws Rws",
    ("CHAIN_NT", "I8_CHAIN"): "Rws k k Rws 0 Rws Rws", ("STREAM_I8", "I8_CHAIN"): "Rw k k Rw 0 Rw Rw",
    ("STREAM_F16", "F16"): "Rw 0 k Rw k Rw Rw", ("I4_MC", "I4"): "Rws Rws Rws 0 Rws Rws Rws",
    ("I4_MWARM", "I4"): "Rw Rw Rw 0 Rw Rw Rw", ("I4_INCR", "I4"): "R R R 0 R R R",
    ("I4CHAIN", "I4_CHAIN"): "Rws Rws Rws Rws Rws 0 Rws", ("I4_STREAM", "I4_STREAM"): "Rw Rw Rw Rw Rw Rw 0",
}
MODES = ["COLD", "F16", "I8", "I4", "I8_CHAIN", "I4_CHAIN", "I4_STREAM"]
HEAD = "profile,from,to,nothrash,f16warm,sdp_noreset,returned,reset,warm_cleared,size_cleared,marker_after"


class Matrix(unittest.TestCase):
    def rows(self, *arguments):
        done = run("matrix", "--format", "csv", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines()[0], HEAD)
        return list(csv.DictReader(io.StringIO(done.stdout)))

    @staticmethod
    def letters(row):
        if row["returned"] == "0":
            return "0"
        text = "R" * int(row["reset"]) + "w" * (row["warm_cleared"] != "NONE") + "s" * (row["size_cleared"] != "NONE")
        return text or "k"

    def test_record(self):
        """the CSV is the record's matrix, from the library and from a spec alike"""
        for arguments in ([], ["--spec", SHIPPED], ["--spec", PHASE2, "--knob", "f16warm=1"]):
            rows = {(row["profile"], row["to"], row["from"]): row for row in self.rows(*arguments)}
            for (profile, to), cells in RECORD.items():
                for mode, cell in zip(MODES, cells.split()):
                    row = rows[profile, to, mode]
                    self.assertEqual(self.letters(row), cell, (profile, to, mode))
                    self.assertEqual(row["marker_after"], to)
            self.assertEqual(rows["STREAM_I8", "I8_CHAIN", "COLD"]["warm_cleared"], "BOTH")
            self.assertEqual(rows["MC_MM", "I8", "COLD"]["size_cleared"], "PERCORE")
            self.assertEqual(rows["SC_MM", "I8", "COLD"]["size_cleared"], "SCALAR")
            for mode in MODES:
                self.assertEqual(rows["SDP", mode, mode]["marker_after"], mode)

    def test_phase1(self):
        """phase 1 differs from that in CHAIN_NT from F16 and from I8"""
        rows = {(row["profile"], row["from"]): row for row in self.rows("--spec", PHASE1)}
        self.assertEqual(self.letters(rows["CHAIN_NT", "F16"]), "Rws")
        self.assertEqual(self.letters(rows["CHAIN_NT", "I8"]), "ws")
        self.assertEqual(rows["CHAIN_NT", "F16"]["sdp_noreset"], "")  # it has no such knob

    def test_all_knobs(self):
        """all settings of the knobs, each once"""
        rows = self.rows("--all-knobs")
        self.assertEqual(len({(row["nothrash"], row["f16warm"], row["sdp_noreset"]) for row in rows}), 8)
        self.assertEqual(len(rows), 8 * len(self.rows()))

    def test_formats(self):
        """Markdown has a line a row and mode, SVG a box a cell"""
        self.assertIn("| CHAIN_NT | I8_CHAIN | Rws | k | k | Rws | 0 | Rws | Rws |\n", run("matrix", "--format", "md").stdout)
        svg = run("matrix", "--format", "svg").stdout
        self.assertEqual(svg.count("<rect "), 7 * 13)
        self.assertTrue(svg.startswith("<svg ") and svg.endswith("</svg>\n"))


if __name__ == "__main__":
    tap.main()
