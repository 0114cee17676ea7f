"""A question in words: what a perplexity on the training text says."""

from autograder import Exercise, RubricItem, cells_beside


def why_held_out() -> str:
    """An answer in full."""
    return (
        "The counts have seen every group of the training text, so they have learnt "
        "it by heart: the low number measures what can be remembered. On held-out "
        "text half of the groups never came before, get probability 0, and one of "
        "them makes the perplexity infinite. Only text that had no part in training "
        "tells how the model does on new text."
    )


EXERCISE = Exercise(
    id="write.why_held_out",
    title="A number on the training text",
    kind="text",
    reference=why_held_out,
    points=3,
    minutes=5,
    difficulty=2,
    order=80,
    section="13-writing-text#testing-on-the-training-text",
    rubric=(
        RubricItem("says that the low number shows what is remembered"),
        RubricItem(
            "says that a group never counted has probability 0, so the perplexity "
            "is infinite"
        ),
        RubricItem("says that text kept out of the training is what tells"),
    ),
    **cells_beside(__file__),
)
