"""What goes wrong when heads are merged.

A reshape alone gives the right shape and mixes heads; the order of features or the
sum of heads are the rest.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "heads-mixed",
        "The shape is right, but reshape alone reads head 0 to its end before it comes "
        "to head 1: behind head 0's first token stands its second, and not head 1. "
        "Bring the tokens before the heads first: swap axes 1 and 2, then reshape.",
        change("np.swapaxes(x, -3, -2)", "x"),
        alone=True,
    ),
    Misconception(
        "features-interleaved",
        "You put the heads behind the features, so that the merged row has feature 0 "
        "of every head, then feature 1 of every head. Each head stays in one piece: "
        "(batch, n, n_heads, head_dim) before the reshape.",
        change("np.swapaxes(x, -3, -2)", "np.moveaxis(x, -3, -1)"),
    ),
    Misconception(
        "one-below-the-other",
        "You put the heads one below the other, as if they were more tokens. They are "
        "parts of the same tokens: put them side by side.",
        """
        def merge_heads(x):
            return np.concatenate([x[:, head] for head in range(x.shape[1])], axis=1)
        """,
    ),
    Misconception(
        "features-before-tokens",
        "You swap the last two axes, tokens and features. It is heads and tokens that "
        "change places, axes 1 and 2: each token needs its heads next to it.",
        change("np.swapaxes(x, -3, -2)", "np.swapaxes(x, -2, -1)"),
    ),
    Misconception(
        "still-split",
        "The axes are in the right order, but there are still four. Now let the last "
        "two become one: reshape to (batch, n, n_heads * head_dim).",
        change("tokens_first.reshape(*batch, n, n_heads * head_dim)", "tokens_first"),
    ),
    Misconception(
        "averaged",
        "You average the heads, so what each of them returned can no longer be told "
        "apart. Keep them all, side by side.",
        """
        def merge_heads(x):
            return x.mean(axis=1)
        """,
    ),
    Misconception(
        "summed",
        "You add the heads up. The output matrix W_o does that later, with learnt "
        "weights; here keep the heads side by side.",
        """
        def merge_heads(x):
            return x.sum(axis=1)
        """,
    ),
)
