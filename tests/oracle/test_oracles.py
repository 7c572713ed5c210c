"""The oracles are judged by what they did not come from: matrices and remarks of the records, brute force, check values."""

import itertools
import random
import unittest

import mode_policy as policy
import quanttess_descriptor as descriptor
import tap
from mode_policy import NAMES, PHASE1, PHASE2, letters
from quanttess_descriptor import BOUND, COMPACT, FP16, FP32, PAD16, RELOCATABLE, broken, pack


class Descriptor(unittest.TestCase):
    C33 = descriptor.make([128, 128, 33], [-1, 0, 1, 2], [1, 8, 16, 16], FP32, PAD16)

    def test_crc(self):
        """The oracle's CRC-32C has the published check values."""
        self.assertEqual(descriptor.crc32c(b"123456789"), 0xE3069283)
        self.assertEqual(descriptor.crc32c(bytes(32)), 0x8A9136AA)  # RFC 3720, B.4
        self.assertEqual(descriptor.crc32c(bytes([255]) * 32), 0x62A8AB43)

    def test_contract_case(self):
        """The oracle lays the contract's 128x128x33 case out as the contract says."""
        self.assertEqual((self.C33["input_span"], self.C33["output_span"]), (2162688, 128 * 128 * 48))
        self.assertEqual(broken(pack(self.C33), RELOCATABLE), [])
        self.assertEqual(len(pack(self.C33)), descriptor.SIZE)

    def test_states(self):
        """The oracle wants addresses in a bound descriptor and none in a relocatable one."""
        bound = pack(dict(self.C33, input_address=0x10000000, output_address=0x20000000))
        self.assertEqual(broken(bound, BOUND), [])
        self.assertEqual(broken(bound, RELOCATABLE), ["relocatable-is-zero"])
        self.assertIn("bound-is-not-zero", broken(pack(self.C33), BOUND))
        for state in (2, 3, 0xFFFFFFFF):
            self.assertEqual(broken(bound, state), ["state"])

    def test_flips(self):
        """The oracle refuses each of the 1,856 single-bit flips of a valid bound descriptor."""
        bound = pack(dict(self.C33, input_address=0x10000000, output_address=0x20000000))
        for bit in range(descriptor.SIZE * 8):
            self.assertTrue(broken(descriptor.flip(bound, bit), BOUND), bit)

    def test_output_bytes(self):
        """The oracle's output size is that of an enumeration, tile by tile and pixel by pixel."""
        draw = random.Random(1)
        for _ in range(300):
            extents, tiles = ([draw.randint(1, 9) for _ in range(4)] for _ in range(2))
            unit, slices = draw.choice((1, 16)), draw.randint(1, 3)
            self.assertEqual(
                descriptor.output_bytes(extents, tiles, unit, slices),
                descriptor.brute_force_bytes(extents, tiles, unit, slices),
            )

    def test_nonoverlap(self):
        """No view that the oracle admits touches a byte twice, by enumeration."""
        draw, admitted = random.Random(2), 0
        for _ in range(2000):
            shape = [draw.randint(1, 3) for _ in range(3)]
            strides = [draw.randint(0, 12) * 2 if size > 1 else 0 for size in shape]
            refused = []
            descriptor.judge_view(FP16, shape, strides, lambda name, ok: ok or refused.append(name), None)
            if refused:
                continue
            admitted += 1
            touched = [
                sum(i * stride for i, stride in zip(at, strides)) + byte
                for at in itertools.product(*map(range, shape))
                for byte in (0, 1)
            ]
            self.assertEqual(len(touched), len(set(touched)), (shape, strides))
        self.assertGreater(admitted, 100)

    def test_stored_channels(self):
        """The oracle rounds actual channels up, not nominal ones: 33 channels by 24 store 32 and then 16."""
        padded = descriptor.make([4, 4, 33], [-1, 0, 1, 2], [1, 4, 4, 24], FP32, PAD16)
        compact = descriptor.make([4, 4, 33], [-1, 0, 1, 2], [1, 4, 4, 24], FP32, COMPACT)
        self.assertEqual((padded["stored_channels"], padded["output_span"]), (32, 16 * 48))
        self.assertEqual((compact["stored_channels"], compact["output_span"]), (24, 16 * 24 + 16 * 9))


