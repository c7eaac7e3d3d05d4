"""Draws a bar chart of ratios as SVG."""

from xml.sax.saxutils import escape

COLORS = ("#2f6fdb", "#e08a2e", "#3a9d5d", "#9a5bb5")
LABEL, WIDTH, BAR, GAP, TOP = 380, 560, 9, 8, 64


def svg(rows, threads, place: str) -> str:
    """Returns a chart of the best other engine's processor time divided by Sight's.

    Each number of threads has its own color. `place` is the processor and tier that was measured.
    """
    rows = [row for row in rows if any(row.is_compared(count) for count in threads)]
    largest = max(
        [row.ratio(count) for row in rows for count in threads if row.is_compared(count)],
        default=1.0)
    scale = WIDTH / max(1.0, largest)
    step = BAR * len(threads) + GAP
    height = TOP + step * len(rows) + 24
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LABEL + WIDTH + 70}" '
        f'height="{height}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        '<text x="16" y="24" font-size="15">'
        "The best other engine's time divided by Sight's: above 1, Sight is faster</text>"]
    lines.append(f'<text x="{32 + 110 * len(threads)}" y="46">{escape(place)}</text>')
    for index, count in enumerate(threads):
        x = 16 + 110 * index
        lines.append(f'<rect x="{x}" y="36" width="12" height="12" fill="{COLORS[index % 4]}"/>')
        lines.append(f'<text x="{x + 18}" y="46">{count} thread{"s" * (count > 1)}</text>')
    for number in range(1, int(largest) + 1):
        x = LABEL + number * scale
        color = "#444" if number == 1 else "#ddd"
        lines.append(f'<line x1="{x}" x2="{x}" y1="{TOP - 6}" y2="{height - 20}" stroke="{color}"/>')
        lines.append(f'<text x="{x}" y="{height - 6}" text-anchor="middle">{number}</text>')
    for index, row in enumerate(rows):
        y = TOP + index * step
        lines.append(
            f'<text x="{LABEL - 8}" y="{y + step / 2}" text-anchor="end">'
            f'{escape(row.model[:54])}</text>')
        for bar, count in enumerate(threads):
            if not row.is_compared(count):
                continue
            top, width = y + BAR * bar, row.ratio(count) * scale
            lines.append(
                f'<rect x="{LABEL}" y="{top}" width="{width:.1f}" height="{BAR - 1}" '
                f'fill="{COLORS[bar % 4]}"/>')
            lines.append(
                f'<text x="{LABEL + width + 4:.1f}" y="{top + 8}" font-size="9">'
                f'{row.ratio(count):.2f}</text>')
    return "\n".join(lines + ["</svg>", ""])
