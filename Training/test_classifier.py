"""Tests the fit of the classifier's last layer, and the head of the classifier in floats and in a file."""

import tempfile
import unittest
from pathlib import Path

import numpy as np

import data
import flatfile
import labeler_head
import predict
import train_classifier
import weightfile
from test_data import record


class ClassifierLayer(unittest.TestCase):
    def test_the_layer_is_fitted_to_features_as_they_are(self):
        rng = np.random.default_rng(4)
        x = rng.normal(3, [0.1, 5, 1, 2], (4000, 4)).astype(np.float32)
        outcome = (x[:, 0] > 3).astype(int)
        kernel, bias = train_classifier.fit(x, outcome, np.full(4000, 1 / 4000), np.zeros(4))
        self.assertGreater(((x @ kernel + bias).argmax(1) == outcome).mean(), 0.95)

    def test_a_penalty_keeps_a_weight_small(self):
        rng, outcome = np.random.default_rng(5), np.repeat([0, 1], 500)
        x = np.repeat(outcome[:, None], 2, 1) + rng.normal(0, 0.1, (1000, 2)).astype(np.float32)
        kernel, _ = train_classifier.fit(x, outcome, np.full(1000, 1 / 1000), np.array([0, 100.0]))
        self.assertLess(np.abs(kernel[1]).max(), np.abs(kernel[0]).max() / 100)

    def test_outcomes_weigh_their_shares(self):
        views = [(0, 0, 0, 1, 1, name, data.OUTCOMES.index(outcome)) for name, outcome, count in
                 (("cat", "unknown", 90), ("dog", "unknown", 10), ("vase", "home_good", 4)) for _ in range(count)]
        rows, weight = train_classifier.drawn([record()], views, np.random.default_rng(1))
        self.assertEqual(rows.tolist(), list(range(104)))
        self.assertAlmostEqual(weight.sum(), 1)
        self.assertAlmostEqual(weight[:100].sum(), weight[100:].sum())
        self.assertAlmostEqual(weight[:90].sum() / weight[90:100].sum(), 3.0)

    def test_few_views_of_a_large_source_keep_its_weight(self):
        most, of = train_classifier.MOST, data.OUTCOMES.index
        views = [(0, 0, 0, 1, 1, "cat", of("unknown"))] * (3 * most) + [(0, 0, 0, 1, 1, "vase", of("home_good"))] * 4
        rows, weight = train_classifier.drawn([record()], views, np.random.default_rng(1))
        self.assertEqual(len(rows), most + 4)
        self.assertAlmostEqual(weight[:most].sum(), 0.5)


class Head(unittest.TestCase):
    def setUp(self):
        rng = np.random.default_rng(6)
        self.x = rng.uniform(0, 2, (400, 12)).astype(np.float32)
        sizes = ((12, 20), (20, 16), (16, 9))
        self.layers = [(rng.normal(0, 0.6, size).astype(np.float32), rng.normal(0, 0.3, size[1]).astype(np.float32))
                       for size in sizes]
        self.counts = [2, 1, 1, 1, 1, 3]
        kernel, bias = rng.normal(0, 0.5, (6 + 16, 7)), rng.normal(0, 0.5, 7)
        self.head = labeler_head.Head(self.layers, np.array(self.counts), (kernel, bias))
        # Each of the last two columns is the greater one for about half of the features.
        unknown, read = (self.head.evidence(self.x) @ kernel + bias)[:, 5:].T
        bias[6] += np.median(unknown - read)

    def test_evidence_is_the_best_scores_and_the_hidden_features(self):
        x = self.x
        for kernel, bias in self.layers[:2]:
            x = labeler_head.relu6(x @ kernel + bias)
        scores = labeler_head.sigmoid(x @ self.layers[2][0] + self.layers[2][1])
        found = self.head.evidence(self.x)
        np.testing.assert_allclose(found[:, 6:], x, atol=1e-5)
        np.testing.assert_allclose(found[:, 0], scores[:, :2].max(1), atol=1e-5)
        np.testing.assert_allclose(found[:, 5], scores[:, 6:].max(1), atol=1e-5)

    def test_unknown_is_the_greater_of_two_columns(self):
        kernel, bias = self.head.outcome
        columns, found = self.head.evidence(self.x) @ kernel + bias, self.head.logits(self.x)
        self.assertEqual(found.shape, (400, 6))
        np.testing.assert_allclose(found[:, :5], columns[:, :5])
        np.testing.assert_allclose(found[:, 5], np.maximum(columns[:, 5], columns[:, 6]))
        self.assertAlmostEqual((columns[:, 5] > columns[:, 6]).mean(), 0.5)

    def test_weights_come_back_from_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "head.npz"
            weightfile.save(path, self.head.arrays())
            np.testing.assert_allclose(labeler_head.load(path).logits(self.x), self.head.logits(self.x), atol=1e-4)

    def test_a_file_computes_what_the_floats_compute(self):
        schema = flatfile.schema
        file, graph = schema.ModelT(), schema.SubGraphT()
        file.version, file.buffers, file.operatorCodes, file.subgraphs = 3, [flatfile.AlignedBuffer()], [], [graph]
        graph.tensors, graph.operators = [], []
        scale, zero = flatfile.scale_of(0.0, 2.0)
        graph.inputs = graph.outputs = [flatfile.add_integers(file, "pool", (1, 12), (scale, zero))]
        offset = np.array([0, 0, 0, 0, 0, 0.5])
        labeler_head.append(file, self.head, 1.0, offset)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "head.tflite"
            path.write_bytes(flatfile.write(file))
            made = predict.interpreter(path)
        source, target = made.get_input_details()[0]["index"], made.get_output_details()[0]["index"]
        for x in self.x[:20]:
            made.set_tensor(source, (np.round(x / scale) + zero).astype(np.int8)[None])
            made.invoke()
            e = np.exp((z := self.head.logits(x[None])[0] + offset) - z.max())
            np.testing.assert_allclose(made.get_tensor(target)[0] / 256, e / e.sum(), atol=0.06)


if __name__ == "__main__":
    unittest.main()
