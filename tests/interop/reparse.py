"""The `tflite` package, whose classes are made from the public schema, reads source and fenced file, and tells every
object of both. What the contract lets differ is derived here from the source alone; all else must be equal."""

import hashlib
import random
import tempfile
import unittest

import peers
import tap
import tflite

# Fields whose table is one of a union, with the names of its members.
UNIONS = {"BuiltinOptions": tflite.BuiltinOptions, "BuiltinOptions2": tflite.BuiltinOptions2,
          "Details": tflite.QuantizationDetails, "ArraySegments": tflite.SparseIndexVector,
          "ArrayIndices": tflite.SparseIndexVector}


def member_class(union, number):
    name = next(name for name, value in vars(union).items() if value == number and not name.startswith("_"))
    return getattr(tflite, name)


def freeze(table):
    """A table as a dict of all its fields, with all that hangs on them. Absent and empty vectors differ."""
    fields = {}
    methods = [name for name in vars(type(table)) if name[0].isupper() and name != "Init"
               and not name.startswith("GetRootAs") and not name.endswith("BufferHasIdentifier")]
    vectors = {name.removesuffix("IsNone") for name in methods if name.endswith("IsNone")}
    parts = {vector + part for vector in vectors for part in ("Length", "IsNone", "AsNumpy")}
    for name in methods:
        if name in parts:
            continue
        get = getattr(table, name)
        if name in vectors:
            fields[name] = None if getattr(table, name + "IsNone")() else freeze_vector(table, name, get)
            continue
        value = get()
        if name in UNIONS and value is not None:
            typed = member_class(UNIONS[name], getattr(table, name + "Type")())()
            typed.Init(value.Bytes, value.Pos)
            value = freeze(typed)
        elif hasattr(value, "_tab"):
            value = freeze(value)
        fields[name] = value
    return fields


def freeze_vector(table, name, get):
    as_numpy = getattr(table, name + "AsNumpy", None)
    if as_numpy is not None:
        found = as_numpy()
        return (str(found.dtype), found.tobytes())
    found = [get(i) for i in range(getattr(table, name + "Length")())]
    return [freeze(each) if hasattr(each, "_tab") else each for each in found]


class Model:
    """A file, with what counts of it: positions in the file are followed, so that only what lies there counts."""

    def __init__(self, file):
        self.bytes = file.read_bytes()
        self.root = tflite.Model.GetRootAs(self.bytes)
        self.graph = self.root.Subgraphs(0)
        frozen = freeze(self.root)
        self.buffers = [self.follow(buffer, "Offset", "Size") for buffer in frozen.pop("Buffers")]
        self.codes = frozen.pop("OperatorCodes")
        self.signatures = frozen.pop("SignatureDefs") or []
        (graph,) = frozen.pop("Subgraphs")
        self.tensors = graph.pop("Tensors")
        self.operators = [self.follow(op, "LargeCustomOptionsOffset", "LargeCustomOptionsSize")
                          for op in graph.pop("Operators")]
        self.inputs = ints(graph.pop("Inputs"))
        self.outputs = ints(graph.pop("Outputs"))
        self.rest = (frozen, graph)
        for i, op in enumerate(self.operators):
            op["Inputs"], op["Outputs"] = ints(op["Inputs"]), ints(op["Outputs"])
            op["code"] = peers.code(self.root, self.graph.Operators(i))

    def follow(self, fields, at, size):
        start = fields.pop(at)
        if start > 1:
            fields[size] = self.bytes[start : start + fields[size]]
        return fields


def ints(vector):
    if vector is None:
        return None
    kind, data = vector
    assert kind in ("int32", "<i4"), kind
    return [int.from_bytes(data[i : i + 4], "little", signed=True) for i in range(0, len(data), 4)]


