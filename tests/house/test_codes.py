"""Which codes of the compiler some test provokes."""

import re
import unittest

import tap

TESTS = tap.ROOT / "tests"
CODES = re.findall(r"^NPUSPEC_CODE\((\w+),", (tap.ROOT / "codegen" / "front" / "codes.def").read_text(), re.M)
# These make findings of their own, and so prove nothing of a code.
MADE_UP = {"test_diag.cpp", "test_codes.py", "test_explain.py", "fuzz_bytes.cpp"}


def promised():
    """The codes in the first line of each bad file: a test of its room holds that just these are told."""
    for path in TESTS.rglob("*.yaml"):
        if path.parent.name.startswith("bad"):
            with path.open(errors="replace") as file:
                yield from re.findall(r"\b[A-Z]\d{3}\b", file.readline())


def expected():
    """The codes that the source of a test spells in quotes, or as the compiler's name of them."""
    for path in [*TESTS.rglob("*.cpp"), *TESTS.rglob("*.py")]:
        if path.name not in MADE_UP:
            yield from re.findall(r"(?:\b|::)([A-Z]\d{3})\b", path.read_text())


class Codes(unittest.TestCase):
    def test_provoked(self):
        """each code that a user may be told is provoked by a bad file or by a test"""
        self.assertEqual(set(CODES) - set(promised()) - set(expected()), set())

    def test_known(self):
        """no bad file promises a code that there is not"""
        self.assertEqual(set(promised()) - set(CODES), set())


if __name__ == "__main__":
    tap.main()
