#!/usr/bin/env python3
"""Compares the time of single operators in Sight and in LiteRT.

    python3 -m venv .venv && .venv/bin/pip install -r Training/requirements.txt ai-edge-litert==2.3.0 openvino
    swift build -c release --product sight
    .venv/bin/python Benchmarks/operators.py

The models of compare.py use few of the operators. This script makes a small model for each of many other operators
with TensorFlow, in float32 and quantized to int8, and measures both engines in turns as compare.py does, with one
thread. It checks the outputs as compare.py does, too. The table, worst first, goes to the section of this processor and
tier in Documentation/OPERATOR_TIMES.md, unless operators are chosen by --only. The exit status is 1 if an output differs or an operator takes more than
--limit times LiteRT's processor time.
"""

import argparse
import pathlib
import statistics
import sys
import tempfile

import numpy
import tensorflow as tf
from ai_edge_litert.interpreter import OpResolverType

import agreement
import report
import turns
from inputs import make_inputs, noise

PAGE = pathlib.Path(__file__).parent.parent / "Documentation/OPERATOR_TIMES.md"
HEAD = """# Times of single operators

This page compares the processor time of models with a single operator, or with a few, in Sight and in LiteRT.
`Benchmarks/operators.py` writes it. A ratio above 1 means that Sight is faster. The figures hold only for the
processor in the heading of their table. The tensors have 10⁴ to 10⁶ elements; the script has their shapes.
"""
RANDOM = numpy.random.default_rng(0)
IMAGE = (1, 64, 64, 64)


def constant(*shape):
    return tf.constant(RANDOM.normal(0, 0.1, shape), tf.float32)


def convolution(size, stride, inputs, outputs, padding="SAME"):
    return lambda x: tf.nn.conv2d(x, constant(size, size, inputs, outputs), stride, padding)


def transposed(size, stride, inputs, outputs):
    def apply(x):
        shape = [1, x.shape[1] * stride, x.shape[2] * stride, outputs]
        return tf.nn.conv2d_transpose(x, constant(size, size, outputs, inputs), shape, stride)
    return apply


def layer_normalization(x):
    mean = tf.reduce_mean(x, -1, keepdims=True)
    variance = tf.reduce_mean(tf.math.squared_difference(x, mean), -1, keepdims=True)
    return (x - mean) * tf.math.rsqrt(variance + 1e-5)


# LiteRT 2.3.0's reference kernel returns -1 for a sum of 64 integers of int8 whose rounded result is 127; its
# optimized kernel returns 127.
WRONG_REFERENCES = {("sum of channels", "int8")}

