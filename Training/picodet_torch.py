"""PicoDet-S with one score, in PyTorch: the network of `picodet.py`, for trainings on a GPU.

The weights have the names and the layouts that `picodet.py` gives them, so both programs read the same files. All
normalizations keep their statistics. So each one is a factor and an offset for each channel, which the network folds into
the convolution before it, as the exported file does.

With `quantized` the network simulates the int8 file, for quantization-aware training (Jacob et al. 2018): it rounds each
kernel, and each tensor that the file has as int8, and the gradient passes the rounding unchanged.
"""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import anchors

EPSILON = 1e-3  # of the normalizations, as in `layers.Normalize`
LOWEST = -3.2  # where the int8 input of a hard swish starts, as `flatfile.LOWEST`


def transposed(name, array, order):
    """Returns an array with its axes in another order if it is a kernel.

    Keras's layout is [height, width, inputs, outputs], for depthwise convolutions [height, width, channels, 1]; PyTorch's is
    [outputs, inputs, height, width], for depthwise convolutions [channels, 1, height, width].
    """
    if not name.endswith("kernel"):
        return array
    return np.ascontiguousarray(array.transpose((2, 3, 0, 1) if "depthwise" in name else order))


class FakeQuantize(torch.autograd.Function):
    """Rounds a tensor to 256 evenly spaced values from its smallest number (at least `lowest`) to its largest one."""

    @staticmethod
    def forward(_, x, lowest):
        low, high = torch.aminmax(x)
        low, high = low.clamp(lowest, 0.0), high.clamp_min(1e-3)
        step = (high - low) / 255
        zero = torch.round(-low / step).to(torch.int32)
        return torch.fake_quantize_per_tensor_affine(x, step, zero, 0, 255)

    @staticmethod
    def backward(_, gradient):
        return gradient, None


class FakeQuantizeKernel(torch.autograd.Function):
    """Rounds a kernel [outputs, ...] to 255 evenly spaced values around 0; each output has its own scale."""

    @staticmethod
    def forward(_, kernel):
        step = kernel.abs().amax((1, 2, 3), keepdim=True).clamp_min(1e-9) / 127
        return torch.round(kernel / step) * step

    @staticmethod
    def backward(_, gradient):
        return gradient


