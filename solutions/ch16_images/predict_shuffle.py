"""A prediction: what a Transformer knows of neighbours before it has learnt."""

from __future__ import annotations

from solutions.choices import letter_answers, predict

EXERCISE = predict(
    "image.predict_shuffle",
    "Predict: every image shuffled in the same way",
    answer="b",
    why_not={
        "a": "Guessing would mean that the patches tell nothing any more. They hold the "
        "same pixels as before, and each place still stands for one place of the digit.",
        "c": "That is the model without positions, which cannot know where a patch was. "
        "This one learns a vector for each place, and patch 5 comes from the same part "
        "of the digit every time.",
        "d": "Shuffling adds nothing that could help. What was learnt from the images "
        "cut as they are can be learnt from these, and nothing more.",
    },
    order=50,
    section="16-images#what-is-built-in-and-what-is-learnt",
    hints=(
        "The position vectors start as random numbers. What do they say, before "
        "training, about which patches are neighbours?",
        "Rename the places in the table of positions in the same way as the patches. "
        "Which number in the model is now another one?",
        "Chapter 06: attention without positions treats tokens as a set. All order comes "
        "from the table, and the table is learnt.",
    ),
)

ANSWERS = letter_answers(EXERCISE)
