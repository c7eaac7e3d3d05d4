"""Extracts start weights from published files, whose training used far more images than the data set has.

    python pretrained.py --out ../../training/pretrained.npz
    python train_classifier.py --start ../../training/pretrained.npz

The classifier and a localizer of the kind `mobile` start from the convolutions of ML Kit's sample labeler
(googlesamples/mlkit, Apache License 2.0), a MobileNet v2 of half width; `labeler_head.py` reads the layers after the
pooling. A localizer of the kind `google` starts from all of Google's `mobile_object_localizer_v1` (Apache License
2.0), one of the kind `picodet` from PicoDet-S of the data set's teachers (`picodet.py`). The script identifies
convolutions by their order in the file; `unfold.py` computes the network's weights from them.
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
import picodet
import predict
import teachers
import unfold

OPERATORS = flatfile.schema.BuiltinOperator
KINDS = (OPERATORS.CONV_2D, OPERATORS.DEPTHWISE_CONV_2D)
SIDES = {"google": 192, "picodet": 256, "mobile": 224, "classifier": 160}
PICODET = "picodet_s_416.onnx"


def convolutions(content, kinds=KINDS):
    """Yields (kernel in Keras's layout, bias) of each node of these kinds of a file, in the order of the file."""
    model = flatfile.read(content)
    graph = model.subgraphs[0]
    for node in graph.operators:
        kind = model.operatorCodes[node.opcodeIndex]
        kind = max(kind.builtinCode, kind.deprecatedBuiltinCode)
        if kind in kinds:
            kernel, bias = (unfold.real(model, graph.tensors[k]) for k in node.inputs[1:3])
            yield np.moveaxis(kernel, 0, -1), bias


def place(layer):
    """Returns the sort key of a layer in Google's file: the trunk, the depthwise layers of all heads, the pointwise
    layers of all heads."""
    if layer.name.startswith("head"):
        return 1, layer.name
    return (2, layer.name[-1], layer.name) if layer.name[:-1] in ("box", "score") else (0,)


def layers(model, content):
    """Returns {layer name: (kernel, bias)} for the convolutions of `model`, in the order of both from the input on."""
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
    parser.add_argument("--kind", choices=["mobile", "google", "picodet"], default="mobile", help="kind of the localizer")
    parser.add_argument("--file", type=Path, help="published file; default: the labeler, or Google's localizer")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--side", type=int, help="input side of the network in pixels; "
                                                 "default: 192 for google, 256 for picodet, 224 for mobile, 160 for the classifier")
    parser.add_argument("--examples", type=int, default=512, help="images for the statistics of normalizations")
    data.arguments(parser)
    options = parser.parse_args()
    kind = options.kind if options.which == "localizer" else "classifier"
    side = options.side or SIDES[kind]
    file = options.file or {"google": data.TEACHERS / evaluate_localizer.GOOGLE,
                            "picodet": options.dataset / "teachers" / PICODET}.get(kind, data.TEACHERS / teachers.LABELER)
    model = network.localizer(side, kind=options.kind) if options.which == "localizer" else network.classifier(side)
    split = data.Split("train", options.dataset, options.work, data.left_out(options))
    learned = [i for i in range(len(split)) if split.learned(i)]
    chosen = np.random.default_rng(5).choice(learned, options.examples, replace=False)
    images = np.array([predict.stretch(split.image(i), side) for i in chosen])
    found = picodet.layers(file) if kind == "picodet" else layers(model, file.read_bytes())
    new = unfold.unfold(model, found, images)
    if kind == "picodet":
        picodet.set_heads(model, found, images)
        new = [name for name in new if not name.startswith(("box", "score"))]
    loop.save_weights(options.out, {v.path: v.numpy() for v in model.variables if v.dtype == "float32"})
    print(f"{options.out}: {model.count_params()} weights, side {side}, new: {', '.join(new) or 'none'}")


if __name__ == "__main__":
    main()
