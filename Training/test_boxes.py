"""Tests the overlap, suppression, assignment and loss of boxes against slow and plain versions."""

import unittest

import numpy as np

import geometry
import losses
import network
import predict


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
        iou, giou = losses.overlaps(a, b)
        plain = [plain_iou(x, y) for x, y in zip(a, b)]
        np.testing.assert_allclose(iou, plain, atol=1e-5)
        self.assertTrue((giou.numpy() <= iou.numpy() + 1e-6).all())
        np.testing.assert_allclose(geometry.iou(a[0], b), [plain_iou(a[0], y) for y in b], atol=1e-5)

    def test_suppression_agrees_with_the_plain_loop(self):
        boxes, scores = some_boxes(self.rng, 80), self.rng.random(80)
        kept = []
        for k in np.argsort(-scores):
            if all(plain_iou(boxes[k], boxes[j]) <= 0.3 for j in kept):
                kept.append(k)
        self.assertEqual(list(predict.suppress(boxes, scores, 100, 0.3)), kept)

    def test_a_zero_encoding_is_its_anchor(self):
        grid = network.anchors(network.levels(64))
        self.assertEqual(grid.shape, (64 + 16 + 4, 4))
        boxes = network.decode(np.zeros((1, len(grid), 4), np.float32), grid)[0].numpy()
        np.testing.assert_allclose((boxes[:, :2] + boxes[:, 2:]) / 2, grid[:, :2], atol=1e-6)
        np.testing.assert_allclose(boxes[:, 2:] - boxes[:, :2], grid[:, 2:], atol=1e-6)

    def test_assignment_prefers_the_overlapping_anchor(self):
        grid = network.anchors(network.levels(64))
        boxes = network.decode(np.zeros((1, len(grid), 4), np.float32), grid)
        scores = np.full((1, len(grid)), 0.5, np.float32)
        target, owner = losses.assign(scores, boxes, boxes[0, 70:71], np.array([0]), grid)
        self.assertEqual(int(np.argmax(target[0])), 70)
        self.assertAlmostEqual(float(target[0, 70]), 1.0, places=4)
        self.assertEqual(int(owner[0, 70]), 0)

    def test_assignment_agrees_with_the_plain_loops(self):
        grid = network.anchors(network.levels(64))
        count, images = len(grid), 3
        scores = self.rng.random((images, count)).astype(np.float32)
        encodings = self.rng.normal(0, 1, (images, count, 4)).astype(np.float32)
        boxes = network.decode(encodings, grid).numpy()
        truths, image = some_boxes(self.rng, 8), np.array([0, 0, 0, 0, 0, 2, 2, 2])
        plain, owners = np.zeros((images, count)), np.full((images, count), len(truths))
        overlap = np.array([[plain_iou(t, b) for b in boxes[p]] for t, p in zip(truths, image)])
        worth = np.zeros_like(overlap)
        for k, (t, p) in enumerate(zip(truths, image)):
            for a, (y, x, side, _) in enumerate(grid):
                away = max(abs(y - (t[0] + t[2]) / 2), abs(x - (t[1] + t[3]) / 2))
                if (t[0] < y < t[2] and t[1] < x < t[3]) or away < 0.75 * side / network.ANCHOR:
                    worth[k, a] = scores[p, a] ** 0.5 * overlap[k, a] ** 4 + 1e-9
            worth[k, np.argsort(-worth[k])[losses.TAKEN:]] = 0
        for p in range(images):
            for a in range(count):
                wanted = [k for k in np.flatnonzero(image == p) if worth[k, a] > 0]
                if wanted:
                    owners[p, a] = max(wanted, key=lambda k: overlap[k, a])
        for k, p in enumerate(image):
            mine = owners[p] == k
            if mine.any():
                plain[p, mine] = worth[k, mine] / worth[k, mine].max() * overlap[k, mine].max()
        target, owner = losses.assign(scores, boxes, truths, image, grid)
        np.testing.assert_allclose(target, plain, atol=1e-4)
        np.testing.assert_array_equal(owner, owners)

    def test_boxes_that_fit_cost_the_least(self):
        grid = network.anchors(network.levels(64))
        truth = network.decode(np.zeros((1, len(grid), 4), np.float32), grid)[:, 70:71].numpy()
        parts = {}
        for shift in (0.0, 1.0, 2.0):  # in tenths of the anchor's side
            encodings = np.full((1, len(grid), 4), [shift, 0, 0, 0], np.float32)
            parts[shift] = losses.localizer(
                encodings, np.zeros((1, len(grid)), np.float32), truth, np.ones((1, 1), np.float32),
                np.ones((1, 8, 8), np.float32), network.levels(64), box_weight=5.0, fit_weight=4.0)
        for name in ("box", "fit"):
            self.assertLess(float(parts[0.0][name]), float(parts[1.0][name]))
            self.assertLess(float(parts[0.0][name]), float(parts[2.0][name]))

    def test_belief_is_the_mean_over_each_anchors_cell(self):
        belief = self.rng.random((2, 24, 24)).astype(np.float32)
        for kind in ("dense", "google"):
            levels, plain = network.levels(192, kind), []
            for cells, _, shapes in levels:
                size = 24 // cells
                for y in range(cells):
                    for x in range(cells):
                        cell = belief[:, y * size:(y + 1) * size, x * size:(x + 1) * size]
                        plain += len(shapes) * [cell.mean((1, 2))]
            np.testing.assert_allclose(losses.belief_per_anchor(belief, levels), np.array(plain).T, atol=1e-5)
            self.assertEqual(len(plain), len(network.anchors(levels)))

    def test_boxes_near_a_doubted_one_do_not_count(self):
        predicted = np.stack([some_boxes(self.rng, 30), some_boxes(self.rng, 30)])
        doubted, image = predicted[1, 3:6] + np.float32(0.01), np.array([1, 1, 1])
        plain = np.ones((2, 30))
        for a in range(30):
            plain[1, a] = max(plain_iou(d, predicted[1, a]) for d in doubted) < 0.5
        self.assertTrue(3 <= (plain == 0).sum() < 20)
        np.testing.assert_array_equal(losses.known(predicted, doubted, image), plain)
        nothing = losses.known(predicted, doubted[:0], image[:0])
        np.testing.assert_array_equal(nothing, np.ones((2, 30)))


if __name__ == "__main__":
    unittest.main()
