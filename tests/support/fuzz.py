"""Runs one libFuzzer target for a while: fuzz.py TARGET SECONDS [SEED_FOLDER...]. Prints TAP, one case.

The corpus starts from the seeds and lives as long as the run. The case fails when an input crashes, trips a sanitizer,
hangs or takes over 2 GiB, or when nothing was run; the input is then kept beside TARGET, and the line says where. A long
run by hand: python3 tests/support/fuzz.py build-asan/tests/fuzz/fuzz_yaml 3600 specs
"""

import pathlib
import re
import subprocess
import sys
import tempfile


# Of the clock: on a machine that has other work to do, an input of a second may take many.
HANGS = 180


def run(target, seconds, seeds):
    """What libFuzzer said, and what it ran and saw; None when it found something."""
    with tempfile.TemporaryDirectory() as corpus:
        command = [target, f"-max_total_time={seconds}", f"-timeout={HANGS}", f"-report_slow_units={HANGS}",
                   "-rss_limit_mb=2048", "-print_final_stats=1", f"-artifact_prefix={target}-", corpus, *seeds]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    inputs = re.search(r"stat::number_of_executed_units:\s*(\d+)", done.stderr)
    seen = re.findall(r"cov: (\d+) ft: (\d+)", done.stderr)
    if done.returncode != 0 or not inputs or int(inputs[1]) == 0 or not seen:
        return done.stderr, None
    return done.stderr, f"{inputs[1]} inputs in {seconds} s, {seen[-1][0]} edges and {seen[-1][1]} features covered"


def main(target, seconds, *seeds):
    said, ran = run(pathlib.Path(target).resolve(), seconds, seeds)
    name = pathlib.Path(target).name
    if ran:
        print(f"ok 1 - {name} takes every input without a crash: {ran}")
    else:
        for line in said.splitlines()[-60:]:
            print("#", line)
        print(f"not ok 1 - {name} takes every input without a crash")
    print("1..1")


if __name__ == "__main__":
    main(*sys.argv[1:])
