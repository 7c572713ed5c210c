"""What npu-fence costs as a tool: bench_fence_files.py NPU_FENCE MAKE_MODEL.

Peak memory of cutting a model of 64 MB, mappings counted, and a batch of 1,000 models on one thread and on two. The
batch is of files in memory where the machine has a place for such, so that no disk is measured, and each run writes new ones.
"""

import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

NPU_FENCE, MAKE_MODEL = sys.argv[1:3]
MODELS = 1000
TURNS = 5
IN_MEMORY = pathlib.Path("/dev/shm")


def make(size, path):
    subprocess.run([MAKE_MODEL, "ds-cnn", str(size), str(path)], check=True)


def run(*words):
    """Wall time in seconds, and the most memory in bytes that was resident, pages of mapped files among it."""
    command = [NPU_FENCE, *map(str, words)]
    start = time.monotonic()
    child = os.posix_spawn(command[0], command, os.environ,
                           file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
    _, status, usage = os.wait4(child, 0)
    assert status == 0, command
    return time.monotonic() - start, usage.ru_maxrss * 1024


def main():
    with tempfile.TemporaryDirectory(prefix="npuspec-bench-") as name:
        folder = pathlib.Path(name)
        large = folder / "large.tflite"
        make(64_000_000, large)
        size = large.stat().st_size
        wall, memory = run("cut", large, "--after", "6", "-o", folder / "out.tflite")
        over = memory - 1.2 * size
        print(f"cutting {size / 1e6:.1f} MB: {wall * 1e3:.0f} ms, peak memory {memory / 2**20:.1f} MiB, mappings counted: "
              f"{memory / size:.2f}x the file, {over / 2**20:+.1f} MiB over 1.2x (wanted: at most +16)")

    with tempfile.TemporaryDirectory(prefix="npuspec-bench-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as name:
        folder = pathlib.Path(name)
        small = folder / "small.tflite"
        make(300_000, small)
        names = []
        for i in range(MODELS):
            names.append(folder / f"m{i}.tflite")
            os.link(small, names[-1])
        (folder / "list.txt").write_text("".join(f"{name}\n" for name in names), encoding="utf-8")

        def batch(threads):
            out = folder / "out"
            out.mkdir()
            wall, _ = run("cut", "--batch", folder / "list.txt", "--after", "3,6,12", "--out-dir", out, "-j", threads)
            shutil.rmtree(out)
            return wall

        ratios, singles = [], []
        for _ in range(TURNS):
            single, double = batch(1), batch(2)
            ratios.append(single / double)
            singles.append(single)
        print(f"{MODELS} models of {small.stat().st_size / 1e3:.0f} kB on one thread: {statistics.median(singles):.2f} s; "
              f"two threads on {os.cpu_count()} cores: {statistics.median(ratios):.2f}x "
              f"({min(ratios):.2f}..{max(ratios):.2f}; wanted: at least 1.8x)")


main()
