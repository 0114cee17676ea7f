"""Exercise real.swiglu: the feed-forward part with a gate."""

import numpy as np

from autograder import Case, Exercise, cells_beside
from solutions.draws import Draw, decimals_in_one, integers, normal, sizes, thrice


def swiglu(
    x: np.ndarray, W_gate: np.ndarray, W_up: np.ndarray, W_down: np.ndarray
) -> np.ndarray:
    """Today's feed-forward part: one half decides about the other.

    x: (..., d).  W_gate, W_up: (d, f).  W_down: (f, d).  There are no biases.
    silu(t) = t / (1 + exp(-t)), for each number by itself; right for any t.
    Returns (silu(x W_gate) * x W_up) W_down, (..., d).
    Takes whole numbers (int64) too. Changes no argument.
    """
    # Shazeer 2020, "GLU Variants Improve Transformer", equation 6 (without biases).
    gate = x @ W_gate  # (..., f)
    # exp of a negative number alone: it may become 0, never infinite.
    small = np.exp(-np.abs(gate))
    sigmoid = np.where(gate >= 0, 1, small) / (1 + small)
    return (gate * sigmoid * (x @ W_up)) @ W_down


def _inputs(*batch: int, scale: float = 1.0, dtype: str = "float64", **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        d, f = options.get("shape") or sizes(rng, 2)
        x = normal(rng, *batch, d, scale=scale, dtype=dtype)
        matrices = [normal(rng, *s, dtype=dtype) for s in ((d, f), (d, f), (f, d))]
        if options.get("whole"):
            x = integers(rng, *batch, d) - 1
            matrices = [integers(rng, *m.shape) - 1 for m in matrices]
        return x, *matrices

    return draw


def _one_gate(gate: float) -> Draw:
    one = np.ones((1, 1))
    return lambda _: (np.array([gate]), one, one, one)


EXERCISE = Exercise(
    id="real.swiglu",
    order=40,
    title="A gated feed-forward part",
    reference=swiglu,
    points=2,
    minutes=10,
    difficulty=2,
    section="14-real-model#a-feed-forward-part-with-a-gate",
    cases=(
        Case("one vector", _inputs()),
        Case("several vectors", _inputs(4)),
        Case("as wide inside as outside", _inputs(3, shape=(4, 4))),
        thrice("one feature, one inside", _inputs(2, shape=(1, 1))),
        Case("a batch, float32", _inputs(2, 3, dtype="float32")),
        thrice("whole numbers", _inputs(3, whole=True)),
        Case("large numbers", _inputs(3, scale=2000.0)),
        Case("a gate of -1000", _one_gate(-1000.0), calls=1, easy=True),
        Case("a gate of -12", _one_gate(-12.0), calls=1),
        Case("a gate of 12", _one_gate(12.0), calls=1),
        Case("three axes in front", _inputs(2, 1, 3), calls=1),
        *decimals_in_one(_inputs(3), "x W_gate W_up W_down"),
    ),
    **cells_beside(__file__),
)
