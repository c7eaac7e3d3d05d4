"""Weights to start from, out of files that others have trained on far more images than the data set holds.

    python pretrained.py --out ../../training/pretrained.npz
    python train_classifier.py --start ../../training/pretrained.npz

For the classifier, and for a localizer of the kind `mobile`: the convolutions of ML Kit's sample labeler
(googlesamples/mlkit, Apache License 2.0), a MobileNet v2 of half width, without its layers behind the pooling. For a
localizer of the kind `google`: all of Google's `mobile_object_localizer_v1` (Apache License 2.0). Convolutions are read in their order, as
`unfold.py` reads a file of our own.
"""

import argparse
from pathlib import Path

import keras
import numpy as np

import data
import evaluate_localizer
import flatfile
import loop
import network
import predict
import teachers
import unfold

OPERATORS = flatfile.schema.BuiltinOperator
KINDS = (OPERATORS.CONV_2D, OPERATORS.DEPTHWISE_CONV_2D)


def convolutions(content):
    """(kernel as Keras has it, bias) of each convolution of a file, in its order."""
    model = flatfile.read(content)
    graph = model.subgraphs[0]
    for node in graph.operators:
        kind = model.operatorCodes[node.opcodeIndex]
        kind = max(kind.builtinCode, kind.deprecatedBuiltinCode)
        if kind in KINDS:
            kernel, bias = (unfold.real(model, graph.tensors[k]) for k in node.inputs[1:3])
            yield np.moveaxis(kernel, 0, -1), bias


def place(layer):
    """Sorts as Google's file lists them: trunk, then the depthwise ones of all heads, then the pointwise ones."""
    if layer.name.startswith("head"):
        return 1, layer.name
    return (2, layer.name[-1], layer.name) if layer.name[:-1] in ("box", "score") else (0,)


def layers(model, content):
    """The weights for the convolutions of `model`, by their name; both list them from the image on."""
    google = network.kind_of([x.name for x in model.layers]) == "google"
    known = "" if google else ("stem", "block", "last")
    wanted = [x for x in model.layers if isinstance(x, unfold.CONVOLUTIONS) and x.name.startswith(known)]
    found = {}
    for layer, (kernel, bias) in zip(sorted(wanted, key=place), convolutions(content)):
        if kernel.shape != tuple(layer.kernel.shape):
            raise ValueError(f"{layer.name} has the shape {tuple(layer.kernel.shape)}, the file's kernel {kernel.shape}")
        found[layer.name] = kernel, bias
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--for", dest="which", choices=["localizer", "classifier"], default="classifier")
    parser.add_argument("--kind", choices=["mobile", "google"], default="mobile", help="of the localizer")
    parser.add_argument("--file", type=Path, help="default: the labeler's, or Google's localizer's")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--side", type=int, help="of the network to train; default: 224, or Google's 192, for the localizer, otherwise 160")
    parser.add_argument("--examples", type=int, default=512, help="images that give the statistics")
    data.arguments(parser)
    options = parser.parse_args()
    google = options.which == "localizer" and options.kind == "google"
    side = options.side or (192 if google else 224 if options.which == "localizer" else 160)
    file = options.file or data.TEACHERS / (evaluate_localizer.GOOGLE if google else teachers.LABELER)
    model = network.localizer(side, kind=options.kind) if options.which == "localizer" else network.classifier(side)
    split = data.Split("train", options.dataset, options.work, data.left_out(options))
    learnt = [i for i in range(len(split)) if split.learnt(i)]
    chosen = np.random.default_rng(5).choice(learnt, options.examples, replace=False)
    images = np.array([predict.stretch(split.image(i), side) for i in chosen])
    new = unfold.unfold(model, layers(model, file.read_bytes()), images)
    loop.save_weights(options.out, {v.path: v.numpy() for v in model.variables if v.dtype == "float32"})
    print(f"{options.out}: {model.count_params()} weights, side {side}, new: {', '.join(new) or 'none'}")


if __name__ == "__main__":
    main()
