#!/usr/bin/env python3
"""Compares the time of whole networks in Sight and in LiteRT.

    python3 -m venv .venv && .venv/bin/pip install -r Training/requirements.txt ai-edge-litert==2.3.0
    swift build -c release --product sight
    .venv/bin/python Benchmarks/networks.py [--only ResNet]

The models of compare.py are the ones that the engine was made with. This script makes networks of Keras, which have none of
its files, and some others, with random weights: in float32, with weights of 8 bits (*dynamic*), in int8, and in int16 with weights of 8 bits. It
measures both engines in turns, with one thread. LiteRT's reference kernels end the process on some of these networks, so the outputs
are compared with those of its other kernels. The table, worst first, goes to the section of this processor and tier in
Documentation/NETWORK_TIMES.md, unless networks or kinds are chosen. The exit status is 1 if a network takes more than --limit
times LiteRT's processor time, or if its outputs differ by more than MOST.
"""

import argparse
import contextlib
import io
import os
import pathlib
import statistics
import sys
import tempfile

os.environ["CUDA_VISIBLE_DEVICES"] = ""

import keras
import numpy
import tensorflow as tf

import further_networks
import pair
import report
import turns

PAGE = pathlib.Path(__file__).parent.parent / "Documentation/NETWORK_TIMES.md"
HEAD = """# Times of networks

This page compares the processor time of networks in Sight and in LiteRT. They have the layers of `keras.applications`, or those of
`Benchmarks/further_networks.py`, and random weights. *Side* is that of the image, or the number of steps of a recurrent network. `Benchmarks/networks.py` writes it. A ratio above 1 means that Sight is faster. The figures hold only for the
processor in the heading of their table. *Difference* is the largest difference of an output between the engines: in units of
integers, or as a share of the largest magnitude of floats.
"""
SIDES = {"MobileNetV3Small": 224, "MobileNetV3Large": 224, "EfficientNetB0": 224, "NASNetMobile": 224, "ResNet50": 160,
         "DenseNet121": 160, "ConvNeXtTiny": 128, "Xception": 160, "ViTTiny": 224, "MobileViTXXS": 256,
         "PyramidDetector": 320, "UNet": 128, "ShuffleNet": 224, "LSTM": 64, "GRU": 64}
# The types of a network, and the largest difference of an output. LiteRT's own kernels differ from each other by up to 16 units
# of int8 and 10 of int16 on EfficientNetB0, because they round in the middle of a network in different ways; all tensors of
# its int16 file are equal in Sight and in the reference kernels.
MOST = {"float32": 1e-4, "dynamic": 0.05, "int8": 16, "int16": 16}
KINDS = tuple(MOST)
RANDOM = numpy.random.default_rng(0)


def network(name: str) -> keras.Model:
    """Returns a network without its last softmax, which would hide differences, and with random weights and variances."""
    if name in further_networks.NETWORKS:
        model = further_networks.NETWORKS[name](SIDES[name])
    else:
        model = application(name)
    for variable in model.weights:
        if "moving_variance" in variable.path:
            variable.assign(RANDOM.uniform(0.5, 1, variable.shape))
    return model


def application(name: str) -> keras.Model:
    """Returns a network of `keras.applications` without its last softmax."""
    plain = {"include_preprocessing": False} if name.startswith(("MobileNetV3", "ConvNeXt")) else {}
    return getattr(keras.applications, name)(
        input_shape=(SIDES[name], SIDES[name], 3), weights=None, classifier_activation=None, **plain)


def convert(model: keras.Model, kind: str) -> bytes:
    """Returns the `.tflite` file of a network."""
    converter = tf.lite.TFLiteConverter.from_keras_model(model)
    if kind != "float32":
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
    if kind in ("int8", "int16"):
        operations = tf.lite.OpsSet
        converter.representative_dataset = lambda: (
            [RANDOM.uniform(-1, 1, (1, *model.input_shape[1:])).astype(numpy.float32)] for _ in range(2))
        converter.target_spec.supported_ops = [
            operations.TFLITE_BUILTINS_INT8 if kind == "int8"
            else operations.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8]
        converter.inference_input_type = converter.inference_output_type = getattr(tf, kind)
    with contextlib.redirect_stdout(io.StringIO()):  # Keras lists every variable
        return converter.convert()


def table(rows: list[tuple], options) -> str:
    means = ", ".join(f"{kind} {statistics.geometric_mean([row[4] for row in rows if row[1] == kind]):.2f}"
                      for kind in KINDS if any(row[1] == kind for row in rows))
    lines = [report.heading(options.sight), "",
             f"{report.measured()} The geometric means of the ratios are {means}. "
             f"Sight takes more time than LiteRT for {sum(row[4] < 1 for row in rows)} of {len(rows)} files.", "",
             "| network | side | type | difference | LiteRT, ms | Sight, ms | ratio |", "|---|--:|---|--:|--:|--:|--:|"]
    lines += [f"| {name} | {SIDES[name]} | {kind} | {difference:.2g} | {litert:.2f} | {sight:.2f} | {ratio:.2f} |"
              for name, kind, litert, sight, ratio, difference in rows]
    return "\n".join(lines) + "\n"


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", default=[], help="networks whose names contain this")
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=KINDS)
    turns.add_arguments(parser, milliseconds=60)
    parser.add_argument("--limit", type=float, default=1.15, help="the most that a network may take, in LiteRT's times")
    parser.add_argument("--keep", type=pathlib.Path, help="folder where the files of the networks stay for further calls")
    return parser.parse_args()


def main() -> int:
    options = parse()
    rows = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for name in SIDES:
            if options.only and not any(part in name for part in options.only):
                continue
            model = None
            for kind in options.kinds:
                if kind.startswith("int") and name in further_networks.WITHOUT_INTEGERS:
                    continue
                path = folder / f"{name}-{kind}.tflite"
                try:
                    if not path.exists():
                        model = model or network(name)
                        path.write_bytes(convert(model, kind))
                    difference, measured = pair.compare(path, options)
                    litert, sight = (measured[each].processor for each in ("LiteRT", "Sight"))
                except pair.REFUSALS as error:
                    print(f"{name}, {kind}: left out: {str(error).splitlines()[0]}", file=sys.stderr)
                    continue
                rows.append((name, kind, litert, sight, litert / sight, difference))
                print(f"{name:18} {kind:8} {difference:8.2g} LiteRT {litert:8.2f}  Sight {sight:8.2f}  x{litert / sight:.2f}", flush=True)
    rows.sort(key=lambda row: row[4])
    if rows and not options.only and len(options.kinds) == len(KINDS):
        report.write_section(PAGE, HEAD, table(rows, options))
    # NaN is not within a limit either.
    return 0 if all(row[4] >= 1 / options.limit and row[5] <= MOST[row[1]] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
