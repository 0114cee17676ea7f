"""Which keys each token may attend to when it must not see the future.

Vaswani et al. 2017, "Attention Is All You Need", section 3.2.3.

The triangle is the other one, its diagonal is missing or doubled, or True means
blocked.

One size is all that is drawn: there is no batch, no dtype and no magnitude.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.ch07_masking._shared import NUMBERS_FOR_TRUE
from solutions.draws import Draw, thrice


def causal_mask(n: int) -> np.ndarray:
    """Which keys each token may attend to when it must not see the future.

    Returns a Boolean array (n, n): entry [i, j] is True when query i may
    attend to key j, which is when key j is not after query i.
    """
    return np.tril(np.ones((n, n), dtype=bool))


def _causal_mask(n, *, ahead=0, direction="past", form=bool):
    mask = np.tril(np.ones((n, n), dtype=bool), k=ahead)
    return (mask if direction == "past" else mask.T).astype(form)


def _causal_by_positions(n):
    return np.arange(n)[:, None] >= np.arange(n)


def _causal_by_loops(n):
    mask = np.full((n, n), False)
    for i in range(n):
        mask[i, : i + 1] = True
    return mask


def _of_size(low: int, high: int | None = None) -> Draw:
    return lambda rng: (int(rng.integers(low, high)) if high else low,)


EXERCISE = Exercise(
    id="masks.causal_mask",
    title="A causal mask",
    reference=causal_mask,
    decisions=_causal_mask,
    points=1,
    minutes=5,
    difficulty=1,
    section="07-masking#a-causal-mask",
    order=30,
    cases=(
        # The card shows the first that fails: three tokens say more than one.
        Case("three tokens", _of_size(3), calls=1),
        Case("one token", _of_size(1), calls=1),
        thrice("a few tokens", _of_size(4, 9)),
        thrice("a long sequence", _of_size(64, 130)),
    ),
    properties=(
        Property(
            "row i has i + 1 True",
            "The first token may attend to one token, itself; each later one to one more. "
            "Count the True of your rows.",
            lambda answer, output, n: np.array_equal(output.sum(-1), np.arange(1, n + 1)),
        ),
        Property(
            "more tokens change nothing for the earlier ones",
            "The mask for fewer tokens should be the upper left corner of the mask for "
            "more: what comes later changes nothing for what came before.",
            lambda answer, output, n: np.array_equal(answer(n + 2)[:n, :n], output),
        ),
    ),
    misconceptions=(
        Misconception(
            "inverted",
            "Your mask is True where a query must *not* look. In this course True means "
            "may attend; PyTorch's nn.MultiheadAttention has it the other way round.",
            lambda n: ~causal_mask(n),
        ),
        Misconception(
            "upper-triangle",
            "Each of your queries sees itself and what comes after it: the upper "
            "triangle. Rows are queries and columns keys, so the past is the lower one: "
            "np.tril.",
            choices={"direction": "future"},
        ),
        Misconception(
            "itself-blocked",
            "Your tokens may not attend to themselves, and the first one has nothing to "
            "attend to at all. The diagonal belongs to the mask: key j <= query i.",
            choices={"ahead": -1},
        ),
        Misconception(
            "one-ahead",
            "Each of your queries sees one token of the future, and a model that predicts "
            "the next token would simply read it off. Keep the diagonal and what is to the "
            "left of it.",
            choices={"ahead": 1},
        ),
        Misconception(
            "nothing-blocked",
            "Your mask leaves everything open: each query sees the whole future. Make "
            "entry [i, j] False where key j comes after query i.",
            lambda n: np.ones((n, n), dtype=bool),
        ),
        Misconception(
            "itself-alone",
            "Each of your tokens may attend to itself and to nothing else. The past "
            "belongs to the mask too: key j <= query i.",
            lambda n: np.eye(n, dtype=bool),
        ),
        Misconception(
            "one-axis-too-many",
            "The triangle is right, but it stands in a batch of one. The mask is (n, n), "
            "and broadcasting serves every sequence of a batch with it.",
            lambda n: causal_mask(n)[None],
        ),
        Misconception("numbers", NUMBERS_FOR_TRUE, choices={"form": float}),
        Misconception(
            "to-be-added",
            "You made a mask that is added to the scores, 0 and -inf. Some libraries want "
            "that; this course's masks are Boolean, True = may attend.",
            lambda n: np.where(causal_mask(n), 0.0, -np.inf),
        ),
    ),
    alternatives=(_causal_by_positions, _causal_by_loops),
    same=(
        Same(
            "np.tril(np.ones((n,), dtype=bool))",
            "np.tril makes a table of one row by repeating it.",
        ),
    ),
    hints=(
        "Write the mask for three tokens on paper. Row 0 may look at key 0, row 1 at "
        "keys 0 and 1, row 2 at all three.",
        "The True form a triangle, the diagonal included. Which NumPy function keeps "
        "the lower triangle of an array? Or: compare a column of positions with a row "
        "of positions.",
        "`np.tril` keeps the lower triangle and puts zeros above it. Give it an (n, n) "
        "array of ones, and mind the dtype: a mask is Boolean.",
    ),
)
