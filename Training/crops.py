"""Labeled crops: boxes with a category, and whole images with a category."""

import cv2
import numpy as np

import data

LEAST_SIDE = 12  # pixels of the stored image


def fine_label(name):
    """Returns a class of a source in the form that all sources share, or None."""
    return name.lower().replace(" ", "_") if name else None


def listed(split, wanted=lambda i: True, shortest=LEAST_SIDE):
    """Lists the crops of the wanted images whose outcome is known.

    Returns [(image index, x0, y0, x1, y1, fine label, outcome index)], with corners in 0...1. A box is listed
    unless it is ignored or its shorter side has fewer than `shortest` pixels. A whole image is listed only if
    it has no box.
    """
    out = []
    for i, r in enumerate(split.records):
        if not wanted(i):
            continue
        out += boxes(i, r, shortest)
        if not len(r.boxes):
            out += whole(i, r)
    return out


def boxes(i, record, shortest=LEAST_SIDE):
    """Returns the crops of image `i` that are boxes."""
    out = []
    for box, name, outcome, ignore in zip(record.boxes, record.classes, record.outcomes, record.ignore):
        short = min((box[2] - box[0]) * record.width, (box[3] - box[1]) * record.height)
        if outcome and not ignore and short >= shortest:
            out.append((i, *box, fine_label(name), data.OUTCOMES.index(outcome)))
    return out


def whole(i, record):
    """Returns the crop of the whole image `i` in a list, which is empty if the image has no category."""
    label = fine_label(record.label)
    return [(i, 0.0, 0.0, 1.0, 1.0, label, data.OUTCOMES.index(record.outcome))] if record.outcome else []


def widened(crop, share):
    """Returns the crop, enlarged on each side by `share` / 2 of its extent and limited to the image."""
    x0, y0, x1, y1 = crop[1:5]
    grow_x, grow_y = (x1 - x0) * share / 2, (y1 - y0) * share / 2
    corners = np.clip([x0 - grow_x, y0 - grow_y, x1 + grow_x, y1 + grow_y], 0, 1)
    return (crop[0], *corners, *crop[5:])


def cut(image, crop, side):
    """Returns the crop [side, side, 3], cut out at whole pixels and stretched."""
    h, w = image.shape[:2]
    x0, y0 = int(crop[1] * w), int(crop[2] * h)
    x1, y1 = max(x0 + 2, round(crop[3] * w)), max(y0 + 2, round(crop[4] * h))
    pixels = image[y0:y1, x0:x1]
    shrinks = pixels.shape[0] > side and pixels.shape[1] > side
    return cv2.resize(pixels, (side, side), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)


def seen(image, crop, side):
    """Returns the crop [side, side, 3], sampled as Sight samples it.

    The sampling is bilinear between the centers of pixels. Near the edges of the crop it also reads the image's
    pixels outside of the crop.
    """
    h, w = image.shape[:2]
    centers = (np.arange(side) + 0.5) / side
    x = (crop[1] + (crop[3] - crop[1]) * centers) * w - 0.5
    y = (crop[2] + (crop[4] - crop[2]) * centers) * h - 0.5
    x, y = np.meshgrid(x.astype(np.float32), y.astype(np.float32))
    return cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def shaken(crop, rng):
    """Returns the crop, shifted, stretched and enlarged at random, which simulates the errors of a localizer."""
    x0, y0, x1, y1 = crop[1:5]
    w, h = x1 - x0, y1 - y0
    x, y = (x0 + x1) / 2 + rng.normal(0, 0.06) * w, (y0 + y1) / 2 + rng.normal(0, 0.06) * h
    size = np.exp(rng.uniform(0.0, 0.6))
    stretch = np.exp(rng.normal(0, 0.08))
    w, h = w * size * stretch, h * size / stretch
    corners = np.clip([x - w / 2, y - h / 2, x + w / 2, y + h / 2], 0, 1)
    return (crop[0], *corners, *crop[5:])
