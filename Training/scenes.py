"""Makes the training samples of the localizer: pixels, boxes, and a map of the weight of "no object".

A sample is one image, cropped and stretched, or a mosaic of up to four images. The belief map has one cell for each
8x8 pixels. A cell is 1 in images where every object has a box, smaller in images where objects may have no box, and 0
inside ignored boxes.
"""

import cv2
import numpy as np

import augment
import labels
import patterns

MOST_BOXES = 64
CELL = 8
GRAY = 114
EMPTY = 0.03  # share of tiles that show a pattern and no object

# Relative frequency of an image by its source; for sources not listed, by the kind of its boxes.
DRAW = {"voc": 1.5, "coco": 2.5, "cocotest": 2.0, "foda": 0.6, "ecustfd": 0.5, "fruit300": 0.8, "facade": 0.8,
        "iot": 0.8, "kangaroo": 0.8, "raccoon": 0.8, "vocap": 0.8, "animal": 0.6, "pot": 0.6, "freiburg": 0.6}
DRAW_BY_KIND = {"human": 1.0, "mask": 1.0}
DRAW_OTHERS = 1.2


class Scenes:
    """Draws samples from the images that have a box to learn; `said` is the result of `labels.teacher_boxes`."""

    def __init__(self, split, side, mosaic=0.5, whole=0.35, said={}, blend=0.0):
        self.split, self.side, self.mosaic, self.whole, self.blend = split, side, mosaic, whole, blend
        self.truths = [labels.truth(r, said.get(r.file)) for r in split.records]
        self.indices = np.array([k for k, t in enumerate(self.truths) if (t.trust > 0).any() and split.learned(k)])
        weights = np.array([self._draw(split.records[k]) for k in self.indices])
        self.cumulative = np.cumsum(weights / weights.sum())

    @staticmethod
    def _draw(record):
        return DRAW.get(record.source, DRAW_BY_KIND.get(record.boxes_kind, DRAW_OTHERS))

    def pick(self, rng):
        return self.indices[min(np.searchsorted(self.cumulative, rng.random()), len(self.indices) - 1)]

    def batch(self, rng, size):
        """Returns images [N, S, S, 3], boxes [N, M, 4] (y0, x0, y1, x1), trust [N, M] and belief [N, S/8, S/8].

        A trust of 0 means no box, a negative trust a doubted box.
        """
        side, cells = self.side, self.side // CELL
        images = np.empty((size, side, side, 3), np.uint8)
        boxes = np.zeros((size, MOST_BOXES, 4), np.float32)
        trust = np.zeros((size, MOST_BOXES), np.float32)
        belief = np.empty((size, cells, cells), np.float32)
        for k in range(size):
            images[k], found, believed, belief[k] = self.blended(rng) if rng.random() < self.blend else self.sample(rng)
            found, believed = found[:MOST_BOXES], believed[:MOST_BOXES]
            boxes[k, :len(found)] = found[:, [1, 0, 3, 2]] / side
            trust[k, :len(found)] = believed
        return images, boxes, trust, belief

    def blended(self, rng):
        """Returns a weighted mean of two samples, with the boxes of both (mixup: Zhang et al. 2018, 2019)."""
        one, other = self.sample(rng), self.sample(rng)
        share = rng.beta(8, 8)
        image = cv2.addWeighted(np.ascontiguousarray(one[0]), share, np.ascontiguousarray(other[0]), 1 - share, 0)
        return (image, *(np.concatenate(pair) for pair in zip(one[1:3], other[1:3])), np.minimum(one[3], other[3]))

    def sample(self, rng):
        side, cells = self.side, self.side // CELL
        image = np.full((side, side, 3), GRAY, np.uint8)
        belief = np.ones((cells, cells), np.float32)
        found, trusted = [], []
        for frame in self._frames(rng):
            if rng.random() < EMPTY:
                self._part(image, frame)[:] = self._nothing(rng, frame)
            else:
                self._paint(image, belief, found, trusted, frame, rng)
        if rng.random() < 0.2:
            augment.erase(image, rng, 0.05, 0.25)
        image = augment.color(augment.degrade(image, rng), rng)
        found = np.array(found, np.float32).reshape(-1, 4)
        if rng.random() < 0.5:
            image, belief = image[:, ::-1], belief[:, ::-1]
            found = np.stack([side - found[:, 2], found[:, 1], side - found[:, 0], found[:, 3]], -1)
        order = rng.permutation(len(found))
        return image, found[order], np.array(trusted, np.float32)[order], belief

    def _frames(self, rng):
        """Returns the area of each image, in pixels of the sample: (x0, y0, x1, y1)."""
        side, pick = self.side, rng.random()
        if pick >= self.mosaic:
            return [(0, 0, side, side)]
        x = int(rng.uniform(0.3, 0.7) * side) // CELL * CELL
        y = int(rng.uniform(0.3, 0.7) * side) // CELL * CELL
        if pick < self.mosaic * 0.3:  # two images, side by side or one above the other
            if rng.random() < 0.5:
                return [(0, 0, x, side), (x, 0, side, side)]
            return [(0, 0, side, y), (0, y, side, side)]
        return [(0, 0, x, y), (x, 0, side, y), (0, y, x, side), (x, y, side, side)]

    def _paint(self, image, belief, found, trusted, frame, rng):
        """Draws one image into `frame` with a random scale and shift, and adds the visible parts of its boxes."""
        index = self.pick(rng)
        record, pixels = self.split.records[index], self.split.image(index)
        x0, y0, x1, y1 = frame
        scale = self._scale(record, frame, rng)
        w, h = record.width * scale[0], record.height * scale[1]
        left = x0 + self._shift(x1 - x0, w, rng)
        top = y0 + self._shift(y1 - y0, h, rng)
        part = self._part(image, frame)
        if scale.max() < 0.6:
            pixels = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        matrix = np.float32([[w / pixels.shape[1], 0, left - x0], [0, h / pixels.shape[0], top - y0]])
        cv2.warpAffine(pixels, matrix, (x1 - x0, y1 - y0), dst=part, flags=cv2.INTER_LINEAR,
                       borderMode=cv2.BORDER_TRANSPARENT)
        truth = self.truths[index]
        self._cells(belief, frame)[:] = truth.belief
        extent = np.array([left, top, left, top]) + truth.boxes * np.array([w, h, w, h])
        clipped = np.clip(extent, [x0, y0, x0, y0], [x1, y1, x1, y1])
        area = np.prod(extent[:, 2:] - extent[:, :2], -1)
        seen = np.prod(clipped[:, 2:] - clipped[:, :2], -1) / np.maximum(area, 1e-6)
        for box, part_seen, trusted_by in zip(clipped, seen, truth.trust):
            short = min(box[2] - box[0], box[3] - box[1])
            if part_seen <= 0 or short <= 0:
                continue
            if trusted_by == 0 or part_seen < 0.3 or short < 5:
                self._cells(belief, box)[:] = 0
            else:
                found.append(box)
                trusted.append(trusted_by)

    @staticmethod
    def _part(image, frame):
        return image[frame[1]:frame[3], frame[0]:frame[2]]

    @staticmethod
    def _nothing(rng, frame):
        pixels = patterns.draw(patterns.KINDS[rng.integers(len(patterns.KINDS))], rng, 96)
        return cv2.resize(pixels, (frame[2] - frame[0], frame[3] - frame[1]))

    @staticmethod
    def _cells(belief, box):
        x0, y0 = (int(v / CELL) for v in box[:2])
        x1, y1 = (int(np.ceil(v / CELL)) for v in box[2:])
        return belief[y0:y1, x0:x1]

    def _scale(self, record, frame, rng):
        """Returns the scales in x and y.

        An image that is the whole sample is stretched to fill it, as in Sight; the share `whole` of these fills it
        exactly, the others get a random size and aspect ratio. A tile of a mosaic is covered without a stretch, before
        its random size and aspect ratio.
        """
        fill = np.array([(frame[2] - frame[0]) / record.width, (frame[3] - frame[1]) / record.height])
        whole = frame[2] - frame[0] == self.side and frame[3] - frame[1] == self.side
        if not whole:
            fill = np.full(2, fill.max())
        if whole and rng.random() < self.whole:
            return fill
        size = np.exp(rng.uniform(np.log(0.7), np.log(1.9)))
        stretch = np.exp(rng.normal(0, 0.12 if whole else 0.2))
        return fill * size * np.array([stretch, 1 / stretch])

    @staticmethod
    def _shift(room, extent, rng):
        """Returns a random start of an interval `extent` in an interval `room` such that they overlap the most."""
        return rng.uniform(min(0, room - extent), max(0, room - extent))
