"""Tests the networks, the weights that are read from files, and the metadata of files."""

import tempfile
import unittest
from pathlib import Path

import keras
import numpy as np

import data
import evaluate_localizer
import geometry
import layers
import loop
import mean_weights
import metadata
import network
import predict
import pretrained
import unfold


class Unfold(unittest.TestCase):
    def test_the_network_computes_what_the_file_computes(self):
        rng, images = np.random.default_rng(1), np.random.default_rng(2).integers(0, 256, (40, 64, 64, 3), np.uint8)
        model, found = network.localizer(64), {}
        for layer in model.layers:
            if isinstance(layer, keras.layers.Conv2D):
                kernel = rng.normal(0, 0.1, layer.kernel.shape).astype(np.float32)
                bias = rng.normal(0, 0.1, kernel.shape[-1]).astype(np.float32)
                found[layer.name] = kernel, bias
                layer.set_weights([kernel, bias] if layer.use_bias else [kernel])
            elif isinstance(layer, layers.Normalize):
                ones = np.ones_like(bias)
                layer.set_weights([ones, bias, 0 * ones, (1 - layer.epsilon) * ones])
        real = images.astype(np.float32) / 127.5 - 1
        before = [y.numpy() for y in model(real, training=False)]
        unfold.unfold(model, found, images)
        for training in (False, True):  # the statistics are those of this batch
            for a, b in zip(before, model(real, training=training)):
                np.testing.assert_allclose(b, a, atol=1e-2 * np.abs(a).max())

    def test_the_shipped_files_hold_every_layer(self):
        folder = Path(__file__).parent.parent / "Sources/CSightDefaultModels/models"
        for name in ("localizer", "classifier"):
            found = unfold.folded((folder / f"{name}.tflite").read_bytes())
            model = network.classifier(64)
            if name == "localizer":
                model = network.localizer(64, kind=network.kind_of(found))
            for layer in model.layers:
                if isinstance(layer, (*unfold.CONVOLUTIONS, keras.layers.Dense)):
                    self.assertIn(layer.name, found)
                    kernel, bias = found[layer.name]
                    self.assertEqual(kernel.shape, tuple(layer.kernel.shape))
                    depthwise = isinstance(layer, keras.layers.DepthwiseConv2D)
                    self.assertEqual(bias.shape, kernel.shape[2:3] if depthwise else kernel.shape[-1:])
                    self.assertGreater(kernel.std(), 0)

    def test_a_file_gives_its_convolutions_in_their_order(self):
        content = (Path(__file__).parent.parent / "Sources/CSightDefaultModels/models/classifier.tflite").read_bytes()
        model, named = network.classifier(160), unfold.folded(content)
        found = pretrained.layers(model, content)
        self.assertEqual(sorted(found), sorted(x.name for x in model.layers if isinstance(x, unfold.CONVOLUTIONS)))
        for name, (kernel, bias) in found.items():
            np.testing.assert_array_equal(kernel, named[name][0])
            np.testing.assert_array_equal(bias, named[name][1])


