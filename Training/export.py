"""Writes the two `.tflite` files: int8 layers, uint8 input, calibrated scores, metadata and labels.

    python export.py localizer --weights WORK/localizer/average.npz --out localizer.tflite
    python export.py classifier --weights WORK/classifier/average.npz --out classifier.tflite
"""

import argparse
import tempfile
from pathlib import Path

import keras
import numpy as np
import tensorflow as tf

import anchors
import calibrate
import crops
import data
import flatfile
import labeler_head
import metadata
import network
import picodet
import predict
import weightfile

LABELS = ["Fashion good", "Home good", "Food", "Place", "Plant", "Unknown"]
LEAST_SCORE = 0.001
# Pixels of the input. The localizer is trained at 224 and finds more at a larger side (Touvron et al. 2019; RUNS.md).
SIDES = {"localizer": 256, "classifier": 160}
EXAMPLES = {"localizer": 64, "classifier": 200}  # images that set the ranges of integers

LEAST = 0.5  # least score of a category; chosen on held-out crops, see RUNS.md


def converter(model, examples):
    """Returns a converter to a model with int8 layers, a uint8 input and float32 outputs."""
    made = tf.lite.TFLiteConverter.from_keras_model(model)
    made.optimizations = [tf.lite.Optimize.DEFAULT]
    made.representative_dataset = lambda: ([x[None].astype(np.float32) / 127.5 - 1] for x in examples)
    made.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
    made.inference_input_type = tf.uint8
    return made


def setting_ranges(split):
    """Returns the indices of the images that may set the ranges of integers.

    People drew the boxes of these images, and the run does not leave out their sources.
    """
    return [i for i, r in enumerate(split.records) if r.boxes_kind in ("human", "mask") and split.allowed(i)]


def localizer(options, split):
    model = network.localizer(options.side, 1)
    if weightfile.load(model, options.weights):
        raise ValueError(f"{options.weights} is not a localizer of side {options.side}")
    slope, offset = calibrate.localizer(split, predict.float_localizer(options.weights, options.side))
    print(f"score logit = {slope:.3f} * logit + {offset:.3f}")
    boxes, scores = ([x for x in model.layers if x.name.rstrip("0123456789") == name] for name in ("box", "score"))
    rng = np.random.default_rng(3)
    examples = [predict.stretch(split.image(i), options.side) for i in rng.choice(setting_ranges(split), options.examples)]
    names = {}  # of the outputs that the last layers read, by the names of their layers; two may read the same output
    for layer in boxes + scores:
        names.setdefault(layer.input.name, layer.name)
    sources = {name: model.get_layer(name).input for name in names.values()}
    file = flatfile.read(converter(keras.Model(model.inputs, sources), examples).convert())
    flatfile.narrow_hard_swishes(file)
    source = {output.name.decode(): output.tensorIndex for output in file.signatureDefs[0].outputs}

    def pointwise(layer, slope=1.0, offset=0.0):  # in float32, since quantization would make boxes coarse
        kernel, bias = layer.get_weights()
        read = source[names[layer.input.name]]
        return flatfile.add_pointwise(file, read, kernel * slope, bias * slope + offset, layer.name)

    boxes = add_distances(file, [pointwise(x) for x in boxes])
    scores = flatfile.add_rows(file, [pointwise(x, slope, offset) for x in scores], 1, "logits")
    scores = flatfile.add_logistic(file, scores, "scores")
    flatfile.add_postprocess(
        file, boxes, scores, anchors.grid(options.side),
        (anchors.CENTER_SCALE, 1.0), predict.MOST, predict.MINIMUM_IOU, LEAST_SCORE)
    text = "Finds objects of any kind. One class; scores are calibrated: at 0.5 one box in two is right."
    flatfile.add_metadata(file, metadata.localizer(options.side, text, "localizer-labels.txt"))
    file.description = b"Sight localizer"
    return flatfile.write(file, [("localizer-labels.txt", b"Object\n")])


def add_distances(file, sources):
    """Adds what `picodet.Encode` computes, with a scale of 1 for the size; returns the index of [1, A, 4]."""
    rows = flatfile.add_softmax(file, flatfile.add_rows(file, sources, picodet.BINS, "bins"), "distributions")
    count = file.subgraphs[0].tensors[rows].shape[1] // 4
    rows = flatfile.add_reshaped(file, rows, [count, 4 * picodet.BINS], "distances")
    center, extent = picodet.encoding_weights(anchors.ANCHOR, anchors.CENTER_SCALE)
    center = flatfile.add_float_dense(file, rows, center, np.zeros(2, np.float32), "centers")
    extent = flatfile.add_float_dense(file, rows, extent, np.full(2, 1e-6, np.float32), "extents")
    joined = flatfile.add_joined(file, [center, flatfile.add_log(file, extent, "sizes")], "encodings")
    return flatfile.add_reshaped(file, joined, [1, count, 4], "boxes")


def classifier(options, split):
    model, head = network.classifier(options.side, 1), labeler_head.load(options.weights)
    if weightfile.load(model, options.weights):
        raise ValueError(f"{options.weights} is not a classifier of side {options.side}")
    rng = np.random.default_rng(3)
    known = crops.listed(split, split.allowed)
    examples = []
    for k in rng.choice(len(known), options.examples):
        examples.append(crops.cut(split.image(known[k][0]), known[k], options.side))
    made = converter(model, examples)
    made.inference_output_type = tf.int8
    convolutions = made.convert()
    with tempfile.NamedTemporaryFile(suffix=".tflite") as uncalibrated:
        file = flatfile.read(convolutions)
        labeler_head.append(file, head)
        uncalibrated.write(flatfile.write(file))
        uncalibrated.flush()
        slope, offset = calibrate.classifier(split, predict.lite_scores(uncalibrated.name))
    print(f"logits = {slope:.3f} * logits + {np.round(offset, 3)}")
    file = flatfile.read(convolutions)
    labeler_head.append(file, head, slope, offset)
    text = (f"Names what a cut-out object is. Give it the box widened by {calibrate.WIDEN}, stretched; "
            f"below {LEAST} nothing is known.")
    labels = "coarse-labels.txt"
    flatfile.add_metadata(file, metadata.classifier(options.side, text, labels, LEAST))
    file.description = b"Sight coarse classifier"
    return flatfile.write(file, [(labels, ("\n".join(LABELS) + "\n").encode())])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", choices=["localizer", "classifier"])
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--side", type=int, help=f"input side in pixels; default: {SIDES}")
    parser.add_argument("--examples", type=int, help=f"images that set the quantized ranges; default: {EXAMPLES}")
    data.arguments(parser)
    options = parser.parse_args()
    options.side = options.side or SIDES[options.which]
    options.examples = options.examples or EXAMPLES[options.which]
    split = data.Split("train", options.dataset, options.work, data.left_out(options))
    content = (localizer if options.which == "localizer" else classifier)(options, split)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    partial = options.out.with_suffix(".part")
    partial.write_bytes(content)
    partial.rename(options.out)
    print(f"{options.out}: {len(content)} bytes")


if __name__ == "__main__":
    main()
