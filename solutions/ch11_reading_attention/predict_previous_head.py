"""A prediction: what is left of induction without the head it relies on.

The wrong letters let the induction head manage alone, nearly as well, or better.
"""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "reading.predict_previous_head",
    "Predict: switch off the other head",
    answer="a",
    why_not={
        "b": "A small loss would mean that the first layer only helps. Ask what the "
        "induction head compares its query with, and who put it there.",
        "c": "It would be so if the induction head could find the earlier occurrence on "
        "its own. Its weights look at the token after it: how does that token let the "
        "head know what stood before it?",
        "d": "Both heads were trained together, and the second reads what the first "
        "wrote. What would it find without that?",
    },
    section="11-reading-attention#switch-it-off",
    order=30,
    hints=(
        "The induction head looks at the token after the earlier occurrence. That "
        "token is just some other token. How can a query for *w* match it?",
        "It can match if it carries a note: *the token before me was w*. Which head "
        "writes such notes?",
    ),
)

ANSWERS = letter_answers(EXERCISE)
