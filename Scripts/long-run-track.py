#!/usr/bin/env python3
"""Runs `sight track` for a long time on a simulated camera that also sends damaged images.

    Scripts/long-run-track.py SIGHT IMAGE.jpg... [--seconds 600] [--rate FRAMES] [--damaged SHARE]

The simulated camera is an HTTP server that sends the images in turn (multipart/x-mixed-replace), at --rate
or at twice the rate that `sight track` reached in ten seconds before. A share of the images is damaged: cut
off, or with random bytes changed. The script passes if

- the command runs until the end,
- times and frame numbers increase,
- the reported and the dropped frames add up to the sent images, except damaged images that cannot be decoded
  and images that are in queues at the end,
- and the memory in the last quarter exceeds that in the second quarter by at most 32 MiB.
"""

import argparse
import http.server
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time


class Camera(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, images, rate, damaged):
        super().__init__(("127.0.0.1", 0), Stream)
        self.images, self.rate, self.share = images, rate, damaged
        self.sent = self.spoilt = 0
        self.ended = threading.Event()


class Stream(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        camera, chance = self.server, random.Random(1)
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.send_header("Connection", "close")
        self.end_headers()
        start, number = time.monotonic(), 0
        try:
            while not camera.ended.is_set():
                image = bytearray(camera.images[number % len(camera.images)])
                # The first images are undamaged, because a reader detects the format with them.
                if number > 20 and chance.random() < camera.share:
                    camera.spoilt += 1
                    if chance.random() < 0.5:
                        del image[chance.randrange(len(image) // 2, len(image)):]
                    else:
                        for _ in range(20):
                            image[chance.randrange(len(image) // 4, len(image))] = chance.randrange(256)
                self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"
                                 % len(image) + bytes(image) + b"\r\n")
                camera.sent += 1
                number += 1
                wait = start + number / camera.rate - time.monotonic()
                if wait > 0:
                    time.sleep(wait)
        except OSError:
            pass


def resident(pid):
    """Returns the memory of a process in MiB, or None if the process has just ended."""
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return next((int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS")), None)


def track(options, images, rate, seconds, damaged, notes):
    """Runs `sight track` for a number of seconds and checks its reports.

    Returns the numbers of images sent and damaged, of reports and of reports marked as damaged, the last
    report, the samples of memory in MiB, and the duration in seconds.
    """
    camera = Camera(images, rate, damaged)
    threading.Thread(target=camera.serve_forever, daemon=True).start()
    process = subprocess.Popen(
        [options.sight, "track", f"http://127.0.0.1:{camera.server_port}/camera.mjpg", "--jsonl", "-"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    last, count, marked, memory = None, 0, 0, []
    start = time.monotonic()
    threading.Timer(seconds, lambda: process.send_signal(signal.SIGINT)).start()
    next_note = 0.0
    for line in process.stdout:
        report = json.loads(line)
        assert last is None or (report["frame"], report["time"]) > (last["frame"], last["time"]), report
        last, count, marked = report, count + 1, marked + report["damaged"]
        now = time.monotonic() - start
        if notes and now >= next_note and (size := resident(process.pid)):
            memory.append(size)
            print(f"{now:6.0f} s  {memory[-1]:6.1f} MiB  {camera.sent} sent, {camera.spoilt} damaged; {count} "
                  f"reported, {marked} marked, {report['dropped']} dropped", flush=True)
            next_note += max(1.0, seconds / 20)
    camera.ended.set()
    sent, spoilt = camera.sent, camera.spoilt
    complaints = process.stderr.read()
    status = process.wait()
    camera.shutdown()
    took = time.monotonic() - start
    assert last is not None, complaints
    assert took >= seconds - 1, f"the command ended after {took:.0f} s: {complaints}"
    assert status in (0, 130, -signal.SIGINT), (status, complaints)
    return sent, spoilt, count, marked, last, memory, took


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sight")
    parser.add_argument("images", nargs="+")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--rate", type=float, help="frames per second; default: twice the capacity")
    parser.add_argument("--damaged", type=float, default=0.05, help="share of damaged images")
    options = parser.parse_args()
    images = [pathlib.Path(name).read_bytes() for name in options.images]
    rate = options.rate
    if not rate:
        _, _, count, _, _, _, took = track(options, images, 1000, 10, 0, notes=False)
        rate = 2 * count / took
        print(f"twice the capacity: {rate:.0f} frames/s")
    sent, spoilt, count, marked, last, memory, took = track(
        options, images, rate, options.seconds, options.damaged, notes=True)
    known = last["frame"] + 1
    print(f"{sent} sent in {took:.0f} s, {spoilt} of them damaged; {count} reported, {marked} marked as damaged, "
          f"{last['dropped']} dropped, {sent - known} not decoded or under way")
    assert count + last["dropped"] >= known - 1, "frames are neither reported nor dropped"
    # Images that are in pipes and queues at the end are lost, and so are those that cannot be decoded.
    assert known >= sent - spoilt - 5 * rate - 100, "frames are lost"
    quarter = len(memory) // 4
    early, late = max(memory[quarter:2 * quarter] or memory), max(memory[-max(1, quarter):])
    print(f"memory: {memory[0]:.0f} MiB at first, at most {early:.0f} in the second quarter, {late:.0f} in the last")
    assert late <= early + 32, "the memory grows"
    print("long run: passed")


if __name__ == "__main__":
    sys.exit(main())
