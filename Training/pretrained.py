"""Extracts start weights from published files, whose training used far more images than the data set has.

    python pretrained.py localizer --out ../../training/picodet.npz
    python pretrained.py classifier --out ../../training/pretrained.npz

The localizer starts from PicoDet-S of the data set's teachers (`picodet.py`), the classifier from the convolutions of ML Kit's
sample labeler (googlesamples/mlkit, Apache License 2.0), a MobileNet v2 of half width; `labeler_head.py` reads the layers
after the pooling. The script identifies convolutions by their order in the file; `unfold.py` computes the network's weights
from them.
"""

import argparse
from pathlib import Path

import numpy as np

import data
import flatfile
import network
import picodet
import predict
import unfold
import weightfile

OPERATORS = flatfile.schema.BuiltinOperator
KINDS = (OPERATORS.CONV_2D, OPERATORS.DEPTHWISE_CONV_2D)
SIDES = {"localizer": 224, "classifier": 160}
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


def layers(model, content):
    """Returns {layer name: (kernel, bias)} for the convolutions of `model`, in the order of both from the input on."""
    found = {}
    for layer, (kernel, bias) in zip((x for x in model.layers if isinstance(x, unfold.CONVOLUTIONS)), convolutions(content)):
        if kernel.shape != tuple(layer.kernel.shape):
            raise ValueError(f"{layer.name} has the shape {tuple(layer.kernel.shape)}, the file's kernel {kernel.shape}")
        found[layer.name] = kernel, bias
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", choices=SIDES)
    parser.add_argument("--file", type=Path, help="published file; default: that of the data set, or of the fixtures")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--side", type=int, help="input side of the network in pixels; "
                                                 "default: 224 for the localizer, 160 for the classifier")
    parser.add_argument("--examples", type=int, default=512, help="images for the statistics of normalizations")
    data.arguments(parser)
    options = parser.parse_args()
    localizer, side = options.which == "localizer", options.side or SIDES[options.which]
    published = options.dataset / "teachers" / PICODET if localizer else data.TEACHERS / data.LABELER
    file, model = options.file or published, (network.localizer if localizer else network.classifier)(side)
    split = data.Split("train", options.dataset, options.work, data.left_out(options))
    learned = [i for i in range(len(split)) if split.learned(i)]
    chosen = np.random.default_rng(5).choice(learned, options.examples, replace=False)
    images = np.array([predict.stretch(split.image(i), side) for i in chosen])
    found = picodet.layers(file) if localizer else layers(model, file.read_bytes())
    new = unfold.unfold(model, found, images)
    if localizer:
        picodet.set_heads(model, found, images)
        new = [name for name in new if not name.startswith(("box", "score"))]
    weightfile.save(options.out, {v.path: v.numpy() for v in model.variables if v.dtype == "float32"})
    print(f"{options.out}: {model.count_params()} weights, side {side}, new: {', '.join(new) or 'none'}")


if __name__ == "__main__":
    main()
