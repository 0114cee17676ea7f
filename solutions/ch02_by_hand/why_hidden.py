"""A question in words: why two wrong programs look right on this example."""

from autograder import Exercise, RubricItem, cells_beside


def why_hidden() -> str:
    """An answer in full."""
    return (
        "The scores are symmetric here, so a swap of queries and keys does not change "
        "them. There are three tokens and d_k and d_v are 3, so the star finds a partner "
        "for every entry and the result has the expected shape. Inputs with another size "
        "for each dimension and without symmetry expose both programs."
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
        RubricItem("says that a swap of queries and keys does not change symmetric scores"),
        RubricItem(
            "says that the star runs, with the expected shape, because all sizes are equal"
        ),
        RubricItem(
            "names inputs that expose both programs: sizes that differ, no symmetry"
        ),
    ),
    **cells_beside(__file__),
)
