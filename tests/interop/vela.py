"""Vela compiles fenced models: into as many command streams as an unfenced run of the same Vela, for the same target,
lets expect, and with the fences' tensors under the names of the sidecar."""

import concurrent.futures
import csv
import io
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time
import unittest

import peers
import tap
import tflite

VELA = pathlib.Path(sys.prefix) / "bin" / "vela"
TARGETS = ("ethos-u55-128", "ethos-u65-256", "ethos-u85-256")
STREAM = "ethos-u"
FIND_FENCES = sys.argv[3]

# Each is compiled unfenced and with the fences of each set of positions. A model that is not named has one operator, is
# on the CPU alone, or is not compiled unfenced either.
CUTS = {
    "ds_cnn": [(0,), (3,), (2, 5, 9)],
    "person_detect": [(0,), (10,), (29,), (4, 9, 20), tuple(range(30))],
    "keyword_scrambled_8bit": [(3,), (6,), (12,), tuple(range(14))],
    "hello_world_int8": [(1,), (0, 1)],
    "matmul_quant": [(0,), (1,), (2,), (0, 1, 2)],
    "dtln_noise_suppression": [(1,), (0, 1, 2)],
    "audio_preprocessor_int8": [(3,), (17,)],
    "rope": [(4,), (2, 9)],
    "mobilenet_v2_quantized_1x3x224x224": [(5, 12, 60)],
}


class Failed(Exception):
    """Vela compiled nothing; says what it said."""


def compile_for(target, model, folder):
    """The compiled file, beside which lie the per-layer CSV and the debug database."""
    done = subprocess.run([VELA, model, "--accelerator-config", target, "--verbose-performance", "--enable-debug-db",
                           "--output-dir", folder], capture_output=True, text=True)
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip().splitlines()
        raise Failed(said[-1] if said else f"status {done.returncode}")
    return pathlib.Path(folder) / f"{model.stem}_vela.tflite"


def placed(compiled):
    """Of each operator of the source whether it is on the NPU. Row for row, the CSV says where, and the debug database
    which operator; one without a row is part of another's, or moves no data."""
    stem = compiled.stem.removesuffix("_vela")
    database = compiled.with_name(f"{stem}_debug.xml").read_text(encoding="utf-8")
    tables = {name: list(csv.DictReader(io.StringIO(text)))
              for name, text in re.findall(r'<table name="(\w+)">\s*<!\[CDATA\[\n(.*?)\]\]>', database, re.DOTALL)}
    lines = compiled.with_name(f"{stem}_per-layer.csv").read_text(encoding="utf-8").splitlines()
    columns = lines[0].split(",")
    rows = [dict(zip(columns, line.split(",", len(columns) - 1))) for line in lines[1:]]
    if [row["NNG Operator"] for row in rows] != [each["operator"] for each in tables["perf"]]:
        raise Failed("the rows of the per-layer CSV are not those of the debug database")
    index = {each["id"]: int(each["ext_key"]) for each in tables["source"]}
    on_npu = [True] * len(index)
    for row, each in zip(rows, tables["perf"]):
        if row["Target"] == "CPU":
            on_npu[index[each["source_id"]]] = False
    return on_npu


def expected_streams(file, on_npu):
    """The fewest command streams in which the operators of a file, fences among them, can run where `on_npu` puts those
    of the source: along every path through the graph a stream ends where the CPU takes over."""
    model = tflite.Model.GetRootAs(file.read_bytes())
    graph = model.Subgraphs(0)
    source = iter(on_npu)
    made_by, streams, npu = {}, [], []
    for i in range(graph.OperatorsLength()):
        op = graph.Operators(i)
        npu.append(peers.code(model, op) != peers.FENCE and next(source))
        before = [made_by[t] for t in (op.Inputs(k) for k in range(op.InputsLength())) if t in made_by]
        here = [streams[k] + (npu[i] and not npu[k]) for k in before]
        streams.append(max(here, default=int(npu[i])))
        made_by.update((op.Outputs(k), i) for k in range(op.OutputsLength()))
    return max(streams, default=0)


