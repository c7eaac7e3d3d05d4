#!/usr/bin/env python3
"""Runs the command on damaged models, each in a separate process with limits.

    Tests/Fuzzing/mutate.py --sight .build/release/sight --small 20000 --real 10000 --seed 1

libFuzzer (fuzz.sh) finds more errors, because it measures the code that a file reaches, but its targets have
smaller limits. This script tests the command itself, with its usual limits and --maximum-memory. A damaged file depends only on the
seed and its number: `--only 4711` makes number 4711 again and stores it. With --record, the script writes each
result to a file, and a second call with the same file continues where the first one stopped.

A run is a finding if it ends by a signal or with a status that the command does not have, fails without a
message, takes more than --seconds of processor time, or uses more than --megabytes. The script stores the
files of findings in --keep, prints the sums and fails if there are findings.

small: models up to 64 KiB of Tests/Fixtures and of the shared fixtures
real:  larger models of the shared fixtures, --real-limit at most
"""

import argparse
import concurrent.futures
import json
import os
import random
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time

SMALL = 1 << 16
EDGES = [0, 1, 2, 3, 4, 5, 7, 8, 127, 128, 255, 256, 1 << 15, (1 << 16) - 1, 1 << 16, 1 << 24, 1 << 28,
         (1 << 30) - 1, 1 << 30, (1 << 31) - 1, 1 << 31, (1 << 32) - 2, (1 << 32) - 1]
# The exit statuses of the command, see ExitStatus.swift.
STATUSES = {0, 1, 2, 3}
# The lock prevents mixed lines in the record.
LOCK = threading.Lock()


def models(folders, least, most):
    found = []
    for folder in folders:
        for path, _, names in os.walk(folder):
            for name in names:
                full = os.path.join(path, name)
                if name.endswith(".tflite") and least <= os.path.getsize(full) <= most:
                    found.append(full)
    return sorted(found)


class Damager:
    """Damages models, and caches the models that it has read."""

    def __init__(self):
        self.known = {}

    def read(self, path):
        """Returns the bytes of a model, and the positions of words near zero: offsets, sizes and indices, but
        few weights."""
        if path not in self.known:
            with open(path, "rb") as file:
                data = file.read()
            words = struct.unpack_from(f"<{len(data) // 4}I", data)
            places = [4 * i for i, word in enumerate(words)
                      if word < 1 << 16 or word >= (1 << 32) - (1 << 16)]
            self.known[path] = (data, places or [0])
        return self.known[path]

    def damage(self, path, other, chance):
        data, places = self.read(path)
        data = bytearray(data)
        for _ in range(chance.choice([1, 1, 1, 2, 3, 8])):
            self.change(data, places, other, chance)
            if not data:
                break
        return bytes(data)

    def change(self, data, places, other, chance):
        kind = chance.random()
        at = min(chance.choice(places), max(0, len(data) - 4)) if kind < 0.8 else chance.randrange(len(data))
        if kind < 0.45:
            data[at:at + 4] = struct.pack("<I", chance.choice(EDGES))[:len(data) - at]
        elif kind < 0.6:
            word = int.from_bytes(data[at:at + 4], "little") + chance.choice([-8, -4, -1, 1, 4, 8, 64])
            data[at:at + 4] = struct.pack("<I", word % (1 << 32))[:len(data) - at]
        elif kind < 0.8:
            data[at + chance.randrange(min(4, len(data) - at))] = chance.randrange(256)
        elif kind < 0.9:
            data[at] ^= 1 << chance.randrange(8)
        elif kind < 0.94:
            del data[at:]
        elif kind < 0.97:
            del data[at:at + chance.choice([1, 4, 16, 256])]
        else:
            source, _ = self.read(other)
            start = chance.randrange(len(source))
            data[at:at + 64] = source[start:start + 64]


def limit(seconds, megabytes):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # The process may exceed the tested limit, so that its peak shows the excess.
    resource.setrlimit(resource.RLIMIT_DATA, (4 * megabytes << 20,) * 2)


