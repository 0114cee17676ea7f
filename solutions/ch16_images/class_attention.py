"""Where the class token looks: one row of the weights, laid out as an image."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, normal


def class_attention(weights: np.ndarray, rows: int, columns: int) -> np.ndarray:
    """How a class token shares its attention out over the patches.

    weights: (..., n_heads, n + 1, n + 1), a row a query; token 0 is the class
    token, the others are rows * columns patches, row by row.
    Take the mean over the heads, leave out what the class token keeps for
    itself, and divide so that the rest sums to one.
    Returns (..., rows, columns).
    """
    mean = weights.mean(axis=-3)  # (..., n + 1, n + 1)
    to_patches = mean[..., 0, 1:]  # (..., n)
    shares = to_patches / to_patches.sum(axis=-1, keepdims=True)
    return shares.reshape(*shares.shape[:-1], rows, columns)


def _weights(*lead: int, heads: int = 3, grid: tuple[int, int] = (), **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        chosen = grid or rng.choice(np.arange(2, 5), size=2, replace=False)
        rows, columns = (int(side) for side in chosen)
        n = rows * columns + 1
        scale, dtype = options.get("scale", 1.0), options.get("dtype", "float64")
        scores = normal(rng, *lead, heads, n, n, scale=scale, dtype=dtype)
        return softmax(scores), rows, columns

    return draw


def _seen(
    weights, rows, columns, *, way="from class", heads="mean", kept="left out", order="rows"
):
    mean = weights[..., 0, :, :] if heads == "first" else weights.mean(axis=-3)
    if heads == "largest":
        mean = weights.max(axis=-3)
    row = mean[..., 0, :] if way == "from class" else mean[..., :, 0]
    total = row[..., 1:] if kept == "left out" else row
    shares = row[..., 1:] / total.sum(axis=-1, keepdims=True)
    lead = shares.shape[:-1]
    if order == "columns":
        return shares.reshape(*lead, columns, rows).swapaxes(-1, -2)
    return shares.reshape(*lead, rows, columns)


def _last_dropped(weights, rows, columns):
    row = weights.mean(axis=-3)[..., 0, :-1]
    shares = row / row.sum(axis=-1, keepdims=True)
    return shares.reshape(*row.shape[:-1], rows, columns)


def _row(weights):
    return weights.mean(axis=-3)[..., 0, 1:]


def _laid_out(shares, rows, columns):
    return shares.reshape(*shares.shape[:-1], rows, columns)


def _divided_before(weights, rows, columns):
    given = weights[..., 0, 1:]
    shares = given / given.sum(axis=-1, keepdims=True)
    return _laid_out(shares.mean(axis=-2), rows, columns)


def _softmax_again(weights, rows, columns):
    return _laid_out(softmax(_row(weights)), rows, columns)


def _by_the_largest(weights, rows, columns):
    row = _row(weights)
    return _laid_out(row / row.max(axis=-1, keepdims=True), rows, columns)


def _all_queries(weights, rows, columns):
    row = weights.mean(axis=-3)[..., 1:].mean(axis=-2)
    return _laid_out(row / row.sum(axis=-1, keepdims=True), rows, columns)


def _one_sum(weights, rows, columns):
    row = _row(weights)
    return _laid_out(row / row.sum(), rows, columns)


def _turned_round(weights, rows, columns):
    return class_attention(weights, columns, rows)


def _heads_kept(weights, rows, columns):
    row = weights[..., 0, 1:]
    return (row / row.sum(axis=-1, keepdims=True)).reshape(*row.shape[:-1], rows, columns)


def _by_loops(weights, rows, columns):
    *lead, heads, _, _ = weights.shape
    result = np.zeros((*lead, rows, columns))
    for place in np.ndindex(rows, columns):
        patch = 1 + place[0] * columns + place[1]
        for head in range(heads):
            result[(..., *place)] += weights[..., head, 0, patch]
    return result / result.sum(axis=(-2, -1), keepdims=True)


def _by_einsum(weights, rows, columns):
    shares = np.einsum("...hk->...k", weights[..., 0, 1:])
    shares = shares / shares.sum(axis=-1, keepdims=True)
    return shares.reshape(*shares.shape[:-1], rows, columns)


EXERCISE = Exercise(
    id="image.class_attention",
    title="Where the class token looks",
    reference=class_attention,
    decisions=_seen,
    order=60,
    points=2,
    minutes=8,
    difficulty=2,
    section="16-images#where-the-class-token-looks",
    cases=(
        Case("one image", _weights()),
        Case("a wide grid", _weights(grid=(2, 5)), calls=1),
        Case("a tall grid", _weights(grid=(4, 2)), calls=1),
        Case("several images", _weights(4, heads=2)),
        Case("layers and images", _weights(2, 3, heads=4), calls=1),
        Case("one head", _weights(2, heads=1), calls=1),
        Case("one patch", _weights(2, grid=(1, 1))),
        Case("sharp weights", _weights(scale=6.0), calls=1),
        Case("float32", _weights(3, dtype="float32"), calls=1),
    ),
    properties=(
        Property(
            "each image's shares sum to one",
            "The shares of one image's patches must sum to one; yours do not.",
            lambda answer, output, weights, rows, columns: np.allclose(
                output.sum(axis=(-2, -1)), 1, atol=1e-3
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "column-for-row",
            "You read column 0: how much each patch attends to the class token. What the "
            "class token attends to is its own row, row 0.",
            choices={"way": "to class"},
        ),
        Misconception(
            "itself-counted",
            "You divide by the whole row, with what the class token keeps for itself. "
            "Leave that out first, so that the patches' shares sum to one.",
            choices={"kept": "counted"},
        ),
        Misconception(
            "down-the-columns",
            "You lay the patches out down the columns. They were cut along the rows.",
            choices={"order": "columns"},
        ),
        Misconception(
            "largest-head",
            "You take the largest weight of any head. Take the mean over the heads.",
            choices={"heads": "largest"},
        ),
        Misconception(
            "first-head-only",
            "You look at one head. Take the mean over all of them, axis -3.",
            choices={"heads": "first"},
        ),
        Misconception(
            "one-off",
            "You drop the last token instead of the first. Token 0 is the class token, so "
            "patch 1 is column 1.",
            _last_dropped,
        ),
        Misconception(
            "divided-before-the-mean",
            "You divide each head by its own sum and take the mean then. A head that "
            "keeps nearly all for itself would count like the others: first the mean over "
            "the heads, then divide.",
            _divided_before,
        ),
        Misconception(
            "softmax-again",
            "You take a softmax of weights, which makes them nearly alike. They are shares "
            "already: divide by their sum.",
            _softmax_again,
        ),
        Misconception(
            "divided-by-the-largest",
            "You divide by the largest. Shares sum to one: divide by the sum.",
            _by_the_largest,
        ),
        Misconception(
            "all-queries",
            "You take the mean over all tokens that ask. The class token alone is asked "
            "for: row 0.",
            _all_queries,
        ),
        Misconception(
            "one-sum-for-all",
            "You divide by one sum for all images. Each image has its own: axis=-1, "
            "keepdims=True.",
            _one_sum,
        ),
        Misconception(
            "grid-turned-round",
            "Rows and columns of your grid have changed places: the result is (..., rows, "
            "columns).",
            _turned_round,
        ),
        Misconception(
            "heads-kept",
            "There is one map a head in what you return. Take the mean over the heads: "
            "one map an image.",
            _heads_kept,
        ),
    ),
    alternatives=(_by_loops, _by_einsum),
    same=(
        Same(
            "=> mean = weights.sum(axis=-3)",
            "The number of heads is divided away with the sum.",
        ),
    ),
    hints=(
        "Which row of the table belongs to the class token as a query, and which columns "
        "are patches?",
        "The heads are on axis -3. After the mean over them, one row and all columns but "
        "one are left.",
        "Divide by the sum along the last axis with keepdims=True, then reshape that axis "
        "to rows and columns.",
    ),
)
