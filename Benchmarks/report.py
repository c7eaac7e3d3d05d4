"""The comparison as Markdown and as a chart."""

import datetime
import importlib.metadata
import pathlib
import platform
import statistics

import chart

FAMILY = "mobilenet-integer"


def mean(rows, threads, value) -> float:
    """The geometric mean over rows; NaN over none."""
    values = [value(row.measurements[threads]) for row in rows if threads in row.measurements]
    return statistics.geometric_mean(values) if values else float("nan")


def summary(rows, threads) -> list[str]:
    lines = []
    for count in threads:
        family = [row for row in rows if row.group == FAMILY]
        measured = [row for row in rows if count in row.measurements]
        slower = [row.model for row in measured if row.measurements[count].speed < 1]
        lines.append(
            f"{count} thread{'s' * (count > 1)}, {len(measured)} models, geometric means: "
            f"time LiteRT/Sight {mean(rows, count, lambda each: each.speed):.2f} "
            f"({FAMILY} {mean(family, count, lambda each: each.speed):.2f}), "
            f"cold start Sight/LiteRT {mean(rows, count, lambda each: each.start):.2f}, "
            f"memory Sight/LiteRT {mean(rows, count, lambda each: each.growth):.2f}; "
            f"slower than LiteRT: {', '.join(slower) or 'none'}")
    return lines


def write(rows, threads, folder: pathlib.Path) -> None:
    lines = [
        "# Benchmarks", "",
        "This page compares Sight with LiteRT, which uses XNNPACK. `Benchmarks/compare.py` writes it "
        "and describes the method. A model is timed only after its outputs agree. The ratios hold "
        "for the processor named here; on other processors they differ.", "",
        f"{processor()}, LiteRT {importlib.metadata.version('ai-edge-litert')}, "
        f"{datetime.date.today()}.", "",
        "![LiteRT's time divided by Sight's, for each model](BENCHMARKS.svg)", ""]
    lines += [f"- {line}" for line in summary(rows, threads)] + [""]
    for count in threads:
        lines += table(rows, count)
    (folder / "BENCHMARKS.md").write_text("\n".join(lines))
    (folder / "BENCHMARKS.svg").write_text(chart.svg(rows, threads))


def table(rows, threads) -> list[str]:
    lines = [
        f"## {threads} thread{'s' * (threads > 1)}", "",
        "The columns have the time of a run and of a cold start in milliseconds and the memory in "
        "megabytes, each for LiteRT and for Sight, and their ratio. *speed* is LiteRT's time divided "
        "by Sight's: above 1, Sight is faster. *ratio* is Sight's value divided by LiteRT's: below 1, "
        "Sight needs less. *outputs* is the rule by which the outputs agree with LiteRT's reference "
        "kernels: *float*, within 10⁻⁴ of the largest magnitude; *units*, at most 2 units apart with "
        "the same best five; *amplified*, within 1.5 times what LiteRT's optimised kernels differ by.",
        "",
        "| model | outputs | LiteRT ms | Sight ms | speed | LiteRT start | Sight start | ratio "
        "| LiteRT MB | Sight MB | ratio |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"]
    for row in rows:
        each = row.measurements.get(threads)
        if each is None:
            lines.append(f"| {row.model} | {row.rule or '; '.join(row.details)} |" + " |" * 9)
            continue
        (slow, fast), starts, growth = each.milliseconds, each.start_milliseconds, each.growth_bytes
        lines.append(
            f"| {row.model} | {row.rule} | {slow:.3f} | {fast:.3f} | {each.speed:.2f} "
            f"| {starts[0]:.1f} | {starts[1]:.1f} | {each.start:.2f} "
            f"| {growth[0] / 1e6:.1f} | {growth[1] / 1e6:.1f} | {each.growth:.2f} |")
    return lines + [""]


def processor() -> str:
    """The processor's name and what matters of its abilities."""
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
