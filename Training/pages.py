"""Draws images of text: lines of print, pages of a document, and screens with windows."""

import cv2
import numpy as np

LETTERS = "abcdefghijklmnopqrstuvwxyz    ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;-"
FACES = [cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]
LETTER = 17  # mean width of a letter of size 1, in pixels


def lines(rng, side):
    """Returns an image with lines of letters in two random colors, close up."""
    paper, ink = rng.integers(0, 256, (2, 3))
    out = np.full((side, side, 3), paper, np.uint8)
    size = rng.uniform(0.3, 1.4)
    step = int(size * rng.uniform(26, 44))
    face = FACES[rng.integers(3)]
    for y in range(int(rng.integers(0, step)), side + step, step):
        line = "".join(LETTERS[k] for k in rng.integers(0, len(LETTERS), 60))
        cv2.putText(out, line, (int(rng.integers(-40, 20)), y), face, size, ink.tolist(), int(rng.integers(1, 3)), cv2.LINE_AA)
    return out


def page(rng, side):
    """Returns a page with a title and one to three columns of text, tables and gray figures; often as a photo of it."""
    big = side * int(rng.integers(2, 5))
    paper, ink, faint = _colors(rng)
    out = np.empty((big, big, 3), np.uint8)
    out[:] = paper
    margin = rng.uniform(0.02, 0.14) * big
    top = margin * rng.uniform(0.5, 1.2)
    if rng.random() < 0.5:
        size = rng.uniform(1, 2.4)
        _line(out, rng, (margin, top + 30 * size), (big - 2 * margin) * rng.uniform(0.3, 0.9), size, ink)
        top += 50 * size
    columns = int(rng.choice([1, 1, 1, 2, 3]))
    width = (big - 2 * margin) / columns
    for left in margin + width * np.arange(columns):
        y = top
        while y < big - margin:
            height = rng.uniform(0.15, 1.0) * big
            _block(out, rng, (left, y, left + 0.94 * width, min(y + height, big - margin)), ink, faint)
            y += height + rng.uniform(0.01, 0.05) * big
    return cv2.resize(_photo(out, rng) if rng.random() < 0.4 else out, (side, side), interpolation=cv2.INTER_AREA)


def screen(rng, side):
    """Returns a screen: one window, or up to three on a random color."""
    big = side * int(rng.integers(2, 4))
    out = np.full((big, big, 3), rng.integers(0, 256, 3), np.uint8)
    if rng.random() < 0.5:
        _window(out, rng, (0, 0, big, big))
    else:
        for _ in range(rng.integers(1, 4)):
            x, y = np.sort(rng.uniform(0, big / 2, (2, 2)), 1) + [0, big / 2]
            _window(out, rng, (int(x[0]), int(y[0]), int(x[1]), int(y[1])))
    return cv2.resize(out, (side, side), interpolation=cv2.INTER_AREA)


def _colors(rng):
    """Returns the colors of paper, ink and frames: mostly dark on light, some with a tint."""
    light = rng.uniform(200, 256, 3) if rng.random() < 0.3 else np.full(3, rng.uniform(215, 256))
    dark = rng.uniform(0, 90, 3) if rng.random() < 0.3 else np.full(3, rng.uniform(0, 80))
    paper, ink = (light, dark) if rng.random() < 0.75 else (dark, light)
    return paper.tolist(), ink.tolist(), (0.8 * paper + 0.2 * ink).tolist()


def _line(out, rng, start, width, size, ink, face=None):
    """Writes letters from `start` (left, base) on, about `width` pixels wide."""
    line = "".join(LETTERS[k] for k in rng.integers(0, len(LETTERS), max(1, int(width / (LETTER * size)))))
    face = FACES[rng.integers(4)] if face is None else face
    cv2.putText(out, line, (int(start[0]), int(start[1])), face, size, ink, 1 if size < 0.9 else 2, cv2.LINE_AA)


def _rectangle(out, area, color, filled=True):
    x0, y0, x1, y1 = (int(v) for v in area)
    cv2.rectangle(out, (x0, y0), (x1, y1), color, -1 if filled else 1)


