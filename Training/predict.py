"""Predictors: functions from an upright RGB image to a model's results, with the same form for all runtimes."""

import cv2
import numpy as np

import anchors
import crops
import network
import weightfile

MOST, MINIMUM_IOU = 50, 0.65


def stretch(image, side):
    """Returns the image, stretched bilinearly to side x side, as Sight does for a localizer."""
    return cv2.resize(image, (side, side), interpolation=cv2.INTER_LINEAR)


def suppress(boxes, scores, most=MOST, minimum_iou=MINIMUM_IOU):
    """Returns the indices of the boxes that greedy non-maximum suppression keeps, best first.

    Boxes are [A, 4] (y0, x0, y1, x1). Only the 600 boxes with the best scores take part.
    """
    order = np.argsort(-scores, kind="stable")[:600]
    kept = []
    areas = np.prod(np.maximum(boxes[:, 2:] - boxes[:, :2], 0), -1)
    while len(order) and len(kept) < most:
        first, rest = order[0], order[1:]
        kept.append(first)
        low = np.maximum(boxes[first, :2], boxes[rest, :2])
        high = np.minimum(boxes[first, 2:], boxes[rest, 2:])
        inside = np.prod(np.maximum(high - low, 0), -1)
        order = rest[inside <= minimum_iou * (areas[first] + areas[rest] - inside)]
    return np.array(kept, int)


def float_localizer(weights, side):
    """Returns a predictor that runs the float network with `weights`.

    It maps an image to (boxes [D, 4] x0, y0, x1, y1 in 0...1, scores [D]).
    """
    import tensorflow as tf

    model = network.localizer(side)
    if weightfile.load(model, weights):
        raise ValueError(f"{weights} is not a localizer of side {side}")
    grid = anchors.grid(side)
    forward = tf.function(lambda x: model(x, training=False))

    def run(image):
        encodings, logits = forward(stretch(image, side)[None].astype(np.float32) / 127.5 - 1)
        boxes = network.decode(encodings, grid)[0].numpy()
        scores = 1 / (1 + np.exp(-logits[0].numpy()))
        kept = suppress(boxes, scores)
        return np.clip(boxes[kept][:, [1, 0, 3, 2]], 0, 1), scores[kept]

    return run


def float_classifier(weights, side):
    """Returns a predictor that runs the float network with `weights`; it maps (image, crop) to logits [outcomes]."""
    import labeler_head
    import tensorflow as tf

    model, head = network.classifier(side), labeler_head.load(weights)
    if weightfile.load(model, weights):
        raise ValueError(f"{weights} is not a classifier of side {side}")
    forward = tf.function(lambda x: model(x, training=False))

    def run(image, crop):
        return head.logits(forward(crops.seen(image, crop, side)[None].astype(np.float32) / 127.5 - 1).numpy())[0]

    return run


def interpreter(path):
    from ai_edge_litert.interpreter import Interpreter

    made = Interpreter(str(path), num_threads=1)
    made.allocate_tensors()
    return made


def lite_localizer(path):
    """Returns a predictor that runs a .tflite file whose last node is TFLite_Detection_PostProcess.

    It maps an image to (boxes [D, 4] x0, y0, x1, y1 in 0...1, scores [D]).
    """
    made = interpreter(path)
    source = made.get_input_details()[0]
    outputs = [d["index"] for d in made.get_output_details()]

    def run(image):
        pixels = stretch(image, source["shape"][1])[None]
        if source["dtype"] == np.float32:
            pixels = pixels.astype(np.float32) / 127.5 - 1
        made.set_tensor(source["index"], pixels)
        made.invoke()
        boxes, _, scores, count = (made.get_tensor(k) for k in outputs)
        n = int(count[0])
        return np.clip(boxes[0, :n][:, [1, 0, 3, 2]], 0, 1), scores[0, :n]

    return run


def lite_scores(path):
    """Returns a predictor that runs a classifier's .tflite file; it maps (image, crop) to the dequantized output."""
    made = interpreter(path)
    source, target = made.get_input_details()[0], made.get_output_details()[0]

    def run(image, crop):
        pixels = crops.seen(image, crop, source["shape"][1])
        made.set_tensor(source["index"], pixels[None].astype(source["dtype"]))
        made.invoke()
        out = made.get_tensor(target["index"])[0].astype(np.float32)
        scale, zero = target["quantization"]
        return (out - zero) * scale if scale else out

    return run
