"""What the scripts of this folder share: the models, and the tool under test.

A script is run by the Python of the venv that run.py makes, with the path of a built npu-fence as its first argument, and
as its second a folder with models of our own, which there always are; those of ../shared may be there.
"""

import json
import pathlib
import subprocess
import sys

import tap
import tflite

TOOL = pathlib.Path(sys.argv[1]).resolve()
OWN = pathlib.Path(sys.argv[2]).resolve()
SHARED = tap.SHARED / "models"
FENCE = "ETHOS_U_STREAM_SPLIT"
CUSTOM = tflite.BuiltinOperator.CUSTOM


def say(text):
    """A number that was measured, or what a person should know of a run that passed."""
    print(f"# {text}", flush=True)


def names():
    """The models' names without a suffix, with what is expected of them: A when some cut is accepted, R when none."""
    found = {each.stem: "A" for each in OWN.iterdir()}
    if not SHARED.is_dir():
        say("only models of our own: those of ../shared, beside the checkout, are not there")
        return found
    listed = json.loads((SHARED / "manifest.json").read_text(encoding="utf-8"))
    return found | {pathlib.Path(each["file"]).stem: each["expect"] for each in listed}


def path(name):
    own = OWN / f"{name}.tflite"
    return own if own.is_file() else SHARED / f"{name}.tflite"


def code(model, operator):
    """The operator's code: the name of a custom operator, else the number of a builtin one."""
    entry = model.OperatorCodes(operator.OpcodeIndex())
    number = max(entry.BuiltinCode(), entry.DeprecatedBuiltinCode())
    return (entry.CustomCode() or b"").decode() if number == CUSTOM else number


def operators(file):
    """The codes of the operators of a file, in its order; none where it has no graph."""
    model = tflite.Model.GetRootAs(pathlib.Path(file).read_bytes())
    if model.SubgraphsLength() == 0:
        return []
    graph = model.Subgraphs(0)
    return [code(model, graph.Operators(i)) for i in range(graph.OperatorsLength())]


def cut(name, after_ops, folder):
    """The fenced file, its sidecar beside it; None where the tool refuses the cut, which it must do with words."""
    fenced = pathlib.Path(folder) / f"{name}.tflite"
    after = ",".join(map(str, after_ops))
    done = subprocess.run([TOOL, "cut", path(name), "--after", after, "-o", fenced], capture_output=True, text=True)
    if done.returncode == 0:
        return fenced
    what = f"{name} after {after}: status {done.returncode}, {done.stderr!r}"
    assert done.returncode == 1 and done.stderr.strip(), what
    assert not list(pathlib.Path(folder).iterdir()), f"{what}, and left a file"
    return None


def sidecar_of(fenced):
    return fenced.with_name(f"{fenced.stem}.fenced_boundaries.json")


def sidecar(fenced):
    return json.loads(sidecar_of(fenced).read_text(encoding="utf-8"))
