"""A question in words: why two wrong programs look right on this example."""

from __future__ import annotations

from autograder import Exercise, RubricItem


def why_hidden() -> str:
    """An answer in full."""
    return (
        "The scores are symmetric here, so swapping the roles of queries and keys leaves "
        "them as they are. Tokens, d_k and d_v are all 3, so the star finds a partner for "
        "every entry and the shape is the hoped-for one. Inputs of another size in each "
        "dimension, without a symmetry, show both mistakes."
    )


EXERCISE = Exercise(
    id="byhand.why_hidden",
    title="Why the example hides two mistakes",
    kind="text",
    reference=why_hidden,
    points=3,
    minutes=5,
    difficulty=2,
    order=90,
    section="02-by-hand#what-goes-wrong",
    rubric=(
        RubricItem("says that swapped roles leave symmetric scores as they are"),
        RubricItem("says that equal sizes let the star fit, with the shape one expects"),
        RubricItem("names inputs that would show it: sizes that differ, no symmetry"),
    ),
    hints=("Compare `scores` with `scores.T`, and count the sizes that are 3.",),
)
