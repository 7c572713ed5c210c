"""Counts the test cases of finished `meson test` runs: count.py BUILD_DIR...

Reads each run's meson-logs/testlog.json, where Meson keeps what every runner printed: TAP, one line a case and the plan
last. Prints what failed, and as its last line `N passed, N failed` (and `, N skipped` where some were). One failure each is
counted for a runner that crashed, timed out, left without its plan or ran nothing, and for a build that has no log. Exit
status 0: at least one case passed in every build and none failed.
"""

import json
import pathlib
import re
import sys

CASE = re.compile(r"(not )?ok (\d+) - ([^#]*)(?:# (SKIP|TODO)\b(.*))?")


class Count:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0
        self.troubles = []
        self.skips = []

    def fail(self, where, said):
        self.failed += 1
        self.troubles.append((where, said))


def read_runner(count, build, run):
    where = f"{build.name}: {run['name']}"
    comments, cases, plan = [], 0, None
    for line in (run["stdout"] or "").splitlines():
        case = CASE.fullmatch(line.rstrip())
        if line.startswith("#"):
            comments.append(line[2:])
        elif case:
            cases += 1
            not_ok, number, name, directive, reason = case.groups()
            if not_ok:
                count.fail(f"{where}: {name.strip()}", comments)
            elif directive == "SKIP":
                count.skipped += 1
                count.skips.append(f"{where}: {name.strip()}: {reason.strip()}")
            else:
                count.passed += 1
            comments = []
        elif line.startswith("1.."):
            plan = int(line[3:].split()[0])
    errors = (run.get("stderr") or "").splitlines()
    if run["result"] in ("ERROR", "TIMEOUT", "INTERRUPT"):
        what = {"TIMEOUT": "timed out"}.get(run["result"], f"died, status {run['returncode']}")
        count.fail(f"{where}: {what} after {cases} cases", comments + errors)
    elif plan != cases:
        count.fail(f"{where}: left after {cases} cases, without its plan (every test prints TAP)", comments + errors)
    elif cases == 0:
        count.fail(f"{where}: ran nothing", errors)


def read_build(count, build):
    log = build / "meson-logs" / "testlog.json"
    before = (count.passed, count.failed)
    try:
        runs = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as error:
        count.fail(f"{build.name}: no test ran", [str(error)])
        return
    for run in runs:
        read_runner(count, build, run)
    if (count.passed, count.failed) == before:
        count.fail(f"{build.name}: nothing but skipped tests", [])


def tell(count):
    """Prints what was skipped, what failed and the last line; gives the exit status."""
    for skip in count.skips:
        print("skipped:", skip)
    for where, said in count.troubles:
        print("\nFAILED", where)
        for line in said:
            print("   ", line)
    skipped = f", {count.skipped} skipped" if count.skipped else ""
    print(f"{count.passed} passed, {count.failed} failed{skipped}")
    return 0 if count.failed == 0 else 1


def main(builds):
    count = Count()
    for build in builds:
        read_build(count, pathlib.Path(build))
    if not builds:
        count.fail("no build was named", [])
    return tell(count)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