class Localizer(nn.Module):
    """The network with the weights of a file, {name: array} as `weightfile.read` returns them.

    Input: [N, 3, side, side] in -1...1. Outputs: the distributions of the distances as logits [N, A, 4 * BINS], and the
    score logits [N, A], in the order of `anchors.grid`.
    """

    def __init__(self, arrays, quantized=False):
        super().__init__()
        self.is_quantized = quantized
        self.names, self.values = {}, nn.ParameterList()
        for name, array in arrays.items():
            self.names[name] = len(self.values)
            value = torch.from_numpy(transposed(name, np.asarray(array, np.float32), (3, 2, 0, 1)))
            self.values.append(nn.Parameter(value, name.rpartition("/")[2] not in ("mean", "variance")))

    def arrays(self, values={}):
        """Returns {name: array} in the layouts of Keras; `values` has tensors that replace weights by their names."""
        kept = {name: values.get(name, self[name]).detach().cpu().numpy() for name in self.names}
        return {name: transposed(name, array, (2, 3, 1, 0)) for name, array in kept.items()}

    def __getitem__(self, name):
        return self.values[self.names[name]]

    def quantized(self, x, lowest=-float("inf")):
        return FakeQuantize.apply(x, lowest) if self.is_quantized else x

    def kernel(self, x):
        return FakeQuantizeKernel.apply(x) if self.is_quantized else x

    def convolve(self, x, name, stride=1, active=True):
        kernel, norm = self[f"{name}_conv/kernel"], f"{name}_norm/"
        factor = self[norm + "gamma"] * torch.rsqrt(self[norm + "variance"] + EPSILON)
        bias = self[norm + "beta"] - self[norm + "mean"] * factor
        side = kernel.shape[2]
        pad = side // 2
        if stride > 1:
            x = self.padded(x, side)
            pad = 0
        groups = x.shape[1] if "depthwise" in name else 1
        x = functional.conv2d(x, self.kernel(kernel * factor[:, None, None, None]), bias, stride, pad, 1, groups)
        if not active:
            return self.quantized(x)
        return self.quantized(functional.hardswish(self.quantized(x, LOWEST)))

    @staticmethod
    def padded(x, side):
        before = side // 2
        after = [before - 1 + size % 2 for size in x.shape[2:]]
        return functional.pad(x, (before, after[1], before, after[0]))

    def join(self, *parts):
        return self.quantized(torch.cat(parts, 1))

    def excite(self, x, name):
        pointwise = lambda y, part: functional.conv2d(
            y, self.kernel(self[f"{name}_{part}/kernel"]), self[f"{name}_{part}/bias"])
        y = self.quantized(x.mean((2, 3), keepdim=True))
        y = self.quantized(functional.relu(pointwise(y, "squeeze")))
        y = self.quantized(functional.relu6(pointwise(y, "excite")))
        return self.quantized(x * y)

    def first_block(self, x, name):
        a = self.convolve(x, f"{name}_skip_depthwise", 2, False)
        a = self.convolve(a, f"{name}_skip")
        b = self.convolve(x, f"{name}_expand")
        b = self.convolve(b, f"{name}_depthwise", 2, False)
        b = self.convolve(self.excite(b, name), f"{name}_project")
        x = self.convolve(self.join(a, b), f"{name}_mix_depthwise")
        return self.convolve(x, f"{name}_mix")

    def block(self, x, name):
        a, b = x.chunk(2, 1)
        b = self.convolve(b, f"{name}_expand")
        b = self.join(b, self.convolve(b, f"{name}_depthwise", 1, False))
        b = self.convolve(self.excite(b, name), f"{name}_project")
        x = self.join(a, b)
        images, channels, height, width = x.shape
        return x.view(images, 2, channels // 2, height, width).transpose(1, 2).reshape(x.shape)

    def trunk(self, x):
        x = self.convolve(x, "stem", 2)
        x = functional.max_pool2d(self.padded(x, 3), 3, 2)
        out = []
        for stage in (1, 2, 3):
            x = self.first_block(x, f"stage{stage}_1")
            k = 2
            while f"stage{stage}_{k}_expand_conv/kernel" in self.names:
                x = self.block(x, f"stage{stage}_{k}")
                k += 1
            out.append(x)
        return out

    def partial(self, x, name):
        short = self.convolve(x, f"{name}_short")
        y = self.convolve(x, f"{name}_main")
        for part in ("before", "depthwise", "after"):
            y = self.convolve(y, f"{name}_{part}")
        return self.convolve(self.join(y, short), name)

    def separable(self, x, stride, name):
        return self.convolve(self.convolve(x, f"{name}_depthwise", stride), name)

    def neck(self, c8, c16, c32):
        up = lambda x: functional.interpolate(x, scale_factor=2, mode="nearest")
        l8, l16, l32 = (self.convolve(x, f"lateral{s}") for s, x in zip(anchors.STRIDES, (c8, c16, c32)))
        t16 = self.partial(self.join(up(l32), l16), "top16")
        p8 = self.partial(self.join(up(t16), l8), "top8")
        p16 = self.partial(self.join(self.separable(p8, 2, "down16"), t16), "bottom16")
        p32 = self.partial(self.join(self.separable(p16, 2, "down32"), l32), "bottom32")
        p64 = self.quantized(self.separable(l32, 2, "first64") + self.separable(p32, 2, "down64"))
        return p8, p16, p32, p64

    def forward(self, image):
        boxes, scores = [], []
        for stride, x in zip(anchors.STRIDES, self.neck(*self.trunk(image))):
            for k in (1, 2):
                x = self.separable(x, 1, f"head{stride}_{k}")
            last = lambda name: functional.conv2d(
                x, self[f"{name}{stride}/kernel"], self[f"{name}{stride}/bias"]).flatten(2).transpose(1, 2)
            boxes.append(last("box"))
            scores.append(last("score")[..., 0])
        return torch.cat(boxes, 1), torch.cat(scores, 1)