# The shape of the input and the function of each model.
OPERATORS = {
    "abs": (IMAGE, tf.abs),
    "add": (IMAGE, lambda x: x + constant(*IMAGE)),
    "add a row": (IMAGE, lambda x: x + constant(64)),
    "argmax": ((1, 64, 64, 21), lambda x: tf.argmax(x, 3, output_type=tf.int32)),
    "attention": ((1, 64, 8, 32), lambda x: tf.einsum("bqhd,bkhd->bhqk", x, x)),
    "average pool 3×3": (IMAGE, lambda x: tf.nn.avg_pool2d(x, 3, 2, "SAME")),
    "batch matmul": ((4, 64, 64), lambda x: tf.matmul(x, x, transpose_b=True)),
    "concat channels": ((1, 64, 64, 32), lambda x: tf.concat([x, x * 2, x], 3)),
    "conv 1-D": ((1, 256, 64), lambda x: tf.nn.conv1d(x, constant(5, 64, 64), 1, "SAME")),
    "conv 3-D": ((1, 16, 32, 32, 8), lambda x: tf.nn.conv3d(x, constant(3, 3, 3, 8, 16), [1] * 5, "SAME")),
    "conv 7×7 stem": ((1, 112, 112, 3), convolution(7, 2, 3, 32)),
    "conv dilated": ((1, 48, 48, 32), lambda x: tf.nn.conv2d(x, constant(3, 3, 32, 32), 1, "SAME", dilations=2)),
    "conv grouped": ((1, 48, 48, 32), lambda x: tf.nn.conv2d(x, constant(3, 3, 8, 32), 1, "SAME")),
    "cumsum": ((1, 64, 64, 16), lambda x: tf.cumsum(x, 1)),
    "depth to space": ((1, 32, 32, 64), lambda x: tf.nn.depth_to_space(x, 2)),
    "depthwise 7×7": ((1, 32, 32, 64), lambda x: tf.nn.depthwise_conv2d(x, constant(7, 7, 64, 1), [1] * 4, "SAME")),
    "depthwise multiplier 2": ((1, 64, 64, 16),
                               lambda x: tf.nn.depthwise_conv2d(x, constant(3, 3, 16, 2), [1] * 4, "SAME")),
    "divide": (IMAGE, lambda x: x / (constant(64) + 2)),
    "elu": (IMAGE, tf.nn.elu),
    "exp": (IMAGE, tf.exp),
    "floor": (IMAGE, tf.floor),
    "fully connected": ((64, 256), lambda x: tf.matmul(x, constant(256, 512))),
    "gather": (IMAGE, lambda x: tf.gather(x, [3, 1, 5, 7], axis=3)),
    "gelu": (IMAGE, tf.nn.gelu),
    "greater": (IMAGE, lambda x: tf.cast(x > 0.1, tf.float32)),
    "hard swish": (IMAGE, lambda x: x * tf.nn.relu6(x + 3) / 6),
    "l2 normalization": ((64, 256), lambda x: tf.nn.l2_normalize(x, 1)),
    "layer normalization": ((1, 128, 256), layer_normalization),
    "leaky relu": (IMAGE, tf.nn.leaky_relu),
    "local response normalization": ((1, 32, 32, 32), tf.nn.local_response_normalization),
    "log": (IMAGE, lambda x: tf.math.log(x * x + 1)),
    "log softmax": ((64, 1000), tf.nn.log_softmax),
    "max pool 2×2": (IMAGE, lambda x: tf.nn.max_pool2d(x, 2, 2, "VALID")),
    "max pool 3×3": (IMAGE, lambda x: tf.nn.max_pool2d(x, 3, 1, "SAME")),
    "maximum": (IMAGE, lambda x: tf.maximum(x, constant(64))),
    "mean of channels": (IMAGE, lambda x: tf.reduce_mean(x, 3, keepdims=True)),
    "mean of pixels": (IMAGE, lambda x: tf.reduce_mean(x, [1, 2])),
    "minimum": (IMAGE, lambda x: tf.minimum(x, constant(*IMAGE))),
    "mirror pad": (IMAGE, lambda x: tf.pad(x, [[0, 0], [1, 1], [1, 1], [0, 0]], "REFLECT")),
    "multiply pixels": (IMAGE, lambda x: x * constant(1, 64, 64, 1)),
    "negate": (IMAGE, tf.negative),
    "pad": (IMAGE, lambda x: tf.pad(x, [[0, 0], [1, 1], [1, 1], [0, 0]])),
    "power": ((1, 64, 64, 16), lambda x: tf.pow(tf.abs(x), 2.5)),
    "reduce max of channels": (IMAGE, lambda x: tf.reduce_max(x, 3)),
    "reduce max of pixels": (IMAGE, lambda x: tf.reduce_max(x, [1, 2])),
    "resize bilinear": ((1, 32, 32, 64), lambda x: tf.image.resize(x, (64, 64))),
    "resize nearest": ((1, 32, 32, 64), lambda x: tf.image.resize(x, (64, 64), "nearest")),
    "round": (IMAGE, tf.round),
    "rsqrt": (IMAGE, lambda x: tf.math.rsqrt(x * x + 1)),
    "select": (IMAGE, lambda x: tf.where(x > 0, x, x * 0.1 + 1)),
    "sigmoid": (IMAGE, tf.sigmoid),
    "sine": (IMAGE, tf.sin),
    "slice": (IMAGE, lambda x: x[:, 4:60, 4:60, :32]),
    "softmax of 1000": ((64, 1000), tf.nn.softmax),
    "softmax of 64": ((1, 8, 64, 64), tf.nn.softmax),
    "space to depth": ((1, 64, 64, 16), lambda x: tf.nn.space_to_depth(x, 2)),
    "split": (IMAGE, lambda x: tf.add(*tf.split(x, 2, 3))),
    "sqrt": (IMAGE, lambda x: tf.sqrt(x * x)),
    "square": (IMAGE, tf.square),
    "squared difference": (IMAGE, lambda x: tf.math.squared_difference(x, constant(64))),
    "strided slice": (IMAGE, lambda x: x[:, ::2, ::2, :]),
    "subtract": (IMAGE, lambda x: x - constant(*IMAGE)),
    "sum of channels": (IMAGE, lambda x: tf.reduce_sum(x, 3)),
    "tanh": (IMAGE, tf.tanh),
    "tile": ((1, 32, 32, 32), lambda x: tf.tile(x, [1, 2, 2, 1])),
    "top 10 of 1000": ((1, 1000), lambda x: tf.math.top_k(x, 10)[0]),
    "transpose to planes": (IMAGE, lambda x: tf.transpose(x, [0, 3, 1, 2])),
    "transpose rows": (IMAGE, lambda x: tf.transpose(x, [0, 2, 1, 3])),
    "transposed conv 2×2": ((1, 64, 64, 64), transposed(2, 2, 64, 32)),
    "transposed conv 3×3": ((1, 64, 64, 64), transposed(3, 2, 64, 32)),
    "transposed conv 4×4": ((1, 32, 32, 64), transposed(4, 2, 64, 64)),
    "transposed conv to 1": ((1, 128, 128, 16), transposed(2, 2, 16, 1)),
}


