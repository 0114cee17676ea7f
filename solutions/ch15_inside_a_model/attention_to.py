"""Chapter 15: the weight from one word to another, where words are several pieces."""

from __future__ import annotations

import numpy as np

from autograder import Exercise, Misconception, Property
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, normal, thrice


def attention_to(weights: np.ndarray, sources: list[int], targets: list[int]) -> np.ndarray:
    """How much of its weight one word gives to another.

    weights: (..., n, n), one row a query; rows sum to one.
    sources, targets: the positions of the pieces of the two words, in order.
    Returns the weight from the source's last piece to all pieces of the
    target, together: (...).
    """
    return weights[..., sources[-1], targets].sum(axis=-1)


def _words(*lead: int, pieces: tuple[int, int] = (2, 3), n: int = 0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        length = n or sum(pieces) + int(rng.integers(2, 6))
        scores = options.get("sharp", 1.0) * normal(rng, *lead, length, length)
        weights = softmax(scores).astype(options.get("dtype", "float64"))
        source = int(rng.integers(0, length - sum(pieces) + 1))
        target = int(rng.integers(source + pieces[0], length - pieces[1] + 1))
        words = (
            [source + i for i in range(pieces[0])],
            [target + i for i in range(pieces[1])],
        )
        return weights, *(words if options.get("before", True) else words[::-1])

    return draw


def _to(weights, sources, targets, *, asks="last", onto="all", rows="queries"):
    table = weights if rows == "queries" else np.swapaxes(weights, -1, -2)
    if asks == "the target":
        sources, targets = targets, sources
    pieces = {"first": sources[:1], "all": sources, "sum": sources}.get(asks, sources[-1:])
    asked = table[..., pieces, :]
    found = (asked.sum(axis=-2) if asks == "sum" else asked.mean(axis=-2))[..., targets]
    return {
        "all": lambda: found.sum(axis=-1),
        "mean": lambda: found.mean(axis=-1),
        "last": lambda: found[..., -1],
        "first": lambda: found[..., 0],
        "most": lambda: found.max(axis=-1),
        "all but the last": lambda: found[..., :-1].sum(axis=-1),
    }[onto]()


def _by_loop(weights, sources, targets):
    total = np.zeros(weights.shape[:-2], dtype=weights.dtype)
    for target in targets:
        total = total + weights[..., sources[-1], target]
    return total


def _by_product(weights, sources, targets):
    asked = np.zeros(weights.shape[-1], dtype=weights.dtype)
    asked[list(targets)] = 1
    return (weights @ asked)[..., sources[-1]]


def _all_words_asked(answer, _output, weights, sources, _targets):
    n = weights.shape[-1]
    return np.allclose(answer(weights, sources, list(range(n))), 1, atol=1e-3)


EXERCISE = Exercise(
    id="inside.attention_to",
    title="From word to word",
    reference=attention_to,
    decisions=_to,
    points=1,
    minutes=6,
    difficulty=1,
    order=10,
    section="15-inside-a-model#words-and-pieces",
    cases=(
        thrice("two words of several pieces", _words()),
        thrice("long words", _words(pieces=(2, 4))),
        thrice("one piece each", _words(pieces=(1, 1))),
        thrice("the target comes first", _words(pieces=(2, 3), before=False)),
        thrice("one token", lambda rng: (np.ones((1, 1)), [0], [0])),
        thrice("layers, heads and texts", _words(3, 2, 4, n=7)),
        thrice("heads that decide sharply", _words(2, sharp=1000.0)),
        thrice("float32", _words(3, dtype="float32", pieces=(2, 3))),
    ),
    properties=(
        Property(
            "all tokens together get everything",
            "A row of weights sums to one. Asked for all tokens at once, your function "
            "should say 1.",
            _all_words_asked,
        ),
    ),
    misconceptions=(
        Misconception(
            "first-piece-asks",
            "You take the row of the source's first piece. In a decoder that piece has not "
            "seen the rest of its own word yet: the last one stands for the word.",
            choices={"asks": "first"},
        ),
        Misconception(
            "all-pieces-ask",
            "You average over the pieces of the source. Its last piece alone asks here.",
            choices={"asks": "all"},
        ),
        Misconception(
            "all-pieces-added",
            "You add up what all pieces of the source give, so a word of three pieces has "
            "three times as much to give. Its last piece alone asks here.",
            choices={"asks": "sum"},
        ),
        Misconception(
            "target-asks",
            "You have the two words the other way round: the source looks, the target is "
            "looked at.",
            choices={"asks": "the target"},
        ),
        Misconception(
            "slice-too-short",
            "You leave out the target's last piece. targets is a list of places; a slice "
            "that ends at targets[-1] does not hold it.",
            choices={"onto": "all but the last"},
        ),
        Misconception(
            "mean-of-target",
            "You average over the target's pieces. A row shares out a total of one, so the "
            "word's share is the sum: a mean makes long words look unattended.",
            choices={"onto": "mean"},
        ),
        Misconception(
            "last-of-target",
            "You count the last piece of the target alone. What goes to its other pieces "
            "goes to the word as well.",
            choices={"onto": "last"},
        ),
        Misconception(
            "first-of-target",
            "You count the first piece of the target alone. What goes to its other pieces "
            "goes to the word as well.",
            choices={"onto": "first"},
        ),
        Misconception(
            "most-of-target",
            "You take the largest weight among the target's pieces. Add them up.",
            choices={"onto": "most"},
        ),
        Misconception(
            "columns-ask",
            "You have rows and columns the other way round. The word that looks is the "
            "row, the word that is looked at the column.",
            choices={"rows": "keys"},
        ),
        Misconception(
            "heads-averaged",
            "You return one number for all heads. Every head keeps its own.",
            lambda weights, sources, targets: (
                weights[..., sources[-1], targets].sum(axis=-1).mean()
            ),
        ),
    ),
    alternatives=(_by_loop, _by_product),
    hints=(
        "Which row belongs to the word that looks? Which columns to the word looked at?",
        "One row, several columns: weights[..., row, columns] has the columns on its last "
        "axis.",
        "The row is sources[-1], the columns are `targets`. A share of a row that goes to "
        "several places is what their weights sum to.",
    ),
)
