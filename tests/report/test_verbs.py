"""`npuspec report` and `npuspec diff` at the command line."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

NPUSPEC = sys.argv.pop(1)
SPECS = tap.ROOT / "specs"
NARROWER = "in: 1..<4 GiB, code: 15", "in: 1..<2 GiB, code: 15"


def run(*args, **env):
    done = subprocess.run([NPUSPEC, *map(str, args)], capture_output=True, text=True, check=False,
                          env={**os.environ, **env})
    return done.returncode, done.stdout, done.stderr


class Verbs(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.dir = pathlib.Path(scratch.name)
        self.tree = self.dir / "specs"
        shutil.copytree(SPECS / "quanttess", self.tree / "quanttess")

    def edit(self, old, new, name="descriptor.yaml"):
        path = self.tree / "quanttess" / name
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1))

    def test_same(self):
        """A tree does not differ from itself, nor from its own report, whichever side is which."""
        report = self.dir / "report.json"
        self.assertEqual(run("report", self.tree, "-o", report), (0, "", ""))
        for old, new in ((self.tree, self.tree), (report, self.tree), (self.tree, report), (report, report)):
            self.assertEqual(run("diff", old, new), (0, "No change. Allowed.\n", ""))

    def test_report_of_report(self):
        """A report is canonical: written from a report it is the same, from a tree elsewhere too, in any locale."""
        first = run("report", self.tree)[1]
        (self.dir / "r.json").write_text(first)
        self.assertEqual(run("report", self.dir / "r.json")[1], first)
        shutil.copytree(self.tree, self.dir / "elsewhere" / "named" / "otherwise")
        self.assertEqual(run("report", self.dir / "elsewhere" / "named" / "otherwise", LC_ALL="tr_TR.UTF-8")[1], first)
        self.assertEqual(json.loads(first)["format"], 1)
        self.assertNotIn(str(self.dir), first)

    def test_break(self):
        """A moved offset is refused, with the place, both directions and what to do in the last line."""
        before = self.dir / "before.json"
        run("report", self.tree, "-o", before)
        path = self.tree / "quanttess" / "descriptor.yaml"
        lines = path.read_text().splitlines(keepends=True)
        at = next(i for i, line in enumerate(lines) if "{name: dtype, " in line)
        lines[at:at + 2] = [lines[at + 1].replace("at: 14,", "at: 13,"), lines[at].replace("at: 13,", "at: 14,")]
        path.write_text("".join(lines))
        status, out, err = run("diff", before, self.tree)
        self.assertEqual((status, err), (1, ""))
        self.assertIn("field quanttess.dtype: at 13 -> 14", out)
        self.assertIn("descriptor.yaml:", out)
        self.assertIn("[both directions]", out)
        self.assertRegex(out.splitlines()[-1], r"Refused: bump abi\.major of quanttess to 2, or keep field quanttess\.\w+ at byte 1\d")

    def test_bump(self):
        """The same change with a new major version is allowed."""
        before = self.dir / "before.json"
        run("report", self.tree, "-o", before)
        self.edit(*NARROWER)
        self.assertEqual(run("diff", before, self.tree)[0], 1)
        self.edit("abi: {major: 1, minor: 0}", "abi: {major: 2, minor: 0}")
        status, out, _ = run("diff", before, self.tree)
        self.assertEqual(status, 0)
        self.assertIn("Allowed: quanttess went from 1.0 to 2.0.", out)

    def test_contract(self):
        """A wire contract that changed must raise its own version and its operator's; words raise neither."""
        tree = self.dir / "fence"
        shutil.copytree(SPECS / "fence", tree)
        spec = tree / "stream_split.yaml"
        shipped = spec.read_text().split("\nexamples:")[0] + "\n"  # they hold the operator to version 1

        def said(*edits):
            text = shipped
            for old, new in edits:
                self.assertIn(old, text)
                text = text.replace(old, new, 1)
            spec.write_text(text)
            status, out, err = run("diff", SPECS / "fence", tree)
            return status, out.splitlines()[-1] if not err else err

        change = "code: 22, id: version-3", "code: 122, id: version-3"
        major = "abi: {major: 1, minor: 0}", "abi: {major: 2, minor: 0}"
        version = "  version: 1", "  version: 2"
        status, verdict = said(change)
        self.assertEqual(status, 1)
        self.assertIn("bump abi.major of ethos-u-stream-split to 2 and operator.version to 2, or ", verdict)
        for half in (major, version):
            status, verdict = said(change, half)
            self.assertEqual(status, 2)
            self.assertIn("raises both, `abi.major` and `operator.version`", verdict)
        self.assertEqual(said(change, major, version)[0], 0)
        self.assertEqual(said(("doc: ", "doc: In other words, "))[0], 0)

    def test_formats(self):
        """Each format says the same findings; SARIF points into the files."""
        before = self.dir / "before.json"
        run("report", self.tree, "-o", before)
        self.edit(*NARROWER)
        status, out, _ = run("diff", before, self.tree, "--format", "json")
        self.assertEqual(status, 1)
        found = json.loads(out)
        self.assertFalse(found["allowed"])
        (spec,) = found["specs"]
        (finding,) = spec["findings"]
        self.assertEqual(finding["rule"], "field.in.narrowed")
        self.assertEqual((finding["class"], finding["severity"]), ("WIRE", "breaking"))
        self.assertEqual((finding["old_reader_of_new_data_breaks"], finding["new_reader_of_old_data_breaks"]), (False, True))
        log = json.loads(run("diff", before, self.tree, "--format", "sarif")[1])
        self.assertEqual(log["version"], "2.1.0")
        results = log["runs"][0]["results"]
        self.assertEqual([result["ruleId"] for result in results], ["field.in.narrowed", "version"])
        self.assertEqual([result["level"] for result in results], ["error", "error"])
        place = results[0]["locations"][0]["physicalLocation"]
        self.assertTrue(place["artifactLocation"]["uri"].endswith("quanttess/descriptor.yaml"))
        line = (self.tree / "quanttess" / "descriptor.yaml").read_text().splitlines()[place["region"]["startLine"] - 1]
        self.assertIn("input_span", line)
        ids = [rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]]
        self.assertEqual(sorted(ids), sorted(set(ids)))
        text = run("diff", before, self.tree, "--format", "md")[1]
        self.assertIn("| breaking | WIRE | field quanttess.input_span: in 1..4294967295 -> 1..2147483647 |", text)

    def test_releases(self):
        """A folder of releases stands for the newest of them, by version and not by spelling."""
        released = self.dir / "released"
        for version in ("0.9.0", "0.10.0"):
            folder = released / version
            folder.mkdir(parents=True)
            run("report", self.tree, "-o", folder / "report.json")
            if version == "0.9.0":
                self.edit(*NARROWER)
        self.assertEqual(run("diff", released, self.tree)[:2], (0, "No change. Allowed.\n"))

    def test_usage(self):
        """What cannot be compared is status 2, said on stderr, with nothing on stdout that looks like an answer."""
        broken = self.dir / "broken.json"
        broken.write_text('{"format": 1, "specs": [')
        other = self.dir / "other.json"
        other.write_text('{"name": "something else"}\n')
        empty = self.dir / "empty"
        empty.mkdir()
        for args in ((), ("diff",), ("diff", self.tree, self.dir / "none"), ("diff", self.dir / "none", self.tree),
                     ("diff", broken, self.tree), ("diff", other, self.tree), ("diff", empty, self.tree),
                     ("diff", self.tree, self.tree, "--format", "xml"), ("report", self.dir / "none"),
                     ("diff", self.tree, self.tree, self.tree), ("diff", "--rules", self.tree)):
            status, out, err = run(*args)
            self.assertEqual((status, out), (2, ""), args)
            self.assertTrue(err, args)

    def test_errors_of_specs(self):
        """Specs with errors are not compared: the errors come out, with places, and a file is left as it was."""
        self.edit("in: 1..6", "in: 6..1")
        status, out, err = run("diff", SPECS, self.tree)
        self.assertEqual((status, out), (2, ""))
        self.assertRegex(err, r"descriptor\.yaml:\d+:\d+: error\[")
        target = self.dir / "kept.json"
        target.write_text("kept")
        status, out, err = run("report", self.tree, "-o", target)
        self.assertEqual((status, out, target.read_text()), (1, "", "kept"))
        self.assertTrue(err)

    def test_markdown(self):
        """The report reads as a page: a boundary with its specs, a table of fields, the matrix of a policy."""
        text = run("report", SPECS, "--format", "md")[1]
        for wanted in ("## quanttess", "| quanttess | descriptor | 1.0 |", "## mode", "## fence",
                       "| XP_CHAIN_NT -> I8_CHAIN | Rws | k | k | Rws | 0 | Rws | Rws |"):
            self.assertIn(wanted, text)
        widths = {}
        for line in text.splitlines():  # every row of a table has as many cells as its head
            if line.startswith("|"):
                cells = line.replace("\\|", "").count("|")
                widths.setdefault("now", cells)
                self.assertEqual(cells, widths["now"], line)
            else:
                widths.clear()


tap.main()
