#!/usr/bin/env python3
"""Makes the files Flex*.golden of Tests/Fixtures/operators: models with an operator of TensorFlow.

Usage: make-tensorflow-goldens.py [OUTPUT FOLDER]. TensorFlow converts each function and computes the outputs.

The files have the format of make-operator-goldens.py.
"""

import collections
import os
import pathlib
import struct
import sys

os.environ["CUDA_VISIBLE_DEVICES"] = ""
import numpy as np
import tensorflow as tf
from tensorflow.lite.python import schema_py_generated as schema

import case_parts
import flatmodel

random = np.random.default_rng(1)
raw = tf.raw_ops


def floats(shape, low=-3, high=3):
    return random.uniform(low, high, shape).astype("float32")


def integers(kind, shape, low=None, high=None):
    limits = np.iinfo(kind)
    return random.integers(limits.min if low is None else low, limits.max if high is None else high, shape, kind,
                           endpoint=True)


def functions():
    for name, function, low, high in (("erf", tf.math.erf, -5, 5), ("tan", tf.math.tan, -9, 9),
                                      ("atan", tf.math.atan, -9, 9), ("sinh", tf.math.sinh, -9, 9),
                                      ("cosh", tf.math.cosh, -9, 9)):
        for shape in ((3,), (2, 5, 7), (1, 1030)):
            yield f"float32 {name} of {shape}", function, [floats(shape, low, high)]


def earlier_functions():
    """Returns operators that only earlier versions of the converter write, and files with them."""
    for name, function in (("FlexSoftplus", tf.nn.softplus), ("FlexSoftsign", tf.nn.softsign)):
        for shape in ((3,), (2, 5, 7), (1, 1030)):
            data = floats(shape, -40, 40)
            _, text, arguments = case_parts.case(
                "CUSTOM", [case_parts.tensor("float32", shape, data=data)], case_parts.out("float32"), None,
                f"of {shape}", custom=(name, b""))
            yield text, flatmodel.model(*arguments), function, [data]


def bits():
    for kind in ("int8", "uint8", "int16", "uint16", "int32"):
        pair = [integers(kind, (3, 5)), integers(kind, (5,))]
        yield f"{kind} and", tf.bitwise.bitwise_and, pair
        yield f"{kind} or", tf.bitwise.bitwise_or, pair
        yield f"{kind} inverted", tf.bitwise.invert, pair[:1]
        shifts = integers(kind, (5,), 0, np.iinfo(kind).bits - 1)
        yield f"{kind} shifted", tf.bitwise.left_shift, [pair[0], shifts]


def products():
    for kind in ("float32", "int32", "int64"):
        data = floats((3, 4, 5)) if kind == "float32" else integers(kind, (3, 4, 5), -3, 3)
        for axis in (1, -1):
            for exclusive, reverse in ((False, False), (True, False), (False, True), (True, True)):
                yield (f"{kind} axis {axis}, exclusive {exclusive}, reverse {reverse}",
                       lambda x, a=axis, e=exclusive, r=reverse: tf.math.cumprod(x, a, e, r), [data])


def slices():
    data = floats((2, 3, 1, 4, 5, 6))
    yield "float32 new axis and a removed one", lambda x: x[:, 1:3, :, ::-2, tf.newaxis, 2, ::2], [data]
    yield "float32 ellipsis and new axis", lambda x: x[..., tf.newaxis, :2, ::3], [data]


def patches():
    for size, stride, rate, padding in (((3, 3), (2, 2), (1, 1), "SAME"), ((2, 3), (1, 2), (2, 1), "VALID"),
                                        ((4, 4), (4, 4), (1, 1), "VALID"), ((3, 2), (1, 1), (2, 3), "SAME")):
        yield (f"float32 {size} stride {stride} rate {rate} {padding}",
               lambda x, k=size, s=stride, r=rate, p=padding: tf.image.extract_patches(
                   x, [1, *k, 1], [1, *s, 1], [1, *r, 1], p), [floats((2, 8, 9, 3))])


def volumes():
    for pool in (tf.nn.max_pool3d, tf.nn.avg_pool3d):
        for size, stride, padding in ((2, 2, "VALID"), ((1, 3, 2), (1, 2, 1), "SAME"), (3, 2, "SAME")):
            yield (f"float32 {size} stride {stride} {padding}",
                   lambda x, f=pool, k=size, s=stride, p=padding: f(x, k, s, p), [floats((2, 4, 7, 6, 3))])


def crops():
    boxes = np.array([[0, 0, 1, 1], [0.2, 0.1, 0.8, 0.6], [-0.2, 0.5, 0.5, 1.3], [0.9, 0.7, 0.1, 0.2],
                      [0.5, 0.5, 0.5, 0.5]], "float32")
    images = np.array([0, 1, 1, 0, 1], "int32")
    for method in ("bilinear", "nearest"):
        for size in ((4, 5), (1, 3), (9, 1)):
            for kind in ("float32", "uint8"):
                data = floats((2, 8, 7, 3)) if kind == "float32" else integers(kind, (2, 8, 7, 3))
                yield (f"{kind} {method} {size}",
                       lambda i, b, n, s=size, m=method: tf.image.crop_and_resize(i, b, n, s, m, 0.25),
                       [data, boxes, images])