def tensor_names(file):
    graph = tflite.Model.GetRootAs(file.read_bytes()).Subgraphs(0)
    return [(graph.Tensors(i).Name() or b"").decode() for i in range(graph.TensorsLength())]


def joins(compiled, fenced):
    """What of a fenced model's sidecar is not in a compiled file: a fence's operator, or a tensor under its name. Our join
    finds each boundary where this script does."""
    boundaries = peers.sidecar(fenced)
    codes = peers.operators(compiled)
    found = set(tensor_names(compiled))
    wanted = {pair["output"] for segment in boundaries["segments"] for pair in segment["tensor_pairs"]}
    missing = sorted(wanted - found)
    said = subprocess.run([FIND_FENCES, compiled, peers.sidecar_of(fenced)], capture_output=True, text=True)
    if said.returncode != 0:
        return missing + [said.stderr]
    graph = tflite.Model.GetRootAs(compiled.read_bytes()).Subgraphs(0)
    for segment, line in enumerate(said.stdout.splitlines()):
        at, again = line.split()
        name = boundaries["segments"][segment]["fence_tensor_name"]
        if at == "-" or codes[int(at)] != peers.FENCE:
            missing.append(f"the fence of {name}")
        elif graph.Tensors(graph.Operators(int(at)).Outputs(0)).Name().decode() != name or again != str(segment):
            missing.append(f"the boundary of {name} (found: {line})")
    if len(said.stdout.splitlines()) != len(boundaries["boundary_after_ops"]) or codes.count(peers.FENCE) != len(
            boundaries["boundary_after_ops"]):
        missing.append("a fence for each boundary")
    return missing


def run(job):
    """What is wrong with one fenced model compiled for one target."""
    name, target, after_ops, on_npu = job
    with tempfile.TemporaryDirectory() as folder:
        fenced = peers.cut(name, after_ops, folder)
        if fenced is None:
            return ["the cut is refused"]
        wrong = []
        try:
            compiled = compile_for(target, fenced, os.path.join(folder, "out"))
        except Failed as error:
            return [f"Vela: {error}"]
        streams, expected = peers.operators(compiled).count(STREAM), expected_streams(fenced, on_npu)
        if streams != expected:
            wrong.append(f"{streams} streams, and {expected} were expected")
        missing = joins(compiled, fenced)
        if missing:
            wrong.append(f"the compiled file lacks {', '.join(missing)}")
        return wrong


def place(job):
    name, target = job
    with tempfile.TemporaryDirectory() as folder:
        compiled = compile_for(target, peers.path(name), folder)
        return placed(compiled), peers.operators(compiled).count(STREAM)


class Vela(unittest.TestCase):
    def test_streams_and_names(self):
        """A fenced model has the streams that an unfenced run lets expect, and its fences' tensors keep their names"""
        began, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            names = peers.names()
            there = [name for name in CUTS if name in names]
            unfenced = [(name, target) for name in there for target in TARGETS]
            places = dict(zip(unfenced, pool.map(place, unfenced)))
            jobs = [(name, target, after_ops, places[name, target][0])
                    for name, target in unfenced for after_ops in CUTS[name]]
            found = list(pool.map(run, jobs))
        for (name, target), (on_npu, streams) in places.items():
            with self.subTest(f"{name} unfenced for {target}"):
                self.assertEqual(streams, expected_streams(peers.path(name), on_npu))
        for (name, target, after_ops, _), wrong in zip(jobs, found):
            with self.subTest(f"{name} after {after_ops} for {target}"):
                self.assertEqual(wrong, [])
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        on_cpu = sum(not each for on_npu, _ in places.values() for each in on_npu)
        peers.say(f"{len(jobs)} fenced models compiled, for {', '.join(TARGETS)}; of the operators of {len(there)} "
                  f"models, {on_cpu} are on the CPU, all targets together")
        peers.say(f"{time.monotonic() - began:.0f} s, of the processors "
                  f"{now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime:.0f} s")


if __name__ == "__main__":
    tap.main()
