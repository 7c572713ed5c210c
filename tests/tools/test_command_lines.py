"""Command lines that are not right, of npuspec and of npu-mode: test_command_lines.py NPUSPEC NPU_MODE."""

import os
import subprocess
import sys
import unittest

import tap

TOOLS = dict(zip(("npuspec", "npu-mode"), sys.argv[1:3]))
del sys.argv[1:]
VALUES = str(tap.ROOT / "docs" / "examples" / "c33.yaml")


def run(line, **variables):
    """What a command does in an environment where no knob is set but by these variables."""
    tool, *args = line.split()
    env = {name: value for name, value in os.environ.items() if not name.startswith("ORK_")}
    done = subprocess.run([TOOLS[tool], *args], capture_output=True, text=True, check=False, timeout=60,
                          env={**env, **variables})
    return done.returncode, done.stdout, done.stderr


class CommandLines(unittest.TestCase):
    def refused(self, line, said, who=None):
        """Status 2, nothing on standard output, and one line: who refuses, what is wrong, the way out."""
        with self.subTest(line):
            status, out, err = run(line)
            self.assertEqual((status, out), (2, ""), err)
            self.assertEqual(err, f"{who or ' '.join(line.split()[:2])}: {said}\n")

    def test_verb(self):
        """a verb that is none is told with the nearest one, or with all of them"""
        self.refused("npuspec chekc", "there is no command 'chekc'; did you mean 'check'?", "npuspec")
        self.refused("npuspec zzz", "there is no command 'zzz'; the commands are check, ir, report, diff, explain, "
                     "encode, decode, schema", "npuspec")
        self.refused("npuspec chekc report", "there is no command 'chekc'; did you mean 'check'?", "npuspec")
        self.refused("npu-mode decid", "there is no command 'decid'; did you mean 'decide'?", "npu-mode")
        self.refused("npuspec", "no command is given; the commands are check, ir, report, diff, explain, encode, "
                     "decode, schema", "npuspec")
        self.refused("npu-mode", "no command is given; the commands are matrix, decide, verify", "npu-mode")

    def test_option(self):
        """an option that is none is told with the nearest one, whatever else is missing"""
        self.refused("npuspec explain rank --form json", "there is no option '--form'; did you mean '--from'?")
        self.refused("npuspec encode quanttess --outptu=x", "there is no option '--outptu'; did you mean '--output'?")
        self.refused("npuspec check --zzzzzz", "there is no option '--zzzzzz'; `npuspec check --help` says what there is")
        self.refused("npuspec --verison", "there is no option '--verison'; did you mean '--version'?", "npuspec")
        self.refused("npu-mode matrix --knobs a=1", "there is no option '--knobs'; did you mean '--knob'?")

    def test_word(self):
        """a word too many is told, the first of several"""
        self.refused("npuspec explain rank dtype size",
                     "'dtype' is one word too many; `npuspec explain --help` says what there is")
        self.refused("npu-mode decide MC_MM I8 F16 I4",
                     "'I4' is one word too many; `npu-mode decide --help` says what there is")

    def test_missing(self):
        """what is missing is named: an argument, an option, the value of an option"""
        for line, said in (("npuspec explain", "ID is required"), ("npuspec encode quanttess", "VALUES is required"),
                           (f"npuspec encode quanttess {VALUES}", "--output is required"),
                           ("npuspec diff", "OLD is required"), ("npuspec explain MC_MM --from", "--from needs MODE"),
                           ("npuspec explain MC_MM --knob", "--knob needs NAME=0|1"),
                           ("npu-mode decide MC_MM I8", "TO is required")):
            self.refused(line, f"{said}; `{' '.join(line.split()[:2])} --help` says what there is")

    def test_format(self):
        """a format that is none is told with all that there are, by every verb that has formats"""
        for line, words in (("check", "text, json, sarif"), ("report", "json, md"), ("diff a b", "text, json, md, sarif"),
                            ("explain rank", "text, json"), ("decode quanttess a", "text, json"),
                            ("schema policy", "json, md")):
            self.refused(f"npuspec {line} --format foo", f"--format: 'foo' is none of {words}; "
                         f"`npuspec {line.split()[0]} --help` says what there is")

    def test_number(self):
        """a number of threads that is none is told"""
        for word in ("x", "-3", "1.5", "99999999999", "2x", "1025", "4294967296"):
            self.refused(f"npuspec check -j {word}", f"--threads: '{word}' is no whole number from 0 to 1024; "
                         "`npuspec check --help` says what there is")

    def test_twice(self):
        """an option that is given twice, and a name that is set twice, is refused: no word wins over another"""
        self.refused("npuspec ir a -o b -o c", "--output is given more than once; give it once")
        self.refused("npuspec explain MC_MM --from I8 --from F16", "--from is given more than once; give it once")
        self.refused("npuspec explain MC_MM --knob f16warm=1 --knob f16warm=0",
                     "--knob: 'f16warm' is set twice; set it once")
        self.refused("npuspec explain MC_MM --knob f16warm=1 --knob ORK_SSM_KEEPWARM=1",
                     "knob 'f16warm' is set twice; set it once")
        self.refused("npu-mode matrix --knob f16warm=1 --knob f16warm=1", "--knob: 'f16warm' is set twice; set it once")
        for verb in (f"encode quanttess {VALUES} -o /dev/null", f"decode quanttess {VALUES}"):
            status, out, err = run(f"npuspec {verb} --set state=BOUND --set state=BOUND")
            self.assertEqual((status, out), (2, ""))
            self.assertEqual(err, "error[E004]: parameter 'state' is set twice\nhelp: --set it once\n")

    def test_knob(self):
        """a knob that is not set to 0 or 1 is told how to write it, and one that is none what there is"""
        for tool in ("npuspec explain MC_MM", "npu-mode decide MC_MM I8 F16"):
            for text in ("f16warm", "f16warm=2", "f16warm=", "=1", "f16warm=11"):
                self.refused(f"{tool} --knob {text}", f"--knob: '{text}' sets no knob; write NAME=0 or NAME=1")
        self.refused("npuspec explain MC_MM --knob f16wram=1", "there is no knob 'f16wram'; did you mean 'f16warm'?")
        self.refused("npu-mode matrix --knob f16wram=1", "there is no knob 'f16wram'; did you mean 'f16warm'?")
        self.refused("npu-mode matrix --knob zzz=1", "there is no knob 'zzz'; `npu-mode matrix` shows them")

    def test_mode(self):
        """npu-mode tells which of its names is none, and the nearest one"""
        self.refused("npu-mode decide XP_CHAIN_TN F16 I8", "there is no profile 'CHAIN_TN'; did you mean 'CHAIN_NT'?")
        self.refused("npu-mode decide MC_MM I9_CHAIN I8", "there is no mode 'I9_CHAIN'; did you mean 'I8_CHAIN'?")
        self.refused("npu-mode decide MC_MM I8 I9_CHAIN", "there is no mode 'I9_CHAIN'; did you mean 'I8_CHAIN'?")
        self.refused("npu-mode decide MC_MM I8 zzz", "there is no mode 'zzz'; `npu-mode matrix` shows them")

    def test_environment(self):
        """npu-mode takes knobs from the environment as the layer does, --knob above it, and says which came from where"""
        def knobs(line, **variables):
            status, out, err = run("npu-mode " + line, **variables)
            self.assertEqual((status, err), (0, ""))
            return out.splitlines()[0]

        self.assertEqual(knobs("matrix"),
                         "knobs: nothrash=0 (default), f16warm=1 (default), sdp_noreset=1 (default)")
        self.assertEqual(knobs("matrix --knob sdp_noreset=1", ORK_SSM_KEEPWARM="0", ORK_SDP_NORESET="0"),
                         "knobs: nothrash=0 (default), f16warm=0 (ORK_SSM_KEEPWARM), sdp_noreset=1 (--knob)")
        for text, on in (("1", 1), ("7", 1), ("true", 1), ("0", 0), ("-1", 0), ("false", 0)):
            self.assertIn(f"nothrash={on} (ORK_MIXED_NOTHRASH)", knobs("matrix", ORK_MIXED_NOTHRASH=text), text)
        for text in ("2x", "", "on"):  # the layer opens no context in such an environment
            status, out, err = run("npu-mode matrix", ORK_MIXED_NOTHRASH=text)
            self.assertEqual((status, out), (2, ""))
            self.assertIn(f"the environment sets ORK_MIXED_NOTHRASH to '{text}', not a value of this knob", err)
        decide = "npu-mode decide SDP I8 I8"
        self.assertIn("no reset;", run(decide)[1])
        self.assertIn("a reset of 105 ms;", run(decide, ORK_SDP_NORESET="0")[1])
        self.assertIn("no reset;", run(decide + " --knob sdp_noreset=1", ORK_SDP_NORESET="0")[1])

    def test_transient(self):
        """npu-mode says of a row that enters the mode it finds that the marker stays"""
        self.assertIn("; the marker stays I8\n", run("npu-mode decide XP_SDP I8 I8")[1])
        self.assertIn("; the marker becomes F16\n", run("npu-mode decide MC_MM I8 F16")[1])

    def test_version(self):
        """each tool says its name and the project's version"""
        versions = {tool: run(f"{tool} --version") for tool in TOOLS}
        for tool, (status, out, err) in versions.items():
            self.assertEqual((status, err), (0, ""))
            self.assertRegex(out, rf"\A{tool} \d+\.\d+\.\d+\n\Z")

    def test_rules(self):
        """the rules of diff stand for themselves, and the list of kinds too: what would be passed over is refused"""
        for more, name in (("a", "OLD"), ("--format json", "--format"), ("--specs a", "--specs")):
            self.refused(f"npuspec diff --rules {more}",
                         f"--rules: takes no {name}; `npuspec diff --help` says what there is")
        self.refused("npuspec schema --format md", "--format: is of a KIND; `npuspec schema --help` says what there is")

    def test_kind(self):
        """a kind that is none is told with the nearest one"""
        self.refused("npuspec schema polcy", "there is no kind of spec named 'polcy'; did you mean 'policy'?")
        self.refused("npuspec schema zzz", "there is no kind of spec named 'zzz'; `npuspec schema` lists them")

    def test_help(self):
        """help and version are status 0 and on standard output; a full disk is status 2 there too"""
        for line in ("npuspec --help", "npuspec check --help", "npuspec --version", "npu-mode --help",
                     "npu-mode decide --help"):
            status, out, err = run(line)
            self.assertEqual((status, err), (0, ""))
            self.assertIn(line.split()[0] if "version" in line else "Usage", out)
            tool, *args = line.split()
            with open("/dev/full", "wb") as full:
                done = subprocess.run([TOOLS[tool], *args], stdout=full, stderr=subprocess.PIPE, check=False)
            self.assertEqual(done.returncode, 2, line)
            self.assertIn(f"{tool}: standard output: ".encode(), done.stderr)

    def test_own_trees(self):
        """the help of check names the folders that are trees of their own"""
        self.assertIn("Folders named history or released hold trees of their own", " ".join(run("npuspec check --help")[1].split()))


tap.main()
