"""A question in words: what speaks against reading weights as reasons."""

from autograder import Exercise, RubricItem, cells_beside


def why_not_why() -> str:
    """An answer in full."""
    return (
        "Other weights can give the same context, so the map is not the only one that "
        "fits. A large weight on a value that the output matrix shortens adds little. "
        "Take a head away, or carry a vector over, and see whether the answer "
        "changes: that is an experiment, and a map of weights is none."
    )


EXERCISE = Exercise(
    id="reading.why_not_why",
    title="What a weight does not show",
    kind="text",
    reference=why_not_why,
    points=3,
    minutes=5,
    difficulty=2,
    order=58,
    section="11-reading-attention#why-weights-are-not-explanations",
    rubric=(
        RubricItem("names weights that differ and give the same output"),
        RubricItem("says that what is added counts, and not the weight alone"),
        RubricItem(
            "names an intervention that would tell: leaving out, replacing, carrying over"
        ),
    ),
    **cells_beside(__file__),
)
