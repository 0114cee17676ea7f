"""How the exercises of chapter 11 are checked, and what people get wrong there.

The scores of one head are here; what follows weights through values and
layers is in ``solutions.reading_layers_checks``.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.choices import predict
from solutions.draws import Draw
from solutions.reading_attention import induction_score, previous_token_score
from solutions.reading_layers_checks import ATTENTION_ROLLOUT, CONTRIBUTIONS


def attention(
    rng: np.random.Generator,
    *lead: int,
    n: int,
    sharp: float = 1.0,
    causal: bool = True,
    dtype: str = "float64",
) -> np.ndarray:
    """Random attention weights, (*lead, n, n); every row sums to one."""
    scores = sharp * rng.normal(size=(*lead, n, n))
    if causal:
        scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return (powers / powers.sum(axis=-1, keepdims=True)).astype(dtype)


# --- previous_token_score ----------------------------------------------------


def _weights(*lead: int, n: int = 0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        return (attention(rng, *lead, n=n or int(rng.integers(4, 9)), **options),)

    return draw


def _previous(weights, *, back=1, over="those with one before", batch="kept"):
    n = weights.shape[-1]
    found = np.diagonal(weights, offset=-back, axis1=-2, axis2=-1)
    count = n if over == "all" else found.shape[-1]
    score = found.sum(axis=-1) / count
    return score.mean() if batch == "averaged" else score


def _previous_by_loop(weights):
    n = weights.shape[-1]
    total = weights[..., 1, 0] * 0
    for i in range(1, n):
        total = total + weights[..., i, i - 1]
    return total / (n - 1)


def _previous_by_einsum(weights):
    return np.einsum("...ii->...", weights[..., 1:, :-1]) / (weights.shape[-1] - 1)


PREVIOUS_TOKEN_SCORE = Exercise(
    id="reading.previous_token_score",
    title="Find heads that look one back",
    reference=previous_token_score,
    decisions=_previous,
    points=1,
    minutes=5,
    difficulty=1,
    section="11-reading-attention#four-numbers-for-a-head",
    cases=(
        Case("one head", _weights()),
        Case("two tokens", _weights(n=2)),
        Case("without a causal mask", _weights(causal=False)),
        Case("a head that decides sharply", _weights(sharp=1000.0)),
        Case("layers, sequences and heads", _weights(2, 4, 3, n=5, causal=False)),
        Case("float32", _weights(3, n=6, dtype="float32")),
    ),
    properties=(
        Property(
            "a head that always looks one back has score 1",
            "A head that gives all its weight to the token before, wherever it can, "
            "should have score 1, and yours does not.",
            lambda answer, output, weights: np.allclose(
                answer(np.eye(5)[[0, 0, 1, 2, 3]]), 1
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "itself",
            "You read the diagonal: the weight that each token gives to itself. The "
            "token before token i is in column i - 1, one step to the left.",
            choices={"back": 0},
        ),
        Misconception(
            "next-token",
            "You read weights[i, i + 1], the token after. Rows are queries, and the "
            "token before is in column i - 1: below the diagonal, so offset=-1.",
            choices={"back": -1},
        ),
        Misconception(
            "first-counted",
            "You divide by n. The first token has none before it and cannot score, so "
            "only n - 1 tokens count; otherwise a perfect head would stay below 1.",
            choices={"over": "all"},
        ),
        Misconception(
            "averaged-batch",
            "You return one number for the whole batch. One axis is averaged, the "
            "tokens; every head keeps its own score, or you cannot tell which it is.",
            choices={"batch": "averaged"},
        ),
        Misconception(
            "first-token",
            "You average the weight for the first token of the sequence. The previous "
            "token is another one for every query: column i - 1 in row i.",
            lambda weights: weights[..., 1:, 0].mean(axis=-1),
        ),
    ),
    alternatives=(_previous_by_loop, _previous_by_einsum),
    hints=(
        "Row i is the query, column j the key. Which entry of row 1 is wanted, which of "
        "row 2?",
        "The entries lie on a diagonal just below the main one. np.diagonal takes an "
        "offset, and axis1 and axis2.",
        "np.diagonal(weights, offset=-1, axis1=-2, axis2=-1) puts them on the last "
        "axis. Average over that axis only.",
    ),
)

# --- induction_score ---------------------------------------------------------


def _periodic(*lead: int, n: int = 0, period: int = 0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        every = period or int(rng.integers(2, 5))
        length = n or every + int(rng.integers(3, 7))
        return attention(rng, *lead, n=length, **options), every

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
    return score.mean() if batch == "averaged" else score


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


INDUCTION_SCORE = Exercise(
    id="reading.induction_score",
    title="Find heads that complete a pattern",
    reference=induction_score,
    decisions=_induction,
    points=2,
    minutes=10,
    difficulty=2,
    section="11-reading-attention#a-head-that-completes-the-pattern",
    cases=(
        Case("one head", _periodic()),
        Case("more than two copies", _periodic(n=13, period=3)),
        Case("one token after the first copy", _periodic(n=6, period=5)),
        Case("period 1", _periodic(n=5, period=1)),
        Case("without a causal mask", _periodic(causal=False)),
        Case("a head that decides sharply", _periodic(sharp=1000.0)),
        Case("layers, sequences and heads", _periodic(2, 4, 3, n=8, causal=False)),
        Case("float32", _periodic(3, n=9, dtype="float32")),
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
    hints=(
        "Write out period 3 and ten tokens. Which token is the first to have occurred "
        "before? Where did it occur, and what stands one after that?",
        "The later tokens are i = period, ..., n - 1. For each of them one entry of row "
        "i is wanted, in column i - period + 1.",
        "With later = np.arange(period, n), weights[..., later, later - period + 1] "
        "takes one entry a row. Average over the last axis.",
    ),
)

# --- predict -----------------------------------------------------------------

PREDICT_PREVIOUS_HEAD = predict(
    "reading.predict_previous_head",
    "Predict: switch off the other head",
    answer="c",
    why_not={
        "a": "It would be so if the induction head could find the earlier occurrence on "
        "its own. Its weights look at the token after it: how does that token let the "
        "head know what stood before it?",
        "b": "A small loss would mean that the first layer only helps. Ask what the "
        "induction head compares its query with, and who put it there.",
        "d": "Both heads were trained together, and the second reads what the first "
        "wrote. Taking that away cannot help it.",
    },
    section="11-reading-attention#switch-it-off",
    hints=(
        "The induction head looks at the token after the earlier occurrence. That token "
        "is just some other token. How can a query for w match it?",
        "It can match if it carries a note: the token before me was w. Which head "
        "writes such notes?",
    ),
)

EXERCISES = (
    PREVIOUS_TOKEN_SCORE,
    INDUCTION_SCORE,
    PREDICT_PREVIOUS_HEAD,
    ATTENTION_ROLLOUT,
    CONTRIBUTIONS,
)
