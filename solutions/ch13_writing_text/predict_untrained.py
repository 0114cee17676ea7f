"""``write.predict_untrained``: the perplexity of a model that knows nothing yet."""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "write.predict_untrained",
    "The perplexity before training",
    "b",
    {
        "a": "1 is a model that is sure and right every time. Yours has random weights.",
        "c": "Half of the pieces would need some knowledge of which half. A new model has "
        "none.",
        "d": "It is a number of choices: how many equally likely pieces the model might "
        "as well be guessing among. For many more than there are it would have to be sure "
        "of wrong ones; a new model has weak preferences.",
    },
    order=50,
    section="13-writing-text#before-you-run-it-predict-the-first-loss",
    hints=(
        "What does a model give to each piece that has no reason to prefer any?",
        "All pieces the same: one over their number. What is the loss of that, and its "
        "exponential?",
        "exp(-log(1 / V)) is V.",
    ),
)

ANSWERS = letter_answers(EXERCISE)
