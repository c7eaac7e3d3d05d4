"""The operator cases: every operator, over types, shapes and quantisation edges.

`cases()` yields (file, name, model arguments). Nothing here knows the answers.
"""

import elementwise_cases as elementwise
import movement_cases as movement
import other_cases as other
import window_cases as window
from case_parts import seeded


def rarer(cases):
    """Keeps one case of each operator for the types that only differ in width."""
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
                  window.transposed, other.detections):
        yield from seeded(group)
    for group in (elementwise.arithmetic, elementwise.comparison, movement.movement,
                  movement.reductions, window.pools, window.resizes):
        yield from rarer(seeded(group))
