"""How long a program takes at least: the longer of its arithmetic and its traffic.

Williams, Waterman and Patterson 2009, "Roofline".
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, decimals_in_one


def roofline(
    operations: np.ndarray, moved: np.ndarray, peak: float, bandwidth: float
) -> tuple[np.ndarray, np.ndarray]:
    """The least time that programs take, and whether they wait for memory.

    operations, moved: (...), what each does and how many bytes it loads and
    stores; numbers above 0, or arrays of them that broadcast.
    peak: operations a second.  bandwidth: bytes a second.
    Arithmetic and traffic run side by side.
    Returns (seconds, waits): (...) each; waits is True where the traffic
    takes longer than the arithmetic.
    Takes whole numbers (int64) too. Changes no argument.
    """
    arithmetic = np.asarray(operations) / peak
    traffic = np.asarray(moved) / bandwidth
    return np.maximum(arithmetic, traffic), traffic > arithmetic


def _programs(*shape: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        peak, bandwidth = rng.uniform(200, 900), rng.uniform(2, 9)
        moved = rng.uniform(10, 500, shape)
        # Around the ridge, where both take equally long, to either side of it.
        intensity = peak / bandwidth * 2.0 ** rng.uniform(-3, 3, shape)
        intensity *= options.get("factor", 1)
        operations = moved * intensity
        if options.get("whole"):
            operations, moved = (
                np.round(operations).astype(int),
                np.round(moved).astype(int),
            )
        if options.get("grid"):
            operations, moved = operations[:, None], moved[None, : shape[0] // 2]
        if options.get("dtype"):
            operations, moved = (a.astype(options["dtype"]) for a in (operations, moved))
        if options.get("number"):
            operations, moved = operations.item(), moved.item()
        if options.get("one_traffic"):
            moved = float(moved.flat[0])
        if options.get("one_work"):
            operations = float(operations.flat[0])
        scale = options.get("scale", 1)
        return operations * scale, moved * scale, peak * scale, bandwidth * scale

    return draw


def _as_long(rng: np.random.Generator) -> tuple:
    """Powers of two, so that some times are equal to the last bit."""
    peak, bandwidth = 2.0 ** rng.integers(7, 10), 2.0 ** rng.integers(1, 4)
    seconds = rng.integers(2, 60, 7)
    more = rng.permutation([0, 0, 0, 0, 1, 1, -1])
    return seconds * peak, (seconds + more) * bandwidth, peak, bandwidth


def _close(rng: np.random.Generator) -> tuple:
    """Near a ridge of 2.25, to either side of it."""
    moved = rng.uniform(10, 500, 8)
    factor = np.array([0.9, 0.97, 1.05, 1.2, 1 - 1e-6, 1 + 1e-6, 0.999, 1.001])
    return 2.25 * moved * rng.permutation(factor), moved, 9.0, 4.0


def _nanoseconds(rng: np.random.Generator) -> tuple:
    operations, moved, peak, bandwidth = _programs(8)(rng)
    return operations, moved, 1e10 * peak, 1e10 * bandwidth


EXERCISE = Exercise(
    id="chip.roofline",
    title="The roofline",
    reference=roofline,
    points=2,
    minutes=8,
    difficulty=2,
    order=30,
    section="17-on-the-chip#a-roof-over-programs",
    cases=(
        Case("several programs", _programs(9)),
        Case("a table of programs", _programs(4, 6)),
        Case("each work with each traffic", _programs(8, grid=True)),
        Case("one traffic for a table", _programs(3, 4, one_traffic=True)),
        Case("one work, several traffics", _programs(9, one_work=True)),
        Case("nanoseconds", _nanoseconds),
        Case("little arithmetic", _programs(5, factor=1e-3), weight=0.5),
        Case("much arithmetic", _programs(5, factor=1e3), weight=0.5),
        Case("whole numbers", _programs(7, whole=True)),
        Case("of a real chip", _programs(6, scale=1e12)),
        Case("float32", _programs(6, dtype="float32")),
        Case("equally long", _as_long),
        Case("nearly equally long", _close),
        Case("one program", _programs(1), calls=4),
        Case("two numbers", _programs(1, number=True), calls=4),
        Case("three axes of programs", _programs(2, 4, 3), calls=1),
        *decimals_in_one(_programs(9), "operations moved"),
    ),
    properties=(
        Property(
            "ten times the bytes take no less time",
            "With ten times the bytes a program cannot get faster. One of yours does.",
            lambda answer, output, operations, moved, peak, bandwidth: np.all(
                np.asarray(answer(operations, 10 * moved, peak, bandwidth)[0])
                >= np.asarray(output[0]) * 0.999
            ),
        ),
    ),
    **cells_beside(__file__),
)
