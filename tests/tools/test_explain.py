"""npuspec explain, as a user meets it: test_explain.py NPUSPEC."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

NPUSPEC = str(pathlib.Path(sys.argv.pop(1)).resolve())
CODES = re.findall(r'^NPUSPEC_CODE\((\w+), "(.*)"\)$', (tap.ROOT / "codegen" / "front" / "codes.def").read_text(), re.M)

SAMPLE = """kind: descriptor
name: sample
abi: {major: 1, minor: 0}
doc: A sample.
size: 40
align: 8
enums:
  dtype: {base: u8, columns: {bytes: int}, rows: {FP32: {value: 1, bytes: 4}, FP16: {value: 2, bytes: 2}}}
fields:
  - {name: rank, at: 0, type: u8, in: 1..6, code: 1}
  - {name: dtype, at: 1, type: dtype, code: 2}
  - {name: shift, at: 2, type: u8}
  - {name: stride, at: 3, type: u8}
  - {name: wide, at: 4, type: u32}
  - {name: span, at: 8, type: u64}
  - {name: sizes, at: 16, type: u32, count: 6}
checks:
  - {id: first, code: 9, require: 'GUARD'}
"""


def run(*args):
    done = subprocess.run([NPUSPEC, "explain", *args], capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout, done.stderr


class Explain(unittest.TestCase):
    def said(self, *args):
        status, out, err = run(*args)
        self.assertEqual((status, err), (0, ""))
        return [re.sub(r"\(\S*/specs/", "(specs/", line.strip()) for line in out.splitlines()]

    def refused(self, *args):
        status, out, err = run(*args)
        self.assertEqual((status, out), (2, ""), args)
        self.assertEqual(err.count("\n"), 1, err)
        return err

    def test_no_transition(self):
        """what makes no transition refuses a question about one, and says what it is"""
        for word in ("rank", "I8", "D012", "f16warm", "rk3588-mode-transition", "w-run"):
            for option in (("--from", "F16"), ("--to", "I8"), ("--knob", "f16warm=0"), ("--chain", "FUSED"),
                           ("--last-chain", "FUSED")):
                err = self.refused(word, *option)
                self.assertRegex(err, r"^npuspec explain: [\w.-]+ \([\w ]+\) makes no transition; leave out --from, ")

    def test_transient(self):
        """a row that enters the mode it finds refuses another one, and answers for that mode alone"""
        self.assertEqual(self.refused("SDP", "--from", "I4", "--to", "F16"),
                         "npuspec explain: SDP does not enter F16; it enters the mode it finds\n")
        self.assertEqual(self.said("SDP", "--from", "I4", "--to", "I4"), self.said("SDP", "--from", "I4"))
        titles = [line for line in self.said("SDP", "--to", "I4") if line.startswith("XP_SDP, ")]
        self.assertEqual(titles, ["XP_SDP, I4 -> I4, default knobs"])

    def test_unknown(self):
        """a mode that is none is told with the nearest one, or with all there are"""
        self.assertIn("did you mean 'I8_CHAIN'?", self.refused("MC_MM", "--from", "I8_CHIAN"))
        self.assertRegex(self.refused("MC_MM", "--from", "zzzzz"), r"there is no mode 'zzzzz'; there is \w+, \w+, ")

    def test_as_written(self):
        """numbers and ranges are told as the spec writes them"""
        specs = tap.ROOT / "specs"
        number = re.search(r"name: ACTION,.*?number: (0x\w+)", (specs / "mode" / "rknpu_abi.yaml").read_text())[1]
        self.assertIn(f"number: {number}", self.said("ACTION"))
        text = (specs / "quanttess" / "descriptor.yaml").read_text()
        row = next(line for line in text.splitlines() if "{name: output_span, " in line)
        self.assertIn("in: " + re.search(r"in: (\S+ GiB)", row)[1], self.said("field:quanttess.output_span"))
        magic = next(line for line in text.splitlines() if "{name: magic, " in line)
        self.assertIn("const: " + re.search(r"const: (0x\w+)", magic)[1], self.said("field:quanttess.magic"))

    def test_knobs(self):
        """a knob is told true for what its parser takes for true"""
        self.assertIn("set by ORK_SSM_KEEPWARM, true when it is a number of 1 or more", self.said("ORK_SSM_KEEPWARM"))
        header = (tap.ROOT / "generated" / "mode" / "rk3588_mode_transition_gen.h").read_text()
        self.assertIn("strtol(text, NULL, 10) >= 1", header)

    def test_runtime_knob(self):
        """a knob that the runtime alone reads is told as one, by its name and by its variable"""
        for name in ("no_reset", "ORK_XSPEC_NORESET"):
            self.assertIn("'no_reset' is a runtime knob: ", self.refused("MC_MM", "--from", "I8", "--knob", name + "=1"))

    def test_places(self):
        """a place is a file as check names it, which is there from where one stands"""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(tap.ROOT / "specs" / "mode", pathlib.Path(folder) / "w" / "s")
            for given, name in ((["--specs", "w/s"], "w/s/rk3588.yaml"), ([], f"{tap.ROOT}/specs/mode/rk3588.yaml")):
                done = subprocess.run([NPUSPEC, "explain", "XP_CHAIN_NT", "--from", "F16", *given], cwd=folder,
                                      capture_output=True, text=True, check=False)
                self.assertEqual(set(re.findall(r"\((\S+):\d+\)", done.stdout)), {name}, done.stderr)
            done = subprocess.run([NPUSPEC, "explain", "XP_CHAIN_NT"], cwd=tap.ROOT, capture_output=True, text=True,
                                  check=False)
            self.assertEqual(set(re.findall(r"\((\S+):\d+\)", done.stdout)), {"specs/mode/rk3588.yaml"}, done.stderr)

    def test_generated_names(self):
        """what stands in a header or in a log is told as the row that it was made of"""
        for name, row in (("QUANTTESS_DTYPE_FP16", "dtype.FP16: symbol of quanttess"),
                          ("kFp16", "dtype.FP16: symbol of quanttess"),
                          ("npuspec::quanttess::Dtype::kFp16", "dtype.FP16: symbol of quanttess"),
                          ("QUANTTESS_ERROR_STRIDES_ALIGNED", "quanttess.strides-aligned: check of quanttess"),
                          ("quanttess_holds_strides_aligned", "quanttess.strides-aligned: check of quanttess"),
                          ("quanttess_rule_strides_all_2", "quanttess.strides: field of quanttess"),
                          ("quanttess_descriptor", "quanttess: struct of quanttess"),
                          ("Row::kDirectUnpadded", "direct-unpadded: row of quanttess-workers"),
                          ("quanttess_workers_select", "quanttess-workers: selection"),
                          ("RK3588_MODE_TRANSITION_SITE_DOORBELL_I8", "doorbell_i8: site of rk3588-mode-transition"),
                          ("Profile::kChainNt", "XP_CHAIN_NT: row of rk3588-mode-transition"),
                          ("ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_TYPE",
                           "prepare.same-type: check of ethos-u-stream-split"),
                          ("RK3588_OUT_OF_RANGE", "rk3588: device"),
                          ("quanttess_dtype_bytes", "dtype.bytes: column of quanttess"),
                          ("quanttess::dtype_bytes", "dtype.bytes: column of quanttess"),
                          ("dtype.bytes", "dtype.bytes: column of quanttess"),
                          ("quanttess_channel_storage_unit", "channel_storage.unit: column of quanttess"),
                          ("quanttess_routes_route_epoch", "route.epoch: column of quanttess-routes"),
                          ("quanttess_classes_multiplier_class_subnormal",
                           "multiplier_class.subnormal: column of quanttess-classes"),
                          ("rknpu_core_mask_cores", "core_mask.cores: column of rknpu"),
                          ("rknpu_task_kind_enable_mask", "task_kind.enable_mask: column of rknpu"),
                          ("ETHOS_U_STREAM_SPLIT", "operator: operator of ethos-u-stream-split"),
                          ("STREAM_SPLIT", "STREAM_SPLIT: former of ethos-u-stream-split")):
            told = [re.sub(r"  \(specs/.*", "", line) for line in self.said(name)]
            self.assertIn(row, told, name)
        self.assertIn("in generated code: QUANTTESS_DTYPE_FP16, Dtype::kFp16", self.said("dtype.FP16"))
        self.assertRegex("\n".join(self.said("quanttess_dtype_bytes")), r"\nFP16: 2  \(specs/quanttess/descriptor.yaml:")

    def test_table_fields(self):
        """a field of a table goes by its name, which is not on the wire, and a field that a contract reads has the
        place where it is written"""
        for asked in ("Model.version", "field:Model.version", "Model::kVersion", "field:version"):
            self.assertTrue(any(re.match(r"Model\.version: field of tflite  \(specs/fence/tflite.yaml:\d+\)", line)
                                for line in self.said(asked)), asked)
        self.assertIn("Operator.custom_options: field of tflite", "\n".join(self.said("custom_options")))
        self.assertRegex("\n".join(self.said("read:version")),
                         r"^Model\.version: read of ethos-u-stream-split  \(specs/fence/tflite.yaml:")

    def test_spec_and_name(self):
        """a name may stand after that of its spec, as encode and decode write it"""
        for name, heading in (("rknpu.submit", "submit: struct of rknpu"), ("quanttess.rank", "quanttess.rank: field of"),
                              ("quanttess.strides-aligned", "quanttess.strides-aligned: check of")):
            out = self.said(name)
            self.assertTrue(any(line.startswith(heading) for line in out), out)
            told = re.findall(r" of ([\w-]+)  \(specs/", "\n".join(out))
            self.assertEqual(set(told), {name.split(".")[0]}, out)  # of no other spec

    def test_examples_of_specs(self):
        """an example goes by its name, with what it starts from, what it changes and what comes out; one without a name
        by its place; its bare name stands back where something else has it"""
        for asked in ("quanttess.c33", "example:c33"):
            out = self.said(asked)
            self.assertRegex(out[0], r"^quanttess\.c33: example of quanttess  \(specs/quanttess/descriptor.yaml:\d+")
            self.assertIn("the 128x128x33 case, H8 W16 C16, padded channels", out)
            self.assertTrue(any(line.startswith("with: {rank: 3, dtype: FP32, ") for line in out), out)
        self.assertIn("refuse: rank", self.said("rank-seven"))
        self.assertIn("like: c33", self.said("quanttess.rank-seven"))
        self.assertRegex(self.said("rknpu.submit.one-core")[0], "^rknpu.submit.one-core: example of rknpu  ")
        out = self.said("rk3588-mode-transition.examples.1")
        self.assertEqual(out[1:], ["profile: MC_MM", "to: F16", "cells: [ws, 0, k, ws, k, ws, ws]"])
        self.assertIn("picks: grouped-c16", self.said("quanttess-workers.c33"))
        self.assertEqual([line for line in self.said("reset") if ": example of" in line], [])
        self.assertIn("did you mean 'rank-seven'?", self.refused("rank-sevne"))

    def test_ordinal(self):
        """the number that a row has by its place alone is told as generated code's, and not as a value of it"""
        for name in ("switch:first_write_stale", "outcome:wedge", "event:submit"):
            out = self.said(name)
            self.assertTrue(any(re.fullmatch(r"number in generated code: \d+", line) for line in out), out)
            self.assertEqual([line for line in out if line.startswith("value:")], [])
        self.assertIn("value: 1", self.said("dtype.FP16"))

    def test_near(self):
        """a near miss of a name of a spec or of generated code is told what may be meant"""
        for asked, meant in (("strides-alignd", "strides-aligned"), ("QUANTTESS_DTYP_FP16", "QUANTTESS_DTYPE_FP16"),
                             ("custom_optons", "custom_options"), ("Dtype::kFp61", "Dtype::kFp16")):
            self.assertIn(f"did you mean '{meant}'", self.refused(asked))

    def test_empty(self):
        """a text that is empty is told as none"""
        self.assertIn("entry: complete none, partial quanttess_w_run", self.said("w-run"))

    def test_codes(self):
        """each code of a finding is told with what it means, an example, what to do and where to read on"""
        self.assertGreater(len(CODES), 150)
        for code, meaning in CODES[::tap.EVERY]:
            lines = self.said(code)
            self.assertEqual(lines[:2], [f"{code}: code of a finding", meaning.replace('\\"', '"')])
            self.assertEqual([re.match("[a-z ]+: (?=.)", line)[0] for line in lines[2:]],
                             ["for example: ", "what to do: ", "read more: "])
        self.assertEqual(self.said("d012"), self.said("D012"))

    def test_examples_of_codes(self):
        """what the code of a guard gives as an example is refused with that code"""
        tried = 0
        for code, _ in CODES[::tap.EVERY]:
            example = self.said(code)[2].removeprefix("for example: ") if code[0] == "G" else ""
            guard = re.split(", (?:before|where|of) ", example.removeprefix("require: "))[0]
            if not re.search(r"\b(?:rank|span|shift|sizes|dtype)\b", guard):
                continue  # told in words
            with self.subTest(code), tempfile.TemporaryDirectory() as folder:
                (pathlib.Path(folder) / "sample.yaml").write_text(SAMPLE.replace("GUARD", guard))
                done = subprocess.run([NPUSPEC, "check", folder], capture_output=True, text=True, check=False)
                self.assertEqual(re.findall(r"(?:error|warning)\[(\w+)\]", done.stderr)[:1], [code], guard)
                tried += 1
        self.assertGreater(tried, 14 // tap.EVERY)

    def test_code_without_specs(self):
        """a code is told where the specs have errors, as they have when it is asked for"""
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "broken.yaml").write_text("kind: {")
            self.assertEqual(self.said("Y019", "--specs", folder), self.said("Y019"))
            self.assertEqual(run("rank", "--specs", folder)[:2], (1, ""))

    def test_read_more(self):
        """where a code says to read on there is something: a file, or a command that answers"""
        for code in sorted({name[0] + "001" for name, _ in CODES}):
            told = self.said(code)[-1]
            for path in re.findall(r"\b(?:docs|codegen)/[\w./-]+\w", told):
                self.assertTrue((tap.ROOT / path).is_file(), told)
            for command in re.findall(r"`npuspec ([^`]*)`", told):
                args = [NPUSPEC, *command.replace("KIND", "policy").split()]
                self.assertEqual(subprocess.run(args, capture_output=True, check=False).returncode, 0, told)


tap.main()
