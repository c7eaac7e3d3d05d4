"""Makes the inputs of a model: a photograph, or random values."""

import pathlib

import numpy
from PIL import Image

# The annotated photograph of the documentation. Detectors find a cup, a saucer and a spoon in it.
PHOTOGRAPH = pathlib.Path(__file__).parent.parent / "Sources/Sight/Sight.docc/Resources/detected.jpg"


def noise(details: dict, generator: numpy.random.Generator) -> numpy.ndarray:
    """Returns random values for an input: floats 0 ≤ x < 1, or any integers of 8 or 16 bits; zeros for other types."""
    shape, kind = details["shape"], details["dtype"]
    if kind in (numpy.float32, numpy.float16):
        return generator.random(shape, numpy.float32).astype(kind)
    if kind in (numpy.uint8, numpy.int8, numpy.int16):
        limits = numpy.iinfo(kind)
        return generator.integers(limits.min, limits.max, shape, kind, endpoint=True)
    return numpy.zeros(shape, kind)


def is_image(details: dict) -> bool:
    """Returns True for an input of the shape [1, height, width, 1 or 3] of floats or bytes."""
    shape = details["shape"]
    return (details["dtype"] in (numpy.float32, numpy.uint8, numpy.int8)
            and len(shape) == 4 and shape[0] == 1 and min(shape[1], shape[2]) > 1 and shape[3] in (1, 3))


def stretched(image: Image.Image, shape) -> numpy.ndarray:
    """Returns an image stretched to the shape [1, height, width, channels], as bytes 0...255."""
    mode = "RGB" if shape[3] == 3 else "L"
    return numpy.asarray(image.convert(mode).resize((int(shape[2]), int(shape[1]))), numpy.uint8).reshape(shape)


def photograph(details: dict, generator: numpy.random.Generator) -> numpy.ndarray:
    """Returns the photograph for an input that is an image: floats 0 ≤ x ≤ 1, or the whole range of a byte; noise for
    other inputs."""
    if not is_image(details):
        return noise(details, generator)
    with Image.open(PHOTOGRAPH) as image:
        pixels = stretched(image, details["shape"])
    if details["dtype"] == numpy.int8:
        return (pixels ^ 0x80).view(numpy.int8)
    return pixels if details["dtype"] == numpy.uint8 else pixels / numpy.float32(255)


def make_inputs(details: list[dict], make, seed: int) -> list[numpy.ndarray]:
    """Returns a value for each input, made by `noise` or `photograph`."""
    generator = numpy.random.default_rng(seed)
    return [make(each, generator) for each in details]
