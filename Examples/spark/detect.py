"""Finds the objects of many images with Spark, and writes them as Parquet.

    spark-submit detect.py --images photos/ --output objects.parquet
    spark-submit detect.py --table images.parquet --output objects.parquet

A process of `sight detect --paths-from -` handles each partition; it reads and writes a line for each
image, in the same order. If a process ends early, its task fails, and Spark discards the rows and
runs the task again: so no row is missing or duplicate. The rows are written to OUTPUT.part, which
replaces OUTPUT when it is complete. The script needs pyspark, pandas and pyarrow, and `sight` on every
worker.
"""

import argparse
import base64
import json
import os
import subprocess
import sys
import threading

from pyspark.sql import SparkSession
from pyspark.sql.functions import col

# `sight detect FOLDER` takes the files with these endings.
ENDINGS = {
    ".jpg", ".jpeg", ".jpe", ".png", ".webp", ".heic", ".heif", ".avif", ".bmp", ".dib", ".gif",
}
SCHEMA = """
    id string, width int, height int, error string, damaged boolean,
    objects array<struct<box: array<float>, score: float,
        labels: array<struct<text: string, `index`: int, score: float>>,
        keypoints: array<array<float>>>>,
    line string
"""


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--images", help="a folder of images that every worker can read")
    source.add_argument("--table", help="a Parquet table with the columns id and image (bytes of the file)")
    parser.add_argument("--output", required=True, help="the Parquet table to write or replace")
    parser.add_argument("--sight", default="sight", help="the program on the workers")
    parser.add_argument("--partitions", type=int, help="number of tasks; default: four for each core")
    parser.add_argument("--keep-lines", action="store_true", help="add the output of sight as a column")
    parser.add_argument("options", nargs="*", help="after --, options of sight detect")
    return parser.parse_args()


def fail(message):
    """Ends the script before it writes anything."""
    print(f"detect.py: {message}", file=sys.stderr)
    sys.exit(2)


def feed(stream, batches, failures):
    """Writes a line for each row to a process. Ignores a closed pipe, since `run` reports the failed process.

    Other failures become elements of a list. The process gets the end of its input in any case: otherwise
    it would wait for ever, and the task with it.
    """
    try:
        for batch in batches:
            for row in batch.itertuples(index=False):
                entry = {"id": row.id}
                if "path" in batch:
                    entry["path"] = row.path
                else:
                    # A row without an image gets an error, as an empty file does.
                    entry["image"] = base64.b64encode(row.image or b"").decode()
                stream.write(json.dumps(entry) + "\n")
            stream.flush()
    except BrokenPipeError:
        pass
    except Exception as failure:
        failures.append(failure)
    finally:
        try:
            stream.close()
        except BrokenPipeError:
            pass


def row_of(line, keep_line):
    answer = json.loads(line)
    objects = answer.get("objects")
    for item in objects or []:
        del item["trackingID"]
    return {
        "id": answer["id"],
        "width": answer.get("width"),
        "height": answer.get("height"),
        "error": answer.get("error", {}).get("message"),
        "damaged": None if "error" in answer else answer.get("damaged", False),
        "objects": objects,
        "line": line if keep_line else None,
    }


def detecting(command, keep_lines):
    """Returns a function for mapInPandas that sends a partition through one process."""

    def run(batches):
        import pandas  # on the worker

        columns = ["id", "width", "height", "error", "damaged", "objects", "line"]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        sent, failures = [], []

        def counted():
            for batch in batches:
                # An id that is null may be NaN in pandas; it is None in the lines of sight.
                batch["id"] = batch["id"].astype(object).where(batch["id"].notna(), None)
                sent.extend(batch["id"])
                yield batch

        writer = threading.Thread(
            target=feed, args=(process.stdin, counted(), failures), daemon=True)
        writer.start()
        done, rows = 0, []
        try:
            for line in process.stdout:
                row = row_of(line.rstrip("\n"), keep_lines)
                if row["id"] != sent[done]:
                    raise RuntimeError(f"answer {done} is for {row['id']}, expected {sent[done]}")
                done += 1
                rows.append(row)
                if len(rows) == 256:
                    yield pandas.DataFrame(rows, columns=columns)
                    rows = []
            status = process.wait()
        finally:
            # The worker may live longer than a task that fails or is given up.
            process.kill()
            process.wait()
        writer.join()
        if failures:
            raise RuntimeError("the images of the partition cannot be read") from failures[0]
        if status != 0 or done != len(sent):
            raise RuntimeError(f"sight ended with {status} after {done} of {len(sent)} images")
        if rows:
            yield pandas.DataFrame(rows, columns=columns)

    return run


def refusal(command):
    """Returns why a command fails for an empty list; an empty text if it does not, or if it was killed."""
    try:
        process = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
            errors="replace")
    except OSError as failure:
        return str(failure)
    return f"status {process.returncode}: {process.stderr}" if process.returncode > 0 else ""


def images(folder):
    """Returns the paths that `sight detect FOLDER` finds: hidden files and folders are left out."""

    def stop(failure):
        fail(f"a folder of images cannot be read: {failure}")

    found = []
    for place, folders, names in os.walk(folder, onerror=stop):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [os.path.join(place, name) for name in names
                  if not name.startswith(".") and os.path.splitext(name)[1].lower() in ENDINGS]
    if not found:
        fail(f"no images in {folder}; images end in {', '.join(sorted(ENDINGS))}")
    return sorted(found)


def complete(spark, name):
    """Returns the file system of a path, and the path with its scheme; of local paths, without links."""
    path = spark._jvm.org.apache.hadoop.fs.Path
    files = path(name).getFileSystem(spark._jsc.hadoopConfiguration())
    whole = files.makeQualified(path(name))
    if whole.toUri().getScheme() == "file":
        whole = files.makeQualified(path(os.path.realpath(whole.toUri().getPath())))
    return files, whole


def main():
    arguments = parse_arguments()
    if arguments.images:
        folder = os.path.abspath(arguments.images)
        rows = [(path, path) for path in images(folder)]
    spark = SparkSession.builder.appName("sight").getOrCreate()
    context = spark.sparkContext
    if context.master.startswith("local"):
        # Workers would run the python of PATH, which may be another one.
        context.pythonExec = os.environ.get("PYSPARK_PYTHON", sys.executable)

    files, output = complete(spark, arguments.output)
    part = output.suffix(".part")
    _, source = complete(spark, f"file://{folder}" if arguments.images else arguments.table)
    for place in (output, part):
        if f"{source}/".startswith(f"{place}/"):
            fail(f"--output {arguments.output} would replace {place}, which has the images")

    # Each process uses one thread: many processes with one thread are faster than one with many.
    command = [arguments.sight, "detect", "--threads", "1", "--paths-from", "-", "--jsonl"]
    command += arguments.options
    # A worker checks the program, its options and its models, since the driver may have none of them.
    why = context.parallelize([command], 1).map(refusal).first()
    if why:
        fail(f"{arguments.sight} cannot run on a worker: {why}")

    if arguments.images:
        table = spark.createDataFrame(rows, "id string, path string")
    else:
        table = spark.read.parquet(arguments.table).select(col("id").cast("string"), "image")
    partitions = arguments.partitions or 4 * context.defaultParallelism
    (table.repartition(partitions, "id")
        .mapInPandas(detecting(command, arguments.keep_lines), SCHEMA)
        .write.mode("overwrite").parquet(str(part)))
    files.delete(output, True)
    if not files.rename(part, output):
        sys.exit(f"{part}, which is complete, cannot be renamed to {output}")
    spark.stop()


if __name__ == "__main__":
    main()
