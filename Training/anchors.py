"""The localizer's levels and anchors: one anchor for each cell."""

import numpy as np

STRIDES = (8, 16, 32, 64)  # pixels
ANCHOR = 4.0  # an anchor's side, in strides
CENTER_SCALE, SIZE_SCALE = 10.0, 5.0  # y_scale = x_scale, h_scale = w_scale of `TFLite_Detection_PostProcess`


def levels(side):
    """Returns (cells in a row, stride as a share of the image) for each level of a localizer whose input has this side.

    The last cell of a row may reach beyond the image.
    """
    return [(-(-side // stride), stride / side) for stride in STRIDES]


def grid(side):
    """Returns [A, 4] float32: y, x (center), h, w of the anchors of all levels, as shares of the image."""
    out = []
    for cells, stride in levels(side):
        center = (np.arange(cells, dtype=np.float32) + 0.5) * np.float32(stride)
        y, x = np.meshgrid(center, center, indexing="ij")
        out.append(np.stack([y, x, *[np.full_like(y, ANCHOR * stride)] * 2], -1).reshape(-1, 4))
    return np.concatenate(out)
