#!/usr/bin/env python3
"""Makes Tests/Fixtures/models/models.golden: what LiteRT's reference kernels give for whole models.

Usage: make-model-goldens.py MODELS [OUTPUT FILE]; MODELS is the folder of models, none of which
is copied. Inputs are made by SplitMix64, in `SeededInput` of the tests alike.

Little-endian: "SGMO", u32 count, then for each model
    text path, u32 nodes, u8 outputs, (u32 elements, u32 step, bytes) each
where text and bytes are a u32 length and that many bytes. Outputs over 1024 bytes keep every
`step`-th element, 64 at most.
"""

import concurrent.futures
import pathlib
import struct
import subprocess
import sys

import numpy as np

FOLDERS = ("mlkit", "localizer", "detectors", "automl_", "classifiers", "tiny", "mlperf_tiny",
           "misc")
LARGEST = 12 << 20
SECONDS = 45


def numbers(seed, count):
    """SplitMix64."""
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(
            0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


def values(kind, shape, seed):
    """Reals in -1 ..< 1 with 24 bits, narrow integers of any value, others below 4."""
    bits = numbers(seed, int(np.prod(shape, dtype=np.int64)))
    kind = np.dtype(kind)
    if kind.kind == "f":
        data = ((bits >> np.uint64(40)).astype("float32") * np.float32(2.0 ** -23)) - 1
    elif kind.itemsize <= 2 and kind.kind in "iu":
        data = (bits >> np.uint64(64 - 8 * kind.itemsize)).astype(f"u{kind.itemsize}").view(kind)
    else:
        data = bits >> np.uint64(63 if kind.kind == "b" else 62)
    return data.astype(kind).reshape(shape)


def blob(data):
    return struct.pack("<I", len(data)) + data


def entry(path, name):
    from ai_edge_litert.interpreter import Interpreter, OpResolverType

    interpreter = Interpreter(
        model_path=path, experimental_op_resolver_type=OpResolverType.BUILTIN_REF, num_threads=1)
    interpreter.allocate_tensors()
    nodes = len(interpreter._get_ops_details())
    for index, detail in enumerate(interpreter.get_input_details()):
        interpreter.set_tensor(
            detail["index"], values(detail["dtype"], detail["shape"], index + 1))
    interpreter.invoke()
    details = interpreter.get_output_details()
    result = blob(name.encode()) + struct.pack("<IB", nodes, len(details))
    for detail in details:
        data = interpreter.get_tensor(detail["index"]).reshape(-1)
        if data.dtype.kind not in "fiub":
            raise ValueError(f"output of {data.dtype}")
        step = 1 if data.nbytes <= 1024 else -(-data.size // 64)
        result += struct.pack("<II", data.size, step) + blob(data[::step].tobytes())
    return result


def attempt(path, name):
    command = [sys.executable, __file__, "--one", str(path), name]
    try:
        result = subprocess.run(command, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return name, None, f"over {SECONDS} s"
    if result.returncode:
        lines = result.stderr.decode(errors="replace").strip().splitlines() or ["crashed"]
        return name, None, lines[-1][:120]
    return name, result.stdout, None


def main():
    if sys.argv[1] == "--one":
        sys.stdout.buffer.write(entry(*sys.argv[2:]))
        return
    models = pathlib.Path(sys.argv[1])
    target = pathlib.Path(
        sys.argv[2] if len(sys.argv) > 2
        else pathlib.Path(__file__).parent.parent / "Tests/Fixtures/models/models.golden")
    target.parent.mkdir(parents=True, exist_ok=True)
    names = sorted(
        p.relative_to(models).as_posix() for p in models.rglob("*.tflite")
        if p.stat().st_size <= LARGEST)
    names = [n for n in names if n.startswith(FOLDERS)]
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        results = list(pool.map(lambda n: attempt(models / n, n), names))
    entries = [data for _, data, _ in results if data]
    target.write_bytes(b"SGMO" + struct.pack("<I", len(entries)) + b"".join(entries))
    for name, data, reason in results:
        if not data:
            print(f"left out {name}: {reason}")
    print(f"{len(entries)} of {len(names)} models, {target.stat().st_size} bytes")


main()
