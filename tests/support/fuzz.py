"""Runs one libFuzzer target for a while: fuzz.py TARGET SECONDS [SEED_FOLDER...]. Prints TAP, one case.

The corpus starts from the seeds and lives as long as the run. The case fails when an input crashes, trips a sanitizer, takes
over 10 s or 2 GiB, or when nothing was run; the input is then kept beside TARGET, and the line says where. A long run by
hand: python3 tests/support/fuzz.py build-asan/tests/reader/fuzz_reader 3600 specs
"""

import pathlib
import re
import subprocess
import sys
import tempfile


def run(target, seconds, seeds):
    """What libFuzzer said, and how many inputs it ran; None when it found something."""
    with tempfile.TemporaryDirectory() as corpus:
        command = [target, f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1",
                   f"-artifact_prefix={target}-", corpus, *seeds]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    inputs = re.search(r"stat::number_of_executed_units:\s*(\d+)", done.stderr)
    return done.stderr, int(inputs[1]) if done.returncode == 0 and inputs else None


def main(target, seconds, *seeds):
    said, inputs = run(pathlib.Path(target).resolve(), seconds, seeds)
    name = pathlib.Path(target).name
    if inputs:
        print(f"ok 1 - {name} takes every input without a crash: {inputs} inputs in {seconds} s")
    else:
        for line in said.splitlines()[-60:]:
            print("#", line)
        print(f"not ok 1 - {name} takes every input without a crash")
    print("1..1")


if __name__ == "__main__":
    main(*sys.argv[1:])
