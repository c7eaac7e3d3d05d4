"""Makes the parts of cases: tensors, options, and a sequence of random numbers for each case."""

import hashlib

import numpy as np
from ai_edge_litert import schema_py_generated as schema

from flatmodel import Table, Tensor


class CaseNumbers:
    """The random numbers of the case that is being made."""

    def begin(self, case_name):
        """Starts the sequence of a case. It depends only on the name of the case."""
        digest = hashlib.sha256(case_name.encode()).digest()
        generator = np.random.default_rng(int.from_bytes(digest[:8], "little"))
        self.integers, self.uniform = generator.integers, generator.uniform


random = CaseNumbers()


def seeded(group):
    """Yields the cases that `group` yields, each with its own sequence of random numbers.

    `group` draws the numbers of a case before it yields the name. Therefore a first pass collects the
    names, and a second pass makes the cases. So a new case does not change the others. A tensor that
    cases share has the numbers of the first of these cases.
    """
    random.begin("names")
    names = [(file, name) for file, name, _ in group()]
    assert len(set(names)) == len(names), f"{group.__name__}: two cases have one name"
    cases = group()
    for file, name in names:
        random.begin(f"{file} {name}")
        made = next(cases)
        assert made[:2] == (file, name), f"{file} {name}: a name depends on random numbers"
        yield made


UNIONS_2 = {k: v for k, v in vars(schema.BuiltinOptions2).items() if isinstance(v, int)}
UNIONS = {k: v for k, v in vars(schema.BuiltinOptions).items() if isinstance(v, int)}
CODES = {k: v for k, v in vars(schema.BuiltinOperator).items() if isinstance(v, int)}
INTEGERS = ("uint8", "int8")


def values(kind, shape, low=-3.0, high=3.0):
    """Returns random values: from the whole range for types of 8 and 16 bits, otherwise from a part of it."""
    if kind == "bool":
        return random.integers(0, 2, shape).astype(bool)
    if kind in ("float32", "float16", "float64"):
        return random.uniform(low, high, shape).astype(kind)
    info = np.iinfo(kind)
    if kind in ("uint8", "int8", "int16"):
        data = random.integers(info.min, info.max + 1, shape)
        if data.size > 2:
            data.flat[0], data.flat[1] = info.min, info.max
        return data.astype(kind)
    return random.integers(-1000 if info.min else 0, 1000, shape).astype(kind)


def tensor(kind, shape, scale=None, zero=0, low=-3.0, high=3.0, data=None, constant=False):
    if data is None:
        data = values(kind, shape, low, high)
    data = np.asarray(data, kind)
    return Tensor(kind, shape, data, scale, zero, constant)


def constant(data, kind="int32"):
    data = np.asarray(data, kind)
    return Tensor(kind, data.shape, data, constant=True)


def out(kind, scale=None, zero=0, shape=()):
    return Tensor(kind, shape, scale=scale, zero=zero)


def options(name, **fields):
    return (UNIONS[name], Table(**fields))


def options_2(name, **fields):
    """Returns options of the schema's second union."""
    return (UNIONS_2[name], Table(**fields), True)


def mid(kind):
    return 128 if kind == "uint8" else 0


def case(operator, inputs, outputs, opts=None, name="", version=1, custom=None, file=None,
         before=(), intermediates=(), nested=None):
    if not isinstance(outputs, list):
        outputs = [outputs]
    before = [(CODES[code], *rest) for code, *rest in before]
    nested = nested and (nested[0] and CODES[nested[0]], nested[1])
    arguments = (CODES[operator], version, inputs, outputs, opts, custom, before, intermediates, nested)
    kinds = "/".join(t.kind for t in inputs if t is not None)
    return (file or operator, f"{kinds} {name}".strip(), arguments)
