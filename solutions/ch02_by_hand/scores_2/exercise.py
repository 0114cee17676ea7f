"""The scores of token 2, its query with all keys.

People scale, which comes later, compare queries with queries, or take a product with
the keys as they stand.
"""

from __future__ import annotations

import numpy as np

from solutions.ch02_by_hand._asking import ask, wrong
from solutions.ch02_by_hand._numbers import KEYS, QUERIES, SCORES, VALUES, WEIGHTS, X

ROW = 1  # token 2's; rows count from 0

EXERCISE = ask(
    "scores_2",
    "The scores of token 2",
    SCORES[ROW],
    section="step-4-scores",
    order=40,
    misconceptions=(
        wrong(
            "token-1",
            "These are the scores of token 1. Take the query of token 2: [2, 2, 2].",
            SCORES[0],
        ),
        wrong(
            "scaled",
            "You divided by sqrt(3). The walk-through does not scale, and these "
            "exercises follow it; chapter 03 scales.",
            SCORES[ROW] / np.sqrt(3),
        ),
        wrong(
            "query-with-queries",
            "You compared query 2 with the queries. A query is compared with keys.",
            QUERIES @ QUERIES[ROW],
        ),
        wrong(
            "key-with-keys",
            "You compared key 2 with the keys. Start from the query of token 2.",
            KEYS @ KEYS[ROW],
        ),
        wrong(
            "query-times-matrix",
            "You multiplied the query by the columns of the keys. Each score is the dot "
            "product of the query with one key, and a key is a row.",
            QUERIES[ROW] @ KEYS,
        ),
        wrong(
            "token-3",
            "These are the scores of token 3. Take the query of token 2: [2, 2, 2].",
            SCORES[2],
        ),
        wrong(
            "values-for-keys",
            "You compared the query with the values. A query is compared with keys, and "
            "the values are mixed later.",
            VALUES @ QUERIES[ROW],
        ),
        wrong(
            "not-summed",
            "These are the products, entry by entry. Each score is the sum of one "
            "row of them.",
            QUERIES[ROW] * KEYS,
        ),
        wrong(
            "all-tokens",
            "These are the scores of all three tokens. Only those of token 2 are wanted.",
            SCORES,
        ),
        wrong(
            "weights",
            "You went on to the softmax. The scores are what comes before it.",
            WEIGHTS[ROW],
        ),
        wrong(
            "with-itself-only",
            "This is the score of token 2 with itself. Its query meets all three keys.",
            SCORES[ROW, ROW],
        ),
        wrong(
            "tokens-compared",
            "You compared the tokens themselves. Compare query 2 with the keys.",
            X @ X[ROW],
        ),
    ),
    hints=(
        "Three scores: query 2 with key 1, with key 2, with key 3.",
        "A dot product multiplies entry by entry and sums: query 2 is [2, 2, 2], so "
        "each score is twice the sum of a key.",
        "Key 1 is [0, 1, 1], so its score is twice 0 + 1 + 1. In NumPy the matrix of all "
        "three keys meets the one query.",
    ),
)
