"""A prediction: which share of a block's parameters is in the feed-forward layer.

The wrong letters all say too little: they count layers and not their entries.
"""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "block.predict_share",
    "Predict: where the parameters are",
    answer="d",
    why_not={
        "a": "A fifth would mean one matrix of d_model by d_model beside the four of "
        "attention. linear1 alone has d_model times 4 d_model entries.",
        "b": "You have it the wrong way round: a third is what attention has. Count in "
        "matrices of d_model by d_model: attention has four of them.",
        "c": "Half would mean four matrices each. linear1 alone, d_model by 4 d_model, is "
        "as large as four, and linear2 is as large again.",
    },
    section="09-transformer-block#where-the-parameters-are",
    order=70,
    hints=(
        "Measure everything in matrices of d_model by d_model. Biases and norms are "
        "too small to matter.",
        "Attention has four of them: query, key, value, fc_out.",
        "`linear1` is d_model by 4 d_model: four more. How many has `linear2`?",
    ),
)

ANSWERS = letter_answers(EXERCISE)
