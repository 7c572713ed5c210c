"""The interpreters of LiteRT and TFLite Micro, as they come from PyPI, run fenced models with our kernel: the outputs are
those of the source, byte for byte.

    interpreters.py NPU_FENCE LITERT_LIBRARY TFLM_LIBRARY"""

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

LIBRARIES = {"litert": sys.argv[2], "tflm": sys.argv[3]}
SINGLE_CUTS = 8  # at most this many a model, all over it; and all at once

# Sources that an interpreter does not run, fenced or not, and a part of why.
REFUSED = {
    "litert": {
        "audio_preprocessor_int8": "unresolved custom op: SignalWindow",
        "keyword_scrambled_8bit": "crashed",
        "person_detect": "quantized_dimension must be in range",
        "string_input_flex_model": "Flex delegate",
        "test_model": "CONV_2D",
    },
    "tflm": {"string_input_flex_model": "", "test_model": ""},
}


def run(interpreter, files, library=None):
    """What run_model.py said of each file; "crashed" of one over which it ended, and None of those behind."""
    script = pathlib.Path(__file__).with_name("run_model.py")
    library = LIBRARIES[interpreter] if library is None else library
    done = subprocess.run([sys.executable, script, interpreter, library, *files], capture_output=True, text=True)
    said = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if len(said) < len(files):
        said.append({"error": f"crashed, status {done.returncode}: {' '.join(done.stderr.split())[-300:]}"})
    return said + [None] * (len(files) - len(said))


def cut_all(name, folder):
    """Fenced files by the positions of their fences: some single cuts, and all positions that are accepted."""
    accepted, found = [], {}

    def cut(after_ops):
        into = pathlib.Path(folder) / "-".join(map(str, after_ops[:8]))
        into.mkdir()
        fenced = peers.cut(name, after_ops, into)
        if fenced is not None:
            found[tuple(after_ops)] = fenced
        return fenced is not None

    for after in range(len(peers.operators(peers.path(name))) - 1):
        if cut([after]):
            accepted.append(after)
    kept = set(accepted[:: -(-len(accepted) // SINGLE_CUTS)])
    for after in accepted:
        if after not in kept:
            del found[(after,)]
    if len(accepted) > 1 and not cut(accepted):
        raise AssertionError(f"{name}: each of {accepted} is accepted, and all at once are not")
    return found


@unittest.skipUnless(peers.has_models(), "needs the models of ../shared/models, beside the checkout")
class Interpreters(unittest.TestCase):
    def check(self, interpreter):
        began = time.monotonic()
        names = [name for name, expect in peers.names().items() if expect.startswith("A")]
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            cuts = {name: cut_all(name, os.path.join(folder, name)) for name in names if not os.mkdir(
                os.path.join(folder, name))}
            jobs = {name: pool.submit(run, interpreter, [peers.path(name), *cuts[name].values()]) for name in names}
            said = {name: job.result() for name, job in jobs.items()}
        models, count = 0, 0
        for name in names:
            source, *fenced = said[name]
            with self.subTest(f"{name} unfenced"):
                why = REFUSED[interpreter].get(name)
                self.assertIn(why if why is not None else "outputs", source.get("error", "outputs"))
                self.assertEqual("error" in source, why is not None, source)
            if "error" in source:
                continue
            models += 1
            for after_ops, found in zip(cuts[name], fenced):
                with self.subTest(f"{name} after {after_ops}"):
                    self.assertEqual(found, source)
                    count += 1
        peers.say(f"{interpreter}: {count} fenced files of {models} models, each run twice, in "
                  f"{time.monotonic() - began:.0f} s; not run unfenced: {', '.join(sorted(REFUSED[interpreter]))}")
        self.assertGreater(count, models)

    def test_litert(self):
        """LiteRT's interpreter gives the same bytes for a fenced model and its source"""
        self.check("litert")

    def test_tflm(self):
        """TFLite Micro's interpreter gives the same bytes for a fenced model and its source"""
        self.check("tflm")

    def test_without_the_kernel(self):
        """Without the kernel neither interpreter runs a fenced model, so it is the kernel that did"""
        with tempfile.TemporaryDirectory() as folder:
            fenced = peers.cut("hello_world_int8", [0], folder)
            for interpreter in LIBRARIES:
                with self.subTest(interpreter):
                    (said,) = run(interpreter, [fenced], library="")
                    self.assertIn("error", said)


if __name__ == "__main__":
    tap.main()
