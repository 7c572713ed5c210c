"""The generated C validator of quanttess against the oracle written from the contract's text: test_oracle.py LIBRARY IR.

The oracle names every rule that bytes break; the validator names the first of its own. They agree when one accepts exactly
what the other does, and when the rule that the validator names is one that the oracle finds broken.
"""

import collections
import ctypes
import json
import pathlib
import random
import sys
import unittest

import tap

sys.path.insert(0, str(tap.ROOT / "tests" / "oracle"))
import quanttess_descriptor as oracle  # noqa: E402

LIBRARY, IR = sys.argv[1:3]
del sys.argv[1:]
library = ctypes.CDLL(LIBRARY)
library.quanttess_in_c.restype = ctypes.c_uint32
library.quanttess_in_c.argtypes = [ctypes.c_char_p, ctypes.c_uint32, ctypes.POINTER(ctypes.c_uint64)]
lets = (ctypes.c_uint64 * 128)()

specs = json.loads(pathlib.Path(IR).read_text(encoding="utf-8"))["specs"]
struct = next(spec for spec in specs if spec["name"] == "quanttess")["structs"][0]
ids = {check["code"]: check["id"] for check in struct["checks"]}
states = {"RELOCATABLE": oracle.RELOCATABLE, "BOUND": oracle.BOUND}
EDGES = [0, 1, 2, 3, 4, 15, 16, 17, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 1 << 32, 1 << 62, (1 << 63) - 1, 1 << 63, (1 << 64) - 1]


def verdict(data, state):
    """The id of the check that refuses; None when none does."""
    code = library.quanttess_in_c(data, state, lets)
    return ids[code] if code else None


def examples():
    for example in struct["examples"]:
        data = bytes(int(byte, 16) for row in example["bytes"] for byte in row.split(", "))
        yield example["id"], data, state_of(example["params"][0]["value"]), example["refused_by"] or None


def state_of(text):
    """A state by its name, or by its number where it has none."""
    return states[text] if text in states else int(text)


def spoil(data, random_, times):
    """Random and boundary values in a few fields, sealed again."""
    data = bytearray(data)
    for _ in range(times):
        name, at, form, count = random_.choice(oracle.LAYOUT)
        width = {"B": 1, "H": 2, "I": 4, "i": 4, "Q": 8, "q": 8}[form]
        at += width * random_.randrange(count)
        value = random_.choice(EDGES + [random_.randrange(300)] * 4)
        old = int.from_bytes(data[at:at + width], "little")
        if random_.random() < 0.3:
            value = old + random_.choice((-1, 1, 4, 16))
        data[at:at + width] = (value % (1 << 8 * width)).to_bytes(width, "little")
    return oracle.seal(bytes(data))


class Oracle(unittest.TestCase):
    def agree(self, data, state, about):
        """The check that refuses, once both have been asked."""
        refused = verdict(data, state)
        broken = oracle.broken(data, state)
        if refused is None:
            self.assertEqual(broken, [], about)
        else:
            self.assertIn(refused, broken, about)
        return refused

    def test_examples(self):
        """the oracle agrees with the validator, and both with the spec, on every example"""
        count = 0
        for name, data, state, refused_by in examples():
            self.assertEqual(self.agree(data, state, name), refused_by, name)
            count += 1
        self.assertGreater(count, 60)

    def test_flips(self):
        """of the 1,856 flips of a bound descriptor the oracle refuses all; resealed, it finds legal just what the validator accepts"""
        data, state = next((data, state) for name, data, state, _ in examples() if name == "c33-bound")
        legal = collections.Counter()
        for bit in range(8 * len(data)):
            flipped = oracle.flip(data, bit)
            self.assertIsNotNone(self.agree(flipped, state, bit), bit)
            if self.agree(oracle.seal(flipped), state, bit) is None:
                field = max((at, name) for name, at, _, _ in oracle.LAYOUT if at <= bit // 8)[1]
                legal[field] += 1
        print("# legal after a flip and a new seal:", dict(sorted(legal.items())))
        self.assertEqual(legal.pop("integrity"), 32)  # sealing undoes these
        self.assertEqual(set(legal), {"rounding", "multiplier", "zero_point", "input_address", "output_address", "tile_shape"})

    def test_random(self):
        """the oracle agrees with the validator on 30,000 descriptors spoilt at random"""
        random_ = random.Random(20)
        sound = [(data, state) for _, data, state, refused_by in examples() if refused_by is None]
        seen = collections.Counter()
        for i in range(30000):
            data, state = random_.choice(sound)
            if random_.random() < 0.01:
                state = random_.choice((2, 3, 256, 0xFFFFFFFF))
            seen[self.agree(spoil(data, random_, random_.choice((0, 1, 1, 2, 3))), state, i)] += 1
        self.assertGreater(seen[None], 3000)
        self.assertGreater(len(seen), 30)


tap.main()
