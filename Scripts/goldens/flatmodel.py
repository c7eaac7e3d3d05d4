"""Writes TensorFlow Lite models with one operator, with a small FlatBuffer writer.

The writer places tables from front to back. It writes an offset when the position of its target is known.

Source: FlatBuffers internals; TensorFlow Lite schema, version 3.
"""

import struct

import numpy as np

# numpy type -> number in the schema's TensorType
TYPES = {
    "float32": 0, "float16": 1, "int32": 2, "uint8": 3, "int64": 4, "bool": 6, "int16": 7,
    "complex64": 8, "int8": 9, "string": 5,
    "resource": 13, "float64": 10, "int4": 17, "uint32": 15, "uint16": 16, "int2": 19,
}
SCALARS = {"i8": "<b", "u8": "<B", "i32": "<i", "u32": "<I", "f32": "<f", "i64": "<q"}


class Table:
    """A table: field number -> (kind, value)."""

    def __init__(self, **fields):
        self.fields = {int(k[1:]): v for k, v in fields.items()}


class Writer:
    def __init__(self):
        self.bytes = bytearray()

    def align(self, size, ahead=0):
        while (len(self.bytes) + ahead) % size:
            self.bytes.append(0)

    def patch(self, at):
        struct.pack_into("<I", self.bytes, at, len(self.bytes) - at)

    def model(self, root):
        self.bytes += b"\0\0\0\0TFL3"
        self.table(root, 0)
        return bytes(self.bytes)

    def table(self, table, patch_at):
        count = max(table.fields, default=-1) + 1
        places, size = {}, 4
        for field, (kind, _) in sorted(table.fields.items()):
            width = struct.calcsize(SCALARS.get(kind, "<I"))
            size = -(-size // width) * width
            places[field] = size
            size += width
        self.align(8, ahead=4 + 2 * count)
        vtable = len(self.bytes)
        self.bytes += struct.pack("<HH", 4 + 2 * count, size)
        for field in range(count):
            self.bytes += struct.pack("<H", places.get(field, 0))
        start = len(self.bytes)
        self.patch(patch_at)
        self.bytes += struct.pack("<i", start - vtable) + bytes(size - 4)
        for field, (kind, value) in sorted(table.fields.items()):
            at = start + places[field]
            if kind in SCALARS:
                struct.pack_into(SCALARS[kind], self.bytes, at, value)
            else:
                self.child(kind, value, at)

    def child(self, kind, value, at):
        if kind == "table":
            return self.table(value, at)
        if kind == "tables":
            self.align(4)
            self.patch(at)
            first = len(self.bytes) + 4
            self.bytes += struct.pack("<I", len(value)) + bytes(4 * len(value))
            for index, table in enumerate(value):
                self.table(table, first + 4 * index)
            return None
        data = {
            "text": lambda: value.encode(), "bytes": lambda: bytes(value),
            "ints": lambda: np.asarray(value, "<i4").tobytes(),
            "longs": lambda: np.asarray(value, "<i8").tobytes(),
            "floats": lambda: np.asarray(value, "<f4").tobytes(),
        }[kind]()
        width = {"text": 1, "bytes": 1, "longs": 8}.get(kind, 4)
        self.align(16 if kind in ("bytes", "longs") else 4, ahead=4)
        self.patch(at)
        self.bytes += struct.pack("<I", len(data) // width) + data
        if kind == "text":
            self.bytes.append(0)


class Tensor:
    """A tensor of a case: an input with data, a constant, a variable, or an output."""

    def __init__(self, kind, shape=(), data=None, scale=None, zero=0, constant=False):
        self.kind, self.shape, self.data = kind, list(shape), data
        self.scale, self.zero, self.constant = scale, zero, constant
        self.axis = 0
        self.variable = False
        # True if a node computes the tensor.
        self.made = False
        # The schema's table of a sparse constant.
        self.sparsity = None
        # The tensor with a scale for each block, and the number of elements of a block.
        self.blocks = None

    @property
    def is_fed(self):
        return not (self.constant or self.variable or self.made)


def packed(data, kind=None):
    """Returns the bytes of an array; packs strings and integers of 2 and 4 bits as TensorFlow Lite does."""
    bits = {"int4": 4, "int2": 2}.get(kind)
    if bits:
        values = data.reshape(-1).astype("uint8") & (1 << bits) - 1
        groups = np.pad(values, (0, -values.size % (8 // bits))).reshape(-1, 8 // bits)
        return (groups << np.arange(0, 8, bits, "uint8")).sum(1).astype("uint8").tobytes()
    if data.dtype.kind not in "OS":
        return data.tobytes()
    strings = [bytes(s) for s in data.reshape(-1)]
    places = np.cumsum([4 * (len(strings) + 2)] + [len(s) for s in strings])
    return struct.pack("<i", len(strings)) + places.astype("<i4").tobytes() + b"".join(strings)


def model(operator, version, inputs, outputs, options=None, custom=None, before=(),
          intermediates=(), nested=None):
    """Returns the bytes of a model with one node, and with the nodes `before` that run before it.

    An input may be None, which means that it is absent. `options` is (union number, Table), or (union number,
    Table, True) for the schema's second union. Each entry of `before` is (operator, options, inputs, outputs).
    `intermediates` are tensors that only have scales. `nested` is (operator, kind): graph 1 applies the operator to
    two scalars of this kind, or returns the second one if the operator is None.
    """
    tensors, buffers, numbers, places = [], [Table()], [], {}
    others = [t for node in before for t in node[2] + node[3]] + list(intermediates)
    for position, tensor in enumerate(inputs + outputs + others):
        if tensor is None:
            numbers.append(-1)
            continue
        if position >= len(inputs) + len(outputs) and id(tensor) in places:
            continue
        places[id(tensor)] = len(tensors)
        buffer = 0
        if tensor.constant:
            buffer = len(buffers)
            buffers.append(Table(f0=("bytes", packed(tensor.data, tensor.kind))))
        fields = {
            "f0": ("ints", tensor.shape), "f1": ("i8", TYPES[tensor.kind]),
            "f2": ("u32", buffer), "f3": ("text", f"t{len(tensors)}"),
        }
        if tensor.sparsity:
            fields["f6"] = ("table", tensor.sparsity)
        if tensor.variable:
            fields["f5"] = ("u8", 1)
        if tensor.scale is not None:
            scales = np.atleast_1d(tensor.scale)
            zeros = np.broadcast_to(np.atleast_1d(tensor.zero), scales.shape)
            quantization = {"f2": ("floats", scales), "f3": ("longs", zeros)}
            if tensor.axis:
                quantization["f6"] = ("i32", tensor.axis)
            fields["f4"] = ("table", Table(**quantization))
        if tensor.blocks:
            # The scales are the next tensor of the model.
            details = Table(f0=("i32", len(tensors) + 1), f1=("i32", -1), f2=("i32", tensor.blocks[1]))
            fields["f4"] = ("table", Table(f4=("u8", 2), f5=("table", details)))
        numbers.append(len(tensors))
        tensors.append(Table(**fields))
        if tensor.blocks:
            scales = tensor.blocks[0]
            buffers.append(Table(f0=("bytes", packed(scales))))
            tensors.append(Table(
                f0=("ints", scales.shape), f1=("i8", TYPES[scales.dtype.name]),
                f2=("u32", len(buffers) - 1), f3=("text", f"t{len(tensors)}")))
    ins, outs = numbers[: len(inputs)], numbers[len(inputs):len(inputs) + len(outputs)]
    code = {"f2": ("i32", version), "f3": ("i32", operator)}
    code["f0"] = ("i8", min(operator, 127))
    node = {"f0": ("u32", 0), "f1": ("ints", ins), "f2": ("ints", outs)}
    if intermediates:
        node["f8"] = ("ints", [places[id(t)] for t in intermediates])
    if options:
        union = ("f11", "f12") if len(options) > 2 else ("f3", "f4")
        node[union[0]], node[union[1]] = ("u8", options[0]), ("table", options[1])
    if custom:
        code["f1"] = ("text", custom[0])
        node["f5"] = ("bytes", custom[1])
    codes, nodes = [Table(**code)], []
    for number, union, sources, targets in before:
        fields = {
            "f0": ("u32", len(codes)), "f1": ("ints", [places[id(t)] for t in sources]),
            "f2": ("ints", [places[id(t)] for t in targets]),
        }
        if union:
            fields["f3"], fields["f4"] = ("u8", union[0]), ("table", union[1])
        codes.append(Table(f0=("i8", min(number, 127)), f2=("i32", 1), f3=("i32", number)))
        nodes.append(Table(**fields))
    feeds = [n for n, t in zip(ins, inputs) if t is not None and t.is_fed]
    graph = Table(
        f0=("tables", tensors), f1=("ints", feeds), f2=("ints", outs),
        f3=("tables", nodes + [Table(**node)]), f4=("text", "main"))
    graphs = [graph]
    if nested:
        operator, kind = nested
        scalars = [Table(f1=("i8", TYPES[kind]), f3=("text", f"n{i}")) for i in range(3 if operator else 2)]
        nodes = []
        if operator:
            nodes = [Table(f0=("u32", len(codes)), f1=("ints", [0, 1]), f2=("ints", [2]))]
            codes.append(Table(f0=("i8", min(operator, 127)), f2=("i32", 1), f3=("i32", operator)))
        graphs.append(Table(
            f0=("tables", scalars), f1=("ints", [0, 1]), f2=("ints", [len(scalars) - 1]), f3=("tables", nodes),
            f4=("text", "nested")))
    return Writer().model(Table(
        f0=("u32", 3), f1=("tables", codes), f2=("tables", graphs),
        f3=("text", ""), f4=("tables", buffers)))
