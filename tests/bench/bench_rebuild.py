"""What an edit costs: bench_rebuild.py NPUSPEC. Seconds of the clock on the wall and the steps of ninja, in a scratch build.

That nothing is recompiled in vain is a fact, which tests/back/test_rebuild.py holds; this prints how long it takes.
"""

import sys
import time

from scratch_build import ScratchBuild


def measure(what, scratch):
    start = time.perf_counter()
    steps = [step for step in scratch.ninja() if not step.startswith("ninja: ")]
    seconds = time.perf_counter() - start
    compiled = scratch.compiled(steps)
    print(f"{what}: {seconds:.1f} s, {len(steps)} steps, of which {len(compiled)} compile: {' '.join(compiled) or '-'}")


def main():
    with ScratchBuild(sys.argv[1]) as scratch:
        measure("all that specs give", scratch)
        measure("nothing changed", scratch)
        scratch.add_comment("fence/stream_split.yaml")
        measure("a comment at the end of a file", scratch)
        for spec in "fence/stream_split.yaml", "mode/rk3588.yaml":
            scratch.edit_row(spec)
            measure(f"a row of {spec}", scratch)


main()
