"""Extracts weights for further training from an exported file; the checkpoint of its training is not needed.

    python unfold.py localizer ../Sources/CSightDefaultModels/models/localizer.tflite --out shipped.npz
    python train_picodet.py --start shipped.npz

The file has each convolution with its normalization folded in, y = w * x + b, as integers (the last ones as floats).
The script dequantizes the weights and scales each output channel to the norm of a new network. It sets the mean and
the variance of each normalization to those of training images, and its other parameters such that the layer computes
the same y with these statistics.
"""

import argparse
from pathlib import Path

import keras
import numpy as np

import data
import flatfile
import network
import predict
import weightfile
from layers import Normalize

CONVOLUTIONS = (keras.layers.Conv2D, keras.layers.DepthwiseConv2D)
START_NORM = 2**0.5  # norm of an output channel's weights after the initialization of He et al. 2015


def real(model, tensor):
    """Returns the values of a constant tensor as float32; dequantizes them per axis or per tensor."""
    types = flatfile.schema.TensorType
    kinds = {types.INT8: np.int8, types.UINT8: np.uint8, types.INT32: np.int32, types.FLOAT32: np.float32}
    values = np.asarray(model.buffers[tensor.buffer].data, np.uint8).view(kinds[tensor.type]).reshape(tensor.shape)
    if tensor.type == types.FLOAT32:
        return values
    scale, zero = (np.asarray(x, np.float32) for x in (tensor.quantization.scale, tensor.quantization.zeroPoint))
    shape = np.ones(values.ndim, int)
    if scale.size > 1:
        shape[tensor.quantization.quantizedDimension] = -1
    return (values - zero.reshape(shape)) * scale.reshape(shape)


def layer_of(kernel):
    """Returns the name of the layer to which a kernel belongs, or None if the tensor is no kernel.

    The converter names a kernel `…/head8/convolution`, after the names of the layers fused with it if there are any, and
    numbers names that it has twice; `flatfile.add_pointwise` names it `box8_kernel`.
    """
    name = kernel.name.decode().rpartition(";")[2].rstrip("0123456789")
    if name.endswith("_kernel"):
        return name.removesuffix("_kernel")
    parts = name.split("/")
    return parts[-2].removesuffix("_1") if len(parts) > 2 and parts[-1] in ("convolution", "depthwise", "MatMul") else None


def folded(content):
    """Returns {layer name: (kernel [..., outputs], bias [outputs])} for the layers of a file that have weights."""
    model = flatfile.read(content)
    graph, layers = model.subgraphs[0], {}
    for node in graph.operators:
        constants = [graph.tensors[k] for k in node.inputs[1:3]]
        name = layer_of(constants[0]) if len(constants) == 2 else None
        if name:
            kernel, bias = (real(model, t) for t in constants)
            layers[name] = np.moveaxis(kernel, 0, -1), bias
    return layers


def unfold(model, layers, images):
    """Sets the weights of `model` to those of `layers`; `images` [N, side, side, 3] uint8 give the statistics.

    Returns the names of the convolutions that `layers` lacks, which keep their initial weights.
    """
    norms = {}
    for layer in model.layers:
        if isinstance(layer, Normalize):
            source = layer.input._keras_history.operation
            if source.name not in layers:
                continue
            norms[source.name] = layer, source.output
            layer.set_weights([w * 0 + v for w, v in zip(layer.get_weights(), (1, 0, 0, 1 - layer.epsilon))])
    for layer in model.layers:
        if layer.name in layers:
            kernel, bias = layers[layer.name]
            layer.set_weights([kernel, bias] if layer.use_bias else [kernel])
            if layer.name in norms:
                norm = norms[layer.name][0]
                norm.beta.assign(bias)
    probe = keras.Model(model.inputs, [output for _, output in norms.values()])
    sums = {name: 0 for name in norms}
    for start in range(0, len(images), 32):
        part = images[start:start + 32].astype(np.float32) / 127.5 - 1
        for name, y in zip(norms, probe(part, training=False)):
            y = y.numpy().astype(np.float64).reshape(-1, y.shape[-1])
            sums[name] = sums[name] + np.stack([y.sum(0), (y**2).sum(0), np.full(y.shape[1], len(y))])
    for name, (norm, _) in norms.items():
        total, squares, count = sums[name]
        mean, kernel = total / count, model.get_layer(name).kernel.numpy()
        variance = np.maximum(squares / count - mean**2, 0)
        length = np.sqrt((kernel.reshape(-1, len(mean))**2).sum(0))
        growth = np.where(length > 1e-3, START_NORM / np.maximum(length, 1e-3), 1)
        model.get_layer(name).kernel.assign(kernel * (growth[:, None] if kernel.shape[3] == 1 else growth))
        norm.gamma.assign(np.sqrt(variance * growth**2 + norm.epsilon) / growth)
        norm.beta.assign(norm.beta.numpy() + mean)
        norm.mean.assign(mean * growth)
        norm.variance.assign(variance * growth**2)
    return [x.name for x in model.layers if isinstance(x, CONVOLUTIONS) and x.name not in layers]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", choices=["localizer", "classifier"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--side", type=int, help="input side of the network in pixels; default: that of the file")
    parser.add_argument("--examples", type=int, default=512, help="images for the statistics of normalizations")
    parser.add_argument("--dataset", type=Path, default=data.DATASET)
    parser.add_argument("--work", type=Path, default=data.WORK)
    options = parser.parse_args()
    content = options.file.read_bytes()
    graph = flatfile.read(content).subgraphs[0]
    side = options.side or int(graph.tensors[graph.inputs[0]].shape[1])
    layers = folded(content)
    localizer = options.which == "localizer"
    model = network.localizer(side) if localizer else network.classifier(side)
    split = data.Split("train", options.dataset, options.work)
    chosen = np.random.default_rng(5).choice(len(split), options.examples, replace=False)
    new = unfold(model, layers, np.array([predict.stretch(split.image(i), side) for i in chosen]))
    options.out.parent.mkdir(parents=True, exist_ok=True)
    weightfile.save(options.out, {v.path: v.numpy() for v in model.variables if v.dtype == "float32"})
    print(f"{options.out}: {model.count_params()} weights, side {side}, new: {', '.join(new) or 'none'}")


if __name__ == "__main__":
    main()
