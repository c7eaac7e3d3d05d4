"""Tests the networks, the weights that are read from files, and the metadata of files."""

import tempfile
import unittest
from pathlib import Path

import keras
import numpy as np

import anchors
import layers
import mean_weights
import metadata
import network
import pretrained
import unfold
import weightfile


class Unfold(unittest.TestCase):
    def test_the_network_computes_what_the_file_computes(self):
        rng, images = np.random.default_rng(1), np.random.default_rng(2).integers(0, 256, (8, 128, 128, 3), np.uint8)
        model, found = network.localizer(128), {}
        for layer in model.layers:
            if isinstance(layer, unfold.CONVOLUTIONS):
                kernel = rng.normal(0, 0.1, layer.kernel.shape).astype(np.float32)
                bias = rng.normal(0, 0.1, layer.output.shape[-1]).astype(np.float32)
                found[layer.name] = kernel, bias
                layer.set_weights([kernel, bias] if layer.use_bias else [kernel])
        for layer in model.layers:
            if isinstance(layer, layers.Normalize):
                bias = found[layer.input._keras_history.operation.name][1]
                ones = np.ones_like(bias)
                layer.set_weights([ones, bias, 0 * ones, (1 - layer.epsilon) * ones])
        real = images.astype(np.float32) / 127.5 - 1
        before = [y.numpy() for y in model(real, training=False)]
        unfold.unfold(model, found, images)
        for a, b in zip(before, model(real, training=False)):
            np.testing.assert_allclose(b, a, atol=1e-2 * np.abs(a).max())

    def test_the_shipped_files_hold_every_layer(self):
        folder = Path(__file__).parent.parent / "Sources/CSightDefaultModels/models"
        for name in ("localizer", "classifier"):
            found = unfold.folded((folder / f"{name}.tflite").read_bytes())
            model = network.localizer(64) if name == "localizer" else network.classifier(64)
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


class Localizer(unittest.TestCase):
    def test_it_gives_a_box_and_a_score_an_anchor(self):
        self.assertEqual([cells for cells, _ in anchors.levels(96)], [12, 6, 3, 2])
        grid = anchors.grid(96)
        self.assertEqual([tuple(x.shape) for x in network.localizer(96).outputs], [(None, len(grid), 4), (None, len(grid))])
        # The centers of the last level are 64 pixels apart, the last one lies on the image's edge.
        np.testing.assert_allclose(grid[-4:, :2] * 96, [[32, 32], [32, 96], [96, 32], [96, 96]], rtol=1e-6)
        np.testing.assert_allclose(grid[-4:, 2:] * 96, 4 * 64, rtol=1e-6)


class MeanWeights(unittest.TestCase):
    def test_the_mean_is_taken_of_each_variable(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / name for name in ("a.npz", "b.npz", "c.npz")]
            weightfile.save(paths[0], {"stem/kernel": np.array([1.0, 2.0]), "stem/bias": np.array([0.0])})
            weightfile.save(paths[1], {"stem/kernel": np.array([3.0, 6.0]), "stem/bias": np.array([1.0])})
            weightfile.save(paths[2], {"stem/kernel": np.array([3.0, 6.0])})
            found = mean_weights.mean(paths[:2])
            np.testing.assert_array_equal(found["stem/kernel"], [2.0, 4.0])
            np.testing.assert_array_equal(found["stem/bias"], [0.5])
            found = mean_weights.mean(paths[:2], [0.75, 0.25])
            np.testing.assert_allclose(found["stem/kernel"], [1.5, 3.0])
            with self.assertRaisesRegex(ValueError, "2 files need as many shares with the sum 1, not 0.5 0.6"):
                mean_weights.mean(paths[:2], [0.5, 0.6])
            with self.assertRaisesRegex(ValueError, "other variables"):
                mean_weights.mean(paths)


class Metadata(unittest.TestCase):
    def test_documents_carry_identifier_and_labels(self):
        for content in (metadata.localizer(224, "d", "l.txt"), metadata.classifier(160, "d", "l.txt", 0.5)):
            self.assertEqual(content[4:8], b"M001")
            self.assertIn(b"l.txt", content)


if __name__ == "__main__":
    unittest.main()
