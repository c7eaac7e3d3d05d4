#!/usr/bin/env python3
"""Makes Tests/Fixtures/operators: models with one operator, inputs and the reference's outputs.

Usage: make-operator-goldens.py [OUTPUT FOLDER]. The reference kernels are those of ai-edge-litert.

Each file has the cases of one operator, little-endian:
    "SGOP", u32 count, then for each case
    text name, bytes model, u8 inputs, bytes each, u8 outputs, (u8 rank, i32 extents, bytes) each
where text and bytes are a u32 length and that many bytes; strings are packed as in models.
"""

import collections
import itertools
import pathlib
import struct
import sys

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType

import flatmodel
import layer_cases
import operator_cases
import packed_cases
import rare_cases
import recurrent_cases
import string_cases
import wide_cases


def blob(data):
    return struct.pack("<I", len(data)) + data


OPTIMIZED = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
# The reference kernel reads these inputs as unsigned bytes; the optimized kernel is right.
MISREAD = {("SUM", "int8"), ("SUM", "int16")}


def prepare(model, kernels=OpResolverType.BUILTIN_REF):
    """Returns an interpreter with `kernels`, or with the optimized kernels if these lack an operator."""
    try:
        interpreter = Interpreter(
            model_content=model, experimental_op_resolver_type=kernels, num_threads=1)
        interpreter.allocate_tensors()
    except (RuntimeError, ValueError) as error:
        if "Didn't find op" not in str(error):
            raise
        interpreter = Interpreter(
            model_content=model, experimental_op_resolver_type=OPTIMIZED, num_threads=1)
        interpreter.allocate_tensors()
    return interpreter


def run(model, feeds, *kernels):
    interpreter = prepare(model, *kernels)
    for detail, feed in zip(interpreter.get_input_details(), feeds):
        interpreter.set_tensor(detail["index"], feed)
    interpreter.invoke()
    return [interpreter.get_tensor(d["index"]) for d in interpreter.get_output_details()]


def main():
    folder = pathlib.Path(
        sys.argv[1] if len(sys.argv) > 1
        else pathlib.Path(__file__).parents[2] / "Tests/Fixtures/operators")
    folder.mkdir(parents=True, exist_ok=True)
    files, refused = collections.defaultdict(list), collections.Counter()
    groups = (operator_cases, layer_cases, wide_cases, rare_cases, recurrent_cases,
              string_cases, packed_cases)
    for file, name, arguments in itertools.chain(*(group.cases() for group in groups)):
        model = flatmodel.model(*arguments)
        feeds = [t.data for t in arguments[2] if t is not None and t.is_fed]
        try:
            optimized = (file, name.split("/")[0]) in MISREAD
            outputs = run(model, feeds, *[OPTIMIZED] * optimized)
        except (RuntimeError, ValueError) as error:
            refused[f"{file} {name.split()[0]}: {str(error).splitlines()[0][:90]}"] += 1
            continue
        entry = blob(name.encode()) + blob(model) + struct.pack("<B", len(feeds))
        entry += b"".join(blob(flatmodel.packed(feed)) for feed in feeds)
        entry += struct.pack("<B", len(outputs))
        for output in outputs:
            entry += struct.pack("<B", output.ndim)
            entry += struct.pack(f"<{output.ndim}i", *output.shape) + blob(flatmodel.packed(np.asarray(output)))
        files[file].append(entry)
    for file, entries in files.items():
        data = b"SGOP" + struct.pack("<I", len(entries)) + b"".join(entries)
        (folder / f"{file}.golden").write_bytes(data)
    total = sum(f.stat().st_size for f in folder.glob("*.golden"))
    print(f"{sum(map(len, files.values()))} cases of {len(files)} operators, {total} bytes")
    for reason, count in refused.items():
        print(f"the reference refuses {count}: {reason}")


main()
