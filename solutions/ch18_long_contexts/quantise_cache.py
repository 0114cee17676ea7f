"""Numbers of a cache in few bits; each group has a lowest value and a step of its own.

Liu et al. 2024, "KIVI: A Tuning-Free Asymmetric 2bit Quantization for KV Cache".
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, normal


def quantise_cache(
    x: np.ndarray, bits: int, group: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Store numbers as whole numbers of few bits, a group with its own scale.

    x: (..., d), d a multiple of group; ``group`` neighbours of the last axis
    make a group.  bits: 1 to 8.
    A group's lowest number has the code 0 and its largest 2**bits - 1, and
    the codes between stand in even steps; every number gets the nearest code.
    Where all of a group are equal, step and codes are 0.
    Returns (codes, low, step): codes uint8 (..., d); low and step
    (..., d / group), such that low + step * codes is nearly x.
    Changes no argument.
    """
    shape = *x.shape[:-1], x.shape[-1] // group, group
    groups = x.reshape(shape)  # (..., d / group, group)
    low, high = groups.min(axis=-1), groups.max(axis=-1)
    step = (high - low) / (2**bits - 1)
    divisor = np.where(step == 0, 1, step)[..., None]
    codes = np.round((groups - low[..., None]) / divisor)
    return codes.reshape(x.shape).astype(np.uint8), low, step


def _numbers(*shape: int, bits: int, group: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        x = normal(
            rng,
            *shape,
            scale=options.get("scale", 1.0),
            dtype=options.get("dtype", "float64"),
        )
        x = x + options.get("shift", 0)
        if options.get("flat"):
            x[..., :group] = x[..., :1]
        if options.get("outlier"):
            x[..., 1] = 40.0
        return x, bits, group

    return draw


def _within_half_a_step(output, x, group):
    codes, low, step = (np.asarray(part, dtype=float) for part in output)
    restored = np.repeat(low, group, axis=-1) + np.repeat(step, group, axis=-1) * codes
    room = np.repeat(step, group, axis=-1) * 0.501 + 1e-5 * np.abs(x).max()
    return bool(np.all(np.abs(restored - x) <= room))


EXERCISE = Exercise(
    id="contexts.quantise_cache",
    title="A cache in few bits",
    reference=quantise_cache,
    points=3,
    minutes=12,
    difficulty=2,
    order=90,
    section="18-long-contexts#fewer-bits",
    cases=(
        Case("one group", _numbers(6, bits=4, group=6)),
        Case("several groups", _numbers(5, 12, bits=3, group=4)),
        Case("a batch of heads", _numbers(2, 3, 5, 8, bits=4, group=4)),
        Case("one bit", _numbers(4, 6, bits=1, group=3)),
        Case("eight bits", _numbers(4, 10, bits=8, group=5)),
        Case("groups of one", _numbers(3, 5, bits=2, group=1)),
        Case("far from zero", _numbers(4, 6, bits=4, group=3, shift=100.0)),
        Case("a group of equal numbers", _numbers(4, 8, bits=3, group=4, flat=True)),
        Case("a large number in each row", _numbers(4, 8, bits=4, group=4, outlier=True)),
        Case("large numbers", _numbers(4, 6, bits=4, group=2, scale=1e6)),
        Case("tiny numbers", _numbers(4, 6, bits=4, group=3, scale=1e-10)),
        Case("numbers of 1e-18", _numbers(4, 6, bits=4, group=3, scale=1e-18)),
        Case(
            "nearly equal, far from zero",
            _numbers(4, 6, bits=4, group=3, scale=1e-10, shift=1.0),
        ),
        Case("float32", _numbers(3, 5, 8, bits=4, group=4, dtype="float32")),
    ),
    properties=(
        Property(
            "codes are bytes",
            "Your codes are not uint8: a code of eight bits or less takes one byte.",
            lambda answer, output, x, bits, group: np.asarray(output[0]).dtype == np.uint8,
        ),
        Property(
            "all within half a step",
            "low + step * codes is further than half a step from one of the numbers.",
            lambda answer, output, x, bits, group: _within_half_a_step(output, x, group),
        ),
    ),
    **cells_beside(__file__),
)
