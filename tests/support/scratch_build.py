"""A build of edited specs in a folder of its own, with an npuspec that is built already: what ninja then does, and why."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


class ScratchBuild:
    """Its `specs` are a copy, to be edited. Its outputs are in `back`. `with` takes it away again. It stands where build/
    does, so that what is compiled to begin with is what ccache knows from there."""

    def __init__(self, npuspec):
        self.build = pathlib.Path(tempfile.mkdtemp(prefix="build-scratch-", dir=ROOT))
        self.back = self.build / "codegen" / "back"
        self.specs = self.build / "edited"
        shutil.copytree(ROOT / "specs", self.specs)
        npuspec = pathlib.Path(npuspec).resolve()
        self._call("meson", "setup", f"-Dnpuspec={npuspec}", f"-Dspecs={self.specs}", self.build, ROOT)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.build)

    def ninja(self, *arguments):
        """What ninja did, a step a line: "Compiling C object runtime/mode/...", "Generating codegen/back/..."."""
        out = self._call("ninja", "-C", self.build, *arguments, environment={"NINJA_STATUS": ""})
        return [line for line in out.splitlines() if not line.startswith("ninja: Entering")]

    def compiled(self, steps):
        """The objects among the steps."""
        return [match[1] for step in steps if (match := re.match(r"Compiling \S+ object (\S+)", step))]

    def includes(self, target):
        """The names of the generated files that an object was made from."""
        deps = self.ninja("-t", "deps", target)
        return {pathlib.Path(line).name for line in map(str.strip, deps) if line.startswith("codegen/back/")}

    def outputs(self):
        """Name -> bytes of everything that is generated."""
        return {path.name: path.read_bytes() for path in self.back.iterdir() if path.is_file()}

    def add_comment(self, spec):
        with open(self.specs / spec, "a", encoding="utf-8") as file:
            file.write("# a comment that moves no row\n")

    def edit_row(self, spec):
        """Adds words to the sentence of the spec's first row that has one."""
        path = self.specs / spec
        head, mark, rest = path.read_text(encoding="utf-8").partition(" doc: ")
        quote = rest[0] if rest[0] in "'\"" else ""
        path.write_text(head + mark + quote + "Edited and " + rest[len(quote):], encoding="utf-8")

    @staticmethod
    def _call(*command, environment=None):
        run = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                             env={**os.environ, **(environment or {})})
        if run.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, command))}:\n{run.stdout}{run.stderr}")
        return run.stdout
