"""How much of its weight a head gives to what came next last time.

Olsson et al. 2022, "In-context Learning and Induction Heads".

The column is one off (the occurrence itself, or before it), the rows begin one early,
or rows and columns change places.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.ch11_reading_attention._shared import random_weights
from solutions.draws import Draw, thrice


def induction_score(weights: np.ndarray, period: int) -> np.ndarray:
    """How much of its weight a head gives to what came next last time.

    weights: (..., n, n), one row a query, on tokens that repeat with
    ``period``: token i is the same as token i - period.  1 <= period < n.
    Returns the mean, over every token i that has such a previous occurrence,
    of its weight for the token one after that occurrence: (...).
    """
    n = weights.shape[-1]
    later = np.arange(period, n)
    return weights[..., later, later - period + 1].mean(axis=-1)


def _periodic(*lead: int, n: int = 0, period: int = 0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        every = period or int(rng.integers(2, 5))
        length = n or every + int(rng.integers(3, 7))
        return random_weights(rng, *lead, n=length, **options), every

    return draw


def _induction(
    weights, period, *, after=1, early=False, over="later", rows="queries", batch="kept"
):
    n = weights.shape[-1]
    table = weights if rows == "queries" else np.swapaxes(weights, -1, -2)
    later = np.arange(period - 1 if early else period, n)
    columns = later - period + after  # -1 is the last column, as in a student's code
    found = table[..., later, columns]
    score = found.sum(axis=-1) / (n if over == "all" else len(later))
    if over == "the sum":
        score = found.sum(axis=-1)
    return score.mean() if batch == "averaged" else score


def _from_row(first):
    """The mean from another row on; negative columns wrap, as in a student's code."""

    def score(weights, period):
        rows = np.arange(first(period), weights.shape[-1])
        return weights[..., rows, rows - period + 1].mean(axis=-1)

    return score


def _second_copy(weights, period):
    rows = np.arange(period, min(2 * period, weights.shape[-1]))
    return weights[..., rows, rows - period + 1].mean(axis=-1)


def _all_copies(weights, period):
    n = weights.shape[-1]
    found = [
        weights[..., i, j]
        for i in range(period, n)
        for j in range(i - period + 1, 0, -period)
    ]
    return sum(found) / (n - period)


def _token_before(weights, period):
    rows = np.arange(period, weights.shape[-1])
    return weights[..., rows, rows - 1].mean(axis=-1)


def _how_often_largest(weights, period):
    rows = np.arange(period, weights.shape[-1])
    return (weights[..., rows, :].argmax(axis=-1) == rows - period + 1).mean(axis=-1)


def _induction_by_loop(weights, period):
    n = weights.shape[-1]
    found = [weights[..., i, i - period + 1] for i in range(period, n)]
    return sum(found) / len(found)


def _induction_by_diagonal(weights, period):
    # The diagonal begins one row early: that token has no previous occurrence.
    found = np.diagonal(weights, offset=1 - period, axis1=-2, axis2=-1)
    return found[..., 1:].mean(axis=-1)


def _perfect(n: int, period: int) -> np.ndarray:
    """A head that always completes the pattern, and looks at itself before that."""
    rows = np.arange(n)
    return np.eye(n)[np.where(rows < period, rows, rows - period + 1)]


