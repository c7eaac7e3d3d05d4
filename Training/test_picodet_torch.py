"""Compares the network in PyTorch with that in Keras, and tests its simulation of the int8 file."""

import unittest

import numpy as np
import tensorflow as tf
import torch

import anchors
import flatfile
import layers
import network
import picodet_torch
import test_picodet
import train_picodet

SIDE = 96


def arrays(model):
    return {v.path: v.numpy() for v in model.variables if v.dtype == "float32"}


class Network(unittest.TestCase):
    def setUp(self):
        rng = np.random.default_rng(8)
        tf.keras.utils.set_random_seed(8)
        self.model = network.localizer(SIDE, 2)
        test_picodet.varied(self.model, rng)
        for layer in self.model.layers:
            if layer.name.startswith(("box", "score")) and layer.weights:
                layer.kernel.assign(rng.normal(0, 0.1, layer.kernel.shape))
        self.images = rng.uniform(-1, 1, (2, SIDE, SIDE, 3)).astype(np.float32)

    def torch(self, quantized=False):
        """Returns the boxes and the score logits of the network in PyTorch."""
        with torch.no_grad():
            bins, logits = picodet_torch.Localizer(arrays(self.model), quantized)(torch.from_numpy(self.images).permute(0, 3, 1, 2))
            return train_picodet.decode(bins, train_picodet.cells(SIDE)).numpy(), logits.numpy()

    def test_it_computes_what_keras_computes(self):
        encodings, logits = self.model(self.images, training=False)
        boxes = network.decode(encodings, anchors.grid(SIDE)).numpy()
        for ours, theirs in zip(self.torch(), (boxes, logits.numpy())):
            np.testing.assert_allclose(ours, theirs, atol=2e-4 * np.abs(theirs).max())

    def test_quantization_changes_the_results_a_little(self):
        exact, rounded = self.torch()[1], self.torch(True)[1]
        self.assertGreater(np.corrcoef(rounded.ravel(), exact.ravel())[0, 1], 0.9)
        self.assertGreater(np.abs(rounded - exact).max(), 0)

    def test_its_constants_are_those_of_keras(self):
        self.assertEqual(picodet_torch.LOWEST, flatfile.LOWEST)
        self.assertEqual(picodet_torch.EPSILON, layers.Normalize().epsilon)

    def test_its_weights_come_back(self):
        stored = arrays(self.model)
        back = picodet_torch.Localizer(stored).arrays()
        self.assertEqual(stored.keys(), back.keys())
        for name, array in stored.items():
            np.testing.assert_array_equal(array, back[name])


class Quantization(unittest.TestCase):
    def test_a_tensor_has_256_values_and_the_gradient_of_its_input(self):
        x = torch.linspace(-1, 3, 5000, requires_grad=True)
        y = picodet_torch.FakeQuantize.apply(x, -float("inf"))
        y.sum().backward()
        self.assertEqual(len(y.unique()), 256)
        self.assertLess((y - x).abs().max(), 4 / 255)
        torch.testing.assert_close(x.grad, torch.ones_like(x))
        plain = tf.quantization.fake_quant_with_min_max_args(x.detach().numpy(), -1, 3)
        np.testing.assert_allclose(y.detach(), plain, atol=1e-5)

    def test_the_input_of_a_hard_swish_starts_below_three(self):
        y = picodet_torch.FakeQuantize.apply(torch.linspace(-40, 3, 5000), picodet_torch.LOWEST)
        self.assertAlmostEqual(float(y.min()), picodet_torch.LOWEST, delta=0.013)
        self.assertLess(float(y.min()), -3)

    def test_each_output_of_a_kernel_has_its_own_steps(self):
        kernel = torch.randn(4, 3, 3, 3) * torch.tensor([0.01, 0.1, 1, 10])[:, None, None, None]
        rounded = picodet_torch.FakeQuantizeKernel.apply(kernel)
        error = (rounded - kernel).abs().amax((1, 2, 3)) / kernel.abs().amax((1, 2, 3))
        self.assertTrue((error <= 0.501 / 127).all())
        self.assertTrue((error > 0).all())


if __name__ == "__main__":
    unittest.main()
