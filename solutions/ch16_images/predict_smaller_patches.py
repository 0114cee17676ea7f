"""A prediction: what smaller patches cost."""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "image.predict_smaller_patches",
    "Predict: patches half as wide",
    answer="d",
    why_not={
        "a": "A patch half as wide is also half as high, so there are four times as many "
        "patches, not twice. And scores belong to pairs of patches.",
        "b": "There are four times as many patches, that is right. A score belongs to a "
        "pair of patches, a query and a key.",
        "c": "Eight is four times two. Both the queries and the keys are four times as "
        "many.",
    },
    order=30,
    section="16-images#what-smaller-patches-cost",
    hints=(
        "Draw an image cut into four patches, and the same image with patches half as "
        "wide and half as high.",
        "There is one score for each query and each key.",
        "If n becomes 4 n, what becomes of n times n?",
    ),
)

ANSWERS = letter_answers(EXERCISE)
