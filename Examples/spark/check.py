"""Runs detect.py while sight processes are killed at random, and compares it with a single run.

    python check.py --images photos/ --sight .build/release/sight --kills 8
    python check.py --images photos/ --table --sight .build/release/sight --kills 8

With --table, the job reads the images from a Parquet table.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def objects_of(line):
    """Returns the text of the objects as sight wrote it; the keys are sorted, so "width" follows the objects."""
    if '"objects":' not in line:
        return line[:line.index(',"file"')] if ',"file"' in line else line
    return line[line.index('"objects":'):line.rindex(',"width":')]


def children(command):
    """Returns the IDs of the running processes of a command with the option --paths-from."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if words[0].decode() == command and b"--paths-from" in words:
            found.append(int(entry))
    return found


def write_table(paths, file):
    import pyarrow
    import pyarrow.parquet
    images = []
    for path in paths:
        with open(path, "rb") as image:
            images.append(image.read())
    pyarrow.parquet.write_table(
        pyarrow.table({"id": paths, "image": pyarrow.array(images, pyarrow.binary())}), file,
        row_group_size=8)


def run_spark(arguments, source, output):
    job = subprocess.Popen([
        sys.executable, os.path.join(HERE, "detect.py"), *source, "--output", output, "--sight",
        arguments.sight, "--keep-lines", "--partitions", "16",
    ], env=dict(os.environ, PYSPARK_SUBMIT_ARGS=f"--master {arguments.master} pyspark-shell"),
        stderr=open(output + ".log", "w"))
    killed = 0
    while job.poll() is None:
        time.sleep(random.uniform(0.2, 1.5))
        victims = children(arguments.sight)
        if victims and killed < arguments.kills:
            try:
                os.kill(random.choice(victims), signal.SIGKILL)
                killed += 1
            except ProcessLookupError:
                pass
    if job.returncode != 0:
        with open(output + ".log", encoding="utf-8") as log:
            sys.exit(f"the job ended with {job.returncode}:\n{log.read()[-4000:]}")
    return killed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--images", required=True)
    parser.add_argument("--table", action="store_true", help="read the images from a Parquet table")
    parser.add_argument("--sight", required=True)
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--master", default="local[2,16]")
    arguments = parser.parse_args()
    arguments.sight = os.path.abspath(arguments.sight)
    arguments.images = os.path.abspath(arguments.images)
    random.seed(arguments.seed)

    start = time.monotonic()
    single = subprocess.run(
        [arguments.sight, "detect", "--json", arguments.images], capture_output=True, text=True)
    single_seconds = time.monotonic() - start
    expected = {json.loads(line)["file"]: objects_of(line) for line in single.stdout.splitlines()}

    import pyarrow.parquet
    with tempfile.TemporaryDirectory() as folder:
        source = ["--images", arguments.images]
        if arguments.table:
            source = ["--table", os.path.join(folder, "images.parquet")]
            write_table(list(expected), source[1])
        output = os.path.join(folder, "objects.parquet")
        start = time.monotonic()
        killed = run_spark(arguments, source, output)
        spark_seconds = time.monotonic() - start
        rows = pyarrow.parquet.read_table(output).to_pylist()

    ids = [row["id"] for row in rows]
    found = {row["id"]: objects_of(row["line"]) for row in rows if row["error"] is None}
    different = [name for name, objects in expected.items() if found.get(name) != objects]
    print(f"{len(rows)} rows, {len(rows) - len(set(ids))} duplicates, "
          f"{len(set(expected) - set(ids))} missing, {len(different)} different, "
          f"{killed} processes killed")
    print(f"single {len(expected) / single_seconds:.1f} images/s, "
          f"Spark {len(rows) / spark_seconds:.1f} images/s including its start and the retries")
    if different or len(rows) != len(set(ids)) or set(expected) - set(ids) or not rows:
        sys.exit("the rows of the job differ from those of a single run")


if __name__ == "__main__":
    main()
