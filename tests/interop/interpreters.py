"""The interpreters of LiteRT and TFLite Micro, as they come from PyPI, run fenced models with our kernel: the outputs
are those of the source, byte for byte.

    interpreters.py NPU_FENCE OWN_MODELS LITERT_LIBRARY TFLM_LIBRARY"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

import peers
import tap
import tflite

LIBRARIES = {"litert": sys.argv[3], "tflm": sys.argv[4]}
TYPE_SLOT = 6  # of a tensor's type in its table
SINGLE_CUTS = 6  # at most this many a model

# Sources that an interpreter does not run, fenced or not, and a part of why.
REFUSED = {
    "litert": {
        "audio_preprocessor_int8": "unresolved custom op: SignalWindow",
        "keyword_scrambled_8bit": "crashed",
        "person_detect": "quantized_dimension must be in range",
        "string_input_flex_model": "Flex delegate",
        "test_model": "CONV_2D",
    },
    "tflm": {
        "string_input_flex_model": "failed to allocate tensors",
        "test_model": "failed to allocate tensors",
    },
}


def start(interpreter, files, library):
    script = pathlib.Path(__file__).with_name("run_model.py")
    return subprocess.run([sys.executable, script, interpreter, library, *files], capture_output=True, text=True)


def run(interpreter, files):
    """What run_model.py said of each file; "crashed" of one over which it ended, and None of those behind."""
    done = start(interpreter, files, LIBRARIES[interpreter])
    said = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if len(said) < len(files):
        said.append({"error": f"crashed, status {done.returncode}: {' '.join(done.stderr.split())[-300:]}"})
    return said + [None] * (len(files) - len(said))


def with_another_type(fenced, folder):
    """The same file, but the tensor that the fence makes, which is the last, is of UINT8 now."""
    data = bytearray(fenced.read_bytes())
    graph = tflite.Model.GetRootAs(data).Subgraphs(0)
    table = graph.Tensors(graph.TensorsLength() - 1)._tab
    at = table.Pos + table.Offset(TYPE_SLOT)
    assert data[at] == tflite.TensorType.INT8
    data[at] = tflite.TensorType.UINT8
    changed = pathlib.Path(folder, "another_type.tflite")
    changed.write_bytes(data)
    return changed


def cut_all(name, folder):
    """Fenced files by the positions of their fences: of some positions all over the model those that are accepted, each
    alone and all at once."""
    found = {}

    def cut(*after_ops):
        into = pathlib.Path(folder, name, str(len(found)))
        into.mkdir(parents=True, exist_ok=True)
        fenced = peers.cut(name, after_ops, into)
        if fenced is not None:
            found[after_ops] = fenced

    last = len(peers.operators(peers.path(name))) - 1
    for after in range(0, last, -(-last // SINGLE_CUTS)):
        cut(after)
    if len(found) > 1:
        cut(*(after for after, in found))
    return found


class Interpreters(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.cuts = {name: cut_all(name, cls.folder.name) for name, expect in peers.names().items() if expect[0] == "A"}

    def check(self, interpreter):
        began = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = {name: pool.submit(run, interpreter, [peers.path(name), *cuts.values()])
                    for name, cuts in self.cuts.items()}
        models, count = 0, 0
        for name, job in jobs.items():
            source, *fenced = job.result()
            why = REFUSED[interpreter].get(name)
            if why is not None:
                with self.subTest(f"{name} unfenced"):
                    self.assertIn(why, source.get("error", "it ran"))
                continue
            models += 1
            for after_ops, found in zip(self.cuts[name], fenced):
                with self.subTest(f"{name} after {after_ops}"):
                    self.assertIn("outputs", source)
                    self.assertEqual(found, source)
                    count += 1
        peers.say(f"{interpreter}: {count} fenced files of {models} models, each run twice, in "
                  f"{time.monotonic() - began:.0f} s; not run unfenced: {len(jobs) - models}")
        self.assertGreater(count, models)

    def test_litert(self):
        """LiteRT's interpreter gives the same bytes for a fenced model and its source"""
        self.check("litert")

    def test_tflm(self):
        """TFLite Micro's interpreter gives the same bytes for a fenced model and its source"""
        self.check("tflm")

    def test_without_the_kernel(self):
        """Without the kernel neither interpreter runs a fenced model, so it is the kernel that did"""
        for interpreter in LIBRARIES:
            with self.subTest(interpreter):
                done = start(interpreter, [self.cuts["ds_cnn"][(0,)]], library="")
                self.assertIn('{"error"', done.stdout)

    def test_kernel_refuses(self):
        """A fence whose output has another type than its input is refused by the kernel, in its own words"""
        changed = with_another_type(self.cuts["ds_cnn"][(0,)], self.folder.name)
        for interpreter, library in LIBRARIES.items():
            with self.subTest(interpreter):
                done = start(interpreter, [changed], library)
                self.assertIn('{"error"', done.stdout)
                self.assertIn(f"{peers.FENCE}: pair 0 breaks rule same-type", done.stdout + done.stderr)


if __name__ == "__main__":
    tap.main()
