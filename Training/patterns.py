"""Draws images without objects: plain colors, gradients, stripes, noise and clouds, and those of `pages`."""

import cv2
import numpy as np

import pages

KINDS = ["plain", "gradient", "stripes", "noise", "clouds"]
PAGES = {"print": pages.lines, "page": pages.page, "screen": pages.screen}


def draw(kind, rng, side):
    """Returns one image [side, side, 3] uint8 of the kind."""
    if kind in PAGES:
        return PAGES[kind](rng, side)
    a, b = rng.integers(0, 256, (2, 3))
    if kind == "plain":
        return np.full((side, side, 3), a, np.uint8)
    if kind == "noise":
        return np.clip(a + rng.normal(0, rng.uniform(3, 40), (side, side, 3)), 0, 255).astype(np.uint8)
    if kind == "clouds":
        n = int(rng.integers(3, 9))
        cloud = cv2.resize(rng.random((n, n)).astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)
        return np.clip(a + cloud[..., None] * (b - a), 0, 255).astype(np.uint8)
    ramp, angle = np.linspace(0, 1, side), rng.uniform(0, 2 * np.pi)
    slope = np.cos(angle) * ramp[None, :] + np.sin(angle) * ramp[:, None]
    slope = (slope - slope.min()) / (slope.max() - slope.min())
    if kind == "stripes":
        slope = 0.5 + 0.5 * np.sin(slope * rng.uniform(20, 120))
    return (a + slope[..., None] * (b - a)).astype(np.uint8)
