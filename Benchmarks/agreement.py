"""Compares Sight's outputs with those of LiteRT's reference kernels, for the same model and inputs.

An output agrees if it passes one of these rules:

  float      floating point: each element differs by at most 1e-4 of the reference's largest magnitude
  units      integers: each element differs by at most 2 units, and the five largest elements are the same
  amplified  quantized models, in which later layers can amplify a difference of one unit: the largest
             difference is at most 1.5 times that of LiteRT's optimized kernels on the same input
"""

import pathlib
import subprocess
import tempfile

import numpy
from ai_edge_litert.interpreter import Interpreter, OpResolverType

FLOAT_TOLERANCE = 1e-4
UNIT_TOLERANCE = 2
AMPLIFICATION = 1.5
OPTIMIZED = (OpResolverType.AUTO, OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES)


class SightFailure(Exception):
    """Sight cannot run a model; the message is that of Sight."""


def noise(details: dict, generator: numpy.random.Generator) -> numpy.ndarray:
    """Returns random values for an input: floats 0 ≤ x < 1, or any bytes; zeros for other types."""
    shape, kind = details["shape"], details["dtype"]
    if kind in (numpy.float32, numpy.float16):
        return generator.random(shape, numpy.float32).astype(kind)
    if kind in (numpy.uint8, numpy.int8):
        limits = numpy.iinfo(kind)
        return generator.integers(limits.min, limits.max, shape, kind, endpoint=True)
    return numpy.zeros(shape, kind)


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


def judge(ours, reference, peers, is_quantized) -> tuple[str, float, float]:
    """Returns the rule that an output passes (empty if none), our largest difference, and that of LiteRT's
    optimized kernels."""
    if ours.shape != reference.shape or ours.dtype != reference.dtype:
        return "", float("inf"), 0.0
    deviation = largest_difference(ours, reference)
    peer_deviation = max(largest_difference(peer, reference) for peer in peers)
    if numpy.issubdtype(reference.dtype, numpy.floating):
        finite = numpy.abs(reference[numpy.isfinite(reference)])
        if deviation <= FLOAT_TOLERANCE * float(finite.max(initial=0.0)):
            return "float", deviation, peer_deviation
    elif deviation <= UNIT_TOLERANCE and same_top_five(ours, reference):
        return "units", deviation, peer_deviation
    if is_quantized and deviation <= AMPLIFICATION * peer_deviation:
        return "amplified", deviation, peer_deviation
    return "", deviation, peer_deviation


def check_outputs(sight, path, inputs, threads) -> tuple[list[str], list[str]]:
    """Returns the rule that each output passes (empty if none), and a line of text for each output."""
    reference = run_litert(path, OpResolverType.BUILTIN_REF, inputs)
    peers = [run_litert(path, kernels, inputs) for kernels in OPTIMIZED]
    ours = run_sight(sight, path, inputs, threads)
    tensors = make_interpreter(path, OpResolverType.BUILTIN_REF, 1).get_tensor_details()
    is_quantized = any(
        each["dtype"] in (numpy.int8, numpy.uint8) and each["quantization"][0] for each in tensors)
    if len(ours) != len(reference):
        return [""], [f"{len(ours)} outputs, LiteRT has {len(reference)}"]
    rules, details = [], []
    for index, expected in enumerate(reference):
        rule, deviation, peer_deviation = judge(
            ours[index], expected, [peer[index] for peer in peers], is_quantized)
        rules.append(rule)
        details.append(
            f"output {index} {expected.dtype}{list(expected.shape)}: deviation {deviation:.3g}, "
            f"LiteRT's own {peer_deviation:.3g}, {rule or 'DIFFERS'}")
    return rules, details
