"""A prediction: which pairs turn to angles that the training has not shown."""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "contexts.predict_pairs",
    "Predict: which pairs meet new angles",
    answer="c",
    why_not={
        "a": "The fastest pair comes round in seven tokens. In the training it has been at "
        "every angle, a thousand times.",
        "b": "A pair that comes round within the training has been at all angles there: "
        "further turns bring it to the same ones.",
        "d": "Some pairs come round many times in 8,192 tokens. To which angle could such "
        "a pair turn at token 16,000 that it has not been at before?",
    },
    hints=(
        "An angle is the same after a whole turn.",
        "How many whole turns does the fastest pair do in 8,192 tokens, and how many the "
        "slowest, which turns by 0.00001 or so a token?",
        "New is only what lies beyond the last angle of a pair that has not come round.",
    ),
    section="18-long-contexts#positions-beyond-the-training",
    order=10,
)

ANSWERS = letter_answers(EXERCISE)
