"""Reads and writes `.tflite` files as objects, and appends nodes that the converter cannot make.

The module uses the schema classes that come with TensorFlow. It aligns buffers to 16 bytes, which the generated
classes do not do.
"""

import io
import zipfile

import flatbuffers
import numpy as np
from flatbuffers import flexbuffers
from tensorflow.lite.python import schema_py_generated as schema

LOGISTIC = schema.BuiltinOperator.LOGISTIC
FLOAT32, INT8, INT32 = schema.TensorType.FLOAT32, schema.TensorType.INT8, schema.TensorType.INT32
PROBABILITIES = 1 / 256, -128  # scale and zero point of int8 numbers from 0 to 1
# The int8 input of a HARD_SWISH starts here: the result is 0 below -3, and also for the number that -3 rounds to.
LOWEST = -3.2


class AlignedBuffer(schema.BufferT):
    def __init__(self, data=None):
        super().__init__()
        self.data = data

    def Pack(self, builder):
        data = None
        if self.data is not None and len(self.data):
            raw = np.asarray(self.data, np.uint8).tobytes()
            builder.StartVector(1, len(raw), 16)
            builder.head -= len(raw)
            builder.Bytes[builder.head:builder.head + len(raw)] = raw
            data = builder.EndVector()
        schema.BufferStart(builder)
        if data is not None:
            schema.BufferAddData(builder, data)
        return schema.BufferEnd(builder)


def read(content):
    model = schema.ModelT.InitFromPackedBuf(content, 0)
    model.buffers = [AlignedBuffer(b.data) for b in model.buffers]
    return model


def write(model, files=()):
    """Returns the bytes of the file; `files` are (name, bytes) pairs, appended as an uncompressed zip archive."""
    builder = flatbuffers.Builder(1 << 22)
    builder.Finish(model.Pack(builder), b"TFL3")
    out = io.BytesIO(bytes(builder.Output()))
    if files:
        with zipfile.ZipFile(out, "a", zipfile.ZIP_STORED) as archive:
            for name, content in files:
                archive.writestr(zipfile.ZipInfo(name), content)
    return out.getvalue()


def add_buffer(model, data):
    model.buffers.append(AlignedBuffer(np.frombuffer(data, np.uint8)))
    return len(model.buffers) - 1


def add_tensor(model, name, shape, data=None):
    """Adds a float32 tensor and returns its index; a tensor without `data` is computed at run time."""
    tensor = schema.TensorT()
    tensor.name, tensor.shape, tensor.type = name.encode(), list(shape), FLOAT32
    tensor.buffer = 0 if data is None else add_buffer(model, np.asarray(data, "<f4").tobytes())
    model.subgraphs[0].tensors.append(tensor)
    return len(model.subgraphs[0].tensors) - 1


def add_operator(model, code, inputs, outputs, custom=None, options=None, builtin=None, version=1):
    """Appends a node.

    `custom` is the name of a custom operator and `options` its map of options. `builtin` holds the options of a
    built-in operator: the name of their type and the object.
    """
    entry = schema.OperatorCodeT()
    entry.builtinCode, entry.version = code, version
    entry.deprecatedBuiltinCode = min(code, 127)
    entry.customCode = custom.encode() if custom else None
    model.operatorCodes.append(entry)
    node = schema.OperatorT()
    node.opcodeIndex = len(model.operatorCodes) - 1
    node.inputs, node.outputs = list(inputs), list(outputs)
    if options is not None:
        node.customOptions = np.frombuffer(bytes(flexbuffers.Dumps(options)), np.uint8)
    if builtin:
        kind, node.builtinOptions = builtin
        node.builtinOptionsType = getattr(schema.BuiltinOptions, kind)
    model.subgraphs[0].operators.append(node)


def add_metadata(model, content):
    """Adds the metadata in the buffer in which Task Library and Sight look for it."""
    entry = schema.MetadataT()
    entry.name, entry.buffer = b"TFLITE_METADATA", add_buffer(model, content)
    model.metadata = [*(model.metadata or []), entry]


def set_outputs(model, outputs):
    """Makes `outputs` the outputs of the graph and removes the signatures, which name other outputs."""
    graph = model.subgraphs[0]
    graph.outputs = list(outputs)
    model.signatureDefs = None
    graph.name = b"main"


def narrow_hard_swishes(model):
    """Makes the int8 input of each HARD_SWISH start at LOWEST, which gives the larger numbers finer steps."""
    tensors = model.subgraphs[0].tensors
    for node in model.subgraphs[0].operators:
        if model.operatorCodes[node.opcodeIndex].builtinCode == schema.BuiltinOperator.HARD_SWISH:
            known = tensors[node.inputs[0]].quantization
            scale, zero = float(known.scale[0]), int(known.zeroPoint[0])
            low, high = max((-128 - zero) * scale, LOWEST), (127 - zero) * scale
            scale, zero = scale_of(low, high)
            known.scale, known.zeroPoint = np.array([scale], np.float32), np.array([zero], np.int64)