EXERCISE = Exercise(
    id="reading.induction_score",
    title="Find heads that complete a pattern",
    reference=induction_score,
    decisions=_induction,
    points=2,
    minutes=10,
    difficulty=2,
    section="11-reading-attention#a-head-that-completes-the-pattern",
    order=20,
    cases=(
        thrice("one head", _periodic()),
        thrice("more than two copies", _periodic(n=13, period=3)),
        thrice("one token after the first copy", _periodic(n=6, period=5)),
        thrice("period 1", _periodic(n=5, period=1)),
        thrice("without a causal mask", _periodic(causal=False)),
        thrice("a head that decides sharply", _periodic(sharp=1000.0)),
        Case("layers, sequences and heads", _periodic(2, 4, 3, n=8, causal=False)),
        thrice("float32", _periodic(3, n=9, dtype="float32")),
    ),
    properties=(
        Property(
            "a perfect induction head has score 1",
            "A head that, from the first repeated token on, gives all its weight to the "
            "one after the previous occurrence should have score 1. Yours does not.",
            lambda answer, output, weights, period: np.allclose(
                answer(_perfect(11, 4), 4), 1
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "previous-occurrence",
            "You read the weight for the previous occurrence itself, column i - period. "
            "A head that looks there finds the same token again; what comes next is one "
            "to the right of it, in column i - period + 1.",
            choices={"after": 0},
        ),
        Misconception(
            "one-before",
            "You read column i - period - 1, the token before the previous occurrence. "
            "What came next last time is one after it: i - period + 1.",
            choices={"after": -1},
        ),
        Misconception(
            "one-row-early",
            "You start one token too early, at i = period - 1. That is the last token of "
            "the first copy: it has not occurred before, so no head can look it up.",
            choices={"early": True},
        ),
        Misconception(
            "all-queries",
            "You divide by n. The tokens of the first copy have no previous occurrence "
            "and cannot score; only the n - period later ones count.",
            choices={"over": "all"},
        ),
        Misconception(
            "from-the-first-token",
            "Your mean begins at token 0. The tokens of the first copy have no previous "
            "occurrence, and their columns, negative, come round from the end of the row. "
            "Begin at i = period.",
            _from_row(lambda period: 0),
        ),
        Misconception(
            "one-row-late",
            "You start one token too late, at i = period + 1. Token `period` is the first "
            "that has occurred before: it repeats token 0.",
            _from_row(lambda period: period + 1),
        ),
        Misconception(
            "second-copy-alone",
            "You look at the second copy alone. Every later token has a previous "
            "occurrence too, one period back: go on to the end.",
            _second_copy,
        ),
        Misconception(
            "all-copies",
            "You add up the weights for what came after every earlier occurrence. Only the "
            "previous one is asked for, period tokens back.",
            _all_copies,
        ),
        Misconception(
            "previous-token",
            "You read column i - 1, the token just before. That is the score of a "
            "previous-token head; here it is the token after the previous occurrence, "
            "i - period + 1.",
            _token_before,
        ),
        Misconception(
            "how-often-largest",
            "You count how often that weight is the largest of its row. The score is the "
            "mean of the weights themselves: a head that gives 0.4 there and one that "
            "gives 0.9 are not alike.",
            _how_often_largest,
        ),
        Misconception(
            "summed",
            "You add the weights up. Longer texts then score higher: take the mean over "
            "the tokens that have a previous occurrence.",
            choices={"over": "the sum"},
        ),
        Misconception(
            "columns-as-queries",
            "You have rows and columns the other way round. A row is the query, the "
            "later token; the column is the key that it looks at.",
            choices={"rows": "keys"},
        ),
        Misconception(
            "averaged-batch",
            "You return one number for the whole batch. Average over the tokens only: "
            "every head keeps its own score, or you cannot tell which it is.",
            choices={"batch": "averaged"},
        ),
    ),
    alternatives=(_induction_by_loop, _induction_by_diagonal),
    same=(
        Same(
            "=> n = weights.shape[-2]",
            "Self-attention: there are as many queries as keys.",
        ),
    ),
    hints=(
        "Write out period 3 and ten tokens. Which token is the first to have occurred "
        "before? Where did it occur, and what stands one after that?",
        "The later tokens are i = period, ..., n - 1. For each of them one entry of "
        "row i is wanted, in column i - period + 1.",
        "Two arrays of numbers as the last two indices pick one entry a row: the rows "
        "are `np.arange(period, n)`. What are their columns? Average over the last "
        "axis.",
    ),
)
