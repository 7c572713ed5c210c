"""Specs that are large in one way each: every list that a spec may hold, long names and texts, deep and wide guards.

CASES: name -> (function of a size in bytes that gives the files of a tree by name, the codes that `check` tells of them).
No codes: the tree is sound. Each case is as large as what it is about asks for (one row more than a list may have, say), or
as `size` if that is more.

To see what time and memory each takes: python3 tests/reader/large_specs.py NPUSPEC 1000000 [PART_OF_A_NAME...]
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import large_contracts
import large_descriptors
import large_modes
import large_over
import large_texts
from large import CASES

ROOMS = large_texts, large_descriptors, large_contracts, large_modes, large_over  # each gives its cases when it is read


def check(npuspec, files):
    """(codes told, user and system seconds, MB) of `npuspec check` on a tree."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            pathlib.Path(folder, name).write_text(text)
        with tempfile.TemporaryFile() as out:
            done = subprocess.Popen([npuspec, "check", folder, "--format", "json"], stdout=out)
            _, status, used = os.wait4(done.pid, 0)
            done.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            told = {each["code"] for each in json.load(out)} if done.returncode in (0, 1) else {done.returncode}
    return told, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024


def main(npuspec, size, *parts):
    for name, (make, codes) in CASES.items():
        if parts and not any(part in name for part in parts):
            continue
        files = make(int(size))
        told, seconds, megabytes = check(npuspec, files)
        print(f"{seconds:6.2f} s {megabytes:5} MB of {sum(map(len, files.values())) / 1e6:6.2f} MB  {name}",
              *sorted(told), "" if told == codes else f" expected: {sorted(codes)}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
