"""What the verbs of npuspec write, and what they leave alone: test_outputs.py NPUSPEC."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

NPUSPEC = pathlib.Path(sys.argv.pop(1)).resolve()
SPECS = tap.ROOT / "specs"
VALUES = tap.ROOT / "docs" / "examples" / "c33.yaml"


def run(*args, cwd=None):
    done = subprocess.run([NPUSPEC, *args], capture_output=True, check=False, timeout=60, cwd=cwd)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


class Outputs(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.dir = pathlib.Path(scratch.name)
        self.tree = self.dir / "specs"
        shutil.copytree(SPECS / "quanttess", self.tree)
        self.spec = self.tree / "descriptor.yaml"
        self.values = self.dir / "values.yaml"
        shutil.copy(VALUES, self.values)
        self.report = self.dir / "released" / "0.1.0" / "report.json"
        self.report.parent.mkdir(parents=True)
        self.assertEqual(run("report", self.tree, "-o", self.report)[0], 0)

    def files(self):
        return {path: path.read_bytes() for path in self.dir.rglob("*") if path.is_file()}

    def refused(self, *args, why, cwd=None):
        """The command is status 2 with one error, and no file is another one than before."""
        before = self.files()
        status, out, err = run(*args, cwd=cwd)
        self.assertEqual((status, out), (2, b""), err)
        self.assertEqual(err.count("error["), 1, err)
        self.assertRegex(err, r"error\[I003\]: cannot write '.*': " + why)
        self.assertIn("help: ", err)
        self.assertEqual(self.files(), before, args)

    def test_warnings(self):
        """ir tells warnings on stderr as check does, and writes its output"""
        text = self.spec.read_text()
        self.spec.write_text(text.replace("{name: rank,", "{name: rank, since: '9.0',", 1))
        self.assertNotEqual(self.spec.read_text(), text)
        out = self.dir / "ir.json"
        status, said, err = run("ir", self.tree, "-o", out)
        self.assertEqual((status, said, err.count("warning[")), (0, b"", 1), err)
        self.assertEqual(err, run("check", self.tree)[2])
        self.assertEqual(json.loads(out.read_text())["format"], 1)

    def test_input(self):
        """no command writes over a file that it reads: a spec, values, a report, what an effect costs"""
        mode = self.dir / "mode"
        shutil.copytree(SPECS / "mode", mode)
        phases = mode / "history" / "phase1", mode / "history" / "phase2"
        new = self.dir / "new"
        for args in (("ir", self.tree, "-o", self.spec),
                     ("ir", self.tree, "-o", new, "--depfile", self.spec),
                     ("report", self.tree, "-o", self.spec),
                     ("report", self.tree, "-o", new, "--depfile", self.spec),
                     ("report", self.report, "--format", "md", "-o", self.report),
                     ("diff", self.report, self.tree, "-o", self.report),
                     ("diff", self.report.parent.parent, self.tree, "-o", self.report),
                     ("diff", self.report, self.tree, "-o", self.spec),
                     ("diff", *phases, "--specs", mode, "-o", mode / "rk3588_device.yaml"),
                     ("encode", "quanttess", self.values, "-o", self.values, "--specs", self.tree),
                     ("encode", "quanttess", self.values, "-o", self.spec, "--specs", self.tree)):
            with self.subTest(" ".join(map(str, args))):
                self.refused(*args, why="it is a file that is read")

    def test_input_by_another_name(self):
        """a file that is read is known by another path, through a link and by another name of it"""
        link, hard = self.dir / "link", self.dir / "hard"
        link.symlink_to(self.spec)
        hard.hardlink_to(self.spec)
        for path in (link, hard, self.tree / ".." / "specs" / "descriptor.yaml", "specs/descriptor.yaml"):
            self.refused("ir", self.tree, "-o", path, why="it is a file that is read", cwd=self.dir)

    def test_spec(self):
        """no output takes a place where the next run would read it as a spec, by whatever path"""
        (self.tree / "part").mkdir()
        (self.dir / "link").symlink_to("specs/part/new.yaml")
        new = self.dir / "new"
        for args in (("ir", self.tree, "-o", self.tree / "x.yaml"),
                     ("ir", self.tree, "-o", new, "--depfile", self.tree / "part" / "x.yaml"),
                     ("ir", "specs", "-o", self.tree / ".." / "specs" / "x.yaml"),
                     ("ir", self.tree, "-o", "link"),
                     ("report", self.tree, "-o", self.tree / "x.yaml"),
                     ("diff", self.report, self.tree, "-o", self.tree / "x.yaml"),
                     ("encode", "quanttess", self.values, "-o", self.tree / "x.yaml", "--specs", self.tree)):
            with self.subTest(" ".join(map(str, args))):
                self.refused(*args, why="it would be read as a spec of '", cwd=self.dir)
        self.refused("ir", ".", "-o", "x.yaml", why="it would be read as a spec of '.'", cwd=self.tree)
        for path in (self.tree / "x.json", self.tree / "part" / ".x.yaml", self.tree / "released" / "x.yaml",
                     self.dir / "x.yaml"):
            path.parent.mkdir(exist_ok=True)
            self.assertEqual(run("report", self.tree, "-o", path), (0, b"", ""))

    def test_one_path(self):
        """two outputs of one path are refused, the file being there or not"""
        (self.dir / "old").write_text("old")
        (self.dir / "link").symlink_to("new")
        for one, two in (("new", "new"), ("new", "./new"), ("new", self.dir / "new"), ("new", "link"),
                         ("old", "old"), ("old", "specs/../old"), ("-", "-")):
            for verb in ("ir", "report"):
                with self.subTest(f"{verb} {one} {two}"):
                    self.refused(verb, self.tree, "-o", one, "--depfile", two, why="another output has this path",
                                 cwd=self.dir)

    def test_device(self):
        """several outputs may go to one device"""
        self.assertEqual(run("ir", self.tree, "-o", "/dev/null", "--depfile", "/dev/null"), (0, b"", ""))

    def test_together(self):
        """where the depfile cannot be written no output appears, on standard output neither"""
        folder = self.dir / "folder"
        folder.mkdir()
        for verb in ("ir", "report"):
            for depfile in (folder, self.dir / "none" / "d", self.spec / "d", "/dev/full"):
                for output in (self.dir / "new", self.report, "-"):
                    with self.subTest(f"{verb} {output} {depfile}"):
                        self.refused(verb, self.tree, "-o", output, "--depfile", depfile, why="")

    def test_no_output(self):
        """where the output cannot be written no depfile appears"""
        self.refused("ir", self.tree, "-o", self.dir / "none" / "ir.json", "--depfile", self.dir / "d",
                     why="there is no folder")
        self.refused("report", self.tree, "-o", "", "--depfile", self.dir / "d", why="it names no file")

    def test_full(self):
        """where standard output is full no depfile appears, and the status is 2"""
        with open("/dev/full", "wb") as full:
            done = subprocess.run([NPUSPEC, "ir", self.tree, "-o", "-", "--depfile", self.dir / "d"], stdout=full,
                                  stderr=subprocess.PIPE, check=False, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"npuspec: standard output: ", done.stderr)
        self.assertFalse((self.dir / "d").exists())

    def test_both(self):
        """an output and its depfile, which names every file that was read, are written"""
        output, depfile = self.dir / "ir.json", self.dir / "ir.d"
        self.assertEqual(run("ir", self.tree, "-o", output, "--depfile", depfile), (0, b"", ""))
        self.assertEqual(json.loads(output.read_bytes())["format"], 1)
        target, _, sources = depfile.read_text().partition(":")
        self.assertEqual(target, str(output))
        self.assertEqual(set(sources.replace("\\\n", " ").split()),
                         {str(self.tree), *map(str, self.tree.glob("*.yaml"))})

    def test_leftover(self):
        """what a killed run left beside an output is in nobody's way"""
        output = self.dir / "ir.json"
        script = 'i=0; while [ $i -lt 4 ]; do : >"$2.$$.$i.tmp"; i=$((i + 1)); done; exec "$0" ir "$1" -o "$2"'
        done = subprocess.run(["sh", "-c", script, NPUSPEC, self.tree, output], capture_output=True, check=False,
                              timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(json.loads(output.read_bytes())["format"], 1)
        self.assertEqual(len(list(self.dir.glob("ir.json.*.tmp"))), 4)

    def test_pipe(self):
        """a pipe that nobody reads is refused and not waited for; one that is read gets the output"""
        pipe = self.dir / "pipe"
        os.mkfifo(pipe)
        status, out, err = run("ir", self.tree, "-o", pipe)
        self.assertEqual((status, out), (2, b""))
        self.assertIn("nobody reads this pipe", err)
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
            try:
                while run("encode", "quanttess", self.values, "-o", pipe, "--specs", self.tree)[0] != 0:
                    self.assertIsNone(reader.poll())
                self.assertEqual(len(reader.stdout.read()), 232)
            finally:
                reader.kill()

    def test_bytes_that_are_no_text(self):
        """a path that is not UTF-8 leaves every output text: IR, JSON and SARIF"""
        folder = os.fsencode(self.dir) + b"/caf\xe9"
        shutil.copytree(os.fsencode(self.tree), folder)
        os.rename(folder + b"/routes.yaml", folder + b"/r\xff.yaml")
        status, out, err = run("ir", folder, "-o", "-")
        self.assertEqual((status, err), (0, ""))
        paths = {spec["path"] for spec in json.loads(out.decode())["specs"]}
        self.assertIn("caf\\xE9/r\\xFF.yaml", paths)
        status, out, err = run("explain", "quanttess-routes", "--format", "json", "--specs", folder)
        self.assertEqual((status, err), (0, ""))
        self.assertIn("/caf\\xE9/r\\xFF.yaml:", json.loads(out.decode())[0]["at"])
        with open(folder + b"/r\xff.yaml", "ab") as file:
            file.write(b"nonsense: 1\n")
        for form in ("json", "sarif"):
            status, out, err = run("check", folder, "--format", form)
            self.assertEqual((status, err), (1, ""))
            json.loads(out.decode())

    def test_broken_side(self):
        """a side with errors is status 1 for report and diff alike, one that cannot be read 2, each told once"""
        broken, none = self.dir / "broken.json", self.dir / "none.json"
        broken.write_text('{"format": 1, "specs": [')
        for path, want in ((broken, 1), (none, 2), (self.dir / "released" / "0.1.0", 2)):
            if path.is_dir():
                self.report.unlink()  # a folder without a spec
            for args in (("report", path), ("diff", path, path), ("diff", path, self.tree), ("diff", self.tree, path),
                         ("diff", path, path.parent / "." / path.name)):
                with self.subTest(" ".join(map(str, args))):
                    status, out, err = run(*args)
                    self.assertEqual((status, out), (want, b""), err)
                    self.assertEqual(err.count("error["), 1, err)


tap.main()
