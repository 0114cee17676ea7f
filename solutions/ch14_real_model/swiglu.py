"""Exercise real.swiglu: the feed-forward part with a gate."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Same
from solutions.draws import Draw, integers, normal, sizes, thrice


def swiglu(
    x: np.ndarray, W_gate: np.ndarray, W_up: np.ndarray, W_down: np.ndarray
) -> np.ndarray:
    """Today's feed-forward part: one half decides about the other.

    x: (..., d).  W_gate, W_up: (d, f).  W_down: (f, d).  There are no biases.
    silu(t) = t / (1 + exp(-t)), for each number by itself; no t overflows.
    Returns (silu(x W_gate) * x W_up) W_down, (..., d).
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


def _sigmoid(t):
    return 0.5 * (1 + np.tanh(t / 2))


ACTS = {
    "silu": lambda t: t * _sigmoid(t),
    "sigmoid": _sigmoid,
    "relu": lambda t: np.maximum(t, 0),
    "none": lambda t: t,
    "gelu": lambda t: t / 2 * (1 + np.tanh((2 / np.pi) ** 0.5 * (t + 0.044715 * t**3))),
    "other sign": lambda t: t * _sigmoid(-t),
    "large lost": lambda t: t * np.exp(t) / (1 + np.exp(t)),
}


def _gated(x, W_gate, W_up, W_down, *, act="silu", on="gate", join="times"):
    gate, up = x @ W_gate, x @ W_up
    with np.errstate(over="ignore", invalid="ignore"):
        if on == "gate":
            gate = ACTS[act](gate)
        else:
            up = ACTS[act](up)
    hidden = gate * up if join == "times" else gate + up
    return hidden @ W_down


def _by_tanh(x, W_gate, W_up, W_down):
    gate = x @ W_gate
    return (gate * 0.5 * (1 + np.tanh(gate / 2)) * (x @ W_up)) @ W_down


def _by_the_formula(x, W_gate, W_up, W_down):
    gate = x @ W_gate
    with np.errstate(over="ignore"):  # t / infinity is 0, as it should be
        return (gate / (1 + np.exp(-gate)) * (x @ W_up)) @ W_down


EXERCISE = Exercise(
    id="real.swiglu",
    order=40,
    title="A gated feed-forward part",
    reference=swiglu,
    decisions=_gated,
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
    ),
    misconceptions=(
        Misconception(
            "sigmoid-for-silu",
            "Your gate is the sigmoid alone. silu(t) is t times the sigmoid of t: the gate "
            "keeps its own size.",
            choices={"act": "sigmoid"},
        ),
        Misconception(
            "relu-for-silu",
            "You use ReLU, as the feed-forward part of 2017 did. silu is smooth: "
            "t / (1 + exp(-t)).",
            choices={"act": "relu"},
        ),
        Misconception(
            "no-silu",
            "There is no silu in what you compute, only products. Without it the gate "
            "never closes.",
            choices={"act": "none"},
        ),
        Misconception(
            "gate-and-up-swapped",
            "You put silu on x W_up. It belongs on x W_gate; the other half goes through "
            "as it is. The two matrices have one shape, so no error tells you.",
            choices={"on": "up"},
        ),
        Misconception(
            "added",
            "You add the two halves. A gate multiplies: where it is 0, nothing passes.",
            choices={"join": "plus"},
        ),
        Misconception(
            "gelu-for-silu",
            "You use GELU. It looks much like silu and is another function: silu is "
            "t / (1 + exp(-t)).",
            choices={"act": "gelu"},
        ),
        Misconception(
            "sign-in-the-exponent",
            "Your exponent has the wrong sign: with exp(t) large numbers are closed off "
            "and negative ones pass. silu is t / (1 + exp(-t)).",
            choices={"act": "other sign"},
        ),
        Misconception(
            "silu-of-the-product",
            "You multiply first and take silu of the product. The gate goes through silu "
            "alone, then it multiplies.",
            lambda x, W_gate, W_up, W_down: (
                ACTS["silu"]((x @ W_gate) * (x @ W_up)) @ W_down
            ),
        ),
        Misconception(
            "up-unused",
            "You do not use W_up. There are two halves: silu of x W_gate, times x W_up.",
            lambda x, W_gate, W_up, W_down: ACTS["silu"](x @ W_gate) @ W_down,
        ),
        Misconception(
            "overflows",
            "For large numbers exp(t) becomes infinite, and infinite / infinite is nan. "
            "Write silu as t / (1 + exp(-t)): there the worst is t / infinity, which is 0.",
            choices={"act": "large lost"},
        ),
    ),
    alternatives=(_by_tanh, _by_the_formula),
    same=(
        Same(
            "np.where(gate > 0, 1, small)",
            "At 0 both formulas give a half.",
        ),
    ),
    hints=(
        "Three matrix products. Two of them read x, one writes the result; in between, "
        "numbers are multiplied one by one with *.",
        "gate = x @ W_gate and up = x @ W_up are both (..., f). silu is applied to one of "
        "them only.",
        "gate / (1 + np.exp(-gate)) is silu. For very negative numbers exp warns and the "
        "result is right all the same; np.exp(-np.abs(gate)) never warns.",
    ),
)
