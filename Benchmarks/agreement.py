"""Compares Sight's outputs with those of LiteRT's reference kernels, for the same model and inputs.

An output agrees if it passes one of these rules:

  float      floating point: each element differs by at most 1e-4 of the reference's largest magnitude
  units      integers: each element differs by at most 2 units, and the five largest elements are the same
  amplified  quantized models, in which later layers can amplify a difference of one unit: the largest
             difference is at most 1.5 times that of LiteRT's optimized kernels on the same input. For an output
             of one element, such as the number of boxes, seven more random inputs count: on noise, LiteRT's
             kernels find one box or none, and agree with each other by chance
"""

import pathlib
import subprocess
import tempfile

import numpy
from ai_edge_litert.interpreter import Interpreter, OpResolverType

FLOAT_TOLERANCE = 1e-4
UNIT_TOLERANCE = 2
AMPLIFICATION = 1.5
FURTHER_INPUTS = 7
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


def litert_deviations(path, inputs) -> tuple[list[numpy.ndarray], list[float]]:
    """Returns the outputs of LiteRT's reference kernels, and the largest difference of its optimized kernels for each."""
    reference = run_litert(path, OpResolverType.BUILTIN_REF, inputs)
    peers = [run_litert(path, kernels, inputs) for kernels in OPTIMIZED]
    return reference, [max(largest_difference(peer[index], expected) for peer in peers)
                       for index, expected in enumerate(reference)]


def largest_deviations(path) -> list[float]:
    """Returns the largest difference of LiteRT's optimized kernels for each output, on some random inputs."""
    details = make_interpreter(path, OpResolverType.BUILTIN_REF, 1).get_input_details()
    generator = numpy.random.default_rng(1)
    every = [litert_deviations(path, [noise(each, generator) for each in details])[1] for _ in range(FURTHER_INPUTS)]
    return [max(each) for each in zip(*every)]


def judge(ours, reference, peer_deviation, is_quantized) -> tuple[str, float]:
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
    if is_quantized and deviation <= AMPLIFICATION * peer_deviation:
        return "amplified", deviation
    return "", deviation


def check_outputs(sight, path, inputs, threads) -> tuple[list[str], list[str]]:
    """Returns the rule that each output passes (empty if none), and a line of text for each output."""
    reference, peer_deviations = litert_deviations(path, inputs)
    ours = run_sight(sight, path, inputs, threads)
    tensors = make_interpreter(path, OpResolverType.BUILTIN_REF, 1).get_tensor_details()
    is_quantized = any(
        each["dtype"] in (numpy.int8, numpy.uint8) and each["quantization"][0] for each in tensors)
    if len(ours) != len(reference):
        return [""], [f"{len(ours)} outputs, LiteRT has {len(reference)}"]
    judged = [judge(*each, is_quantized) for each in zip(ours, reference, peer_deviations)]
    if is_quantized and any(not rule for rule, _ in judged):
        peer_deviations = [max(each) if expected.size == 1 else each[0] for expected, each in zip(
            reference, zip(peer_deviations, largest_deviations(path)))]
        judged = [judge(*each, is_quantized) for each in zip(ours, reference, peer_deviations)]
    return [rule for rule, _ in judged], [
        f"output {index} {expected.dtype}{list(expected.shape)}: deviation {deviation:.3g}, "
        f"LiteRT's own {own:.3g}, {rule or 'DIFFERS'}"
        for index, (expected, own, (rule, deviation)) in enumerate(zip(reference, peer_deviations, judged))]