def _block(out, rng, area, ink, faint):
    """Fills an area with a gray figure, a table, a list or paragraphs."""
    x0, y0, x1, y1 = area
    kind = rng.choice(["figure", "table", "list", "paragraphs"], p=[0.12, 0.18, 0.15, 0.55])
    if kind == "figure":
        return _rectangle(out, area, faint, rng.random() < 0.5)
    face, size = FACES[rng.integers(4)], rng.uniform(0.25, 0.8)
    step, y, left = 34 * size * rng.uniform(0.85, 1.4), y0, int(rng.integers(4, 12))
    if kind == "table":
        for x in np.linspace(x0, x1, rng.integers(3, 7)):
            _rectangle(out, (x, y0, x, y1), faint)
    while y + step < y1:
        y, left = y + step, left - 1
        ends = left == 0 or kind == "list"
        _line(out, rng, (x0, y), (x1 - x0) * (rng.uniform(0.3, 0.95) if ends else 1), size, ink, face)
        if kind == "table":
            _rectangle(out, (x0, y + step / 3, x1, y + step / 3), faint)
        if left == 0:
            left, y = int(rng.integers(3, 12)), y + step * rng.uniform(0.3, 1)


def _photo(page, rng):
    """Returns the page seen at an angle, on a random color and in uneven light."""
    side = len(page)
    corners = np.float32([[0, 0], [side, 0], [side, side], [0, side]])
    seen = corners + rng.normal(0, 0.08 * side, (4, 2)).astype(np.float32)
    out = cv2.warpPerspective(page, cv2.getPerspectiveTransform(corners, seen), (side, side),
                              borderValue=rng.integers(0, 256, 3).tolist())
    light = np.linspace(*rng.uniform(0.6, 1, 2), side).reshape((-1, 1, 1) if rng.random() < 0.5 else (1, -1, 1))
    return (out * light).astype(np.uint8)


def _window(out, rng, area):
    """Draws a window: its title, perhaps a side bar, then rows of buttons, fields, curves or text."""
    x0, y0, x1, y1 = area
    paper, ink, faint = _colors(rng)
    accent = rng.integers(0, 256, 3).tolist()
    bar = int(rng.uniform(14, 34))
    _rectangle(out, area, paper)
    _rectangle(out, area, faint, filled=False)
    _rectangle(out, (x0, y0, x1, y0 + bar), accent if rng.random() < 0.4 else faint)
    _line(out, rng, (x0 + 8, y0 + 0.7 * bar), (x1 - x0) * rng.uniform(0.1, 0.5), bar / 50, ink, FACES[0])
    for k in range(rng.integers(0, 4)):
        cv2.circle(out, (x1 - 12 - 20 * k, y0 + bar // 2), 5, rng.integers(0, 256, 3).tolist(), -1, cv2.LINE_AA)
    x, y = x0 + 8, y0 + bar + 8
    if rng.random() < 0.5:
        side = int((x1 - x0) * rng.uniform(0.12, 0.35))
        _rectangle(out, (x0, y0 + bar, x0 + side, y1), faint)
        _block(out, rng, (x0 + 6, y0 + bar + 6, x0 + side - 4, y1 - 4), ink, paper)
        x += side
    while y < y1 - 12:
        y += _row(out, rng, (x, y, x1 - 8, y1 - 4), ink, faint, accent) + 4


def _row(out, rng, area, ink, faint, accent):
    """Draws buttons, a field with a name, a curve, or text, at the top of an area; returns the height in pixels."""
    x, y, x1, y1 = area
    height = int(rng.uniform(18, 60))
    kind = rng.choice(["buttons", "field", "curve", "text"], p=[0.3, 0.3, 0.15, 0.25])
    if kind == "buttons":
        step = int(rng.uniform(16, 90))
        for left in range(x, x1 - step, step):
            fill = rng.integers(0, 256, 3).tolist() if rng.random() < 0.4 else faint
            _rectangle(out, (left, y, left + 0.85 * step, y + height - 6), fill)
            if rng.random() < 0.6:
                _line(out, rng, (left + 3, y + 0.6 * height), 0.7 * step, 0.35, ink, FACES[0])
        return height
    if kind == "field":
        middle = x + (x1 - x) * rng.uniform(0.1, 0.5)
        _line(out, rng, (x, y + height / 2), middle - x - 6, 0.4, ink, FACES[0])
        _rectangle(out, (middle, y, x1, y + min(height, 28)), faint, rng.random() < 0.5)
        return height
    bottom = min(y + 3 * height, y1)
    if kind == "curve":
        _rectangle(out, (x, y, x1, bottom), faint)
        points = np.stack([np.linspace(x, x1, 12), y + (bottom - y) * rng.uniform(0.1, 0.9, 12)], -1)
        cv2.polylines(out, [points.astype(np.int32)], False, accent, 2, cv2.LINE_AA)
    else:
        _block(out, rng, (x, y, x1, bottom), ink, faint)
    return 3 * height
