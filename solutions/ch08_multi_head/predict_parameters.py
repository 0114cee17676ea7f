"""A prediction: how many numbers eight heads learn at the width of one.

The split cuts what the projections give; the matrices stay the same.
"""

from __future__ import annotations

from solutions.choices import number_answers, predict_number

WIDTH, HEADS = 512, 8

EXERCISE = predict_number(
    "heads.predict_parameters",
    "Predict: the parameters of eight heads",
    answer=4 * WIDTH**2,
    why_not={
        "each-head-its-own": (
            HEADS * 4 * WIDTH**2,
            "You gave each head matrices of the full width. All heads share the four "
            "matrices: what they give is cut into eight parts.",
        ),
        "one-head-alone": (
            4 * WIDTH**2 // HEADS,
            "That is an eighth: the share of one head. Eight heads together fill the "
            "whole width.",
        ),
        "no-output": (
            3 * WIDTH**2,
            "You counted the three projections. The heads are joined by a fourth matrix.",
        ),
        "one-matrix": (
            WIDTH**2,
            "That is one of the matrices. How many does a layer have?",
        ),
        "with-biases": (
            4 * WIDTH**2 + 4 * WIDTH,
            "You counted 512 biases for each matrix. They are left out here.",
        ),
        "narrow-output": (
            3 * WIDTH**2 + WIDTH * WIDTH // HEADS,
            "Your fourth matrix reads one head. It reads all eight side by side: the "
            "whole width.",
        ),
    },
    name="predicted_parameters",
    section="08-multi-head#what-several-heads-cost",
    order=45,
    hints=(
        "Which shape has each of the four matrices? Does n_heads stand in it?",
        "The split and the merge only move numbers: nothing in them is learnt.",
        "Count one matrix, from 512 features to 512, and see how many there are.",
    ),
)

ANSWERS = number_answers(EXERCISE, near="1_000_000")
