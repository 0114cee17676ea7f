"""A prediction: what a softmax over a table in slow memory waits for.

Of each number two bytes come and two go, and about five operations are done with it.
"""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "chip.predict_bound",
    "Predict: what takes the time",
    answer="c",
    why_not={
        "a": "Divide: the arithmetic of five operations a number takes 1/200 of a second "
        "for 10^12 numbers on a chip that does 10^15 a second. How long do their bytes "
        "travel?",
        "b": "They would have to be close. Divide operations by "
        "operations a second, and bytes by bytes a second.",
        "d": "The exponentials are arithmetic, and their share is in the five operations. "
        "Even if each took as long as a thousand operations, the bytes would take longer.",
    },
    hints=(
        "How many bytes travel for each number, there and back?",
        "Take 10^12 numbers: operations divided by 10^15 a second, bytes divided by "
        "3 times 10^12 a second.",
        "Five operations against four bytes; a byte takes as long as 333 operations.",
    ),
    section="17-on-the-chip#two-memories",
    order=10,
)

ANSWERS = letter_answers(EXERCISE)
