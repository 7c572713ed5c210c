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


def findings_of(answer):
    return [finding for spec in json.loads(answer)["specs"] for finding in spec["findings"]]


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

    def fence(self, *edits, name="tflite.yaml"):
        """What each spec needs when specs/fence is edited so, and the whole answer."""
        tree = self.dir / "fence"
        shutil.copytree(SPECS / "fence", tree, dirs_exist_ok=True)
        path = tree / name
        text = path.read_text()
        for old, new in edits:
            self.assertIn(old, text)
            text = text.replace(old, new, 1)
        path.write_text(text)
        _, out, err = run("diff", SPECS / "fence", tree, "--format", "json")
        self.assertEqual(err, "")
        answer = json.loads(out)
        return {spec["name"]: spec["needs"] for spec in answer["specs"]}, answer

    def test_contract_over_tables(self):
        """A contract is bumped by what its rules read of the tables it is over: a column, a default, a new row."""
        both = {"tflite": "major", "ethos-u-stream-split": "major"}
        bool_row = next(line for line in (SPECS / "fence" / "tflite.yaml").read_text().splitlines() if " BOOL:" in line)
        needs, answer = self.fence((bool_row, bool_row.replace("bytes: 1", "bytes: 4")))
        self.assertEqual(needs, both)
        self.assertIn("bump abi.major of ethos-u-stream-split to 2 and operator.version to 2", answer["verdict"])
        contract = next(spec for spec in answer["specs"] if spec["kind"] == "wire")
        self.assertEqual([found["message"] for found in contract["findings"]],
                         ["read TensorType.BOOL: column bytes 1 -> 4"])
        uint8 = next(line for line in (SPECS / "fence" / "tflite.yaml").read_text().splitlines() if " UINT8:" in line)
        self.assertEqual(self.fence((uint8, uint8.replace("copied: true", "copied: false")))[0], both)
        row = "      STRING: "
        self.assertEqual(self.fence((row, "      ZZ_NEW: {value: 98, bytes: 2, copied: true, doc: new}\n" + row))[0],
                         {"tflite": "minor", "ethos-u-stream-split": "major"})

    def test_contract_over_unread_tables(self):
        """What no rule of the contract reads, and words, leave it alone."""
        row = "      STRING: "
        for edit in ((row, "      ZZ_NEW: {value: 98, doc: new}\n" + row), ("doc: binary32", "doc: a float")):
            self.assertNotIn("ethos-u-stream-split", self.fence(edit)[0])

    def test_sentence(self):
        """A sentence of a contract that changed is not quoted in the verdict, which says what to keep."""
        says = "a consumer joins across recompilation by"
        verdict = self.fence((says, "consumers join across recompilation by"), name="stream_split.yaml")[1]["verdict"]
        self.assertIn("or keep the sentence of semantics join.", verdict)

    def test_durations(self):
        """A duration that changed is told as specs spell it."""
        tree = self.dir / "mode"
        shutil.copytree(SPECS / "mode", tree)
        shutil.rmtree(tree / "history")
        text = (tree / "rk3588.yaml").read_text()
        old = "default: 60000 ms, doc: SDP"
        self.assertIn(old, text)
        (tree / "rk3588.yaml").write_text(text.replace(old, "default: 50500 ms, doc: SDP"))
        self.assertRegex(" ".join(run("diff", SPECS / "mode", tree)[1].split()),
                         "runtime-knob ew_timeout: default 60 s -> 50.5 s")

    def test_names_of_attributes(self):
        """An attribute is named as the spec spells it: what a cost `is`, and the columns of a profile's row."""
        tree = self.dir / "mode"
        shutil.copytree(SPECS / "mode", tree)
        shutil.rmtree(tree / "history")
        path = tree / "rk3588_device.yaml"
        path.write_text(path.read_text().replace("range: 104 ms..107 ms", "range: 104 ms..108 ms"))
        out = run("diff", SPECS / "mode", tree)[1]
        self.assertIn("cost reset: range [104 ms, 107 ms] -> [104 ms, 108 ms]", out)
        self.assertIn("keep range [104 ms, 107 ms] of cost reset", out)
        self.assertIn("  is: 104 ms\n", run("explain", "abort_sleep", "--specs", SPECS / "mode")[1])
        page = run("report", SPECS / "mode", "--format", "md")[1]
        self.assertIn("| cost | doc | source | ", page)
        self.assertNotRegex(page, r"\| (\w+_ns|row\.\w+) \|")

    def test_words_are_named(self):
        """What changed in words only is named: a figure as it was and is, a sentence by whose it is."""
        tree = self.dir / "mode"
        shutil.copytree(SPECS / "mode", tree)
        shutil.rmtree(tree / "history")
        for name, old, new in (("rk3588_device.yaml", "is: 105 ms, range: 104 ms..107 ms", "is: 50 ms"),
                               ("rk3588.yaml", "doc: SDP submit timeout", "doc: how long an SDP submit may take")):
            text = (tree / name).read_text()
            self.assertIn(old, text)
            (tree / name).write_text(text.replace(old, new, 1).split("\nexamples:")[0] + "\n")
        out = " ".join(run("diff", SPECS / "mode", tree)[1].split())
        self.assertIn("doc-only: 2 changes of words", out)
        self.assertIn("effect reset: cost 105 ms -> 50 ms", out)
        self.assertIn("doc of runtime-knob ew_timeout", out)

    def test_facts_of_words(self):
        """The source of a constant and of a parameter, and the doc of a proof, are facts: their changes are words."""
        for old, what in (("of an RGB tile at most, source: '", "constant rgb_pixels: source"),
                          ("share the request, source: '", "param workers: source"),
                          ('doc: "a task\'s source', "prove source-fits-slot: doc")):
            self.edit(old, old.replace(": '", ": 'now ").replace(': "', ': "now '), "workers.yaml")
            status, out, _ = run("diff", SPECS / "quanttess", self.tree / "quanttess", "--format", "json")
            self.assertEqual(status, 0, out)
            found = findings_of(out)
            self.assertEqual({finding["severity"] for finding in found}, {"doc-only"})
            self.assertTrue(any(finding["message"].startswith(what) for finding in found), out)

    def test_names_of_checks(self):
        """The id of reserved bytes names a check, and a column without a letter has a doc: both are facts."""
        tree = self.dir / "mode"
        shutil.copytree(SPECS / "mode", tree)
        shutil.rmtree(tree / "history")
        for name, old, new, severity, what in (
                ("rknpu_abi.yaml", "reserved-zero", "zz-zero", "source-only", "id reserved-zero -> zz-zero"),
                ("rk3588.yaml", "doc: whether the hardware may stay", "doc: if the hardware may stay", "doc-only",
                 "column keep_warm: doc")):
            text = (tree / name).read_text()
            self.assertIn(old, text)
            (tree / name).write_text(text.replace(old, new))
            out = run("diff", SPECS / "mode", tree, "--format", "json")[1]
            found = {finding["severity"] for finding in findings_of(out) if what in finding["message"]}
            self.assertEqual(found, {severity}, out)

    def test_counts(self):
        """The report counts in words: sentences, leaves and proofs."""
        page = run("report", SPECS, "--format", "md")[1]
        for words in ("sentences", "leaves", "proofs"):
            self.assertRegex(page, rf"\d\d? {words}\b")
        self.assertNotRegex(page, "semanticss|leafs|proves")

    def test_one_spec(self):
        """check says one spec is sound, of one."""
        shutil.rmtree(self.tree / "quanttess")
        shutil.copy(SPECS / "fence" / "tflite.yaml", self.tree)
        self.assertEqual(run("check", self.tree), (0, f"{self.tree}: 1 spec is sound\n", ""))

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
        self.assertRegex(out.splitlines()[-1],
                         r"Refused: bump abi\.major of quanttess to 2, or keep field quanttess\.\w+ at byte 1\d")

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
            self.assertEqual(status, 1)
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
        self.assertFalse(finding["old_reader_of_new_data_breaks"])
        self.assertTrue(finding["new_reader_of_old_data_breaks"])
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
        """What cannot be read is status 2, what has errors 1, said on stderr, with nothing on stdout that looks like an answer."""
        broken = self.dir / "broken.json"
        broken.write_text('{"format": 1, "specs": [')
        other = self.dir / "other.json"
        other.write_text('{"name": "something else"}\n')
        empty = self.dir / "empty"
        empty.mkdir()
        for args in ((), ("diff",), ("diff", self.tree, self.dir / "none"), ("diff", self.dir / "none", self.tree),
                     ("diff", empty, self.tree), ("diff", self.tree, self.tree, "--format", "xml"),
                     ("report", self.dir / "none"), ("diff", self.tree, self.tree, self.tree),
                     ("diff", "--rules", self.tree), ("diff", broken, self.dir / "none")):
            status, out, err = run(*args)
            self.assertEqual((status, out), (2, ""), args)
            self.assertTrue(err, args)
        for args in (("diff", broken, self.tree), ("diff", other, self.tree), ("report", other)):
            status, out, err = run(*args)
            self.assertEqual((status, out), (1, ""), args)
            self.assertTrue(err, args)

    def test_edited_report(self):
        """A report that was edited by hand into something else is refused where it was edited, on either side."""
        report = run("report", self.tree)[1]
        for old, new, said in (('"kind": "descriptor"', '"kind": "discriptor"', "did you mean 'descriptor'?"),
                               ('"format": 1', '"format": "1"', 'is the text "1", no number'),
                               ('"at": 14,', '"at": "14",', "`at` of field 'quanttess.rounding' must be an integer"),
                               ('"what": "param"', '"wh', "Y018")):
            before, _, after = report.partition(old)
            edited = self.dir / "edited.json"
            edited.write_text(before + new + (after if said != "Y018" else ""))
            line = before.count("\n") + 1
            for args in ((edited, self.tree), (self.tree, edited)):
                status, out, err = run("diff", *args)
                self.assertEqual((status, out), (1, ""))
                self.assertIn(said, err)
                self.assertIn(f"edited.json:{line}:", err)

    def test_errors_of_specs(self):
        """Specs with errors are not compared: the errors come out, with places, and a file is left as it was."""
        self.edit("in: 1..6", "in: 6..1")
        status, out, err = run("diff", SPECS, self.tree)
        self.assertEqual((status, out), (1, ""))
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
