"""A question in words: which matrices learn when the weights are cut from the graph."""

from autograder import Exercise, RubricItem, cells_beside


def why_cut() -> str:
    """An answer in full."""
    return (
        "The weights come back as plain numbers, without the path that led to them. "
        "W_Q and W_K reach the loss through the weights alone, so no gradient arrives "
        "there. W_V reaches it through the values as well, which nobody cut, so it "
        "learns and the loss may fall."
    )


EXERCISE = Exercise(
    id="torch.why_cut",
    title="Who still learns",
    kind="text",
    reference=why_cut,
    points=3,
    minutes=5,
    difficulty=2,
    order=45,
    section="05-pytorch#the-graph-is-cut",
    rubric=(
        RubricItem("says that numbers return and the path to them does not"),
        RubricItem("says that W_Q and W_K reach the loss through the weights alone"),
        RubricItem(
            "says that W_V has a path of its own, so that the loss may fall all the same"
        ),
    ),
    **cells_beside(__file__),
)
