"""What goes wrong in the score of a previous-token head.

Another diagonal is read, the first token is counted, or a batch of heads becomes one
number.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "itself",
        "You read the diagonal: the weight that each token gives to itself. The "
        "token before token i is in column i - 1, one step to the left.",
        change("offset=-1", "offset=0"),
    ),
    Misconception(
        "next-token",
        "You read weights[i, i + 1], the token after. Rows are queries, and the "
        "token before is in column i - 1: below the diagonal, so offset=-1.",
        change("offset=-1", "offset=1"),
    ),
    Misconception(
        "first-counted",
        "You divide by n. The first token has none before it and cannot score, so "
        "only n - 1 tokens count; otherwise a perfect head would stay below 1.",
        change("before.mean", "before.sum")
        + change("(axis=-1)", "(axis=-1) / weights.shape[-1]"),
    ),
    Misconception(
        "two-back",
        "You read weights[i, i - 2], two tokens back. The token before token i is in "
        "column i - 1: offset=-1.",
        change("offset=-1", "offset=-2"),
    ),
    Misconception(
        "summed",
        "You add the weights up. Longer texts then score higher: take the mean over "
        "the tokens that have one before them.",
        change("before.mean", "before.sum"),
    ),
    Misconception(
        "not-averaged",
        "You return the weights one by one. A head's score is one number: their mean.",
        change("before.mean(axis=-1)", "before"),
    ),
    Misconception(
        "first-axes",
        "np.diagonal takes the first two axes when you name none. With layers or heads "
        "in front those are not queries and keys: axis1=-2, axis2=-1.",
        change("offset=-1, axis1=-2, axis2=-1", "offset=-1"),
    ),
    Misconception(
        "how-often-largest",
        "You count how often the token before gets the largest weight. The score is "
        "the mean of the weights themselves: a head that gives 0.4 there and one that "
        "gives 0.9 are not alike.",
        """
        def previous_token_score(weights):
            largest = weights.argmax(axis=-1)[..., 1:]
            return (largest == np.arange(weights.shape[-1] - 1)).mean(axis=-1)
        """,
    ),
    Misconception(
        "averaged-batch",
        "You return one number for the whole batch. One axis is averaged, the "
        "tokens; every head keeps its own score, or you cannot tell which it is.",
        change("before.mean(axis=-1)", "before.mean()"),
    ),
    Misconception(
        "first-token",
        "You average the weight for the first token of the sequence. The previous "
        "token is another one for every query: column i - 1 in row i.",
        change(
            "np.diagonal(weights, offset=-1, axis1=-2, axis2=-1)", "weights[..., 1:, 0]"
        ),
    ),
)
