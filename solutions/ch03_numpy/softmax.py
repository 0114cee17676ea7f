"""A softmax along any axis that does not overflow.

Large scores overflow without a shift, and a shift by the whole array's largest
underflows; the axis, the sum and keepdims go wrong one at a time or two together.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.draws import Draw, integers, normal
from solutions.sentences import LOG_SOFTMAX, SOFTMAX_TWICE


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """Turn scores into positive weights that sum to one along ``axis``.

    scores: any shape, any finite numbers, however large.
    Returns an array of the same shape: exp(scores) / sum of exp(scores).
    """
    largest = scores.max(axis=axis, keepdims=True)
    exponentials = np.exp(scores - largest)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def _scores(*shape: int, axis: int | None = None, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        if options.get("whole"):
            scores = integers(rng, *shape, high=6)
        else:
            dtype, scale = options.get("dtype", "float64"), options.get("scale", 1.0)
            scores = normal(rng, *shape, scale=scale, dtype=dtype)
        scores = scores + options.get("offset", 0)
        if options.get("rows_apart"):
            rows = np.arange(shape[-2])[:, None]
            scores = scores + options["rows_apart"] * rows
        return (scores,) if axis is None else (scores, axis)

    return draw


# What is subtracted: from scores, the axis, and whether the axis is kept.
SHIFTS = {
    "each row": lambda scores, axis, keep: scores.max(axis=axis, keepdims=keep),
    "none": lambda scores, axis, keep: 0,
    "everything": lambda scores, axis, keep: scores.max(),
    "minimum": lambda scores, axis, keep: scores.min(axis=axis, keepdims=keep),
    "mean": lambda scores, axis, keep: scores.mean(axis=axis, keepdims=keep),
    "from zero": lambda scores, axis, keep: scores.max(axis, keepdims=keep, initial=0),
}


def _softmax(
    scores,
    axis=-1,
    *,
    along="asked",
    shift="each row",
    total="each row",
    power="e",
    keepdims="both",
    store="float",
):
    used = {"asked": axis, "last": -1, "first": 0, "second": 1}[along]
    kept = keepdims in ("both", "of the maximum")
    scores = scores - SHIFTS[shift](scores, used, kept)
    parts = {"e": np.exp, "2": np.exp2, "none": np.asarray}[power](scores)
    if total == "everything":
        result = parts / parts.sum()
    else:
        result = parts / parts.sum(axis=used, keepdims=keepdims in ("both", "of the sum"))
    return result.astype(scores.dtype) if store == "like scores" else result


def _softmax_by_loops(scores, axis=-1):
    moved = np.moveaxis(scores, axis, -1)
    result = np.empty(moved.shape)
    for place in np.ndindex(*moved.shape[:-1]):
        largest = max(moved[place])
        powers = [np.exp(float(score) - float(largest)) for score in moved[place]]
        result[place] = [power / sum(powers) for power in powers]
    return np.moveaxis(result, -1, axis)


def _softmax_by_logarithms(scores, axis=-1):
    largest = np.max(scores, axis=axis, keepdims=True)
    log_total = np.log(np.sum(np.exp(scores - largest), axis=axis, keepdims=True))
    return np.exp(scores - largest - log_total)


def _softmax_by_logarithms_alone(scores, axis=-1):
    shifted = scores - scores.max(axis=axis, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))


def _softmax_in_float64(scores, axis=-1):
    scores = np.array(scores, dtype=np.float64)
    scores -= scores.max(axis=axis, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=axis, keepdims=True)
    return scores


EXERCISE = Exercise(
    id="numpy.softmax",
    title="A stable softmax",
    reference=softmax,
    decisions=_softmax,
    points=2,
    minutes=10,
    difficulty=2,
    section="03-numpy#a-softmax-that-does-not-overflow",
    order=30,
    cases=(
        Case("a few rows", _scores(2, 3)),
        Case("one row", _scores(4), calls=1),
        Case("whole numbers", _scores(3, 4, whole=True)),
        Case("a batch", _scores(2, 3, 4)),
        Case("another axis", _scores(2, 3, 4, axis=1), calls=1),
        Case("one column", _scores(4, 1), calls=1),
        Case("float32", _scores(3, 5, dtype="float32"), calls=1),
        Case("very large scores", _scores(2, 3, offset=1e5, scale=3.0), calls=1),
        Case("very negative scores", _scores(2, 3, offset=-1e5, scale=3.0), calls=1),
        Case("one row of large scores", _scores(4, offset=1e4), calls=1),
        Case("rows far apart", _scores(3, 2, rows_apart=-2e3), calls=1),
        Case("scores far apart in each row", _scores(3, 5, scale=5e3), calls=1),
    ),
    properties=(
        Property(
            "weights sum to one",
            "Along the axis that was asked for, the weights must sum to one; yours do not.",
            lambda answer, output, scores, axis=-1: np.allclose(
                output.sum(axis=axis), 1, atol=1e-3
            ),
        ),
        Property(
            "adding a constant changes nothing",
            "Adding the same number to every score must not change the weights: only "
            "differences between scores count.",
            lambda answer, output, scores, *axis: np.allclose(
                answer(scores + 8, *axis), output, atol=1e-2
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "unstable",
            "The formula is right, but exp() of a large score overflows to infinity and "
            "of a very negative row underflows to 0/0. Subtract each row's largest score "
            "first: it changes nothing and keeps every exponent at or below zero.",
            choices={"shift": "none"},
        ),
        Misconception(
            "global-max",
            "You subtract the largest score of the whole array. A row far below it "
            "underflows to 0/0. Subtract each row's own largest score.",
            choices={"shift": "everything"},
        ),
        Misconception(
            "wrong-axis",
            "Your weights sum to one down the first axis. Each row is one query's "
            "weights, so the default axis is the last one.",
            choices={"along": "first"},
        ),
        Misconception(
            "axis-ignored",
            "You always work along the last axis. Pass the argument axis on to both "
            "max() and sum().",
            choices={"along": "last"},
        ),
        Misconception(
            "global-sum",
            "You divide by the sum of the whole array, so all the weights together sum "
            "to one. Each row needs its own sum.",
            choices={"total": "everything"},
        ),
        Misconception(
            "no-keepdims",
            "Your sums have lost an axis, so they line up with the wrong entries, or "
            "with none. Pass keepdims=True to sum().",
            choices={"keepdims": "of the maximum"},
        ),
        Misconception(
            "no-keepdims-maximum",
            "Your maxima have lost an axis, so they line up with the wrong entries, or "
            "with none. Pass keepdims=True to max().",
            choices={"keepdims": "of the sum"},
        ),
        Misconception(
            "axis-1",
            "You always work along axis 1. Pass the argument axis on to both max() and "
            "sum(): with one row there is no axis 1, and in a batch it is another one.",
            choices={"along": "second"},
        ),
        Misconception(
            "no-keepdims-twice",
            "Your maxima and your sums have lost an axis, so they line up with the wrong "
            "entries, or with none. Pass keepdims=True to max() and to sum().",
            choices={"keepdims": "neither"},
        ),
        Misconception(
            "no-exponential",
            "You divide the scores by their sum without exp(). Negative scores then "
            "give negative weights.",
            lambda scores, axis=-1: scores / scores.sum(axis=axis, keepdims=True),
        ),
        Misconception(
            "base-two",
            "Your weights are powers of 2. The softmax uses e: np.exp.",
            choices={"power": "2"},
        ),
        Misconception(
            "whole-number-array",
            "Your result is stored in an array with the dtype of the scores. When they "
            "are whole numbers, every weight is cut off to 0 or 1.",
            choices={"store": "like scores"},
        ),
        Misconception(
            "shifted-by-minimum",
            "You subtract each row's smallest score. The exponents are then at or "
            "above zero, and where a row is wide they overflow. Subtract the largest: "
            "no exponent is above zero then.",
            choices={"shift": "minimum"},
        ),
        Misconception(
            "shifted-by-mean",
            "You subtract each row's mean. A score far above the mean still "
            "overflows. Subtract the largest: no exponent is above zero then.",
            choices={"shift": "mean"},
        ),
        Misconception(
            "maximum-from-zero",
            "Your largest score is never below 0, because the search for it starts "
            "there. A row of very negative scores then underflows to 0/0. Start from "
            "a score of the row.",
            choices={"shift": "from zero"},
        ),
        Misconception("log-softmax", LOG_SOFTMAX, _softmax_by_logarithms_alone),
        Misconception(
            "softmax-twice",
            SOFTMAX_TWICE,
            lambda scores, axis=-1: softmax(softmax(scores, axis), axis),
        ),
        Misconception(
            "not-divided",
            "These are the exponentials. Divided by their sum along the axis they are "
            "weights.",
            lambda scores, axis=-1: np.exp(scores - scores.max(axis=axis, keepdims=True)),
        ),
        Misconception(
            "divided-by-scores",
            "You divide exp(scores) by the sum of the scores. What has to sum to one "
            "are the exponentials: divide by their sum.",
            lambda scores, axis=-1: np.exp(scores) / scores.sum(axis=axis, keepdims=True),
        ),
        Misconception(
            "sign-turned",
            "Your exponents have the sign turned, so the smallest score gets the "
            "largest weight.",
            lambda scores, axis=-1: softmax(-scores, axis),
        ),
        Misconception(
            "sigmoid",
            "This is the sigmoid, which looks at each score alone. A softmax lets the "
            "scores of a row compete for one unit.",
            lambda scores, axis=-1: 1 / (1 + np.exp(-scores)),
        ),
    ),
    alternatives=(_softmax_by_loops, _softmax_by_logarithms, _softmax_in_float64),
    hints=(
        "Get the formula right for moderate scores first. Everything that you compute "
        "along `axis` keeps its place with `keepdims=True`.",
        "Exponentials overflow for large *positive* exponents. Which number, "
        "subtracted from a whole row, makes sure that no exponent is above zero?",
        "Subtract each row's own largest score, `scores.max(...)` along `axis` with "
        "`keepdims=True`. Write `scores - ...` and not `scores -= ...`: the second "
        "form would change the array of whoever called you.",
    ),
)
