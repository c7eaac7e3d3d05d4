"""Compares Sight's outputs with those of LiteRT's reference kernels, for the same model and inputs.

An output agrees if it passes one of these rules:

  float      floating point: each element differs by at most 1e-4 of the reference's largest magnitude
  units      integers: each element differs by at most 2 units, and the five largest elements are the same
  amplified  quantized models, in which later layers can amplify a difference of one unit: the largest
             difference is at most 1.5 times that of LiteRT's optimized kernels on the same input

Sight runs twice: with its own rounding, which is the one that is timed, and with the rounding of the reference kernels.
The second run may not be amplified, except in models that round floats for each product (dynamic range). LiteRT
leaves the rows of detections past their count as they were in memory, so these rows are not compared.
"""

import pathlib
import subprocess
import tempfile

import numpy
from ai_edge_litert.interpreter import Interpreter, OpResolverType

FLOAT_TOLERANCE = 1e-4
UNIT_TOLERANCE = 2
AMPLIFICATION = 1.5
ROUNDINGS = ("nearest", "reference")
OPTIMIZED = (OpResolverType.AUTO, OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES)


class SightFailure(Exception):
    """Sight cannot run a model; the message is that of Sight."""


def make_interpreter(path, kernels, threads) -> Interpreter:
    interpreter = Interpreter(
        model_path=str(path), experimental_op_resolver_type=kernels, num_threads=threads)
    interpreter.allocate_tensors()
    return interpreter


def run_litert(path, kernels, inputs, threads=1) -> list[numpy.ndarray]:
    interpreter = make_interpreter(path, kernels, threads)
    for details, value in zip(interpreter.get_input_details(), inputs):
        interpreter.set_tensor(details["index"], value)
    interpreter.invoke()
    return [interpreter.get_tensor(each["index"]) for each in interpreter.get_output_details()]


def run_sight(sight, path, inputs, threads, flags=()) -> list[numpy.ndarray]:
    """Runs a model in Sight; `flags` are further options of `sight model run`."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = [sight, "model", "run", path, "--threads", threads, "--output-dir", folder, *flags]
        for index, value in enumerate(inputs):
            numpy.save(f"{folder}/in{index}.npy", value)
            arguments += ["--input", f"{index}={folder}/in{index}.npy"]
        run(arguments)
        count = len(list(pathlib.Path(folder).glob("[0-9]*.npy")))
        return [numpy.load(f"{folder}/{index}.npy") for index in range(count)]


def run(arguments) -> str:
    """Runs a program and returns its standard output; throws its standard error if it fails."""
    result = subprocess.run([str(each) for each in arguments], capture_output=True, text=True)
    if result.returncode != 0:
        raise SightFailure(result.stderr.strip() or f"exit status {result.returncode}")
    return result.stdout


def largest_difference(left: numpy.ndarray, right: numpy.ndarray) -> float:
    """Returns the largest absolute difference; NaN in only one of the arrays counts as infinite."""
    left, right = left.astype(numpy.float64), right.astype(numpy.float64)
    if left.size == 0:
        return 0.0
    both = numpy.isnan(left) & numpy.isnan(right)
    difference = numpy.where(both | (left == right), 0.0, numpy.abs(left - right))
    return float(numpy.nan_to_num(difference, nan=numpy.inf).max())


def same_top_five(ours: numpy.ndarray, reference: numpy.ndarray) -> bool:
    """Returns True if our five largest elements are also largest in the reference, in any order of equal values."""
    ours, reference = ours.ravel(), reference.ravel()
    chosen = numpy.argsort(-ours.astype(numpy.int64), kind="stable")[:5]
    best = numpy.sort(reference)[::-1][: len(chosen)]
    return bool((numpy.sort(reference[chosen])[::-1] == best).all())


def judge(ours, reference, peer_deviation, may_amplify) -> tuple[str, float]:
    """Returns the rule that an output passes (empty if none), and our largest difference; `peer_deviation` is that of
    LiteRT's optimized kernels."""
    if ours.shape != reference.shape or ours.dtype != reference.dtype:
        return "", float("inf")
    deviation = largest_difference(ours, reference)
    if numpy.issubdtype(reference.dtype, numpy.floating):
        finite = numpy.abs(reference[numpy.isfinite(reference)])
        if deviation <= FLOAT_TOLERANCE * float(finite.max(initial=0.0)):
            return "float", deviation
    elif deviation <= UNIT_TOLERANCE and same_top_five(ours, reference):
        return "units", deviation
    if may_amplify and deviation <= AMPLIFICATION * peer_deviation:
        return "amplified", deviation
    return "", deviation


def row_count(outputs: list[numpy.ndarray]) -> int:
    """Returns the number of detections, which is the output of one element."""
    return next(int(each.item()) for each in outputs if each.size == 1)


def clear_rows(outputs: list[numpy.ndarray], count: int) -> list[numpy.ndarray]:
    """Returns the outputs with zeros in the rows of detections past a count."""
    found = [each.copy() for each in outputs]
    for each in found:
        if each.ndim > 1 and each.dtype == numpy.float32:
            each[:, count:] = 0
    return found


def check_outputs(sight, path, inputs, threads, counts=True, roundings=ROUNDINGS) -> tuple[list[str], list[str]]:
    """Returns the rule that each output passes (empty if none), and a line of text for each output. Without `counts`,
    detectors may find different numbers of boxes with their own rounding, and the rows that both found are compared."""
    interpreter = make_interpreter(path, OpResolverType.BUILTIN_REF, 1)
    operators = interpreter._get_ops_details()
    quantized = {each["index"] for each in interpreter.get_tensor_details()
                 if each["dtype"] in (numpy.int8, numpy.uint8) and each["quantization"][0]}
    has_integer_results = any(quantized.intersection(each["outputs"]) for each in operators)
    is_detector = any(each["op_name"] == "TFLite_Detection_PostProcess" for each in operators)

    results = [run_litert(path, kernels, inputs) for kernels in (OpResolverType.BUILTIN_REF, *OPTIMIZED)]
    rules, lines = [], []
    for rounding in roundings:
        is_exact = rounding == "reference"
        every = [run_sight(sight, path, inputs, threads, ("--rounding", rounding)), *results]
        if len(every[0]) != len(every[1]):
            return [""], [f"{len(every[0])} outputs, LiteRT has {len(every[1])}"]
        if is_detector:
            found = [row_count(each) for each in every]
            compared = found if counts or is_exact else [min(found[:2])] * len(found)
            every = [clear_rows(*each) for each in zip(every, compared)]
        for index, (ours, reference, *peers) in enumerate(zip(*every)):
            if is_detector and reference.size == 1 and not counts and not is_exact:
                continue
            peer_deviation = max(largest_difference(peer, reference) for peer in peers)
            may_amplify = bool(quantized) and not (is_exact and has_integer_results)
            rule, deviation = judge(ours, reference, peer_deviation, may_amplify)
            rules.append(rule)
            lines.append(f"{rounding} rounding, output {index} {reference.dtype}{list(reference.shape)}: deviation "
                         f"{deviation:.3g}, LiteRT's own {peer_deviation:.3g}, {rule or 'DIFFERS'}")
    return rules, lines
