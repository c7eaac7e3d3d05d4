"""Tests the overlap, suppression, assignment and loss of boxes against slow and plain versions."""

import unittest

import numpy as np
import torch

import anchors
import geometry
import network
import predict
import train_picodet


def plain_iou(a, b):
    inside = max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))
    area = lambda x: (x[2] - x[0]) * (x[3] - x[1])
    return inside / (area(a) + area(b) - inside)


def some_boxes(rng, count):
    low, size = rng.uniform(0, 0.7, (count, 2)), rng.uniform(0.05, 0.3, (count, 2))
    return np.hstack([low, low + size]).astype(np.float32)


class Boxes(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(7)

    def test_overlap_agrees_with_the_plain_formula(self):
        a, b = some_boxes(self.rng, 20), some_boxes(self.rng, 20)
        iou, giou = train_picodet.overlaps(torch.from_numpy(a), torch.from_numpy(b))
        np.testing.assert_allclose(iou, [plain_iou(x, y) for x, y in zip(a, b)], atol=1e-5)
        self.assertTrue((giou <= iou + 1e-6).all())
        np.testing.assert_allclose(geometry.iou(a[0], b), [plain_iou(a[0], y) for y in b], atol=1e-5)

    def test_suppression_agrees_with_the_plain_loop(self):
        boxes, scores = some_boxes(self.rng, 80), self.rng.random(80)
        kept = []
        for k in np.argsort(-scores):
            if all(plain_iou(boxes[k], boxes[j]) <= 0.3 for j in kept):
                kept.append(k)
        self.assertEqual(list(predict.suppress(boxes, scores, 100, 0.3)), kept)

    def test_a_zero_encoding_is_its_anchor(self):
        grid = anchors.grid(64)
        self.assertEqual(grid.shape, (64 + 16 + 4 + 1, 4))
        boxes = network.decode(np.zeros((1, len(grid), 4), np.float32), grid)[0].numpy()
        np.testing.assert_allclose((boxes[:, :2] + boxes[:, 2:]) / 2, grid[:, :2], atol=1e-6)
        np.testing.assert_allclose(boxes[:, 2:] - boxes[:, :2], grid[:, 2:], atol=1e-6)

    def test_assignment_agrees_with_the_plain_loops(self):
        cells = train_picodet.cells(64)
        images, most, count = 3, 9, len(cells)
        scores = self.rng.random((images, count)).astype(np.float32)
        center, half = cells[:, :2].numpy(), self.rng.uniform(0.15, 0.4, (images, count, 2))
        center = center + self.rng.normal(0, 0.04, (images, count, 2))
        boxes = np.concatenate([center - half, center + half], -1).astype(np.float32)
        truths, present = np.zeros((images, most, 4), np.float32), np.zeros((images, most), bool)
        for p, listed in enumerate(((0, 1, 3, 4, 8), (), (2, 5, 6))):  # the second image has no box
            truths[p, list(listed)] = some_boxes(self.rng, len(listed)).reshape(-1, 4)
            present[p, list(listed)] = True
        plain, owners = np.zeros((images, count)), np.full((images, count), most)
        for p in range(images):
            overlap = np.array([[plain_iou(t, b) if there else 0 for b in boxes[p]]
                                for t, there in zip(truths[p], present[p])])
            worth = np.zeros_like(overlap)
            for k in np.flatnonzero(present[p]):
                t = truths[p, k]
                for a, (y, x, stride) in enumerate(cells.numpy()):
                    away = max(abs(y - (t[0] + t[2]) / 2), abs(x - (t[1] + t[3]) / 2))
                    if (t[0] < y < t[2] and t[1] < x < t[3]) or away < 0.75 * stride:
                        worth[k, a] = scores[p, a] ** 0.5 * overlap[k, a] ** 4 + 1e-9
                worth[k, np.argsort(-worth[k])[train_picodet.TAKEN:]] = 0
            for a in range(count):
                wanted = [k for k in range(most) if worth[k, a] > 0]
                if wanted:
                    owners[p, a] = max(wanted, key=lambda k: (overlap[k, a], k))
            for k in range(most):
                mine = owners[p] == k
                if mine.any():
                    plain[p, mine] = worth[k, mine] / worth[k, mine].max() * overlap[k, mine].max()
        target, owner = train_picodet.assign(*map(torch.from_numpy, (scores, boxes, truths, present)), cells)
        self.assertGreater((owners < most).sum(), 20)
        np.testing.assert_allclose(target, plain, atol=1e-4)
        np.testing.assert_array_equal(owner, owners)

    def test_belief_is_the_mean_over_each_cell(self):
        belief, plain = self.rng.random((2, 28, 28)).astype(np.float32), []
        for cells, _ in anchors.levels(224):
            size = 28 // cells
            for y in range(cells):
                for x in range(cells):
                    plain.append(belief[:, y * size:(y + 1) * size, x * size:(x + 1) * size].mean((1, 2)))
        np.testing.assert_allclose(train_picodet.belief_per_cell(torch.from_numpy(belief), 224), np.array(plain).T, atol=1e-5)


class Loss(unittest.TestCase):
    SIDE, MOST = 64, 3

    def setUp(self):
        self.cells = train_picodet.cells(self.SIDE)
        self.bins = torch.full((1, len(self.cells), 4, 8), -20.0)
        self.bins[..., 2] = 20  # each box reaches two strides to each side of its cell
        self.boxes = train_picodet.decode(self.bins.flatten(2), self.cells)
        self.truths, self.trust = torch.zeros((1, self.MOST, 4)), torch.zeros((1, self.MOST))
        self.truths[0, 1], self.trust[0, 1] = self.boxes[0, 70], 1

    def parts(self, bins, logits=0.0, belief=1.0):
        return train_picodet.loss(bins.flatten(2), torch.full((1, len(self.cells)), logits), self.truths, self.trust,
                                  torch.full((1, 8, 8), belief), self.cells, self.SIDE)[1]

    def test_boxes_that_fit_cost_the_least(self):
        for part in (1, 2):
            best, *worse = (float(self.parts(self.bins.roll(strides, -1))[part]) for strides in (0, 1, 2))
            self.assertLess(best, min(worse))

    def test_background_costs_by_its_belief_and_not_near_a_doubted_box(self):
        self.trust[:] = 0
        full, half, none = (float(self.parts(self.bins, 1.0, belief)[0]) for belief in (1.0, 0.5, 0.0))
        self.assertAlmostEqual(half, full / 2, places=3)
        self.assertEqual(none, 0)
        self.trust[0, 1] = -1
        near = sum(plain_iou(self.truths[0, 1].numpy(), b) >= 0.5 for b in self.boxes[0].numpy())
        self.assertGreater(near, 2)
        self.assertAlmostEqual(float(self.parts(self.bins, 1.0)[0]), full * (1 - near / len(self.cells)), places=2)

    def test_a_box_counts_by_its_trust(self):
        whole = self.parts(self.bins, belief=0.0)
        self.trust[0, 1] = 0.5
        self.assertAlmostEqual(float(self.parts(self.bins, belief=0.0)[0]), 0.5 * float(whole[0]), delta=0.5 * float(whole[0]))


if __name__ == "__main__":
    unittest.main()
