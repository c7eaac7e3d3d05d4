#!/usr/bin/env python3
"""Measures loading and detection of one photo with MediaPipe Tasks' Python detector and with Sight, in turns.

    pip install mediapipe
    Benchmarks/photo.py --sight .build/release/sight --model ssd.tflite photo.jpg

Each run starts from the file on disk, after a first run with the loaded model. The script prints medians, and the
least times, which other programs disturb less.
"""

import argparse
import json
import statistics
import subprocess
import time

import mediapipe as mp
from mediapipe.tasks import python as tasks
from mediapipe.tasks.python import vision


def mediapipe_times(model, photo, runs):
    """Yields (load, detect) in milliseconds for each run."""
    options = vision.ObjectDetectorOptions(
        base_options=tasks.BaseOptions(model_asset_path=model), max_results=5
    )
    with vision.ObjectDetector.create_from_options(options) as detector:
        for _ in range(runs + 1):
            start = time.perf_counter()
            image = mp.Image.create_from_file(photo)
            middle = time.perf_counter()
            detector.detect(image)
            end = time.perf_counter()
            yield (middle - start) * 1e3, (end - middle) * 1e3


def sight_times(sight, model, photo, runs, threads):
    """Yields (decode, detect) in milliseconds for each run, as `sight detect --json` reports them."""
    command = [sight, "detect", "--model", model, "--threads", str(threads), "--json"]
    output = subprocess.run(command + [photo] * (runs + 1), check=True, capture_output=True)
    for line in output.stdout.splitlines():
        report = json.loads(line)["milliseconds"]
        yield report["decode"], report["detect"]


def columns(times):
    """Returns both columns and their sum, without the first run."""
    times = list(times)[1:]
    return [*zip(*times), [sum(pair) for pair in times]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("photo")
    parser.add_argument("--model", required=True)
    parser.add_argument("--sight", default=".build/release/sight")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    ratios, least = [], [[], []]
    for turn in range(arguments.rounds):
        both = (
            columns(mediapipe_times(arguments.model, arguments.photo, arguments.runs)),
            columns(
                sight_times(
                    arguments.sight, arguments.model, arguments.photo, arguments.runs,
                    arguments.threads,
                )
            ),
        )
        peer, ours = ([statistics.median(column) for column in each] for each in both)
        for found, each in zip(least, both):
            found.append([min(column) for column in each])
        ratios.append(peer[2] / ours[2])
        print(
            f"round {turn + 1}: MediaPipe load {peer[0]:.1f} + detect {peer[1]:.1f} ms, "
            f"Sight decode {ours[0]:.1f} + detect {ours[1]:.1f} ms, ratio {ratios[-1]:.2f}"
        )
    print(f"median ratio MediaPipe / Sight: {statistics.median(ratios):.2f}")
    peer, ours = ([min(column) for column in zip(*each)] for each in least)
    print(
        f"least: MediaPipe load {peer[0]:.1f}, detect {peer[1]:.1f}, both {peer[2]:.1f} ms, "
        f"Sight decode {ours[0]:.1f}, detect {ours[1]:.1f}, both {ours[2]:.1f} ms, "
        f"ratio {peer[2] / ours[2]:.2f}"
    )


if __name__ == "__main__":
    main()
