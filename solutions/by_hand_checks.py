"""How the answers of chapter 02 are checked, and what people get wrong there."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from autograder import Exercise, Misconception
from solutions.by_hand import W_K, W_Q, W_V, X
from solutions.choices import predict
from solutions.numpy_attention import softmax

KEYS, QUERIES, VALUES = X @ W_K, X @ W_Q, X @ W_V  # (3, 3) each
SCORES = QUERIES @ KEYS.T  # (queries, keys)
WEIGHTS = softmax(SCORES.astype(float))  # (queries, keys)
OUTPUTS = WEIGHTS @ VALUES  # (queries, d_v)
TO_TWO_DECIMALS = 0.0051


def _wrong(id: str, says: str, value: object) -> Misconception:
    return Misconception(id, says, lambda: np.asarray(value))


def _value(
    name: str,
    title: str,
    answer: np.ndarray,
    misconceptions: tuple[Misconception, ...],
    hints: tuple[str, ...],
    section: str,
    minutes: int = 3,
    alternatives: tuple[Callable[[], object], ...] = (),
) -> Exercise:
    return Exercise(
        id=f"byhand.{name}",
        title=title,
        reference=lambda: answer.copy(),
        kind="value",
        points=1,
        minutes=minutes,
        difficulty=1,
        atol=TO_TWO_DECIMALS,
        misconceptions=misconceptions,
        hints=hints,
        section=f"02-by-hand#{section}",
        alternatives=(
            lambda: answer.tolist(),
            lambda: np.round(answer.astype(float), 2),
            *alternatives,
        ),
    )


def _projection(name: str, W: np.ndarray, others: dict[str, np.ndarray]) -> Exercise:
    letter = name[0].upper()
    answer = X @ W
    swapped = tuple(
        _wrong(
            f"used-w-{other[0]}",
            f"These are the {other}: you multiplied by W_{other[0].upper()}. "
            f"The {name} come from W_{letter}.",
            X @ matrix,
        )
        for other, matrix in others.items()
    )
    return _value(
        name,
        f"The {name}",
        answer,
        (
            *swapped,
            _wrong(
                "transposed",
                f"Your {name} are in columns. Write one a row: row 1 belongs to token 1.",
                answer.T,
            ),
            _wrong(
                "first-only",
                f"This is only token 1's row. All three {name} are wanted, one a row.",
                answer[0],
            ),
            _wrong(
                "binary-inputs",
                "Token 2 is [0, 2, 0, 2]; you seem to have used 1 where it has 2, so "
                "your second row is half of what it should be.",
                np.minimum(X, 1) @ W,
            ),
        ),
        (
            f"Row by row: a token times W_{letter} turns four numbers into three.",
            f"A token's entries say how many times to take each row of W_{letter}. "
            "Token 1 is [1, 0, 1, 0]: row 1 plus row 3.",
            f"X @ W_{letter} gives all three at once.",
        ),
        "step-3-keys-values-queries",
    )


def _for_input_2() -> tuple[Exercise, Exercise, Exercise]:
    row = 1
    scores = _value(
        "scores_2",
        "The scores of token 2",
        SCORES[row],
        (
            _wrong(
                "token-1",
                "These are the scores of token 1. Take the query of token 2: [2, 2, 2].",
                SCORES[0],
            ),
            _wrong(
                "scaled",
                "You divided by sqrt(3). The walk-through does not scale, and these "
                "exercises follow it; chapter 03 scales.",
                SCORES[row] / np.sqrt(3),
            ),
            _wrong(
                "query-with-queries",
                "You compared query 2 with the queries. A query is compared with keys.",
                QUERIES @ QUERIES[row],
            ),
            _wrong(
                "key-with-keys",
                "You compared key 2 with the keys. Start from the query of token 2.",
                KEYS @ KEYS[row],
            ),
            _wrong(
                "query-times-matrix",
                "You multiplied the query by the keys without turning them: each score "
                "is the query times one key, entry by entry, summed.",
                QUERIES[row] @ KEYS,
            ),
        ),
        (
            "Three scores: query 2 with key 1, with key 2, with key 3.",
            "A dot product multiplies entry by entry and sums: query 2 is [2, 2, 2], so "
            "each score is twice the sum of a key.",
            "keys @ queries[1] gives all three.",
        ),
        "step-4-scores",
    )
    weights = _value(
        "weights_2",
        "The weights of token 2",
        WEIGHTS[row],
        (
            _wrong(
                "no-exponential",
                "You divided the scores by their sum. Take exp() of each score first.",
                SCORES[row] / SCORES[row].sum(),
            ),
            _wrong(
                "scaled",
                "You divided the scores by sqrt(3) first. These exercises follow the "
                "walk-through, which does not scale.",
                softmax(SCORES[row] / np.sqrt(3)),
            ),
            _wrong("token-1", "These are the weights of token 1.", WEIGHTS[0]),
            _wrong("token-3", "These are the weights of token 3.", WEIGHTS[2]),
            _wrong(
                "rounded",
                "You rounded to one decimal, as the walk-through does. Keep two: the "
                "second weight is not quite 1.",
                np.round(WEIGHTS[row], 1),
            ),
            _wrong(
                "base-two",
                "You took powers of 2. The softmax takes powers of e: np.exp.",
                softmax(SCORES[row] * np.log(2)),
            ),
        ),
        (
            "Take e to the power of each of the three scores, then divide by their sum.",
            "Only differences count: [4, 16, 12] has the softmax of [-12, 0, -4].",
            "e^-4 is about 0.018, and e^-12 is next to nothing.",
        ),
        "step-5-softmax",
    )
    output = _value(
        "output_2",
        "The output of token 2",
        OUTPUTS[row],
        (
            _wrong(
                "value-2-alone",
                "This is value 2 itself. Its weight is .98, not 1: a little of value 3 "
                "is mixed in.",
                VALUES[row],
            ),
            _wrong(
                "scaled",
                "You divided the scores by sqrt(3) first, which the walk-through does not.",
                softmax(SCORES[row] / np.sqrt(3)) @ VALUES,
            ),
            _wrong(
                "mixed-keys",
                "You mixed the keys. Keys decide the weights; what is mixed is values.",
                WEIGHTS[row] @ KEYS,
            ),
            _wrong(
                "values-turned",
                "You multiplied each row of values by all the weights. Weight 1 belongs "
                "to the whole of value 1: the first row.",
                VALUES @ WEIGHTS[row],
            ),
            _wrong(
                "not-summed",
                "These are the three weighted values. Add them up to one vector.",
                WEIGHTS[row][:, None] * VALUES,
            ),
            _wrong("token-1", "This is the output of token 1.", OUTPUTS[0]),
            _wrong(
                "mean-of-values",
                "This is the plain mean of the values, as if all weights were equal.",
                VALUES.mean(axis=0),
            ),
        ),
        (
            "Scale each value by its weight, then add the three scaled vectors.",
            "Value 2 is [2, 8, 0] and gets .98; value 3 is [2, 6, 3] and gets .018.",
            "weights_2 @ values",
        ),
        "steps-6-and-7-weigh-the-values-and-add-them-up",
    )
    return scores, weights, output


OUTPUT_3 = _value(
    "output_3",
    "The output of token 3",
    OUTPUTS[2],
    (
        _wrong(
            "rounded",
            "These are the published numbers, made from weights rounded to one decimal. "
            "The exact output is a little different.",
            [2.0, 7.8, 0.3],
        ),
        _wrong(
            "scaled",
            "You divided the scores by sqrt(3) first, which the walk-through does not.",
            softmax(SCORES[2] / np.sqrt(3)) @ VALUES,
        ),
        _wrong(
            "mixed-keys",
            "You mixed the keys. Keys decide the weights; what is mixed is values.",
            WEIGHTS[2] @ KEYS,
        ),
        _wrong(
            "values-turned",
            "You multiplied each row of values by all the weights. Weight 1 belongs to "
            "the whole of value 1: the first row.",
            VALUES @ WEIGHTS[2],
        ),
        _wrong(
            "no-exponential",
            "Your weights are the scores divided by their sum. Take exp() first.",
            SCORES[2] / SCORES[2].sum() @ VALUES,
        ),
        _wrong("token-2", "This is the output of token 2.", OUTPUTS[1]),
    ),
    (
        "The same five moves as for token 2, from the query of token 3: [2, 1, 3].",
        "Its scores are [4, 12, 10]; its largest weight is about .88.",
        "softmax of the scores, times the values, added up.",
    ),
    "step-8-repeat",
    minutes=5,
)

PREDICT_SELF = predict(
    "byhand.predict_self",
    "Predict: where does token 3 look?",
    answer="b",
    why_not={
        "a": "It is natural to think so, and many texts say it. But a token compares "
        "its query with keys, and its own key need not match best: token 3 gives "
        "itself a weight of only .119.",
        "c": "Token 1 has the smallest key, [0, 1, 1], so its score with any of these "
        "queries is small.",
        "d": "Equal weights need equal scores. Query 3 scores [4, 12, 10].",
    },
    section="02-by-hand#step-8-repeat",
    hints=("Compare query 3, [2, 1, 3], with the three keys before you answer.",),
)

EXERCISES = (
    _projection("keys", W_K, {"queries": W_Q, "values": W_V}),
    _projection("queries", W_Q, {"keys": W_K, "values": W_V}),
    _projection("values", W_V, {"keys": W_K, "queries": W_Q}),
    *_for_input_2(),
    PREDICT_SELF,
    OUTPUT_3,
)
