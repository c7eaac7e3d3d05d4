"""The cases of most operators, for several types, shapes and extremes of quantization.

`cases()` yields (file, name, model arguments). The cases do not contain expected outputs.
"""

import elementwise_cases as elementwise
import movement_cases as movement
import other_cases as other
import window_cases as window
from case_parts import seeded


def rarer(cases):
    """Yields the cases, but only one of each operator for each of the types int16, int64 and bool."""
    seen = set()
    for file, name, arguments in cases:
        kind = name.split()[0].split("/")[-1 if file == "SPLIT" else 0]
        if kind in ("int16", "int64", "bool"):
            if (file, kind) in seen:
                continue
            seen.add((file, kind))
        yield file, name, arguments


def cases():
    for group in (elementwise.unary, elementwise.softmaxes, other.others, movement.conversions,
                  window.transposed, other.detections, other.recordings):
        yield from seeded(group)
    for group in (elementwise.arithmetic, elementwise.comparison, movement.movement,
                  movement.reductions, window.pools, window.resizes):
        yield from rarer(seeded(group))
