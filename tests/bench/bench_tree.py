"""What a whole tree costs: bench_tree.py NPUSPEC MAKE_TREE YARDSTICK.

The tree is 1,000 descriptor specs with 50,000 fields. `npuspec ir` checks it, lowers it and writes the IR, with its
start-up and every file; PyYAML's C loader only parses the same texts, its start-up left out. Both run in turns, and each
ratio is the median over the turns, with the least and the greatest beside it. One thread is compared by CPU time, two by
the clock on the wall, so that another load on the machine makes that ratio worse than it is.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

NPUSPEC, MAKE_TREE, YARDSTICK = sys.argv[1:]
TURNS = 5
LARGE_TURNS = 2


class Run:
    """Seconds of CPU and of the wall, and the most memory in bytes, that a command took."""

    def __init__(self, command):
        start = time.perf_counter()
        child = os.posix_spawn(command[0], command, os.environ)
        _, status, usage = os.wait4(child, 0)
        self.wall = time.perf_counter() - start
        self.cpu = usage.ru_utime + usage.ru_stime
        self.memory = usage.ru_maxrss * 1024
        if status != 0:
            sys.exit(f"{' '.join(command)}: exit status {os.waitstatus_to_exitcode(status)}")


def compile_tree(tree, threads):
    return Run([NPUSPEC, "ir", str(tree), "-o", str(tree.with_suffix(".json")), "--threads", str(threads)])


def parse_tree(tree):
    """CPU and wall seconds."""
    out = subprocess.run(["/usr/bin/python3", YARDSTICK, str(tree)], check=True, capture_output=True, text=True).stdout
    return [float(word) for word in out.split()]


def say(what, values, wanted, unit="x"):
    print(f"{what}: {statistics.median(values):.2f}{unit} ({min(values):.2f}..{max(values):.2f}; "
          f"wanted: at most {wanted}{unit})")


def main():
    with tempfile.TemporaryDirectory(prefix="npuspec-bench-") as folder:
        small, large = pathlib.Path(folder) / "small", pathlib.Path(folder) / "large"
        for tree, specs in (small, 1000), (large, 10000):
            subprocess.run([MAKE_TREE, str(tree), str(specs)], check=True)
        size = sum(path.stat().st_size for path in small.iterdir())

        one, two, memory = [], [], []
        parsed, compiled = [], []
        for _ in range(TURNS):
            cpu, wall = parse_tree(small)
            single, double = compile_tree(small, 1), compile_tree(small, 2)
            one.append(single.cpu / cpu)
            two.append(double.wall / wall)
            memory.append(max(single.memory, double.memory) / size)
            parsed.append(cpu)
            compiled.append(single.cpu)
        growth = [compile_tree(large, 1).cpu / compile_tree(small, 1).cpu for _ in range(LARGE_TURNS)]

        written = small.with_suffix(".json").stat().st_size
        print(f"{size / 1e6:.1f} MB of YAML in 1,000 specs, {written / 1e6:.1f} MB of IR; "
              f"the machine's load is {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        print(f"PyYAML's C loader parses it in {statistics.median(parsed):.2f} s of CPU; "
              f"npuspec checks and lowers it in {statistics.median(compiled):.2f} s")
        say("one thread", one, 0.7)
        say("two threads", two, 0.4)
        say("a tree ten times as large, in CPU time", growth, 12)
        say("peak memory, to the bytes of the tree", memory, 30)


main()
