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
            f"{count} thread{'s' * (count > 1)}, {len(measured)} models: "
            f"LiteRT/Sight {mean(rows, count, lambda each: each.speed):.2f} "
            f"({FAMILY} {mean(family, count, lambda each: each.speed):.2f}), "
            f"cold start Sight/LiteRT {mean(rows, count, lambda each: each.start):.2f}, "
            f"memory Sight/LiteRT {mean(rows, count, lambda each: each.growth):.2f}, "
            f"slower than LiteRT: {', '.join(slower) or 'none'}")
    return lines


def write(rows, threads, folder: pathlib.Path) -> None:
    lines = [
        "# Benchmarks", "",
        "Sight beside LiteRT with XNNPACK, made by `Benchmarks/compare.py`, which says how it "
        "measures. Outputs are compared before anything is timed.", "",
        f"{processor()}, LiteRT {importlib.metadata.version('ai-edge-litert')}, "
        f"{datetime.date.today()}.", "",
        "![How many times as fast as LiteRT Sight is, model by model](BENCHMARKS.svg)", ""]
    lines += [f"- {line}" for line in summary(rows, threads)] + [""]
    for count in threads:
        lines += table(rows, count)
    (folder / "BENCHMARKS.md").write_text("\n".join(lines))
    (folder / "BENCHMARKS.svg").write_text(chart.svg(rows, threads))


def table(rows, threads) -> list[str]:
    lines = [
        f"## {threads} thread{'s' * (threads > 1)}", "",
        "Milliseconds of a run and of a cold start, megabytes of memory: LiteRT's, Sight's, and "
        "their ratio. A speed above 1 means that Sight is faster.", "",
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
