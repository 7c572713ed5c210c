"""A second opinion on the RK3588 mode-transition policy, typed from the records' tables alone.

Three versions: "phase1" (the twelve rows as they were found), "phase2" (as first converged) and "shipped" (the transient
SDP row keeps warm). `cells` expands a version over every profile, origin, target and knob setting; `changed` compares two.
Nothing here reads specs/ or anything generated; test_oracles.py judges it by the records' own matrices, which stand below.
Run as a program with a version as its argument, it prints that version's cells as CSV.
"""
import csv
import itertools
import sys
from collections import namedtuple

MODES = {"COLD": -1, "F16": 0, "I8": 1, "I4": 2, "I8_CHAIN": 3, "I4_CHAIN": 4, "I4_STREAM": 5}
NAMES = list(MODES)
LIVE, INT, KW = {1, 3}, {1, 2, 3}, {0, 1, 3}
Row = namedtuple("Row", "kwp rst wtg wc stg sc setdt targets")
Cell = namedtuple("Cell", "returned reset warm size marker")


def keep_warm(kwp, f, t, nt, fw):
    """Which of the keep-warm predicates holds; f and t are markers, nt is nothrash, fw is f16warm."""
    return {
        "NONE": False,
        "MC": (nt and f in INT and t in INT) or (fw and f in KW and t in KW),
        "SC": fw and f in KW and t in KW,
        "NTI": nt and f in INT,
        "NTL": nt and f in LIVE,
        "F16": fw and f in KW,
    }[kwp]


def resets(rst, f, t, kw, sdp_noreset):
    return {
        "NEVER": False,
        "NOTKW": not kw,
        "I8ENTRY": t == 1 and f not in LIVE and not kw,
        "NOTLIVE": f not in LIVE,
        "NOTLIVE_NOTKW": f not in LIVE and not kw,
        "ALWAYS": True,
        "SDPKW": not sdp_noreset,
    }[rst]


def clears(condition, f, kw, nt):
    return {
        "NONE": False,
        "NOTKW": not kw,
        "NOTLIVE_NOTKW": f not in LIVE and not kw,
        "ALWAYS": True,
        "NT": not nt,
        "NT_NOTKW": not nt and not kw,
    }[condition]


PHASE1 = {
    "MC_MM": Row("MC", "I8ENTRY", "PERCORE", "NOTKW", "PERCORE", "NT_NOTKW", True, ("F16", "I8")),
    "SC_MM": Row("SC", "I8ENTRY", "SCALAR", "NOTKW", "SCALAR", "NT_NOTKW", True, ("F16", "I8")),
    "CHAIN_NT": Row("NTL", "NOTLIVE", "SCALAR", "NOTKW", "SCALAR", "NOTKW", True, ("I8_CHAIN",)),
    "STREAM_I8": Row("F16", "NOTLIVE_NOTKW", "BOTH", "NOTLIVE_NOTKW", "NONE", "NONE", True, ("I8_CHAIN",)),
    "STREAM_I8B": Row("F16", "NOTKW", "BOTH", "NOTKW", "NONE", "NONE", True, ("I8_CHAIN",)),
    "STREAM_F16": Row("F16", "NOTKW", "BOTH", "NOTKW", "NONE", "NONE", True, ("F16",)),
    "I4_MC": Row("NTI", "NOTKW", "PERCORE", "NOTKW", "PERCORE", "NT", True, ("I4",)),
    "I4_MWARM": Row("NTI", "NOTKW", "PERCORE", "NOTKW", "NONE", "NONE", True, ("I4",)),
    "I4_INCR": Row("NTI", "NOTKW", "NONE", "NONE", "NONE", "NONE", True, ("I4",)),
    "I4CHAIN": Row("NONE", "ALWAYS", "SCALAR", "ALWAYS", "SCALAR", "ALWAYS", True, ("I4_CHAIN",)),
    "I4_STREAM": Row("NONE", "ALWAYS", "BOTH", "ALWAYS", "NONE", "NONE", True, ("I4_STREAM",)),
    "SDP": Row("NONE", "ALWAYS", "NONE", "NONE", "NONE", "NONE", False, ("same",)),
}
PHASE2 = dict(
    {name: row for name, row in PHASE1.items() if name != "STREAM_I8B"},
    CHAIN_NT=PHASE1["CHAIN_NT"]._replace(kwp="MC", rst="NOTLIVE_NOTKW"),
    STREAM_I8=PHASE1["STREAM_I8"]._replace(kwp="MC"),
)
SHIPPED = dict(PHASE2, SDP=PHASE2["SDP"]._replace(rst="SDPKW"))
VERSIONS = {"phase1": PHASE1, "phase2": PHASE2, "shipped": SHIPPED}
MOVED_SITES = {"run_stream_i8_small_k": ("STREAM_I8B", "STREAM_I8")}  # from phase 1 to phase 2


