"""The cases of sorting, filling, counting, products of batches and detections; see
operator_cases.py."""

import struct

import numpy as np

from case_parts import INTEGERS, case, constant, options, out, random, tensor, values
from flatmodel import Tensor


def others():
    for kind in ("float32", "uint8", "int8", "int32"):
        for mode, shape, k in (("", [2, 9], 4), ("", [7], 1)):
            data = values(kind, shape)
            yield case("TOPK_V2", [tensor(kind, shape, data=data), constant(k)],
                       [out(kind), out("int32")], options("TopKV2Options"), f"{shape} {k}",
                       version=2)
        yield case("FILL", [tensor("int32", [3], data=[2, 1, 3], constant=True),
                            tensor(kind, [], 0.1 if kind in INTEGERS else None)],
                   out(kind, 0.1 if kind in INTEGERS else None), options("FillOptions"),
                   version=3 if kind in INTEGERS else 1)
        if kind == "uint8":
            continue
        for axis in (0, 2, -1):
            yield case("ONE_HOT", [tensor("int32", [2, 3], data=[[0, 2, -1], [3, 4, 1]]),
                                   constant(4), tensor(kind, [], data=5),
                                   tensor(kind, [], data=1)],
                       out(kind), options("OneHotOptions", f0=("i32", axis)), f"axis {axis}")
    for kind in ("float32", "int32", "int64"):
        for exclusive in (0, 1):
            for reverse in (0, 1):
                yield case("CUMSUM", [tensor(kind, [2, 4, 3]), constant(1)], out(kind),
                           options("CumsumOptions", f0=("u8", exclusive), f1=("u8", reverse)),
                           f"exclusive {exclusive} reverse {reverse}")
    numbers = {"float32": 0, "int32": 2, "uint8": 3, "int64": 4, "bool": 6, "int16": 7,
               "int8": 9}
    for source in numbers:
        for target in numbers:
            data = values(source, [3, 5])
            if source == "float32":
                data = np.abs(data) if target == "uint8" else data
            yield case("CAST", [tensor(source, [3, 5], data=data)], out(target),
                       options("CastOptions", f0=("i8", numbers[source]),
                               f1=("i8", numbers[target])), f"to {target}", version=4)
    halves = np.array([[1 + 2**-11, 1 + 3 * 2**-11, -0.0, 2**-24, 2**-25, 1e-7],
                       [65519, 65520, -7e4, np.inf, 6e-5, -6.1e-5]], "float32")
    for source, data in (("float32", halves), ("float64", halves), ("int32", [[2049, 2051, -70000]]),
                         ("int64", [[2049, 2051, -70000]]), ("bool", [[0, 1]])):
        yield case("CAST", [tensor(source, np.shape(data), data=data)], out("float16"),
                   options("CastOptions", f0=("i8", {"float64": 10}.get(source, numbers.get(source))),
                           f1=("i8", 1)), "to float16", version=4)
    pairs = np.array([[1.5 - 2j, -3 + 1j], [0, 2.25j]], "complex64")
    for source, data, target in (("complex64", pairs, "float32"),
                                 ("float32", pairs.real, "complex64")):
        yield case("CAST", [Tensor(source, [2, 2], data)], out(target),
                   options("CastOptions", f0=("i8", 8 if source == "complex64" else 0),
                           f1=("i8", 8 if target == "complex64" else 0)), f"to {target}",
                   version=4)
    for start, limit, delta in ((0, 10, 3), (5, -5, -2)):
        yield case("RANGE", [constant(start), constant(limit), constant(delta)], out("int32"),
                   options("RangeOptions"), f"{start} {limit} {delta}", version=2)
    for a, b, ax, ay in (([2, 3, 4], [2, 4, 5], 0, 0), ([3, 4], [2, 5, 4], 0, 1),
                         ([2, 4, 3], [2, 4, 5], 1, 0), ([2, 1, 3, 4], [3, 4, 2], 0, 0)):
        fields = options("BatchMatMulOptions", f0=("u8", ax), f1=("u8", ay))
        yield case("BATCH_MATMUL", [tensor("float32", a), tensor("float32", b)], out("float32"),
                   fields, f"{a} {b} adjoint {ax} {ay}")
        yield case("BATCH_MATMUL", [tensor("float32", a), tensor("int8", b, 0.04, constant=True)],
                   out("float32"), fields, f"{a} {b} adjoint {ax} {ay}", version=2)
        yield case("BATCH_MATMUL", [tensor("int8", a, 0.05, 3), tensor("int8", b, 0.04, -4)],
                   out("int8", 0.3, 5), fields, f"{a} {b} adjoint {ax} {ay}", version=2)