def add_logistic(model, source, name):
    shape = list(model.subgraphs[0].tensors[source].shape)
    target = add_tensor(model, name, shape)
    add_operator(model, LOGISTIC, [source], [target])
    return target


def add_softmax(model, source, name):
    """Adds the softmax along the last axis of a float32 tensor."""
    options = schema.SoftmaxOptionsT()
    options.beta = 1.0
    target = add_tensor(model, name, list(model.subgraphs[0].tensors[source].shape))
    add_operator(model, schema.BuiltinOperator.SOFTMAX, [source], [target], builtin=("SoftmaxOptions", options))
    return target


def add_log(model, source, name):
    target = add_tensor(model, name, list(model.subgraphs[0].tensors[source].shape))
    add_operator(model, schema.BuiltinOperator.LOG, [source], [target])
    return target


def add_reshaped(model, source, shape, name):
    options, target = schema.ReshapeOptionsT(), add_tensor(model, name, shape)
    options.newShape = list(shape)
    add_operator(model, schema.BuiltinOperator.RESHAPE, [source], [target], builtin=("ReshapeOptions", options))
    return target


def add_pointwise(model, source, kernel, bias, name):
    """Adds a float32 1x1 convolution of [1, H, W, C] and returns the index of its output [1, H, W, K].

    The kernel is [1, 1, C, K], the bias [K].
    """
    weights = add_tensor(model, f"{name}_kernel", (kernel.shape[3], 1, 1, kernel.shape[2]), kernel[0, 0].T)
    shape = list(model.subgraphs[0].tensors[source].shape)
    target = add_tensor(model, name, [*shape[:3], kernel.shape[3]])
    options = schema.Conv2DOptionsT()
    options.padding, options.strideH, options.strideW = schema.Padding.VALID, 1, 1
    options.dilationHFactor = options.dilationWFactor = 1
    constants = [weights, add_tensor(model, f"{name}_bias", bias.shape, bias)]
    add_operator(model, schema.BuiltinOperator.CONV_2D, [source, *constants], [target],
                 builtin=("Conv2DOptions", options))
    return target