def crossing(source, after_op):
    """What a cut intercepts, by the words of the contract: made at or before the operator, and consumed later or given
    back by the graph."""
    made = {t for op in source.operators[: after_op + 1] for t in op["Outputs"] or [] if t >= 0}
    read = {t for op in source.operators[after_op + 1 :] for t in op["Inputs"] or []}
    return made & (read | given_back(source))


def given_back(source):
    return set(source.outputs or []) | {each["TensorIndex"] for signature in source.signatures
                                         if signature["SubgraphIndex"] == 0 for each in signature["Outputs"] or []}


class Check(unittest.TestCase):
    maxDiff = 2000

    def check(self, source, fenced_file, after_ops, source_name):
        """Walks the fenced file once, deriving from the source what each of its objects must be."""
        fenced = Model(fenced_file)
        self.assertEqual(fenced.rest, source.rest)
        self.assertEqual(fenced.buffers[: len(source.buffers)], source.buffers)
        self.assertEqual(fenced.tensors[: len(source.tensors)], source.tensors)
        self.assertEqual(fenced.codes[: len(source.codes)], source.codes)
        self.assertEqual(fenced.inputs, source.inputs)
        self.check_new_codes(source, fenced)

        now = {}  # what a tensor of the source is called behind the fences so far
        pairs = []
        position = 0
        left = sorted(after_ops)
        for op in fenced.operators:
            if op["code"] == peers.FENCE and left and left[0] == position - 1:
                cut = left.pop(0)
                self.check_fence(source, fenced, op, cut, now)
                pairs.append(list(zip(op["Inputs"], op["Outputs"])))
                behind = {now.get(t, t): t for t in crossing(source, cut)}
                for made_of, made in pairs[-1]:
                    now[behind[made_of]] = made
                continue
            expected = dict(source.operators[position])
            if expected["Inputs"] is not None:
                expected["Inputs"] = [now.get(t, t) for t in expected["Inputs"]]
            self.assertEqual(op, expected, f"operator {position} of the source")
            position += 1
        self.assertEqual((position, left), (len(source.operators), []), "operators, and fences that are missing")

        self.assertEqual(fenced.outputs, [now.get(t, t) for t in source.outputs])
        for signature in source.signatures:
            signature = dict(signature)
            if signature["SubgraphIndex"] == 0 and signature["Outputs"] is not None:
                signature["Outputs"] = [each | {"TensorIndex": now.get(each["TensorIndex"], each["TensorIndex"])}
                                        for each in signature["Outputs"]]
            self.assertIn(signature, fenced.signatures)
        self.assertEqual(len(fenced.signatures), len(source.signatures))
        made = [output for fence in pairs for _, output in fence]
        self.assertEqual(sorted(made), list(range(len(source.tensors), len(fenced.tensors))), "new tensors")
        self.assertEqual(len(fenced.buffers), len(source.buffers) + len(made), "new buffers")
        self.check_sidecar(source, fenced, fenced_file, sorted(after_ops), pairs, source_name)

    def check_new_codes(self, source, fenced):
        known = [entry for entry in source.codes if entry["CustomCode"] == peers.FENCE.encode()]
        new = [] if known else [{"DeprecatedBuiltinCode": peers.CUSTOM, "CustomCode": peers.FENCE.encode(),
                                 "Version": 1, "BuiltinCode": peers.CUSTOM}]
        self.assertEqual(fenced.codes[len(source.codes) :], new)

    def check_fence(self, source, fenced, op, cut, now):
        expected = {now.get(t, t) for t in crossing(source, cut)}
        self.assertEqual(sorted(op["Inputs"]), sorted(expected), f"what the fence after operator {cut} intercepts")
        self.assertEqual(len(op["Outputs"]), len(op["Inputs"]))
        plain = dict.fromkeys(op) | {"OpcodeIndex": op["OpcodeIndex"], "Inputs": op["Inputs"], "Outputs": op["Outputs"],
                                     "code": op["code"], "BuiltinOptionsType": 0, "BuiltinOptions2Type": 0,
                                     "CustomOptionsFormat": 0, "LargeCustomOptionsSize": 0, "DebugMetadataIndex": -1}
        self.assertEqual(op, plain, f"the fence after operator {cut}")
        for of, made in zip(op["Inputs"], op["Outputs"]):
            differs = {"Name", "Buffer", "IsVariable"}
            new, old = fenced.tensors[made], fenced.tensors[of]
            self.assertEqual({k: v for k, v in new.items() if k not in differs},
                             {k: v for k, v in old.items() if k not in differs}, f"tensors {of} and {made}")
            self.assertFalse(new["IsVariable"])
            self.assertGreaterEqual(new["Buffer"], len(source.buffers))
            self.assertEqual([each["Buffer"] for each in fenced.tensors].count(new["Buffer"]), 1, "a buffer of its own")
            self.assertEqual(fenced.buffers[new["Buffer"]], {"Data": None, "Size": 0}, "an empty buffer")

    def check_sidecar(self, source, fenced, file, after_ops, pairs, source_name):
        def name(of, index):
            return (of.tensors[index]["Name"] or b"").decode()

        said = peers.sidecar(file)
        segments = said.pop("segments")
        self.assertEqual(said, {"source_model": f"{source_name}.tflite", "subgraph": 0,
                                "source_sha256": hashlib.sha256(source.bytes).hexdigest(),
                                "num_segments": len(after_ops) + 1, "boundary_after_ops": after_ops})
        starts = [0] + [after + 1 for after in after_ops]
        ends = after_ops + [len(source.operators) - 1]
        originals = {}  # what a tensor behind a fence was called in the source
        for segment, start, end, fence in zip(segments, starts, ends, pairs + [[]], strict=True):
            for of, made in fence:
                originals[made] = originals.get(of, of)
            first = fence[0] if fence else None
            self.assertEqual(segment, {
                "op_range_start": start, "op_range_end": end,
                "tensor_pairs": [{"input": name(fenced, of), "output": name(fenced, made)} for of, made in fence],
                "end_tensor_name": name(source, originals[first[1]]) if first else None,
                "fence_tensor_name": name(fenced, first[1]) if first else None})


