"""A prediction: which gradients are left when weights go into a Variable.

The tempting answer looks at the numbers, which stay the same; a tape follows operations.
"""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "tensorflow.predict_trap",
    "Predict which gradients are left",
    answer="b",
    why_not={
        "a": "The numbers look almost the same, but a tape follows operations, not "
        "numbers. A new Variable begins with a copy of the numbers and no history.",
        "c": "One path is left. The values do not pass through the softmax: they meet the "
        "weights after it. Follow W_v to the output.",
        "d": "It is the other way round. W_q and W_k reach the output only through the "
        "softmax, and that is where the copy was made.",
    },
    section="04-tensorflow#the-trap-rounded-weights-in-a-variable",
    order=40,
    hints=(
        "Follow each matrix forwards to the output. Which of them have to pass the "
        "new Variable?",
    ),
)

ANSWERS = letter_answers(EXERCISE)
