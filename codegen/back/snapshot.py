"""The reviewed snapshot: snapshot.py compare|refresh SNAPSHOT BUILT PATH...

Each PATH, such as mode/rknpu_gen.h, is a file of the snapshot; what a build made of it lies in BUILT under the same file
name, or where `PATH=WHERE` says, from BUILT on. `compare` prints how the two differ and what to do, and exits 1; `refresh` makes the snapshot what the build made,
removes what no build makes any more, and lists what changed.
"""

import difflib
import pathlib
import sys

from render import Failure, write

REMEDY = "If the change is meant, refresh the snapshot with `./dev regen` and review it in the commit."


def read(path):
    """The lines of a file; bytes that are not UTF-8 show as what they are."""
    text = path.read_text(encoding="utf-8", errors="backslashreplace") if path.is_file() else ""
    return text.splitlines(keepends=True)


def places(built, paths):
    """Of each file of the snapshot, in their order, where a build made it."""
    parts = [path.partition("=") for path in sorted(paths)]
    return {path: built / (where or pathlib.PurePath(path).name) for path, _, where in parts}


def stale(snapshot, paths):
    """What is in the snapshot and comes from no spec."""
    kept = {snapshot / path.partition("=")[0] for path in paths}
    return sorted(path for path in snapshot.rglob("*") if path.is_file() and path not in kept)


def difference(snapshot, built, paths):
    """The unified diff from the snapshot to what was built; empty when they agree."""
    lines = []
    for path, new in places(built, paths).items():
        old = snapshot / path
        from_name = f"generated/{path}" if old.is_file() else "/dev/null"
        lines += difflib.unified_diff(read(old), read(new), from_name, f"fresh/{path}")
    lines += [f"generated/{path.relative_to(snapshot)}: no spec makes this file\n" for path in stale(snapshot, paths)]
    return "".join(lines)


def refresh(snapshot, built, paths):
    """Returns what changed, one line a file."""
    said = []
    for path, new in places(built, paths).items():
        if read(snapshot / path) != read(new):
            said.append(f"{'changed' if (snapshot / path).is_file() else 'new'}: generated/{path}\n")
            (snapshot / path).parent.mkdir(parents=True, exist_ok=True)
            write(snapshot / path, new.read_bytes())
    for path in stale(snapshot, paths):
        said.append(f"removed: generated/{path.relative_to(snapshot)}\n")
        path.unlink()
    return "".join(said)


def main(arguments):
    if len(arguments) < 4 or arguments[0] not in ("compare", "refresh"):
        print(__doc__.split("\n", 1)[0], file=sys.stderr)
        return 2
    verb, snapshot, built = arguments[0], pathlib.Path(arguments[1]), pathlib.Path(arguments[2])
    if verb == "refresh":
        changed = refresh(snapshot, built, arguments[3:])
        print(changed, end="")
        print("generated/ is refreshed: review it with `git diff generated`." if changed else "generated/ was up to date.")
        return 0
    changed = difference(snapshot, built, arguments[3:])
    if changed:
        print(changed, end="")
        print(REMEDY)
    return 1 if changed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Failure as error:
        sys.exit(f"snapshot.py: {error}")