def cell(row, origin, target, nt, fw, sdp_noreset=True):
    """What entering does: in the order of the original, keep-warm from the old marker, reset, clears, marker."""
    f, t = MODES[origin], MODES[target]
    if row.setdt and f == t:
        return Cell(False, False, "NONE", "NONE", origin)
    kw = keep_warm(row.kwp, f, t, nt, fw)
    return Cell(
        True,
        resets(row.rst, f, t, kw, sdp_noreset),
        row.wtg if clears(row.wc, f, kw, nt) else "NONE",
        row.stg if clears(row.sc, f, kw, nt) else "NONE",
        target if row.setdt else origin,
    )


def letters(c):
    """The cell as the records' matrices write it."""
    if not c.returned:
        return "0"
    return "R" * c.reset + "w" * (c.warm != "NONE") + "s" * (c.size != "NONE") or "k"


def cells(version):
    """(profile, from, to, nothrash, f16warm, sdp_noreset) -> Cell, over everything."""
    out = {}
    for profile, row in VERSIONS[version].items():
        for target, origin in itertools.product(row.targets, NAMES):
            to = origin if target == "same" else target
            for nt, fw, sdp in itertools.product((False, True), repeat=3):
                out[profile, origin, to, nt, fw, sdp] = cell(row, origin, to, nt, fw, sdp)
    return out


def changed(old, new):
    """{key: (old cell, new cell)} for the profiles that both versions have."""
    before, after = cells(old), cells(new)
    return {key: (before[key], after[key]) for key in before if key in after and before[key] != after[key]}


def moved(site, old, new):
    """The same for a site whose profile was taken away: (from, to, nothrash, f16warm) -> (old cell, new cell)."""
    was, is_ = MOVED_SITES[site]
    before, after = VERSIONS[old][was], VERSIONS[new][is_]
    out = {}
    for origin, nt, fw in itertools.product(NAMES, (False, True), (False, True)):
        pair = tuple(cell(row, origin, "I8_CHAIN", nt, fw) for row in (before, after))
        if pair[0] != pair[1]:
            out[origin, "I8_CHAIN", nt, fw] = pair
    return out


COLUMNS = "profile from to nothrash f16warm sdp_noreset returned reset warm_cleared size_cleared marker_after".split()


def rows(version):
    """The cells as rows of COLUMNS, flags as 0 or 1."""
    for (profile, origin, to, *knobs), c in cells(version).items():
        yield [profile, origin, to, *map(int, knobs), int(c.returned), int(c.reset), c.warm, c.size, c.marker]


# The matrix of the records at default knobs, phase 2; from COLD F16 I8 I4 I8_CHAIN I4_CHAIN I4_STREAM.
DEFAULT_MATRIX = """
MC_MM F16          ws   0    k    ws   k    ws   ws
MC_MM I8           Rws  k    0    Rws  k    Rws  Rws
SC_MM F16          ws   0    k    ws   k    ws   ws
SC_MM I8           Rws  k    0    Rws  k    Rws  Rws
CHAIN_NT I8_CHAIN  Rws  k    k    Rws  0    Rws  Rws
STREAM_I8 I8_CHAIN Rw   k    k    Rw   0    Rw   Rw
STREAM_F16 F16     Rw   0    k    Rw   k    Rw   Rw
I4_MC I4           Rws  Rws  Rws  0    Rws  Rws  Rws
I4_MWARM I4        Rw   Rw   Rw   0    Rw   Rw   Rw
I4_INCR I4         R    R    R    0    R    R    R
I4CHAIN I4_CHAIN   Rws  Rws  Rws  Rws  Rws  0    Rws
I4_STREAM I4_STREAM Rw  Rw   Rw   Rw   Rw   Rw   0
SDP same           R    R    R    R    R    R    R
"""

# (profile, from, knobs that it needs) -> (before, after), phase 1 to phase 2: "reset+clears dropped", "clears dropped".
RECORDED_CHANGES = {
    ("CHAIN_NT", "F16", None, True): ("Rws", "k"),
    ("CHAIN_NT", "I8", False, True): ("ws", "k"),
    ("CHAIN_NT", "I4", True, None): ("Rws", "k"),
    ("STREAM_I8", "I4", True, None): ("Rw", "k"),
}


def recorded_changes():
    """RECORDED_CHANGES with each open knob taken both ways."""
    out = {}
    for (profile, origin, nt, fw), pair in RECORDED_CHANGES.items():
        for n, w in itertools.product((False, True), repeat=2):
            if nt in (None, n) and fw in (None, w):
                out[profile, origin, n, w] = pair
    return out


if __name__ == "__main__":
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(COLUMNS)
    out.writerows(rows(sys.argv[1]))
