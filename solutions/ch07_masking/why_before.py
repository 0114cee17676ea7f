"""A question in words: what a mask after the softmax lets through."""

from autograder import Exercise, RubricItem, cells_beside


def why_before() -> str:
    """An answer in full."""
    return (
        "A softmax divides by the sum of all powers, those of the future among them. "
        "Weights that are set to 0 afterwards are gone, and their powers are still in "
        "the denominator of the others: the past changes with the future. A mask "
        "before the softmax takes the score itself away, so it is in no sum and in no "
        "gradient."
    )


EXERCISE = Exercise(
    id="masks.why_before",
    title="Before or after the softmax",
    kind="text",
    reference=why_before,
    points=3,
    minutes=5,
    difficulty=2,
    order=55,
    section="07-masking#why-not-mask-after-the-softmax",
    rubric=(
        RubricItem("says that the future's powers stay in the denominator"),
        RubricItem("says that the weights of the past therefore change with the future"),
        RubricItem("says that a mask before leaves the score out of the sum, too"),
    ),
    **cells_beside(__file__),
)