def flexbuffer(values):
    """Returns a FlexBuffer map with 4-byte children."""
    body, keys = bytearray(), []
    for key in sorted(values):
        keys.append((key, len(body)))
        body += key.encode() + b"\0"
    while len(body) % 4:
        body.append(0)
    vector = len(body) + 4
    body += struct.pack("<I", len(keys))
    for index, (_, at) in enumerate(keys):
        body += struct.pack("<I", vector + 4 * index - at)
    body += struct.pack("<II", len(body) - vector, 4)
    body += struct.pack("<I", len(keys))
    start, types = len(body), b""
    for key, _ in keys:
        value = values[key]
        if isinstance(value, bool):
            body, types = body + struct.pack("<I", value), types + bytes([26 << 2 | 2])
        elif isinstance(value, int):
            body, types = body + struct.pack("<i", value), types + bytes([1 << 2 | 2])
        else:
            body, types = body + struct.pack("<f", value), types + bytes([3 << 2 | 2])
    body += types
    return bytes(body + bytes([len(body) - start, 9 << 2 | 2, 1]))


def recordings():
    for window, step, squared, shape in ((64, 32, True, (300, 1)), (50, 17, False, (170, 2)), (33, 40, True, (73, 3)),
                                         (64, 32, True, (60, 1))):
        fields = flexbuffer(dict(window_size=window, stride=step, magnitude_squared=squared))
        yield case("CUSTOM", [tensor("float32", shape)], out("float32"), None,
                   f"{window} samples, {step} apart, squared {squared}, of {shape}",
                   custom=("AudioSpectrogram", fields), file="AudioSpectrogram")
    for rate, upper, lower, bands, count in ((16000, 4000.0, 20.0, 40, 13), (8000, 3500.0, 300.0, 20, 20)):
        fields = flexbuffer(dict(upper_frequency_limit=upper, lower_frequency_limit=lower,
                                 filterbank_channel_count=bands, dct_coefficient_count=count))
        yield case("CUSTOM", [tensor("float32", (2, 5, 129), low=0, high=50), constant([rate])], out("float32"), None,
                   f"{rate} hertz, {lower} to {upper}, {count} of {bands}", custom=("Mfcc", fields), file="Mfcc")


def detections():
    for classes, background, regular, per, anchors, most in (
            (3, 1, False, 1, 24, 6), (3, 0, False, 2, 24, 6), (4, 1, True, 1, 24, 6), (2, 0, True, 1, 24, 6),
            (1, 1, False, 1, 24, 6), (2, 1, False, 1, 220, 100), (2, 0, True, 1, 220, 40)):
        # Small boxes, of which many are kept.
        least, largest = (0.2, 0.5) if anchors < 100 else (0.03, 0.1)
        fields = dict(max_detections=most, max_classes_per_detection=per, detections_per_class=most * 2 // 3,
                      use_regular_nms=regular, nms_score_threshold=0.2, nms_iou_threshold=0.4,
                      num_classes=classes, y_scale=10.0, x_scale=10.0, h_scale=5.0, w_scale=5.0)
        columns = classes + background
        centers = np.concatenate([random.uniform(0, 1, [anchors, 2]),
                                  random.uniform(least, largest, [anchors, 2])], 1).astype("float32")
        boxes = values("float32", [1, anchors, 4], -2, 2)
        scores = random.uniform(0, 1, [1, anchors, columns]).astype("float32")
        outs = [out("float32") for _ in range(4)]
        text = f"{classes} classes, background {background}, regular {regular}, {per} per box"
        text += f", {anchors} anchors" if anchors > 24 else ""
        custom = ("TFLite_Detection_PostProcess", flexbuffer(fields))
        name = "TFLite_Detection_PostProcess"
        yield case("CUSTOM", [tensor("float32", boxes.shape, data=boxes),
                              tensor("float32", scores.shape, data=scores),
                              tensor("float32", centers.shape, data=centers, constant=True)],
                   outs, None, text, custom=custom, file=name)
        yield case("CUSTOM", [tensor("uint8", boxes.shape, 0.02, 128,
                                     data=np.clip(np.round(boxes / 0.02) + 128, 0, 255)),
                              tensor("uint8", scores.shape, 1 / 256, 0,
                                     data=np.clip(np.round(scores * 256), 0, 255)),
                              tensor("uint8", centers.shape, 0.005, 3, constant=True,
                                     data=np.clip(np.round(centers / 0.005) + 3, 0, 255))],
                   outs, None, text, custom=custom, file=name)