def run(options, path):
    """Runs the command; returns its status, seconds of processor time, peak memory in MiB, and error output."""
    words = [options.sight, "model", "run", path, "--threads", "1", "--maximum-memory", str(options.tensors)]
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=complaints,
            env={"SWIFT_BACKTRACE": "enable=no", "PATH": os.environ["PATH"]},
            preexec_fn=lambda: limit(options.seconds, options.megabytes))
        deadline = time.monotonic() + 60 * options.seconds
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > deadline:
                process.kill()
            time.sleep(0.002)
        process.returncode = os.waitstatus_to_exitcode(status)
        complaints.seek(0)
        text = complaints.read(2000).decode(errors="replace")
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, text


def verdict(options, status, seconds, peak, text):
    if status in (-signal.SIGXCPU, -signal.SIGKILL) or seconds > options.seconds:
        return "hang"
    if peak > options.megabytes:
        return "memory"
    if status not in STATUSES:
        return f"crash {status}"
    return "silent" if status != 0 and not text.strip() else None


def one(options, damager, files, kind, number):
    chance = random.Random(f"{options.seed}/{kind}/{number}")
    path, other = chance.choice(files), chance.choice(files)
    data = damager.damage(path, other, chance)
    handle, name = tempfile.mkstemp(suffix=".tflite")
    try:
        os.write(handle, data)
        os.close(handle)
        status, seconds, peak, text = run(options, name)
        found = verdict(options, status, seconds, peak, text)
        if found or options.only is not None:
            os.makedirs(options.keep, exist_ok=True)
            target = os.path.join(options.keep, f"{kind}-{options.seed}-{number}.tflite")
            with open(target, "wb") as file:
                file.write(data)
            print(f"{kind} {number} of {os.path.basename(path)}: {found or 'no finding'}, status {status}, "
                  f"{seconds:.2f} s, {peak:.0f} MiB: {target}\n  {text.strip()[:300]}", flush=True)
        return status, seconds, peak, found
    finally:
        os.unlink(name)


def recorded(options, kind):
    """Returns {number: result} of earlier calls."""
    results = {}
    if options.record and os.path.exists(options.record):
        with open(options.record, encoding="utf-8") as file:
            for line in file:
                entry = json.loads(line)
                if (entry["kind"], entry["seed"]) == (kind, options.seed):
                    results[entry["number"]] = tuple(entry["result"])
    return results


def campaign(options, damager, files, kind, count):
    if count and not files:
        sys.exit(f"mutate.py: there are no {kind} models")
    known = recorded(options, kind) if options.only is None else {}
    numbers = [n for n in range(count) if n not in known] if options.only is None else [options.only]

    def run_one(number):
        result = one(options, damager, files, kind, number)
        if options.record and options.only is None:
            line = json.dumps({"kind": kind, "seed": options.seed, "number": number, "result": result})
            with LOCK, open(options.record, "a", encoding="utf-8") as file:
                file.write(line + "\n")
        return result

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(known.values()) + list(pool.map(run_one, numbers))
    findings = [found for *_, found in results if found]
    print(f"{kind}: {len(results)} damaged models of {len(files)}, {sum(s == 0 for s, *_ in results)} ran, "
          f"{sum(s != 0 for s, *_ in results)} refused, {len(findings)} findings; longest "
          f"{max(s for _, s, *_ in results):.2f} s of processor time, peak "
          f"{max(p for *_, p, _ in results):.0f} MiB", flush=True)
    return findings


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sight", default=".build/release/sight")
    parser.add_argument("--shared", default="../shared/fixtures/models")
    parser.add_argument("--small", type=int, default=20000)
    parser.add_argument("--real", type=int, default=10000)
    parser.add_argument("--real-limit", type=int, default=8 << 20, help="size of the largest real model in bytes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=10, help="limit of the processor time of one run")
    parser.add_argument("--megabytes", type=int, default=512, help="limit of the memory of one run in MiB")
    parser.add_argument("--record", help="file of results, with which a later call continues")
    parser.add_argument("--keep", default=".build/mutations")
    parser.add_argument("--tensors", type=int, default=384, help="the command's --maximum-memory in MiB")
    parser.add_argument("--only", type=int, help="run only this number; set the other kind to 0")
    options = parser.parse_args()
    small = models(["Tests/Fixtures", options.shared], 8, SMALL)
    real = models([options.shared], SMALL + 1, options.real_limit)
    damager, findings = Damager(), []
    for kind, files, count in (("small", small, options.small), ("real", real, options.real)):
        if count:
            findings += campaign(options, damager, files, kind, count)
    sys.exit(1 if findings else 0)


main()
