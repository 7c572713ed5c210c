"""`./dev interop`: run.py BUILD_DIR NPU_FENCE MAKE_MODEL

Runs the scripts of this folder with the peers of requirements.txt, in a venv under BUILD_DIR that is made when it is
not there, or was made of other requirements. Prints what they measured, what failed, and as its last line how many
cases did what, as `./dev test` does. Exit status 0: none failed. What each script said is kept in
BUILD_DIR/interop.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
SUPPORT = HERE.parent / "support"
sys.path.insert(0, str(SUPPORT))
import count  # noqa: E402

TIMEOUT = 1200


def make_venv(folder):
    """The Python of a venv with all the peers. One that was not made to its end is made anew."""
    wanted = f"{sys.version}\n{(HERE / 'requirements.txt').read_text(encoding='utf-8')}"
    made_of, python = folder / "made-of", folder / "bin" / "python"
    if made_of.is_file() and made_of.read_text(encoding="utf-8") == wanted:
        return python
    print("interop: installing the peers of tests/interop/requirements.txt", file=sys.stderr, flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    for command in ([sys.executable, "-m", "venv", folder],
                    [python, "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check",
                     "--requirement", HERE / "requirements.txt"]):
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True)
        if done.returncode != 0:
            shutil.rmtree(folder, ignore_errors=True)
            print(done.stdout, end="", file=sys.stderr)
            sys.exit("interop: the peers could not be installed, and what was is gone again; the log is above. "
                     "Does pip reach its index?")
    made_of.write_text(wanted, encoding="utf-8")
    return python


def run(python, script, *arguments):
    """A run as `meson test` logs one, which is what is counted."""
    environment = os.environ | {"PYTHONPATH": str(SUPPORT), "PYTHONDONTWRITEBYTECODE": "1"}
    found = {"name": f"interop {script}", "result": "OK", "returncode": 0}
    try:
        done = subprocess.run([python, HERE / f"{script}.py", *arguments], env=environment, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, timeout=TIMEOUT)
        found |= {"stdout": done.stdout, "stderr": done.stderr, "returncode": done.returncode}
        if done.returncode != 0:
            found["result"] = "ERROR"
    except subprocess.TimeoutExpired as error:
        said = error.stdout or b""
        found |= {"result": "TIMEOUT", "stdout": said.decode("utf-8", "replace")}
    return found


def main(build, tool, make_model):
    folder = build / "interop"
    folder.mkdir(exist_ok=True)
    python = make_venv(folder / "venv")
    models = folder / "models"
    shutil.rmtree(models, ignore_errors=True)
    models.mkdir()
    subprocess.run([make_model, "ds-cnn", "60000", models / "ds_cnn.tflite"], check=True)
    libraries = [build / "tests" / "kernels" / f"libethos_u_stream_split_{name}.so" for name in ("litert", "tflm")]
    total = count.Count()
    for script, arguments in (("reparse", []), ("vela", [build / "tests" / "fence" / "find_fences"]), ("interpreters", libraries)):
        began = time.monotonic()
        found = run(python, script, tool, models, *arguments)
        (folder / f"{script}.tap").write_text(found["stdout"], encoding="utf-8")
        before = total.failed
        count.read_runner(total, build, found)
        if total.failed == before:  # else the comments are reasons, and told below
            for line in found["stdout"].splitlines():
                if line.startswith("# "):
                    print(f"{script}: {line[2:]}")
        print(f"{script}: {time.monotonic() - began:.0f} s", flush=True)
    return count.tell(total)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), *sys.argv[2:]))
