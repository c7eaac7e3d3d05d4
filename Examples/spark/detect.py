"""Finds the objects of many images with Spark, and writes them as Parquet.

    spark-submit detect.py --images photos/ --output objects.parquet
    spark-submit detect.py --table images.parquet --output objects.parquet

Every partition is a `sight detect --paths-from -`: lines in, lines out, in order. A process that
ends early fails its task, Spark runs the task again, and what it had written is thrown away: no row
is missing and none is there twice. Needs pyspark, pandas and pyarrow; `sight` on every worker.
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

ENDINGS = ("jpg", "jpeg", "png", "webp", "heic", "avif", "bmp", "gif")
SCHEMA = """
    id string, width int, height int, error string,
    objects array<struct<frame: array<float>, score: float,
        labels: array<struct<text: string, `index`: int, confidence: float>>>>,
    line string
"""


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--images", help="a folder that every worker sees, searched for images")
    source.add_argument("--table", help="Parquet with the columns id and image, the file's bytes")
    parser.add_argument("--output", required=True, help="Parquet, replaced if it exists")
    parser.add_argument("--sight", default="sight", help="the program on the workers")
    parser.add_argument("--partitions", type=int, help="tasks; four for each core by default")
    parser.add_argument("--keep-lines", action="store_true", help="keep what sight wrote as text")
    parser.add_argument("options", nargs="*", help="after --, options of sight detect")
    return parser.parse_args()


def feed(stream, batches):
    """Writes a line for each row; what the process does not read any more is its own failure."""
    try:
        for batch in batches:
            for row in batch.itertuples(index=False):
                entry = {"id": row.id}
                if "path" in batch:
                    entry["path"] = row.path
                else:
                    entry["image"] = base64.b64encode(row.image).decode()
                stream.write(json.dumps(entry) + "\n")
            stream.flush()
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
        "objects": objects,
        "line": line if keep_line else None,
    }


def detecting(command, keep_lines):
    """A function for mapInPandas: a partition through one process."""

    def run(batches):
        import pandas  # on the worker

        columns = ["id", "width", "height", "error", "objects", "line"]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        sent = []

        def counted():
            for batch in batches:
                sent.extend(batch["id"])
                yield batch

        writer = threading.Thread(target=feed, args=(process.stdin, counted()), daemon=True)
        writer.start()
        done, rows = 0, []
        for line in process.stdout:
            row = row_of(line.rstrip("\n"), keep_lines)
            if row["id"] != sent[done]:
                raise RuntimeError(f"answer {done} is about {row['id']}, not {sent[done]}")
            done += 1
            rows.append(row)
            if len(rows) == 256:
                yield pandas.DataFrame(rows, columns=columns)
                rows = []
        status = process.wait()
        writer.join()
        if status != 0 or done != len(sent):
            raise RuntimeError(f"sight ended with {status} after {done} of {len(sent)} images")
        if rows:
            yield pandas.DataFrame(rows, columns=columns)

    return run


def images(folder):
    found = []
    for place, _, names in os.walk(folder):
        found += [os.path.join(place, name) for name in names
                  if name.lower().endswith(ENDINGS)]
    return sorted(found)


def main():
    arguments = parse_arguments()
    # In local mode, workers would run the python of PATH, which may be another one.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.appName("sight").getOrCreate()
    partitions = arguments.partitions or 4 * spark.sparkContext.defaultParallelism
    if arguments.images:
        rows = [(path, path) for path in images(os.path.abspath(arguments.images))]
        table = spark.createDataFrame(rows, "id string, path string")
    else:
        table = spark.read.parquet(arguments.table).select(col("id").cast("string"), "image")
    # Each process uses one thread: many processes with one thread are faster than one with many.
    command = [arguments.sight, "detect", "--threads", "1", "--paths-from", "-", "--jsonl"]
    command += arguments.options
    (table.repartition(partitions, "id")
        .mapInPandas(detecting(command, arguments.keep_lines), SCHEMA)
        .write.mode("overwrite").parquet(arguments.output))
    spark.stop()


if __name__ == "__main__":
    main()
