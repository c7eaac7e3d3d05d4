"""The training loop: learning rate schedule, averaged weights, checkpoints, resumption and log lines."""

import queue
import threading
import time
from pathlib import Path

import keras
import numpy as np
import tensorflow as tf


def use_bfloat16():
    keras.mixed_precision.set_global_policy("mixed_bfloat16")


def prefetch(make_batch, threads=2, depth=6):
    """Yields batches without end; `threads` threads call make_batch(rng) and keep up to `depth` batches ready."""
    ready = queue.Queue(depth)

    def work(seed):
        rng = np.random.default_rng(seed)
        while True:
            ready.put(make_batch(rng))

    for k in range(threads):
        threading.Thread(target=work, args=(time.time_ns() % 2**32 + k,), daemon=True).start()
    while True:
        yield ready.get()


def optimizer(rate, steps, warmup=300, decay=0.02, floor=0.02):
    """Returns AdamW with a warm-up and a cosine schedule from `rate` to `rate` * `floor`.

    The weights of normalizations and the biases do not decay.
    """
    warmup = min(warmup, steps // 2)
    schedule = keras.optimizers.schedules.CosineDecay(
        rate / 20, steps - warmup, alpha=floor, warmup_target=rate, warmup_steps=warmup)
    made = keras.optimizers.AdamW(schedule, weight_decay=decay, global_clipnorm=10.0)
    made.exclude_from_weight_decay(var_names=["gamma", "beta", "bias"])
    return made


class Average(tf.Module):
    """An exponential moving average of all variables of a model, including the statistics of normalizations."""

    def __init__(self, model, horizon):
        super().__init__()
        self.sources = [v for v in model.variables if v.dtype == "float32"]
        self.values = [tf.Variable(v.value, trainable=False) for v in self.sources]
        self.horizon = horizon

    def update(self, step):
        step = tf.cast(step, tf.float32)
        keep = tf.minimum(1 - 1 / self.horizon, (1 + step) / (10 + step))
        for mean, source in zip(self.values, self.sources):
            mean.assign(mean * keep + tf.cast(source.value, mean.dtype) * (1 - keep))

    def arrays(self):
        return {s.path: v.numpy() for s, v in zip(self.sources, self.values)}


def save_weights(path, arrays):
    partial = Path(path).with_suffix(".part.npz")
    np.savez(partial, **{k.replace("/", "|"): v for k, v in arrays.items()})
    partial.rename(path)


def names(path):
    """Returns the names of the variables in a file of weights."""
    with np.load(path) as stored:
        return [key.replace("|", "/") for key in stored]


def read_weights(path):
    """Returns the variables of a file of weights by name."""
    with np.load(path) as stored:
        return {key.replace("|", "/"): stored[key] for key in stored}


def load_weights(model, path):
    """Sets the variables that the file has with the same name and shape; returns the number of other variables."""
    with np.load(path) as stored:
        left = 0
        for variable in model.variables:
            if "seed_generator" in variable.path:
                continue
            key = variable.path.replace("/", "|")
            if key in stored and stored[key].shape == tuple(variable.shape):
                variable.assign(stored[key])
            else:
                left += 1
    return left


def run(name, work, model, optimizer, losses, batches, steps, horizon=1000, save_minutes=4, after_save=None):
    """Trains until `steps`, from the last checkpoint of `name` if there is one.

    `losses(*batch)` returns a dict of scalars; "loss" is the one to minimize. Each save writes a checkpoint and
    `average.npz`, then calls `after_save(step)`.
    """
    folder = Path(work) / name
    folder.mkdir(parents=True, exist_ok=True)
    optimizer.build(model.trainable_variables)
    average = Average(model, horizon)
    step = tf.Variable(0, dtype=tf.int64)
    checkpoint = tf.train.Checkpoint(
        step=step, average=average.values,
        weights=[v.value for v in model.variables], optimizer=[v.value for v in optimizer.variables])
    manager = tf.train.CheckpointManager(checkpoint, str(folder / "checkpoints"), max_to_keep=2)
    if manager.latest_checkpoint:
        checkpoint.restore(manager.latest_checkpoint).assert_consumed()
        print(f"resumed at step {int(step)}", flush=True)

    @tf.function
    def advance(*batch):
        with tf.GradientTape() as tape:
            parts = losses(*batch)
        variables = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(parts["loss"], variables), variables))
        average.update(step)
        step.assign_add(1)
        return parts

    def save():
        manager.save()
        save_weights(folder / "average.npz", average.arrays())
        if after_save:
            after_save(int(step))

    saved, told, images, sums, count = time.time(), time.time(), 0, {}, 0
    while int(step) < steps:
        batch = next(batches)
        parts = advance(*batch)
        images += len(batch[0])
        count += 1
        for key, value in parts.items():
            sums[key] = sums.get(key, 0.0) + float(value)
        if not np.isfinite(float(parts["loss"])):
            raise FloatingPointError(f"loss is {float(parts['loss'])} at step {int(step)}")
        if time.time() - told > 30:
            text = " ".join(f"{k} {v / count:.4f}" for k, v in sums.items())
            rate = images / (time.time() - told)
            print(f"{time.strftime('%H:%M:%S')} step {int(step)}/{steps} {text} {rate:.0f} images/s", flush=True)
            told, images, sums, count = time.time(), 0, {}, 0
        if time.time() - saved > 60 * save_minutes:
            save()
            saved = time.time()
    save()
