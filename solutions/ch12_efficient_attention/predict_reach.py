"""A prediction: how many tokens a window of four lets a token know of, layer by layer.

Each layer adds what the furthest token could see, the token itself not counted again.
"""

from autograder import Exercise, cells_beside

WINDOW, LAYERS = 4, 3


def predicted_reach() -> float:
    """The number."""
    return LAYERS * (WINDOW - 1) + 1


EXERCISE = Exercise(
    id="efficient.predict_reach",
    title="Predict: how far a window reaches",
    kind="value",
    reference=predicted_reach,
    points=1,
    minutes=2,
    difficulty=1,
    name="predicted_reach",
    section="12-efficient-attention#windows-looking-back-only-so-far",
    order=65,
    **cells_beside(__file__),
)