def add_rows(model, sources, columns, name):
    """Reshapes each tensor [1, H, W, K * columns] to [1, H * W * K, columns] and concatenates them along axis 1.

    Returns the index of the result.
    """
    tensors, rows = model.subgraphs[0].tensors, []
    for number, source in enumerate(sources):
        options = schema.ReshapeOptionsT()
        options.newShape = [1, int(np.prod(tensors[source].shape)) // columns, columns]
        rows.append(add_tensor(model, f"{name}_{number}", options.newShape))
        add_operator(model, schema.BuiltinOperator.RESHAPE, [source], [rows[-1]],
                     builtin=("ReshapeOptions", options))
    options = schema.ConcatenationOptionsT()
    options.axis = 1
    target = add_tensor(model, name, [1, sum(tensors[r].shape[1] for r in rows), columns])
    add_operator(model, schema.BuiltinOperator.CONCATENATION, rows, [target],
                 builtin=("ConcatenationOptions", options))
    return target


def scale_of(low, high):
    """Returns the scale and the zero point with which an int8 tensor holds numbers from `low` to `high`."""
    scale = (float(high) - float(low)) / 255
    return scale, int(round(-128 - float(low) / scale))


def add_integers(model, name, shape, quantized, data=None, kind=INT8):
    """Adds a tensor of integers; `quantized` is (scales, zero points), or None for plain integers."""
    index = add_tensor(model, name, shape)
    tensor = model.subgraphs[0].tensors[index]
    tensor.type, tensor.buffer = kind, 0 if data is None else add_buffer(model, np.ascontiguousarray(data).tobytes())
    if quantized:
        tensor.quantization = schema.QuantizationParametersT()
        tensor.quantization.scale = np.atleast_1d(np.float32(quantized[0]))
        tensor.quantization.zeroPoint = np.atleast_1d(np.int64(quantized[1]))
        tensor.quantization.quantizedDimension = 0
    return index


def add_dense(model, source, kernel, bias, name, quantized, relu6=False):
    """Adds a layer with int8 weights, one scale for each unit, from an int8 tensor [1, F] to an int8 tensor [1, K]."""
    scale = np.maximum(np.abs(kernel).max(0), 1e-8) / 127
    whole = np.clip(np.round(kernel / scale), -127, 127).astype(np.int8).T
    weights = add_integers(model, f"{name}/weights", whole.shape, (scale, np.zeros(len(scale))), whole)
    scale = scale * float(model.subgraphs[0].tensors[source].quantization.scale[0])
    start = add_integers(model, f"{name}/start", bias.shape, (scale, np.zeros(len(scale))),
                         np.round(bias / scale).astype("<i4"), INT32)
    target = add_integers(model, name, (1, kernel.shape[1]), quantized)
    options = schema.FullyConnectedOptionsT()
    options.fusedActivationFunction = schema.ActivationFunctionType.RELU6 if relu6 else 0
    add_operator(model, schema.BuiltinOperator.FULLY_CONNECTED, [source, weights, start], [target],
                 builtin=("FullyConnectedOptions", options), version=4)
    return target


def add_float_dense(model, source, kernel, bias, name):
    """Adds a float32 layer from a tensor [N, F] to a tensor [N, K]."""
    weights = add_tensor(model, f"{name}_kernel", kernel.shape[::-1], kernel.T)
    target = add_tensor(model, name, (int(model.subgraphs[0].tensors[source].shape[0]), kernel.shape[1]))
    add_operator(model, schema.BuiltinOperator.FULLY_CONNECTED,
                 [source, weights, add_tensor(model, f"{name}_bias", bias.shape, bias)], [target],
                 builtin=("FullyConnectedOptions", schema.FullyConnectedOptionsT()))
    return target


def add_sigmoid(model, source, name):
    """Adds a sigmoid of an int8 tensor."""
    target = add_integers(model, name, list(model.subgraphs[0].tensors[source].shape), PROBABILITIES)
    add_operator(model, LOGISTIC, [source], [target], version=2)
    return target


def add_best(model, source, first, end, name):
    """Adds the maximum [1, 1] of the columns from `first` up to and without `end` of the probabilities [1, F]."""
    part = add_integers(model, f"{name}/part", (1, end - first), PROBABILITIES)
    begin, size = (add_integers(model, f"{name}/{key}", (2,), None, np.array(value, "<i4"), INT32)
                   for key, value in {"begin": [0, first], "size": [1, end - first]}.items())
    add_operator(model, schema.BuiltinOperator.SLICE, [source, begin, size], [part],
                 builtin=("SliceOptions", schema.SliceOptionsT()), version=2)
    return add_greatest(model, part, add_integers(model, name, (1, 1), PROBABILITIES))


def add_greatest(model, source, target):
    """Adds the maximum of the columns of a tensor [1, F] to `target`, a tensor [1, 1] of its type, and returns that."""
    name, options = model.subgraphs[0].tensors[target].name.decode(), schema.ReducerOptionsT()
    options.keepDims = True
    axis = add_integers(model, f"{name}/axis", (1,), None, np.array([1], "<i4"), INT32)
    add_operator(model, schema.BuiltinOperator.REDUCE_MAX, [source, axis], [target],
                 builtin=("ReducerOptions", options), version=2)
    return target


def add_floats(model, source):
    """Adds the numbers that an int8 tensor stands for."""
    tensor = model.subgraphs[0].tensors[source]
    target = add_tensor(model, f"{tensor.name.decode()}_floats", list(tensor.shape))
    add_operator(model, schema.BuiltinOperator.DEQUANTIZE, [source], [target], version=2)
    return target


def add_joined(model, sources, name):
    """Concatenates float32 tensors [N, F] along axis 1."""
    options = schema.ConcatenationOptionsT()
    options.axis = 1
    shapes = [model.subgraphs[0].tensors[k].shape for k in sources]
    target = add_tensor(model, name, [int(shapes[0][0]), sum(int(shape[1]) for shape in shapes)])
    add_operator(model, schema.BuiltinOperator.CONCATENATION, sources, [target],
                 builtin=("ConcatenationOptions", options))
    return target


def add_probabilities(model, source, name):
    """Adds the softmax of float32 logits [1, K] as uint8, in 256ths."""
    softmax = add_softmax(model, source, f"{name}_floats")
    shape = list(model.subgraphs[0].tensors[source].shape)
    target = add_integers(model, name, shape, (1 / 256, 0), kind=schema.TensorType.UINT8)
    add_operator(model, schema.BuiltinOperator.QUANTIZE, [softmax], [target],
                 builtin=("QuantizeOptions", schema.QuantizeOptionsT()))
    return target


def add_postprocess(model, boxes, scores, grid, scales, most, minimum_iou, least_score):
    """Appends `TFLite_Detection_PostProcess` with one class and makes its outputs those of the graph."""
    names = ["location", "category", "score", "number of detections"]
    shapes = [[1, most, 4], [1, most], [1, most], [1]]
    outputs = [add_tensor(model, n, s) for n, s in zip(names, shapes)]
    constants = add_tensor(model, "anchors", grid.shape, grid)
    center, size = scales
    add_operator(
        model, schema.BuiltinOperator.CUSTOM, [boxes, scores, constants], outputs,
        "TFLite_Detection_PostProcess", {
            "max_detections": most, "max_classes_per_detection": 1, "detections_per_class": most,
            "use_regular_nms": False, "nms_score_threshold": float(least_score),
            "nms_iou_threshold": float(minimum_iou), "num_classes": 1,
            "y_scale": float(center), "x_scale": float(center),
            "h_scale": float(size), "w_scale": float(size)})
    set_outputs(model, outputs)
