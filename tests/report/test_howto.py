"""The HOWTOs that edit a spec, done as they are written, on a copy of specs/: test_howto.py NPUSPEC."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import tap

NPUSPEC = sys.argv.pop(1)


class Howto(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.tree = pathlib.Path(scratch.name) / "specs"
        shutil.copytree(tap.ROOT / "specs", self.tree)

    def follow(self, name, path):
        self.text = " ".join((tap.ROOT / "docs" / name).read_text().split())
        blocks = re.findall(r"^ +```yaml\n(.*?)^ +```", (tap.ROOT / "docs" / name).read_text(), re.M | re.S)
        self.blocks = [[line.strip() for line in block.splitlines()] for block in blocks]
        self.path = self.tree / path

    def replace(self, old, new, count=1):
        text = self.path.read_text()
        self.assertEqual(text.count(old), count, old)
        self.path.write_text(text.replace(old, new))

    def row(self, start):
        """The line of the spec that starts so, without its indent."""
        found = [line for line in self.path.read_text().splitlines() if line.strip().startswith(start)]
        self.assertEqual(len(found), 1, start)
        return found[0].strip()

    def said(self, status, *args):
        done = subprocess.run([NPUSPEC, *map(str, args)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def quoted(self, said, text):
        """Both the HOWTO and the tool say it."""
        self.assertIn(text, self.text)
        self.assertIn(text, said)

    def errors(self, said, *expected):
        """These are the errors, and the HOWTO quotes the first."""
        found = [f"{code}: {words}" for code, words in re.findall(r"error\[(\w+)\]: (.*)", said)]
        self.assertEqual(found, list(expected))
        self.assertIn(found[0], self.text)

    def test_field(self):
        """docs/HOWTO-add-a-field.md is true: its rows, the error on the way, and the version that diff asks for"""
        self.follow("HOWTO-add-a-field.md", "quanttess/descriptor.yaml")
        rows, examples = self.blocks
        self.replace(self.row("- {reserved: 8,"), "\n  ".join(rows))
        self.errors(self.said(1, "check", self.tree),
                    "D022: example 'reserved-first' is accepted, not refused by 'reserved-zero'")
        self.replace(self.row("- {id: reserved-first,"), "\n  ".join(examples))
        self.said(0, "check", self.tree)
        self.quoted(self.said(1, "diff", tap.ROOT / "specs", self.tree), "bump abi.minor of quanttess to 1")
        self.replace("abi: {major: 1, minor: 0}", "abi: {major: 1, minor: 1}")
        self.said(0, "check", self.tree)
        self.said(0, "diff", tap.ROOT / "specs", self.tree)

    def test_policy_row(self):
        """docs/HOWTO-change-a-policy.md is true: its row, the errors on the way, what diff and explain say of it"""
        self.follow("HOWTO-change-a-policy.md", "mode/rk3588.yaml")
        (row,), (example,) = self.blocks
        self.replace(self.row("CHAIN_NT:"), row)
        self.errors(self.said(1, "check", self.tree),
                    "P021: selector 'NTL' of keep_warm is reserved, and a row chooses it",
                    "P021: selector 'NOTLIVE' of reset is reserved, and a row chooses it",
                    "P017: XP_CHAIN_NT, F16 -> I8_CHAIN, default knobs gives Rws, not k",
                    "P017: XP_CHAIN_NT, I8 -> I8_CHAIN, default knobs gives ws, not k")
        self.replace(" reserved: 'phase 1 only; CHAIN_NT left it on 2026-07-14',", "", 2)
        self.replace("- {profile: CHAIN_NT,   to: I8_CHAIN,  cells: [Rws, k, k, Rws, 0, Rws, Rws]}", example)
        self.quoted(self.said(0, "check", self.tree).replace("warning[P019]", "P019"),
                    "P019: rows 'CHAIN_NT' and 'STREAM_I8' have the same target, but differ in reset")
        told = self.said(1, "diff", tap.ROOT / "specs", self.tree)
        self.assertIn("reset added (costs 105 ms a transition)", told)
        self.quoted(told, "bump abi.minor of rk3588-mode-transition to 1")
        self.replace("abi: {major: 3, minor: 0}", "abi: {major: 3, minor: 1}")
        self.said(0, "diff", tap.ROOT / "specs", self.tree)
        self.quoted(self.said(0, "explain", "XP_CHAIN_NT", "--from", "F16", "--to", "I8_CHAIN", "--specs", self.tree),
                    "XP_CHAIN_NT")

    def test_op(self):
        """docs/HOWTO-add-an-op.md is true of an op: its row is sound, and a new symbol"""
        self.follow("HOWTO-add-an-op.md", "mode/rk3588_device.yaml")
        last = self.row("ADD_F16:")
        self.replace(last, last + "\n      " + self.blocks[0][0])
        self.said(0, "check", self.tree)
        told = self.said(1, "diff", tap.ROOT / "specs", self.tree)
        self.assertIn("symbol op.SUB_I8 is new", told)
        self.assertIn("bump abi.minor of rk3588 to ", told)

    def test_data_type(self):
        """docs/HOWTO-add-an-op.md is true of a data type: its rows, the cells that check wants, the version"""
        self.follow("HOWTO-add-an-op.md", "mode/rk3588.yaml")
        (columns, mode), (profile,), (site,), (op, path) = self.blocks[1:]
        self.replace(self.row("columns: {type:"), columns)
        for before, new in (("I4_STREAM: {value", mode), ("- {name: sdp_elementwise", site)):
            old = self.row(before)
            self.replace(old, old + "\n" + (" " * 4 if new == mode else " " * 2) + new)
        self.replace("  removed:\n    STREAM_I8B:", f"    {profile}\n  removed:\n    STREAM_I8B:")
        short = ["P017: an example has one cell a mode: 8, not 7"] * self.path.read_text().count("cells: [")
        self.errors(self.said(1, "check", self.tree), *short, "H014: no path is of the site run_i16")
        self.assertIn("H014: no path is of the site run_i16", self.text)

        def longer(match):
            """A mode in no set is left as I4_CHAIN is, or as I4_STREAM where that is what is entered."""
            cells = match[1].split(", ")
            return f"cells: [{', '.join([*cells, cells[6] if cells[5] == '0' else cells[5]])}]"

        self.path.write_text(re.sub(r"cells: \[(.*?)\]", longer, self.path.read_text()))
        own = "  - {profile: I16_MM, to: I16, cells: [Rws, Rws, Rws, Rws, Rws, Rws, Rws, 0]}\n"
        self.path.write_text(self.path.read_text().rstrip("\n") + "\n" + own)
        self.path = self.tree / "mode/rk3588_device.yaml"
        for before, new, indent in (("ADD_F16:", op, 6), ("- {site: sdp_elementwise,", path, 2)):
            old = self.row(before)
            self.replace(old, old + "\n" + " " * indent + new)
        self.said(0, "check", self.tree)
        self.quoted(self.said(1, "diff", tap.ROOT / "specs", self.tree), "bump abi.minor of rk3588-mode-transition to 1")


tap.main()
