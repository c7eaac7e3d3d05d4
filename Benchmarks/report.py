"""Writes the comparison as Markdown and as a chart."""

import datetime
import importlib.metadata
import os
import pathlib
import platform
import re
import statistics
import subprocess

import chart

FAMILY = "mobilenet-integer"
BUSY = " Other programs used the processor meanwhile, so times by the clock are left out."
HEAD = """# Benchmarks

This page compares Sight with LiteRT, which uses XNNPACK, with OpenVINO and with ONNX Runtime. It has one
section for each processor and tier that was measured. `Benchmarks/compare.py` writes the page and
describes the method. A model is timed only after its outputs agree. The figures hold only for the
processor in the heading of their section. The rows *classifier* and *localizer* are the files that were
built in on the day of the measurement.

![The time of the best other engine divided by Sight's, for each model](BENCHMARKS.svg)

| Column | Meaning |
|---|---|
| LiteRT, OpenVINO, ONNX Runtime, Sight | processor time of a run in milliseconds; a dash means that the engine does not run the model |
| *ratio* | the best other engine's processor time divided by Sight's; above 1, Sight is faster |
| *by the clock* | the same ratio of the times by the clock |
| *start*, *memory* | the processor time of Sight's cold start, and Sight's memory, divided by LiteRT's; below 1, Sight needs less |
| *outputs* | how closely the outputs agree with those of LiteRT's reference kernels: *float*, within 10⁻⁴ of the largest magnitude; *units*, at most 2 units apart with the same best five; *amplified*, within 1.5 times the difference of LiteRT's optimized kernels; `Benchmarks/agreement.py` describes the rules |

*mobilenet-integer* in the summaries is the geometric mean of the ratios of twelve 8-bit classifiers and detectors of
the MobileNet family, which `Benchmarks/models.txt` lists. README calls it *8-bit MobileNets*.
"""


def mean(rows, value) -> float:
    """Returns the geometric mean of `value` over rows; NaN without rows."""
    return statistics.geometric_mean([value(row) for row in rows]) if rows else float("nan")


def summary(rows, threads, busy=False) -> list[str]:
    """Returns a line for each number of threads; with `busy`, without times by the clock."""
    lines = []
    for count in threads:
        measured = [row for row in rows if row.is_compared(count)]
        if not measured:
            continue
        family = [row for row in measured if row.group == FAMILY]
        beside_litert = [row for row in measured if "LiteRT" in row.measurements[count]]
        worst = min(measured, key=lambda row: row.ratio(count))
        slower = [row.model for row in measured if row.ratio(count) < 1]
        on = f"{len(slower)} model{'s' * (len(slower) > 1)}: {', '.join(slower)}" if slower else "no model"
        clock = "" if busy else (
            f", by the clock {mean(measured, lambda row: row.ratio(count, 'wall')):.2f}; cold start "
            f"Sight/LiteRT {mean(beside_litert, lambda row: row.start(count)):.2f}")
        lines.append(
            f"{count} thread{'s' * (count > 1)}, {len(measured)} models. Geometric means: processor "
            f"time of the best other engine / Sight {mean(measured, lambda row: row.ratio(count)):.2f} "
            f"({FAMILY} {mean(family, lambda row: row.ratio(count)):.2f}){clock}; memory Sight/LiteRT "
            f"{mean(beside_litert, lambda row: row.growth(count)):.2f}. The lowest ratio is "
            f"{worst.ratio(count):.2f} ({worst.model}). Sight is slower than the best other engine on {on}.")
    return lines


def tier_of(sight: str) -> str:
    """Returns the tier in use, as `sight --version` names it."""
    text = subprocess.run([sight, "--version"], capture_output=True, text=True).stdout
    found = re.search(r"kernels: (\w+)", text)
    return found[1] if found else "unknown tier"


def heading(sight: str) -> str:
    """Returns the heading of the section of this processor and tier."""
    return f"## {processor()}: {tier_of(sight)}"


def measured() -> str:
    """Says when a table was measured, and whether instructions were hidden."""
    hidden = (" `Benchmarks/hide_avx512.py` hid the instructions beyond this tier from both engines."
              if {"SIGHT_TIER", "LD_PRELOAD"} <= os.environ.keys() else "")
    return f"This table was measured on {datetime.date.today()}, with one thread.{hidden}"


def write_section(page: pathlib.Path, head: str, section: str) -> None:
    """Puts a section before the other sections of a page, and removes the old one with the same heading."""
    text = page.read_text() if page.exists() else ""
    sections = ["## " + each.strip() + "\n" for each in ("\n" + text).split("\n## ")[1:]]
    kept = [each for each in sections if each.splitlines()[0] != section.splitlines()[0]]
    page.write_text("\n".join([head, section, *kept]))


def write(rows, threads, folder: pathlib.Path, sight: str, busy=False) -> None:
    """Writes the section of this processor and tier into the page, and the chart; other sections stay."""
    title = heading(sight)
    lines = [title, "", f"This section was measured on {datetime.date.today()} with LiteRT "
             f"{importlib.metadata.version('ai-edge-litert')}." + (BUSY if busy else ""), ""]
    lines += [f"- {line}" for line in summary(rows, threads, busy)] + [""]
    for count in threads:
        lines += table(rows, count, busy)
    write_section(folder / "BENCHMARKS.md", HEAD, "\n".join(lines))
    (folder / "BENCHMARKS.svg").write_text(chart.svg(rows, threads, title.removeprefix("## ")))


def table(rows, threads, busy=False) -> list[str]:
    """Returns the lines of the table for one number of threads."""
    engines = [label for label in ("LiteRT", "OpenVINO", "ONNX Runtime", "Sight")
               if any(label in row.measurements.get(threads, {}) for row in rows)]
    lines = [
        f"### {threads} thread{'s' * (threads > 1)}", "",
        f"| model | outputs | {' | '.join(engines)} | ratio | by the clock | start | memory |",
        "|---|---|" + "--:|" * (len(engines) + 4)]
    for row in rows:
        if not row.is_compared(threads):
            lines.append(f"| {row.model} | {row.rule or '; '.join(row.details)} |"
                         + " |" * (len(engines) + 4))
            continue
        measured = row.measurements[threads]
        cells = [f"{measured[label].processor:.3f}" if label in measured else "–"
                 for label in engines]
        clock = "–" if busy else f"{row.ratio(threads, 'wall'):.2f}"
        start = f"{row.start(threads):.2f}" if "LiteRT" in measured and not busy else "–"
        growth = f"{row.growth(threads):.2f}" if "LiteRT" in measured else "–"
        lines.append(
            f"| {row.model} | {row.rule} | {' | '.join(cells)} | {row.ratio(threads):.2f} "
            f"| {clock} | {start} | {growth} |")
    return lines + [""]


def processor() -> str:
    """Returns the name of the processor, its instruction sets that kernels use, and its number of cores."""
    info = pathlib.Path("/proc/cpuinfo")
    if not info.exists():
        return platform.processor() or platform.machine()
    text = info.read_text()
    fields = dict(
        line.split(":", 1) for line in text.split("\n\n")[0].splitlines() if ":" in line)
    fields = {key.strip(): value.strip() for key, value in fields.items()}
    flags = fields.get("flags", "").split()
    known = [flag for flag in ("avx2", "avx512f", "avx512_vnni", "avx_vnni", "amx_int8")
             if flag in flags]
    return (f"{fields.get('model name', platform.machine())} ({', '.join(known)}), "
            f"{text.count('processor')} cores")
