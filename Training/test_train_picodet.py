"""Tests the state of the localizer's training. TensorFlow runs in another
process: one process cannot load it and PyTorch's optimizers."""

import argparse
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np
import torch

import train_picodet
import weightfile

SIDE = 96
MAKE = """
import keras, sys, network, weightfile
keras.utils.set_random_seed(4)
weightfile.save(sys.argv[1], {v.path: v.numpy() for v in network.localizer(int(sys.argv[2])).variables if v.dtype == "float32"})
"""


class Run(unittest.TestCase):
    def options(self, folder):
        start = Path(folder, "start.npz")
        subprocess.run([sys.executable, "-c", MAKE, start, str(SIDE)], check=True, capture_output=True)
        return argparse.Namespace(work=Path(folder), name="run", start=start, float=False, decay=0.05, horizon=10,
                                  batch=2, side=SIDE)

    def test_a_step_lowers_the_loss_and_a_run_continues_from_its_checkpoint(self):
        rng = np.random.default_rng(5)
        with tempfile.TemporaryDirectory() as folder:
            options = self.options(folder)
            run = train_picodet.Run(options, torch.device("cpu"))
            compute = train_picodet.Pass(run.model, options, torch.device("cpu"))
            truths, trust = torch.zeros((2, 64, 4)), torch.zeros((2, 64))
            truths[:, 0], trust[:, 0] = torch.tensor([0.2, 0.3, 0.7, 0.8]), 1
            batch = (torch.from_numpy(rng.integers(0, 256, (2, SIDE, SIDE, 3), np.uint8)), truths, trust, torch.ones((2, 12, 12)))
            losses = []
            for _ in range(25):
                losses.append(float(compute(batch)[0]))
                run.advance(1e-2)
            self.assertLess(np.median(losses[-9:]), losses[0] / 2)  # a single step can raise the loss
            run.save()
            again = train_picodet.Run(options, torch.device("cpu"))
            self.assertEqual(again.step, 25)
            for name, value in again.model.arrays().items():
                np.testing.assert_array_equal(value, run.model.arrays()[name])
            mean = weightfile.read(Path(folder, "run", "average.npz"))
            self.assertFalse(np.array_equal(mean["score8/bias"], run.model.arrays()["score8/bias"]))

    def test_a_checkpoint_of_other_left_out_sources_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            options, device = self.options(folder), torch.device("cpu")
            train_picodet.Run(options, device, {"pot", "animal"}).save()
            self.assertEqual(train_picodet.Run(options, device, {"animal", "pot"}).step, 0)
            with self.assertRaisesRegex(ValueError, r"left out other sources \(animal, iot\)"):
                train_picodet.Run(options, device, {"pot", "iot"})

    def test_the_optimizer_counts_its_steps_beside_the_device(self):
        with tempfile.TemporaryDirectory() as folder:
            options = self.options(folder)
            run = train_picodet.Run(options, torch.device("cpu"))
            for value in run.learned.values():
                value.grad = torch.zeros_like(value)
            run.advance(1e-3)
            run.save()
            with warnings.catch_warnings(action="ignore"):  # "meta" is a device that keeps no numbers
                again = train_picodet.Run(options, torch.device("meta"))
            kinds = {(key, value.device.type) for state in again.optimizer.state.values() for key, value in state.items()}
            self.assertEqual(kinds, {("step", "cpu"), ("exp_avg", "meta"), ("exp_avg_sq", "meta")})
            self.assertEqual({value.device.type for value in again.average}, {"meta"})

    def test_other_weights_are_refused_by_the_name_of_their_file(self):
        with tempfile.TemporaryDirectory() as folder:
            other = Path(folder, "classifier.npz")
            weightfile.save(other, {"stem_conv/kernel": np.zeros((3, 3, 3, 16))})
            options = argparse.Namespace(work=Path(folder), name="run", start=other, float=False, decay=0.05, horizon=10)
            with self.assertRaisesRegex(ValueError, "classifier.npz does not have the weights of the localizer"):
                train_picodet.Run(options, torch.device("cpu"))


if __name__ == "__main__":
    unittest.main()