class Kinds(unittest.TestCase):
    def test_each_kind_gives_a_box_and_a_score_an_anchor(self):
        for kind in network.KINDS:
            model = network.localizer(64, kind=kind)
            count = len(network.anchors(network.levels(64, kind)))
            self.assertEqual([tuple(x.shape) for x in model.outputs], [(None, count, 4), (None, count)])

    def test_a_side_may_be_an_odd_multiple_of_32(self):
        levels = network.levels(96, "picodet")
        self.assertEqual([cells for cells, _, _ in levels], [12, 6, 3, 2])
        grid = network.anchors(levels)
        self.assertEqual([tuple(x.shape) for x in network.localizer(96, kind="picodet").outputs],
                         [(None, len(grid), 4), (None, len(grid))])
        # The centers of the last level are 64 pixels apart, the last one lies on the image's edge.
        np.testing.assert_allclose(grid[-4:, :2] * 96, [[32, 32], [32, 96], [96, 32], [96, 96]], rtol=1e-6)

    def test_weights_tell_the_kind_that_they_are_of(self):
        for kind in network.KINDS:
            weights = [v.path for v in network.localizer(64, kind=kind).variables]
            self.assertEqual(network.kind_of(weights), kind)

    def test_a_trunk_has_features_at_the_three_strides(self):
        for trunk in network.TRUNKS.values():
            self.assertEqual([64 // x.shape[1] for x in trunk(64, None).outputs], list(network.STRIDES))

    def test_still_normalizations_keep_their_statistics(self):
        layer, x = layers.Normalize(), np.random.default_rng(3).normal(2, 3, (4, 5, 5, 2)).astype(np.float32)
        layer.build(x.shape)
        layer.still = True
        np.testing.assert_allclose(layer(x, training=True), layer(x, training=False))
        self.assertEqual(layer.mean.numpy().tolist(), [0, 0])
        layer.still = False
        layer(x, training=True)
        self.assertGreater(layer.mean.numpy().min(), 0)

    @unittest.skipUnless((data.TEACHERS / evaluate_localizer.GOOGLE).exists(), "Google's file is not here")
    def test_googles_network_finds_what_googles_file_finds(self):
        path, image = data.TEACHERS / evaluate_localizer.GOOGLE, np.full((96, 96, 3), 210, np.uint8)
        image[30:70, 20:80] = [180, 40, 30]
        model = network.localizer(192, kind="google")
        new = unfold.unfold(model, pretrained.layers(model, path.read_bytes()), predict.stretch(image, 192)[None])
        self.assertEqual(new, [])
        encodings, logits = model(predict.stretch(image, 192)[None].astype(np.float32) / 127.5 - 1, training=False)
        best = int(np.argmax(logits[0]))
        grid = network.anchors(network.levels(192, "google"))
        box = network.decode(encodings, grid)[0, best].numpy()[[1, 0, 3, 2]]
        boxes, scores = predict.lite_localizer(path)(image)
        self.assertGreater(geometry.iou(np.clip(box, 0, 1), boxes[np.argmax(scores)][None])[0], 0.85)

    def test_a_localizer_takes_the_convolutions_that_the_classifier_has(self):
        content = (Path(__file__).parent.parent / "Sources/CSightDefaultModels/models/classifier.tflite").read_bytes()
        model, named = network.localizer(64, kind="mobile"), unfold.folded(content)
        found = pretrained.layers(model, content)
        self.assertEqual(set(named) - set(found), {"last_conv", "outcome"})
        images = np.random.default_rng(6).integers(0, 256, (2, 64, 64, 3), np.uint8)
        new = unfold.unfold(model, found, images)
        self.assertTrue(new and all(not name.startswith(("stem", "block")) for name in new), new)


class MeanWeights(unittest.TestCase):
    def test_the_mean_is_taken_of_each_variable(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / name for name in ("a.npz", "b.npz", "c.npz")]
            loop.save_weights(paths[0], {"stem/kernel": np.array([1.0, 2.0]), "stem/bias": np.array([0.0])})
            loop.save_weights(paths[1], {"stem/kernel": np.array([3.0, 6.0]), "stem/bias": np.array([1.0])})
            loop.save_weights(paths[2], {"stem/kernel": np.array([3.0, 6.0])})
            found = mean_weights.mean(paths[:2])
            np.testing.assert_array_equal(found["stem/kernel"], [2.0, 4.0])
            np.testing.assert_array_equal(found["stem/bias"], [0.5])
            with self.assertRaisesRegex(ValueError, "other variables"):
                mean_weights.mean(paths)


class Metadata(unittest.TestCase):
    def test_documents_carry_identifier_and_labels(self):
        for content in (metadata.localizer(224, "d", "l.txt"), metadata.classifier(160, "d", "l.txt", 0.5)):
            self.assertEqual(content[4:8], b"M001")
            self.assertIn(b"l.txt", content)


if __name__ == "__main__":
    unittest.main()