def make_model(shape, function, quantized: bool) -> bytes:
    class Module(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec(shape, tf.float32)])
        def __call__(self, x):
            return function(x)

    module = Module()
    converter = tf.lite.TFLiteConverter.from_concrete_functions([module.__call__.get_concrete_function()], module)
    if quantized:
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
        converter.representative_dataset = lambda: (
            [RANDOM.normal(0, 1, shape).astype(numpy.float32)] for _ in range(3))
        converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
        converter.inference_input_type = converter.inference_output_type = tf.int8
    return converter.convert()


def compare(path: pathlib.Path, has_wrong_reference: bool, options) -> tuple[str, dict]:
    """Returns how the outputs agree, and the measurements of both engines. If LiteRT's reference kernel is wrong,
    only Sight's own rounding is judged."""
    details = agreement.make_interpreter(path, OpResolverType.BUILTIN_REF, 1).get_input_details()
    values = make_inputs(details, noise, 42)
    roundings = ("nearest",) if has_wrong_reference else agreement.ROUNDINGS
    rules, _ = agreement.check_outputs(options.sight, path, values, 1, roundings=roundings)
    rule = " ".join(sorted(set(rules))) if all(rules) else "DIFFERS"
    return rule, turns.against_litert(path, values, options)


def table(rows: list[tuple], options) -> str:
    mean = statistics.geometric_mean([row[4] for row in rows])
    slower = sum(row[4] < 1 for row in rows)
    lines = [report.heading(options.sight), "",
             f"{report.measured()} The ratios of {len(rows)} models have the geometric mean {mean:.2f}, "
             f"and {slower} of them are below 1.", "",
             "| operator | type | outputs | LiteRT, ms | Sight, ms | ratio |", "|---|---|---|--:|--:|--:|"]
    lines += [f"| {operator} | {kind} | {rule} | {litert:.3f} | {sight:.3f} | {ratio:.2f} |"
              for operator, kind, litert, sight, ratio, rule in rows]
    return "\n".join(lines) + "\n"


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], help="operators whose names contain this")
    turns.add_arguments(parser, milliseconds=15)
    parser.add_argument("--limit", type=float, default=2, help="the most that an operator may take, in LiteRT's times")
    return parser.parse_args()


def main() -> int:
    options = parse()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for operator, (shape, function) in OPERATORS.items():
            if options.only and not any(part in operator for part in options.only):
                continue
            for kind in ("float32", "int8"):
                path = pathlib.Path(folder) / f"{len(rows)}.tflite"
                try:
                    path.write_bytes(make_model(shape, function, kind == "int8"))
                    rule, measured = compare(path, (operator, kind) in WRONG_REFERENCES, options)
                    litert, sight = (measured[each].processor for each in ("LiteRT", "Sight"))
                except (RuntimeError, ValueError, KeyError, agreement.SightFailure) as error:
                    print(f"{operator}, {kind}: left out: {str(error).splitlines()[0]}", file=sys.stderr)
                    continue
                rows.append((operator, kind, litert, sight, litert / sight, rule))
                print(f"{operator:30} {kind:8} {rule:10} LiteRT {litert:8.3f}  Sight {sight:8.3f}  x{litert / sight:.2f}",
                      flush=True)
    rows.sort(key=lambda row: row[4])
    if rows and not options.only:
        report.write_section(PAGE, HEAD, table(rows, options))
    return 1 if any(row[5] == "DIFFERS" or row[4] < 1 / options.limit for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
