"""Chapter 15: what each layer would say if it were the last."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Same
from solutions.draws import Draw, integers, normal, thrice


def logit_lens(
    hidden: np.ndarray, weight: np.ndarray, W_U: np.ndarray, eps: float = 1e-5
) -> np.ndarray:
    """Read every layer's vectors as if they were the last layer's.

    hidden: (layers, n, d).  weight: (d,), of the model's last RMSNorm.
    W_U: (vocab, d), one row a token of the vocabulary.
    Returns the most likely id after RMSNorm and W_U, (layers, n).
    nostalgebraist 2020, "interpreting GPT: the logit lens".
    """
    size = np.sqrt((hidden**2).mean(axis=-1, keepdims=True) + eps)
    logits = (hidden / size * weight) @ W_U.T  # (layers, n, vocab)
    return logits.argmax(axis=-1)


def _layers(*shape: int, vocab: int = 23, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        d = shape[-1]
        dtype = options.get("dtype", "float64")
        if options.get("whole"):
            hidden = integers(rng, *shape, high=9) - 2
        else:
            hidden = normal(rng, *shape, scale=options.get("scale", 1.0), dtype=dtype)
            # Features of very different size, and a mean that is not zero: which axis
            # is normalised, and whether a mean is subtracted, shows in the ids.
            hidden = hidden * np.geomspace(0.2, 3, d, dtype=dtype)
            hidden = hidden + hidden.std().astype(dtype)
        weight = np.exp(normal(rng, d)).astype(dtype) * options.get("weight", 1.0)
        W_U = normal(rng, vocab, d, dtype=dtype)
        eps = options.get("eps")
        return (hidden, weight, W_U) if eps is None else (hidden, weight, W_U, eps)

    return draw


def _lens(
    hidden,
    weight,
    W_U,
    eps=1e-5,
    *,
    scaled="by weight",
    centred=False,
    axis=-1,
    pick="most",
):
    x = hidden - hidden.mean(axis=-1, keepdims=True) if centred else hidden
    x = x / np.sqrt((x * 1.0 * x).mean(axis=axis, keepdims=True) + eps)
    factor = {"by weight": weight, "by nothing": 1, "by one more": 1 + weight}[scaled]
    logits = (x * factor) @ W_U.T
    return logits.argmax(axis=-1) if pick == "most" else logits.argmin(axis=-1)


def _logits(hidden, weight, W_U, eps=1e-5):
    size = np.sqrt((hidden**2).mean(axis=-1, keepdims=True) + eps)
    return (hidden / size * weight) @ W_U.T


def _over_the_places(hidden, weight, W_U, eps=1e-5):
    return _logits(hidden, weight, W_U, eps).argmax(axis=1)


def _cosines(hidden, weight, W_U, eps=1e-5):
    lengths = np.sqrt((W_U**2).sum(axis=-1, keepdims=True))
    return logit_lens(hidden, weight, W_U / lengths, eps)


def _the_last_layer(hidden, weight, W_U, eps=1e-5):
    return logit_lens(hidden, weight, W_U, eps)[-1]


def _the_last_token(hidden, weight, W_U, eps=1e-5):
    return logit_lens(hidden, weight, W_U, eps)[:, -1]


def _nearest_row(hidden, weight, W_U, eps=1e-5):
    """The row at the smallest distance, as if the table were a map."""
    size = np.sqrt((hidden**2).mean(axis=-1, keepdims=True) + eps)
    x = hidden / size * weight
    return ((x[..., None, :] - W_U) ** 2).sum(axis=-1).argmin(axis=-1)


def _by_loops(hidden, weight, W_U, eps=1e-5):
    ids = np.zeros(hidden.shape[:-1], dtype=int)
    for at in np.ndindex(ids.shape):
        x = hidden[at] / np.sqrt(np.mean(np.square(hidden[at])) + eps)
        ids[at] = np.argmax(W_U @ (weight * x))
    return ids


def _without_dividing(hidden, weight, W_U, _eps=1e-5):
    # A positive number over all logits of a token: the largest stays the largest.
    return ((hidden * weight) @ W_U.T).argmax(axis=-1)


EXERCISE = Exercise(
    id="inside.logit_lens",
    title="The logit lens",
    reference=logit_lens,
    decisions=_lens,
    points=2,
    minutes=10,
    difficulty=2,
    dtype="input",  # ids are whole numbers
    order=50,
    section="15-inside-a-model#what-would-each-layer-say",
    cases=(
        Case("a few layers", _layers(4, 7, 6)),
        Case("more layers than tokens", _layers(9, 3, 5)),
        Case("one layer", _layers(1, 12, 5)),
        Case("one token", _layers(11, 1, 7)),
        Case("one word in the vocabulary", _layers(2, 3, 4, vocab=1), weight=0.2),
        Case("large numbers", _layers(3, 8, 6, scale=1e6)),
        Case("a large vocabulary", _layers(3, 5, 8, vocab=211)),
        Case("eps given", _layers(4, 5, 6, eps=0.1)),
        Case("float32", _layers(5, 6, 7, dtype="float32")),
        thrice("whole numbers", _layers(4, 6, 5, whole=True)),
    ),
    misconceptions=(
        Misconception(
            "weight-left-out",
            "You leave out the norm's weight. It stretches some features and shrinks "
            "others, so it decides between tokens; dividing by the size does not.",
            choices={"scaled": "by nothing"},
        ),
        Misconception(
            "one-plus-weight",
            "You multiply by 1 + weight. Some model families store it so; in this file the "
            "weight is the factor itself.",
            choices={"scaled": "by one more"},
        ),
        Misconception(
            "layer-norm",
            "You subtract the mean: that is LayerNorm. RMSNorm divides by the root of the "
            "mean square and subtracts nothing.",
            choices={"centred": True},
        ),
        Misconception(
            "across-tokens",
            "You take the mean square over the tokens. Every token is normalised by "
            "itself, over its own features: axis=-1.",
            choices={"axis": -2},
        ),
        Misconception(
            "across-layers",
            "You take the mean square over the layers. Every layer is read by itself: "
            "axis=-1.",
            choices={"axis": 0},
        ),
        Misconception(
            "least-likely",
            "You return the ids with the smallest logits. The largest logit is the most "
            "likely token.",
            choices={"pick": "least"},
        ),
        Misconception(
            "nearest-row",
            "You look for the row at the smallest distance. A logit is a dot product: a "
            "long row can win from far away.",
            _nearest_row,
        ),
        Misconception(
            "cosines",
            "You make the rows of the table one long. A logit is the product with the row "
            "as it is; long rows are likelier.",
            _cosines,
        ),
        Misconception(
            "over-the-places",
            "Your argmax runs over the places of the text. The tokens of the vocabulary "
            "compete: the last axis of the logits.",
            _over_the_places,
        ),
        Misconception(
            "logits-returned",
            "You return the logits, one a word of the vocabulary. Asked for is the id of "
            "the largest: argmax over the last axis.",
            _logits,
        ),
        Misconception(
            "last-layer-only",
            "You read the last layer alone, which the model does anyway. The lens reads "
            "every layer: (layers, n).",
            _the_last_layer,
        ),
        Misconception(
            "last-token-only",
            "You read the last token alone. Every position is asked: (layers, n).",
            _the_last_token,
        ),
    ),
    alternatives=(_by_loops, _without_dividing),
    same=(
        Same(
            "def logit_lens",
            "A vector divided by any positive number has the same largest logit.",
        ),
        Same(
            "+ eps) => size =",
            "A vector divided by any positive number has the same largest logit.",
        ),
        Same(
            "=> logits = hidden * weight @ W_U.T",
            "A vector divided by any positive number has the same largest logit.",
        ),
        Same(
            "=> logits = hidden * size * weight @ W_U.T",
            "A vector divided by any positive number has the same largest logit.",
        ),
    ),
    hints=(
        "It is the end of the model, on other inputs. What does the model do with the last "
        "layer's vectors before it has logits?",
        "RMSNorm: divide by the root of the mean square over the last axis (plus eps), "
        "multiply by `weight`. Then one dot product with each row of W_U.",
        "Logits are (normed) @ W_U.T, (layers, n, vocab). What is wanted of them is "
        "argmax over the last axis.",
    ),
)
