"""Specs that are far too large, in each way that a spec can be (large_specs.py)."""

import sys
import unittest

import large_specs
import tap

NPUSPEC = sys.argv.pop(1)


class Large(unittest.TestCase):
    pass


def add(name, make, codes):
    def test(self):
        told, _, _ = large_specs.check(NPUSPEC, make(0))
        self.assertEqual(told, codes)

    test.__doc__ = f"{name.replace('-', ' ')}: {', '.join(sorted(codes)) or 'taken'}"
    setattr(Large, "test_" + name.replace("-", "_"), test)


for case, (function, expected) in list(large_specs.CASES.items())[::tap.EVERY]:
    add(case, function, expected)

if __name__ == "__main__":
    tap.main()