def cubics():
    for aligns, centers in ((False, True), (False, False), (True, False)):
        for size in ((16, 18), (5, 4), (8, 1)):
            for kind in ("float32", "uint8"):
                data = floats((2, 8, 7, 3)) if kind == "float32" else integers(kind, (2, 8, 7, 3))
                yield (f"{kind} {size}, aligned {aligns}, centers {centers}",
                       lambda x, s=size, a=aligns, c=centers: raw.ResizeBicubic(
                           images=x, size=list(s), align_corners=a, half_pixel_centers=c), [data])


def recordings():
    for window, step, squared, shape in ((64, 32, True, (300, 1)), (50, 17, False, (170, 2)), (33, 40, True, (73, 3)),
                                         (64, 32, True, (60, 1))):
        yield (f"float32 {window} samples, {step} apart, squared {squared}, of {shape}",
               lambda x, w=window, s=step, q=squared: raw.AudioSpectrogram(
                   input=x, window_size=w, stride=s, magnitude_squared=q), [floats(shape)])
    for rate, upper, lower, bands, count in ((16000, 4000, 20, 40, 13), (8000, 3500.0, 300, 20, 20)):
        yield (f"float32 {rate} hertz, {lower} to {upper}, {count} of {bands}",
               lambda x, r=rate, u=upper, low=lower, b=bands, c=count: raw.Mfcc(
                   spectrogram=x, sample_rate=tf.constant(r), upper_frequency_limit=u, lower_frequency_limit=low,
                   filterbank_channel_count=b, dct_coefficient_count=c), [floats((2, 5, 129), 0, 50)])


def suppressions():
    for groups, clips, pads, per_class, per_image in ((1, True, False, 4, 9), (3, False, True, 5, 20),
                                                      (3, True, True, 2, 4), (1, False, False, 3, 12)):
        centers, sizes = random.uniform(0, 1, (2, 30, groups, 2)), random.uniform(0.1, 0.6, (2, 30, groups, 2))
        boxes = np.concatenate([centers - sizes / 2, centers + sizes / 2], -1).astype("float32")
        yield (f"float32 {groups} boxes each, clipped {clips}, padded {pads}, {per_class} and {per_image}",
               lambda b, s, c=clips, p=pads, m=per_class, t=per_image: tuple(
                   tf.image.combined_non_max_suppression(b, s, m, t, 0.4, 0.3, p, c)),
               [boxes, random.uniform(0, 1, (2, 30, 3)).astype("float32")])


def blob(data):
    return struct.pack("<I", len(data)) + data


def convert(function, data):
    specs = [tf.TensorSpec(value.shape, value.dtype, f"x{index}") for index, value in enumerate(data)]
    converter = tf.lite.TFLiteConverter.from_concrete_functions([tf.function(function).get_concrete_function(*specs)])
    converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS, tf.lite.OpsSet.SELECT_TF_OPS]
    return converter.convert()


def entry(name, model, function, data):
    """Returns the bytes of a case, and the names of its operators of TensorFlow."""
    parsed = schema.ModelT.InitFromPackedBuf(model, 0)
    graph = parsed.subgraphs[0]
    codes = [(code.customCode or b"").decode() for code in parsed.operatorCodes]
    nodes = [node for node in graph.operators if codes[node.opcodeIndex].startswith("Flex")]
    names = [graph.tensors[tensor].name.decode() for tensor in graph.inputs]
    feeds = [data[int(name.split(":")[0].rsplit("x", 1)[1])] for name in names] if len(data) > 1 else data
    results = tf.nest.flatten(function(*map(tf.constant, data)))
    if len(results) > 1:  # the file may have another order than the operator
        results = [results[list(nodes[-1].outputs).index(tensor)] for tensor in graph.outputs]
    text = blob(name.encode()) + blob(model) + struct.pack("<B", len(feeds))
    text += b"".join(blob(feed.tobytes()) for feed in feeds) + struct.pack("<B", len(results))
    for output in (result.numpy() for result in results):
        text += struct.pack("<B", output.ndim) + struct.pack(f"<{output.ndim}i", *output.shape) + blob(output.tobytes())
    return text, [codes[node.opcodeIndex] for node in nodes]


def main():
    folder = pathlib.Path(
        sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2] / "Tests/Fixtures/operators")
    folder.mkdir(parents=True, exist_ok=True)
    files = collections.defaultdict(list)
    for name, model, function, data in earlier_functions():
        text, operators = entry(name, model, function, data)
        files[operators[0]].append(text)
    for group in (functions, bits, products, slices, patches, volumes, crops, cubics, recordings, suppressions):
        for name, function, data in group():
            try:
                text, operators = entry(name, convert(function, data), function, data)
            except Exception as error:
                print(f"not converted: {group.__name__} {name}: {str(error).splitlines()[0][:90]}")
                continue
            if len(set(operators)) == 1:
                files[operators[0]].append(text)
            else:
                print(f"left out: {group.__name__} {name} has the operators {operators}")
    for name, entries in files.items():
        data = b"SGOP" + struct.pack("<I", len(entries)) + b"".join(entries)
        (folder / f"{name}.golden").write_bytes(data)
        print(f"{name}: {len(entries)} cases, {len(data)} bytes")


main()
