"""A prediction: how many numbers eight heads learn at the width of one.

The split cuts what the projections give; the matrices stay the same.
"""

from autograder import Exercise, cells_beside

WIDTH, HEADS = 512, 8


def predicted_parameters() -> float:
    """The number."""
    return 4 * WIDTH**2


EXERCISE = Exercise(
    id="heads.predict_parameters",
    title="Predict: the parameters of eight heads",
    kind="value",
    reference=predicted_parameters,
    points=1,
    minutes=2,
    difficulty=1,
    name="predicted_parameters",
    section="08-multi-head#what-several-heads-cost",
    order=45,
    **cells_beside(__file__),
)
