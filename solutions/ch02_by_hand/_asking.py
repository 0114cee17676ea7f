"""Ask for arrays worked out by hand; what may be wrong is an array too."""

from __future__ import annotations

from typing import Any

import numpy as np

from autograder import Exercise, Misconception
from solutions.ch02_by_hand._numbers import X

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
        **settings,
    )


def ask_projection(
    name: str, W: np.ndarray, others: dict[str, np.ndarray], order: int
) -> Exercise:
    """Ask for X @ W, (3, 3): the keys, the queries or the values, as ``name`` says.

    ``others`` are the matrices, (4, 3), of the other two.
    """
    letter = name[0].upper()
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
        X @ W,
        section="step-3-keys-values-queries",
        order=order,
        misconceptions=(*swapped, *_projected_wrongly(name, W)),
        hints=(
            f"Row by row: a token times W_{letter} turns four numbers into three.",
            f"A token's entries say how many times to take each row of W_{letter}. "
            "Token 1 is [1, 0, 1, 0]: row 1 plus row 3.",
            f"In NumPy it is one product of two whole matrices, X and W_{letter}: all "
            "three rows at once.",
        ),
    )


def _projected_wrongly(name: str, W: np.ndarray) -> tuple[Misconception, ...]:
    """What people hand over for X @ W beside the product with another matrix."""
    letter, answer = name[0].upper(), X @ W
    return (
        wrong(
            "transposed",
            f"Your {name} are in columns. Write one per row: row 1 belongs to token 1.",
            answer.T,
        ),
        wrong(
            "first-only",
            f"This is only token 1's row. All three {name} are wanted, one per row.",
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
            "All three of your rows are those of token 1. Each token has a row of its own.",
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
            f"This is W_{letter} itself. The {name} are what it makes of the tokens.",
            W,
        ),
    )
