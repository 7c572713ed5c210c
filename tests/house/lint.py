"""`./dev lint`: lint.py ROOT BUILD_DIR [STEP...]

Runs every step (or those named) over the hand-written files, shows what each found, and exits 1 when one found something.
BUILD_DIR is a finished build: clang-tidy takes its compile commands, and headers include what was generated there.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(sys.argv[1])
BUILD = pathlib.Path(sys.argv[2])
NOT_OURS = re.compile(r"(build.*|generated|__pycache__|\.git|\.cache)")
C_FAMILY = (".h", ".hpp", ".cpp", ".c", ".cl", ".clh")
INCLUDES = [ROOT / "codegen", ROOT / "runtime", ROOT / "kernels", ROOT / "tools" / "npu-mode", ROOT / "tests",
            BUILD / "codegen" / "back"]
STAND_INS = [ROOT / "tests" / "kernels" / "stand_in" / name for name in ("litert", "tflm")]  # headers of interpreters
WARNINGS = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Wno-pragma-once-outside-header".split()


def find_files():
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(name for name in folders if not NOT_OURS.fullmatch(name))
        found += [pathlib.Path(folder, name) for name in sorted(names)]
    return [path for path in found if path.is_file() and not NOT_OURS.fullmatch(path.name)]


FILES = find_files()


def files(*suffixes, under=("",)):
    tops = [ROOT / top for top in under]
    return [path for path in FILES if path.suffix in suffixes and any(path.is_relative_to(top) for top in tops)]


def first_line(path):
    with open(path, "rb") as file:
        return file.readline().decode("utf-8", "replace").strip()


def run(*command):
    """What a command that failed has said; empty when it succeeded."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    return "" if done.returncode == 0 else done.stdout + done.stderr or f"{command[0]} failed"


def run_each(commands):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return "".join(pool.map(lambda command: run(*command), commands))


def clang_format():
    return run("clang-format", "--dry-run", "-Werror", *files(*C_FAMILY))


def clang_tidy():
    ours = {str(path) for path in files(".cpp", under=("codegen", "runtime", "tools"))}
    entries = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    compiled = sorted({os.path.normpath(os.path.join(entry["directory"], entry["file"])) for entry in entries} & ours)
    if not compiled:
        return f"{BUILD} compiles nothing of ours\n"
    return run_each([("clang-tidy", "--quiet", "-p", BUILD, path) for path in compiled])


def headers():
    """Each header compiles alone."""
    flags = ["-std=c++20", "-fsyntax-only", *WARNINGS, *(f"-I{folder}" for folder in INCLUDES),
             *(f"-isystem{folder}" for folder in STAND_INS)]
    return run_each([("clang++", *flags, "-x", "c++", path) for path in
                     files(".h", ".hpp", under=("codegen", "runtime", "kernels", "tools", "tests/support"))])


def shell():
    scripts = [path for path in FILES if path.suffix in ("", ".sh") and first_line(path).startswith("#!/bin/")]
    return run("shellcheck", *scripts)


def python():
    return run(sys.executable, "-m", "pyflakes", *files(".py"))


def paths():
    """No file holds a path of the machine that it was written on."""
    local = re.compile(r"(?<![\w.$}])/(?:work|root|home|Users)/")
    found = []
    for path in FILES:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        found += [f"{path}:{n}: a path of one machine: {line.strip()}\n" for n, line in enumerate(lines, 1)
                  if local.search(line)]
    return "".join(found)


def specs():
    """Each spec tells an editor its schema, and that schema exists."""
    found = []
    for path in files(".yaml", under=("specs",)):
        said = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first_line(path))
        if not said:
            found.append(f"{path}:1: the first line is not '# yaml-language-server: $schema=...'\n")
        elif not (path.parent / said[1]).is_file():
            found.append(f"{path}:1: there is no {said[1]}\n")
    return "".join(found)


def links():
    """Each relative link of a page leads somewhere."""
    found = []
    for path in files(".md"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", line):
                if ":" not in target and not (path.parent / target).exists():
                    found.append(f"{path}:{number}: there is no {target}\n")
    return "".join(found)


STEPS = [clang_format, shell, python, paths, specs, links, headers, clang_tidy]


def main(names):
    known = {step.__name__: step for step in STEPS}
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"lint: no step {unknown[0]}; there are: {' '.join(known)}", file=sys.stderr)
        return 2
    bad = []
    for step in [known[name] for name in names] or STEPS:
        begin = time.monotonic()
        said = step()
        print(said, end="")
        print(f"lint: {step.__name__}: {'FOUND SOMETHING' if said else 'clean'} ({time.monotonic() - begin:.0f} s)",
              flush=True)
        if said:
            bad.append(step.__name__)
    print("lint:", "failed: " + " ".join(bad) if bad else "all clean")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[3:]))
