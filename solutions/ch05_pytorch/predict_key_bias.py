"""A prediction: the gradient of the key bias.

It takes part in every score and moves none against another, so it is zero, which is
not None.
"""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "torch.predict_key_bias",
    "Predict: the gradient of the key bias",
    answer="c",
    why_not={
        "a": "The key bias does take part in every score. But what matters is by how "
        "much it moves each score of a row compared with the others in that row.",
        "b": "The two are not alike. A query bias is multiplied by a different key in "
        "every column, a key bias by the same query throughout a row.",
        "d": "The gradient is None where the loss does not lead back to a "
        "parameter. The key bias is part of every score, so autograd does arrive "
        "there.",
    },
    difficulty=2,
    section="05-pytorch#autograd",
    order=30,
    hints=(
        "Chapter 02 gave every key the same bias and looked at the weights.",
        "The bias b adds q_i . b to every score in row i. What does a softmax do with "
        "a number added to a whole row?",
        "If no weight moves when the bias moves, the loss does not move either.",
    ),
)

ANSWERS = letter_answers(EXERCISE)
