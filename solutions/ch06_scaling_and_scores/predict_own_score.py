"""A prediction: the score of a query with itself, where nothing cancels.

The argument for the root rests on queries and keys that are independent.
"""

from autograder import Exercise, cells_beside


def predicted_score() -> float:
    """The number."""
    return 8


EXERCISE = Exercise(
    id="scores.predict_own_score",
    title="Predict: a query that is its own key",
    kind="value",
    reference=predicted_score,
    points=1,
    minutes=2,
    difficulty=1,
    name="predicted_score",
    section="06-scaling-and-scores#when-the-argument-fails",
    order=20,
    atol=0.5,
    **cells_beside(__file__),
)
