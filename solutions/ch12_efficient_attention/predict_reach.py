"""A prediction: how many tokens a window of four lets a token know of, layer by layer.

Each layer adds what the furthest token could see, the token itself not counted again.
"""

from __future__ import annotations

from solutions.choices import number_answers, predict_number

WINDOW, LAYERS = 4, 3

EXERCISE = predict_number(
    "efficient.predict_reach",
    "Predict: how far a window reaches",
    answer=LAYERS * (WINDOW - 1) + 1,
    why_not={
        "whole-windows": (
            LAYERS * WINDOW,
            "You added a whole window for each layer. The furthest token of a window is "
            "in the next window too: do not count it twice.",
        ),
        "one-window": (
            WINDOW,
            "That is one layer. In the next, the token reads neighbours who have "
            "themselves looked back.",
        ),
        "multiplied": (
            WINDOW**LAYERS,
            "You multiplied. The windows of neighbours overlap almost wholly; only the "
            "furthest one brings tokens that are new.",
        ),
        "two-layers": (
            2 * (WINDOW - 1) + 1,
            "That is what two layers reach. There is one more.",
        ),
        "without-itself": (
            LAYERS * (WINDOW - 1),
            "That is how far *back* it reaches. The token itself counts too.",
        ),
        "both-sides": (
            2 * LAYERS * (WINDOW - 1) + 1,
            "You looked both ways. These windows look back only.",
        ),
    },
    name="predicted_reach",
    section="12-efficient-attention#windows-looking-back-only-so-far",
    order=65,
    hints=(
        "Draw a row of tokens, and mark what the last one sees in one layer.",
        "Then take the furthest of the marked ones. What had it seen a layer below?",
        "How many tokens are new with each layer: as many as the window, or fewer?",
    ),
)

ANSWERS = number_answers(EXERCISE, near="11")
