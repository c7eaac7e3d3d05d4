"""Draws the predictions of the two models into images and writes the images as one sheet.

    python contact_sheet.py SHEET.jpg IMAGE ... [--val 40] [--localizer FILE] [--classifier FILE]

`--val` adds images of `val`: the same ones in every call, with equal numbers for each source as far as possible.
The sheet shows boxes whose score reaches the default threshold. The color of a box gives its category; its text
gives the name of the category and the score of the box.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

import calibrate
import crops
import data
import evaluate_classifier
import export
import predict

MODELS = data.REPOSITORY / "Sources" / "CSightDefaultModels" / "models"
LEAST = 0.35  # the localizer's default threshold
TILE, COLUMNS = 240, 10
COLORS = [(214, 39, 140), (31, 119, 214), (240, 130, 20), (120, 90, 70), (30, 160, 50), (110, 110, 110)]
MOST = 10  # boxes drawn in one image


def tile(image, localize, classify):
    """Returns a white tile [TILE, TILE, 3] with the image, scaled to fit, and its boxes."""
    scale = TILE / max(image.shape[:2])
    size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    shown = np.full((TILE, TILE, 3), 255, np.uint8)
    shown[:size[1], :size[0]] = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    boxes, scores = localize(image)
    for k in np.argsort(-scores)[:MOST][::-1]:
        if scores[k] < LEAST:
            continue
        found = evaluate_classifier.outcome(classify(image, crops.widened((0, *boxes[k]), calibrate.WIDEN)), export.LEAST)
        (x0, y0), (x1, y1) = (np.round(boxes[k].reshape(2, 2) * size).astype(int)).tolist()
        cv2.rectangle(shown, (x0, y0), (x1 - 1, y1 - 1), COLORS[found], 2)
        text = f"{export.LABELS[found].split()[0]} {scores[k]:.2f}"
        (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.36, 1)
        top = max(y0, height + 3)
        cv2.rectangle(shown, (x0, top - height - 3), (x0 + width + 2, top), COLORS[found], cv2.FILLED)
        cv2.putText(shown, text, (x0 + 1, top - 2), cv2.FONT_HERSHEY_SIMPLEX, 0.36, (255, 255, 255), 1, cv2.LINE_AA)
    return shown


def sampled(split, count):
    """Returns `count` images of the split, taken from the sources in turn."""
    rng, queues = np.random.default_rng(4), {}
    for i in rng.permutation(len(split)):
        queues.setdefault(split.records[i].source, []).append(i)
    rounds = [queue[k] for k in range(len(split)) for queue in queues.values() if k < len(queue)]
    return [split.image(i) for i in rounds[:count]]


def sheet(tiles):
    """Returns one image with the tiles in rows of COLUMNS, each with a white border."""
    tiles = [np.pad(t, ((2, 2), (2, 2), (0, 0)), constant_values=255) for t in tiles]
    tiles += [np.full_like(tiles[0], 255)] * (-len(tiles) % COLUMNS)
    return np.vstack([np.hstack(tiles[k:k + COLUMNS]) for k in range(0, len(tiles), COLUMNS)])


def read(path):
    """Returns an image file as [H, W, 3] uint8, RGB."""
    image = cv2.imread(str(path))
    if image is None:
        raise ValueError(f"{path} is not an image that OpenCV can read")
    return cv2.cvtColor(image, cv2.COLOR_BGR2RGB)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("images", nargs="*", type=Path)
    parser.add_argument("--dataset", type=Path, default=data.DATASET)
    parser.add_argument("--work", type=Path, default=data.WORK)
    parser.add_argument("--val", type=int, default=0, help="number of images of val to add")
    parser.add_argument("--localizer", type=Path, default=MODELS / "localizer.tflite")
    parser.add_argument("--classifier", type=Path, default=MODELS / "classifier.tflite")
    options = parser.parse_args()
    if not options.images and options.val < 1:
        parser.error("there is no image: name images or give --val")
    images = [read(path) for path in options.images]
    if options.val:
        images += sampled(data.Split("val", options.dataset, options.work), options.val)
    localize, classify = predict.lite_localizer(options.localizer), predict.lite_scores(options.classifier)
    drawn = sheet([tile(image, localize, classify) for image in images])
    options.out.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(options.out), cv2.cvtColor(drawn, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, 85]):
        raise OSError(f"{options.out} cannot be written")


if __name__ == "__main__":
    main()
