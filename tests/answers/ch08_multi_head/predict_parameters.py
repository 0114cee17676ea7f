"""Answers to heads.predict_parameters."""

from answers.numbers import predicted_number

EXERCISE = "heads.predict_parameters"

ANSWERS = predicted_number(
    "predicted_parameters",
    1048576,
    {
        "each-head-its-own": "8 * 4 * 512**2",
        "one-head-alone": "4 * 512 * 64",
        "no-output": "3 * 512**2",
        "one-matrix": "512 * 512",
        "with-biases": "4 * (512**2 + 512)",
        "narrow-output": "3 * 512 * 512 + 512 * 64",
        "": "1_000_000",
    },
)