class Policy(unittest.TestCase):
    def test_default_matrix(self):
        """The oracle gives the records' matrix at default knobs, and the shipped SDP row never resets."""
        for line in policy.DEFAULT_MATRIX.strip().splitlines():
            profile, target, *want = line.split()
            for version in ("phase2", "shipped"):
                row = policy.VERSIONS[version][profile]
                got = [letters(policy.cell(row, f, f if target == "same" else target, False, True)) for f in NAMES]
                keeps = version == "shipped" and profile == "SDP"
                self.assertEqual(got, ["k"] * 7 if keeps else want, (version, profile))

    def test_phase_1_at_defaults(self):
        """Phase 1 differs from the matrix in two cells, and its int8 streams are twins at defaults alone."""
        differ = {key[:3] for key in policy.changed("phase1", "phase2") if key[3:] == (False, True, True)}
        self.assertEqual(differ, {("CHAIN_NT", "F16", "I8_CHAIN"), ("CHAIN_NT", "I8", "I8_CHAIN")})
        unlike = {
            (f, fw)
            for f, nt, fw in itertools.product(NAMES, (False, True), (False, True))
            if policy.cell(PHASE1["STREAM_I8"], f, "I8_CHAIN", nt, fw)
            != policy.cell(PHASE1["STREAM_I8B"], f, "I8_CHAIN", nt, fw)
        }
        self.assertEqual(unlike, {("I8", False)})

    def test_changes(self):
        """From phase 1 to phase 2 the oracle changes exactly the cells that the records list."""
        found = policy.changed("phase1", "phase2")
        short = {key[:2] + key[3:5]: tuple(map(letters, pair)) for key, pair in found.items() if key[5]}
        self.assertEqual(short, policy.recorded_changes())
        self.assertEqual(len(found), 2 * len(short))  # the SDP knob has no part in it

    def test_remarks(self):
        """The oracle agrees with the records' remarks on other knob settings."""

        def at(nt, fw, profile, origin, target):
            return letters(policy.cell(PHASE2[profile], origin, target, nt, fw))

        self.assertEqual(at(True, True, "MC_MM", "I4", "I8"), "k")
        self.assertEqual(at(True, True, "SC_MM", "I4", "I8"), "Rw")
        for profile, origin in itertools.product(("I4_MC", "I4_MWARM", "I4_INCR"), ("I8", "I8_CHAIN")):
            self.assertEqual(at(True, True, profile, origin, "I4"), "k")
        for profile, origin, target in itertools.product(("MC_MM", "SC_MM"), NAMES, ("F16", "I8")):
            self.assertNotIn("s", at(True, True, profile, origin, target))
        self.assertEqual(at(False, False, "MC_MM", "I8", "F16"), "ws")
        self.assertEqual(at(False, False, "CHAIN_NT", "F16", "I8_CHAIN"), "Rws")
        self.assertEqual(at(False, False, "STREAM_F16", "I8", "F16"), "Rw")
        self.assertEqual(at(False, False, "STREAM_I8", "I8", "I8_CHAIN"), "k")

    def test_shipped(self):
        """From phase 2 to the shipped policy the oracle drops the resets of SDP, unless ORK_SDP_NORESET is 0."""
        for (profile, *_, sdp_noreset), (old, new) in policy.changed("phase2", "shipped").items():
            self.assertEqual((profile, sdp_noreset, old.reset, new.reset), ("SDP", True, True, False))
        self.assertEqual(len(policy.changed("phase2", "shipped")), 7 * 4)
        self.assertEqual(len(policy.cells("shipped")), 13 * 7 * 8)


if __name__ == "__main__":
    tap.main()
