"""Ask for arrays worked out by hand; what may be wrong is an array too."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder import Exercise, Misconception
from solutions.ch02_by_hand._numbers import KEYS, OUTPUTS, SCORES, VALUES, WEIGHTS, X
from solutions.ch03_numpy.softmax import softmax

TO_TWO_DECIMALS = 0.0051

CUT_OFF = (
    "Your entries are cut off to whole numbers, by int() or by an array of integers. "
    "Two decimals are wanted."
)


def wrong(id: str, says: str, value: object) -> Misconception:
    """A misconception whose answer is this array, whole numbers or floats."""
    return Misconception(id, says, lambda: np.asarray(value))


def ask(
    name: str, title: str, answer: np.ndarray, *, section: str, **more: Any
) -> Exercise:
    """Ask for an array, right to two decimals; a list of rows will do as well.

    ``section`` is a heading of the chapter; ``more`` is what else an ``Exercise`` takes.
    """
    settings = {"points": 1, "minutes": 3, "difficulty": 1, "atol": TO_TWO_DECIMALS, **more}
    return Exercise(
        id=f"byhand.{name}",
        title=title,
        reference=lambda: answer.copy(),
        kind="value",
        section=f"02-by-hand#{section}",
        alternatives=(
            lambda: answer.tolist(),
            lambda: np.round(answer.astype(float), 2),
        ),
        **settings,
    )


def ask_projection(
    name: str, W: np.ndarray, others: dict[str, np.ndarray], order: int
) -> Exercise:
    """Ask for X @ W, (3, 3): the keys, the queries or the values, as ``name`` says.

    ``others`` are the matrices, (4, 3), of the other two.
    """
    letter = name[0].upper()
    answer = X @ W
    swapped = tuple(
        wrong(
            f"used-w-{other[0]}",
            f"These are the {other}: you multiplied by W_{other[0].upper()}. "
            f"The {name} come from W_{letter}.",
            X @ matrix,
        )
        for other, matrix in others.items()
    )
    return ask(
        name,
        f"The {name}",
        answer,
        section="step-3-keys-values-queries",
        order=order,
        misconceptions=(
            *swapped,
            wrong(
                "transposed",
                f"Your {name} are in columns. Write one a row: row 1 belongs to token 1.",
                answer.T,
            ),
            wrong(
                "first-only",
                f"This is only token 1's row. All three {name} are wanted, one a row.",
                answer[0],
            ),
            wrong(
                "binary-inputs",
                "Token 2 is [0, 2, 0, 2]; you seem to have used 1 where it has 2, so "
                "your second row is half of what it should be.",
                np.minimum(X, 1) @ W,
            ),
            wrong(
                "one-token-thrice",
                "All three of your rows are those of token 1. Each token has a row of "
                "its own.",
                np.tile(answer[0], (3, 1)),
            ),
            wrong(
                "tokens-themselves",
                f"These are the tokens. The {name} are what W_{letter} makes of them: "
                "three numbers for each.",
                X,
            ),
            wrong(
                "matrix-itself",
                f"This is W_{letter} itself. It still has to meet the tokens.",
                W,
            ),
        ),
        hints=(
            f"Row by row: a token times W_{letter} turns four numbers into three.",
            f"A token's entries say how many times to take each row of W_{letter}. "
            "Token 1 is [1, 0, 1, 0]: row 1 plus row 3.",
            f"In NumPy it is one product of two whole matrices, X and W_{letter}: all "
            "three rows at once.",
        ),
    )


def mixtures(row: int) -> tuple[Misconception, ...]:
    """What people hand over for the output of the token in this row, from 0."""
    scores, weights = SCORES[row], WEIGHTS[row]
    others = tuple(
        wrong(f"token-{i + 1}", f"This is the output of token {i + 1}.", OUTPUTS[i])
        for i in range(3)
        if i != row
    )
    return (
        wrong(
            "scaled",
            "You divided the scores by sqrt(3) first, which the walk-through does not.",
            softmax(scores / np.sqrt(3)) @ VALUES,
        ),
        wrong(
            "mixed-keys",
            "You mixed the keys. Keys decide the weights; what is mixed is values.",
            weights @ KEYS,
        ),
        wrong(
            "values-turned",
            "You multiplied each row of values by all the weights. Weight 1 belongs "
            "to the whole of value 1: the first row.",
            VALUES @ weights,
        ),
        wrong(
            "not-summed",
            "These are the three weighted values. Add them up to one vector.",
            weights[:, None] * VALUES,
        ),
        wrong(
            "star",
            "The * lays the weights along the columns and adds nothing up. Weight 1 "
            "belongs to the whole of value 1, the first row.",
            weights * VALUES,
        ),
        wrong(
            "scores",
            "You mixed with the scores. They are not weights yet: the softmax is missing.",
            scores @ VALUES,
        ),
        wrong(
            "no-exponential",
            "Your weights are the scores divided by their sum. Take exp() first.",
            scores / scores.sum() @ VALUES,
        ),
        wrong(
            "not-divided",
            "You mixed with exp() of the scores. Divided by their sum they are weights.",
            np.exp(scores) @ VALUES,
        ),
        wrong(
            "softmax-twice",
            "You took the softmax of the weights once more, which makes them nearly equal.",
            softmax(weights) @ VALUES,
        ),
        wrong(
            "weights",
            "These are the weights. The output is what they make of the values.",
            weights,
        ),
        wrong("all-tokens", "One output is wanted; these are all three.", OUTPUTS),
        wrong(
            "mean-of-values",
            "This is the plain mean of the values, as if all weights were equal.",
            VALUES.mean(axis=0),
        ),
        wrong(
            "sum-of-values",
            "You added the values up without their weights.",
            VALUES.sum(axis=0),
        ),
        wrong("cut-off", CUT_OFF, np.trunc(np.round(OUTPUTS[row], 2))),
        wrong("cut-off-exact", CUT_OFF, np.trunc(OUTPUTS[row])),
        *others,
    )