class Reparse(Check):
    def test_every_cut(self):
        """After each accepted cut, and several at once, another reader finds every other object as it was"""
        singles, several = 0, 0
        for name, expect in peers.names().items():
            with self.subTest(name):
                accepted, sets = self.every_cut(name)
                self.assertEqual(bool(accepted), expect.startswith("A"), "whether any is expected")
                singles += len(accepted)
                several += sets
        peers.say(f"{singles} single cuts and {several} of several cuts read again, object by object")

    def every_cut(self, name):
        """The positions that are accepted, and how many sets of them were cut at once."""
        try:
            count = len(peers.operators(peers.path(name)))
        except Exception as error:  # whatever a parser raises over a file that is no model
            self.assertIsNone(self.cut_and_check(name, [0], None), f"the package cannot read it: {error}")
            return [], 0
        source, accepted = None, []
        for after in range(max(count - 1, 1)):
            checked = self.cut_and_check(name, [after], source)
            if checked is not None:
                source = checked
                accepted.append(after)
        sets = []
        if len(accepted) > 1:
            random.seed(name)
            sets = [random.sample(accepted, min(size, len(accepted))) for size in (2, 3, 5, len(accepted))]
        for each in sets:
            self.assertIsNotNone(self.cut_and_check(name, each, source), f"cuts after {each}, each accepted alone")
        return accepted, len(sets)

    def cut_and_check(self, name, after_ops, source):
        """The source as read, which is read once; None where the cut is refused."""
        with tempfile.TemporaryDirectory() as folder:
            fenced = peers.cut(name, after_ops, folder)
            if fenced is None:
                return None
            source = source or Model(peers.path(name))
            with self.subTest(f"{name} after {after_ops}"):
                self.check(source, fenced, after_ops, name)
            return source


if __name__ == "__main__":
    tap.main()
