"""Runs models in one interpreter, in a process of its own, since an interpreter may crash over a model:

    run_model.py litert|tflm LIBRARY MODEL...

LIBRARY is the kernel's, or empty. Prints one JSON line a model as it goes: the outputs of two runs, as digests, with
inputs that hang on the model's interface alone; or what the interpreter said."""

import ctypes
import hashlib
import importlib.util
import json
import sys

import numpy
import tflite

RUNS = 2  # so that state, where a model has some, is seen too
ARENA = 64 << 20


def inputs(details, run):
    """Numbers for one input; the same in each process."""
    generator = numpy.random.default_rng([run, details["index"]])
    kind = numpy.dtype(details["dtype"])
    if kind == bool:
        return generator.integers(0, 2, details["shape"]).astype(bool)
    if numpy.issubdtype(kind, numpy.integer):
        ends = numpy.iinfo(numpy.int8)
        return generator.integers(0 if kind.kind == "u" else ends.min, ends.max, details["shape"]).astype(kind)
    return generator.random(details["shape"]).astype(kind)


class LiteRt:
    def __init__(self, library):
        from ai_edge_litert import interpreter

        self.of = interpreter
        self.registerers = []
        if library:
            ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)
            self.registerers = ["ethos_u_stream_split_register_litert"]

    def run(self, file):
        plain = self.of.OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
        model = self.of.InterpreterWithCustomOps(model_path=file, custom_op_registerers=self.registerers,
                                                 experimental_op_resolver_type=plain)
        model.allocate_tensors()
        found = []
        for run in range(RUNS):
            for i, details in enumerate(model.get_input_details()):
                model.set_tensor(details["index"], inputs(details | {"index": i}, run))
            model.invoke()
            found += [model.get_tensor(details["index"]) for details in model.get_output_details()]
        return found


class Tflm:
    def __init__(self, library):
        self.registerers = []
        if library:
            # The kernel calls functions of the interpreter, which Python would load for itself alone.
            its_own = importlib.util.find_spec("tflite_micro.python.tflite_micro._runtime").origin
            ctypes.CDLL(its_own, mode=ctypes.RTLD_GLOBAL)
            ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)
            self.registerers = ["ethos_u_stream_split_register_tflm"]
        from tflite_micro.python.tflite_micro import runtime

        self.of = runtime

    def run(self, file):
        with open(file, "rb") as opened:
            data = opened.read()
        graph = tflite.Model.GetRootAs(data).Subgraphs(0)
        model = self.of.Interpreter.from_bytes(data, custom_op_registerers=self.registerers, arena_size=ARENA)
        found = []
        for run in range(RUNS):
            for i in range(graph.InputsLength()):
                model.set_input(inputs(model.get_input_details(i) | {"index": i}, run), i)
            model.invoke()
            found += [model.get_output(i) for i in range(graph.OutputsLength())]
        return found


def main():
    interpreter = {"litert": LiteRt, "tflm": Tflm}[sys.argv[1]](sys.argv[2])
    for file in sys.argv[3:]:
        try:
            found = interpreter.run(file)
            said = {"outputs": [[str(each.dtype), each.shape, hashlib.sha256(each.tobytes()).hexdigest()]
                                for each in found]}
        except Exception as error:  # of any kind: the interpreters have none of their own
            said = {"error": " ".join(str(error).split())}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
