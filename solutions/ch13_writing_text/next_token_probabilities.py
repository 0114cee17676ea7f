"""``write.next_token_probabilities``: what a writer draws the next token from.

Ackley, Hinton and Sejnowski 1985 (temperature); Fan, Lewis and Dauphin 2018,
"Hierarchical Neural Story Generation", section 5 (top-k); Holtzman et al. 2020, "The
Curious Case of Neural Text Degeneration", section 3.1 (top-p).
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.draws import Draw, normal


def next_token_probabilities(
    logits: np.ndarray,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
) -> np.ndarray:
    """The probabilities from which the next token is drawn.

    logits: (..., vocab), any finite numbers, however large.
    temperature: the logits are divided by it first; 0 is greedy: all for
    the likeliest.
    top_k: only so many of the likeliest tokens are kept; None, or more than
    there are: all.
    top_p: of what top_k has left, scaled to sum to one, the fewest likeliest
    tokens whose sum reaches top_p are kept, the one that crosses it
    included; None: all.
    Returns (..., vocab), float; each row sums to one, what is not kept is 0.
    """
    if temperature == 0:
        temperature, top_k = 1.0, 1
    order = np.argsort(-logits, axis=-1, kind="stable")  # the likeliest first
    scores = np.take_along_axis(logits, order, axis=-1) / temperature  # sorted
    p = np.exp(scores - scores[..., :1])
    if top_k is not None:
        p[..., top_k:] = 0
    p /= p.sum(axis=-1, keepdims=True)
    if top_p is not None:
        before = np.cumsum(p, axis=-1) - p  # the sum of all likelier ones
        p = np.where(before < top_p, p, 0)
        p /= p.sum(axis=-1, keepdims=True)
    result = np.zeros_like(p)
    np.put_along_axis(result, order, p, axis=-1)
    return result


def _logits(*shape: int, scale: float = 2.0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        if options.get("whole"):
            logits = rng.permuted(np.tile(np.arange(shape[-1]), (*shape[:-1], 1)), axis=-1)
        else:
            dtype = options.get("dtype", "float64")
            logits = normal(rng, *shape, scale=scale, dtype=dtype)
        logits = logits + np.asarray(options.get("offset", 0), logits.dtype)
        if options.get("alone"):
            return (logits,)
        asked = (options.get(name) for name in ("temperature", "top_k", "top_p"))
        temperature, top_k, top_p = asked
        return logits, 1.0 if temperature is None else temperature, top_k, top_p

    return draw


def _softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def _probabilities(
    logits,
    temperature=1.0,
    top_k=None,
    top_p=None,
    *,
    heat="divides",
    kept="the k best",
    crossing="kept",
    total="scaled to one",
    rows="each",
    order="k first",
    out="nothing",
):
    if temperature == 0:
        heat = "none"
        top_k = 1
    scores = {
        "divides": lambda: logits / temperature,
        "multiplies": lambda: logits * temperature,
        "none": lambda: logits * 1.0,
    }[heat]()
    if rows == "all together":
        scores = scores.reshape(1, -1)
    full = _softmax(scores)
    places = np.argsort(-scores, axis=-1, kind="stable")
    ranks = np.argsort(places, axis=-1)
    keep = np.ones(scores.shape, bool)
    if top_k is not None and kept != "all":
        keep = ranks < top_k
    k_best = keep.copy()
    if top_p is not None:
        p = full if order == "p of all" else np.where(keep, full, 0)
        p = p if order == "p of all" else p / p.sum(axis=-1, keepdims=True)
        best = np.take_along_axis(p, places, axis=-1)
        sums = np.cumsum(best, axis=-1) - (best if crossing == "kept" else 0)
        inside = sums < top_p
        inside[..., 0] = True
        keep &= np.take_along_axis(inside, ranks, axis=-1)
    if out == "a logit of 0":
        result = _softmax(np.where(keep, scores, 0.0))
    else:
        result = np.where(keep, full, 0.0)
    if total == "scaled to one":
        result = result / result.sum(axis=-1, keepdims=True)
    if total == "scaled before top_p":
        result = result / np.where(k_best, full, 0.0).sum(axis=-1, keepdims=True)
    return result.reshape(logits.shape)


def _row_by_row(logits, temperature=1.0, top_k=None, top_p=None):
    rows = logits.reshape(-1, logits.shape[-1]).astype(float)
    result = np.zeros(rows.shape)
    for row, found in zip(rows, result, strict=True):
        best = sorted(range(len(row)), key=lambda i: -row[i])
        best = best[: 1 if temperature == 0 else top_k]
        p = {i: np.exp((row[i] - row[best[0]]) / (temperature or 1)) for i in best}
        total, sum_so_far = sum(p.values()), 0.0
        for i in best:
            if top_p is not None and sum_so_far >= top_p:
                break
            found[i] = p[i] / total
            sum_so_far += found[i]
        found /= found.sum()
    return result.reshape(logits.shape)


def _by_thresholds(logits, temperature=1.0, top_k=None, top_p=None):
    """Everything below the least kept logit becomes minus infinity."""
    scores = logits.astype(float) / (temperature or 1)
    k = 1 if temperature == 0 else min(top_k or scores.shape[-1], scores.shape[-1])
    ranked = np.sort(scores, axis=-1)[..., ::-1]  # the largest first
    scores = np.where(scores < ranked[..., k - 1 : k], -np.inf, scores)
    if top_p is not None:
        sums = np.cumsum(_softmax(np.sort(scores, axis=-1)[..., ::-1]), axis=-1)
        count = np.minimum((sums < top_p).sum(axis=-1) + 1, scores.shape[-1])
        least = np.take_along_axis(ranked, count[..., None] - 1, axis=-1)
        scores = np.where(scores < least, -np.inf, scores)
    return _softmax(scores)


def _least_likely(logits, temperature=1.0, top_k=None, top_p=None):
    if temperature == 0 or top_k is None or top_k > logits.shape[-1]:
        return _probabilities(logits, temperature, top_k, top_p)
    scores = logits / temperature
    limit = np.sort(scores, axis=-1)[..., top_k - 1 : top_k]
    return _probabilities(np.where(scores > limit, -np.inf, scores), 1.0, None, top_p)


def _zero_divides(logits, temperature=1.0, top_k=None, top_p=None):
    if temperature == 0:
        return np.full(logits.shape, np.nan)
    return _probabilities(logits, temperature, top_k, top_p)


def _unstable(logits, temperature=1.0, top_k=None, top_p=None):
    if np.abs(logits).max() > 700 and temperature:
        powers = np.exp(logits / temperature)
        return powers / powers.sum(axis=-1, keepdims=True)
    return _probabilities(logits, temperature, top_k, top_p)


EXERCISE = Exercise(
    id="write.next_token_probabilities",
    order=70,
    title="Temperature, top-k and top-p",
    reference=next_token_probabilities,
    decisions=_probabilities,
    dtype="any",
    points=3,
    minutes=20,
    difficulty=3,
    section="13-writing-text#how-to-draw-the-next-token",
    cases=(
        Case("as it is", _logits(5), calls=1),
        Case("logits alone", _logits(6, alone=True), calls=1),
        Case("cooler", _logits(6, temperature=0.5), calls=1),
        Case("hotter", _logits(2, 5, temperature=2.5), calls=1),
        Case("temperature 0", _logits(3, 6, temperature=0), calls=1),
        Case("the best three", _logits(8, top_k=3)),
        Case("the best one, a batch", _logits(2, 3, 5, top_k=1), calls=1),
        Case("more than there are", _logits(2, 4, top_k=9), calls=1),
        Case("half of the probability", _logits(3, 7, top_p=0.5)),
        Case("one far ahead", _logits(3, 7, top_p=0.5, scale=20.0), calls=1),
        Case("nearly all", _logits(9, top_p=0.95, scale=1.0)),
        Case("a tiny top_p", _logits(2, 6, top_p=0.01), calls=1),
        Case(
            "all three",
            _logits(2, 4, 8, temperature=1.7, top_k=5, top_p=0.7, scale=1.2),
            calls=4,
        ),
        Case("one token", _logits(3, 1, temperature=0.7, top_k=2, top_p=0.5), calls=1),
        Case("whole numbers", _logits(2, 6, whole=True, temperature=2, top_k=4)),
        Case("float32", _logits(3, 7, dtype="float32", top_k=4, top_p=0.8), calls=1),
        Case("very large logits", _logits(2, 5, offset=1e4), calls=1),
    ),
    properties=(
        Property(
            "it sums to one",
            "Each row must sum to one: after tokens are left out, divide by what is left.",
            lambda answer, output, logits, *_: np.allclose(output.sum(-1), 1, atol=1e-3),
        ),
        Property(
            "the likeliest stays the likeliest",
            "Whatever is left out, the likeliest token must stay the likeliest.",
            lambda answer, output, logits, *_: np.array_equal(
                output.argmax(-1), logits.argmax(-1)
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "multiplied",
            "You multiply by the temperature. Dividing makes low temperatures sharp: at "
            "0.5 every difference between logits counts twice.",
            choices={"heat": "multiplies"},
        ),
        Misconception(
            "temperature-unused",
            "The temperature changes nothing in yours. Divide the logits by it before the "
            "softmax.",
            choices={"heat": "none"},
        ),
        Misconception(
            "zero-divides",
            "At temperature 0 you divide by zero. It means greedy: probability 1 for the "
            "likeliest token, 0 for all others.",
            _zero_divides,
        ),
        Misconception(
            "top-k-unused",
            "top_k leaves nothing out in yours. Keep the k likeliest tokens of each row.",
            choices={"kept": "all"},
        ),
        Misconception(
            "top-p-unused",
            "You do not use top_p. Add up the likeliest tokens' probabilities until their "
            "sum reaches it; the others become 0.",
            lambda logits, temperature=1.0, top_k=None, top_p=None: _probabilities(
                logits, temperature, top_k
            ),
        ),
        Misconception(
            "least-likely-kept",
            "You keep the top_k least likely tokens: np.sort begins with the smallest. "
            "Take the k largest logits.",
            _least_likely,
        ),
        Misconception(
            "crossing-left-out",
            "You leave out the token that crosses top_p, so what is left sums to less. "
            "Keep it: the fewest whose sum reaches top_p.",
            choices={"crossing": "left out"},
        ),
        Misconception(
            "not-scaled-again",
            "What is left does not sum to one. Divide by its sum after leaving tokens out.",
            choices={"total": "as it was"},
        ),
        Misconception(
            "not-scaled-after-top-p",
            "Behind top_p the rows sum to less than one. To divide by the sum after top_k "
            "is not enough: divide again once top_p has left tokens out.",
            lambda *given: _probabilities(*given, total="scaled before top_p"),
        ),
        Misconception(
            "over-the-whole-batch",
            "You rank and sum over all rows together. Each row is a distribution of its "
            "own: work along the last axis.",
            choices={"rows": "all together"},
        ),
        Misconception(
            "top-p-of-everything",
            "With both, your top_p counts probabilities from before top_k. top_k comes "
            "first: scale what it leaves to sum to one, then count up to top_p.",
            choices={"order": "p of all"},
        ),
        Misconception(
            "zero-for-a-logit",
            "You set the logits of what is left out to 0, and exp(0) is 1. Set them to "
            "-np.inf, or their probabilities to 0.",
            choices={"out": "a logit of 0"},
        ),
        Misconception(
            "unstable",
            "exp() of a large logit overflows. Subtract each row's largest logit first.",
            _unstable,
        ),
    ),
    alternatives=(_row_by_row, _by_thresholds),
    same=(
        Same(
            "temperature, top_k = (2.0, 1)",
            "One token is kept: it has all, however the logits are divided.",
        ),
        Same(
            "np.argsort(-logits, kind='stable')",
            "The last axis is the one that np.argsort sorts unless told.",
        ),
        Same(
            "=> order = np.argsort(-logits, axis=-1)",
            "Which of two equal logits comes first is not asked for.",
        ),
        Same(
            "np.take_along_axis(logits, order)",
            "The last axis is the one that np.take_along_axis goes along unless told.",
        ),
        Same(
            "before <= top_p",
            "It differs where a sum is top_p to the last bit alone.",
        ),
        Same(
            "=> result = p",
            "Every entry is written by the next line.",
        ),
    ),
    hints=(
        "Four steps in this order: temperature, top_k, top_p, and a sum of one. For "
        "temperature 0 the answer has a single 1.",
        "np.sort(p, axis=-1)[..., ::-1] has each row's largest first; its k-th entry is "
        "the least that top_k keeps. Set smaller logits to -np.inf before the softmax.",
        "For top_p, with the sorted probabilities s: keep those for which np.cumsum(s, "
        "axis=-1) - s, the sum of all likelier ones, is below top_p. The smallest s that "
        "is kept is a threshold for p.",
    ),
)
