#!/usr/bin/env python3
"""Makes the files of torch_times.py: networks of PyTorch, converted and quantized as users do it.

    python3 -m venv .venv-torch && .venv-torch/bin/pip install litert-torch torchvision
    .venv-torch/bin/python Benchmarks/torch_networks.py FOLDER [--only swin]

The networks are those of torchvision and of transformers, the latter with few layers, and some layers of PyTorch of our own.
Their weights are random. LiteRT Torch converts them. AI Edge Quantizer then makes files with weights of 8 bits (*dynamic*), with weights of 4 bits (*four*),
in int8, and in int16 with weights of 8 bits. A file that exists is not made again; a network that the converter refuses is named.
"""

import argparse
import pathlib
import sys

import litert_torch
import numpy
import torch
import torchvision
import transformers
from ai_edge_litert.interpreter import Interpreter
from ai_edge_quantizer import quantizer, recipe
from torch import nn

VISION = {"mobilenet_v3_small": 224, "efficientnet_b0": 224, "regnet_y_400mf": 224, "shufflenet_v2_x1_0": 224,
          "densenet121": 128, "resnext50_32x4d": 128, "convnext_tiny": 128, "swin_t": 128}
RECIPES = {"dynamic": "dynamic_wi8_afp32", "four": "dynamic_wi4_afp32", "int8": "static_wi8_ai8", "int16": "static_wi8_ai16"}
SMALL = {"hidden_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 256}
TEXT = {**SMALL, "vocab_size": 500, "attn_implementation": "eager"}
PICTURE = {**SMALL, "attn_implementation": "eager"}
STAGES = {"depths": [1, 1, 1, 1], "hidden_sizes": [16, 32, 64, 128]}


class Adapted(nn.Module):
    """Calls a network in a way that takes and returns tensors."""

    def __init__(self, network: nn.Module, call):
        super().__init__()
        self.network, self.call = network, call

    def forward(self, *inputs):
        return self.call(self.network, *inputs)


class Recurrent(nn.Module):
    """A recurrent layer, which the converter unrolls."""

    def __init__(self, kind):
        super().__init__()
        self.layer = kind(32, 64, batch_first=True)

    def forward(self, x):
        return self.layer(x)[0]


class Decoder(nn.Module):
    """A U-Net of one level, with normalization of groups."""

    def __init__(self):
        super().__init__()

        def block(inputs, outputs):
            return nn.Sequential(nn.Conv2d(inputs, outputs, 3, padding=1), nn.GroupNorm(4, outputs), nn.SiLU())

        self.top, self.low, self.last = block(3, 16), block(16, 32), block(32, 16)
        self.up = nn.ConvTranspose2d(32, 16, 2, 2)

    def forward(self, x):
        top = self.top(x)
        up = self.up(self.low(nn.functional.max_pool2d(top, 2)))
        return nn.functional.interpolate(self.last(torch.cat([top, up], 1)), scale_factor=2, mode="bilinear")


def vision(name: str):
    network = getattr(torchvision.models, name)(weights=None)
    for layer in network.modules():
        if isinstance(layer, nn.BatchNorm2d):
            layer.running_mean.normal_(0, 0.05)
            layer.running_var.uniform_(0.8, 1.2)
    return network, (torch.randn(1, 3, VISION[name], VISION[name]),)


def hidden(model, inputs, *masks):
    return model(inputs, *masks).last_hidden_state


def text(model):
    return Adapted(model, hidden), (torch.randint(0, 99, (1, 32)), torch.ones(1, 32, dtype=torch.long))


def picture(model, side: int, call=hidden):
    return Adapted(model, call), (torch.randn(1, 3, side, side),)


def boxes(model, inputs):
    found = model(inputs)
    return found.logits, found.pred_boxes


NETWORKS = {
    **{name: (lambda name=name: vision(name)) for name in VISION},
    "bert": lambda: text(transformers.BertModel(transformers.BertConfig(**TEXT))),
    "deberta": lambda: text(transformers.DebertaV2Model(transformers.DebertaV2Config(
        **{**SMALL, "vocab_size": 500}, relative_attention=True, pos_att_type=["p2c", "c2p"], max_relative_positions=32))),
    "llama": lambda: text(transformers.LlamaModel(transformers.LlamaConfig(
        **TEXT, num_key_value_heads=2, use_cache=False))),
    "vit": lambda: picture(transformers.ViTModel(transformers.ViTConfig(**PICTURE, image_size=96)), 96),
    "pvt": lambda: picture(transformers.PvtV2Model(transformers.PvtV2Config(
        **STAGES, num_attention_heads=[1, 2, 4, 8])), 128),
    "segformer": lambda: picture(transformers.SegformerForSemanticSegmentation(transformers.SegformerConfig(
        **STAGES, num_labels=5)), 128, lambda model, inputs: model(inputs).logits),
    "yolos": lambda: picture(transformers.YolosForObjectDetection(transformers.YolosConfig(
        **PICTURE, image_size=[128, 128], num_detection_tokens=20)), 128, boxes),
    "gru": lambda: (Recurrent(nn.GRU), (torch.randn(1, 20, 32),)),
    "lstm": lambda: (Recurrent(nn.LSTM), (torch.randn(1, 20, 32),)),
    "decoder": lambda: (Decoder(), (torch.randn(1, 3, 64, 64),)),
}


def samples(path: pathlib.Path) -> dict:
    """Returns random inputs by signature, which determine the ranges of integers."""
    interpreter = Interpreter(str(path))
    generator, calls = numpy.random.default_rng(0), {}
    for signature in interpreter.get_signature_list():
        details = interpreter.get_signature_runner(signature).get_input_details()
        calls[signature] = [
            {name: generator.random(each["shape"], numpy.float32) if each["dtype"] == numpy.float32
             else numpy.ones(each["shape"], each["dtype"]) for name, each in details.items()} for _ in range(2)]
    return calls


def quantize(path: pathlib.Path, name: str, target: pathlib.Path) -> None:
    """Makes the file of a recipe."""
    maker = quantizer.Quantizer(str(path))
    maker.load_quantization_recipe(getattr(recipe, name)())
    result = maker.quantize(maker.calibrate(samples(path))) if maker.need_calibration else maker.quantize()
    target.write_bytes(result.quantized_model)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="where the files are written")
    parser.add_argument("--only", action="append", default=[], help="networks whose names contain this")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    failures = 0
    for name, make in NETWORKS.items():
        if options.only and not any(part in name for part in options.only):
            continue
        path = options.folder / f"{name}-float32.tflite"
        targets = {kind: options.folder / f"{name}-{kind}.tflite" for kind in RECIPES}
        try:
            if not path.exists():
                torch.manual_seed(0)
                network, inputs = make()
                litert_torch.convert(network.eval(), inputs).export(str(path))
            for kind, target in targets.items():
                if not target.exists():
                    quantize(path, RECIPES[kind], target)
            print(f"{name}: made", flush=True)
        except Exception as error:  # the converter and the quantizer have no common class of errors
            print(f"{name}: {type(error).__name__}: {str(error)[-200:]}", file=sys.stderr)
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
