"""A prediction: where token 3 looks.

It is tempting to say: at itself. But a token's own key need not match its query best.
"""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
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
    order=70,
    hints=("Compare query 3, [2, 1, 3], with the three keys before you answer.",),
)

ANSWERS = letter_answers(EXERCISE)
