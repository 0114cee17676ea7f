"""What goes wrong when features are split into heads.

A reshape without the swap gives the right shape and mixes tokens; features are dealt
out in turn like cards, or tokens are cut apart.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "heads-mixed",
        "Your reshape alone gives the shape, but it reads the numbers in order and never "
        "swaps an axis: your head 0 holds the features of the first tokens and none of "
        "the last. Reshape to (batch, n, n_heads, head_dim) first, then swap axes 1 "
        "and 2.",
        change("n, n_heads, d // n_heads)", "n_heads, n, d // n_heads)")
        + change("np.swapaxes(parts, -3, -2)", "parts"),
    ),
    Misconception(
        "features-dealt-out",
        "Your head 0 gets every n_heads-th feature: 0, n_heads, and so on. Each head "
        "has neighbouring features: reshape to (..., n_heads, head_dim).",
        change(
            "x.reshape(*batch, n, n_heads, d // n_heads)",
            "np.swapaxes(x.reshape(*batch, n, d // n_heads, n_heads), -2, -1)",
        ),
    ),
    Misconception(
        "tokens-first",
        "Your axes are (batch, n, n_heads, head_dim). Swap axes 1 and 2. Attention "
        "multiplies the last two axes, and these must be tokens and features.",
        change("np.swapaxes(parts, -3, -2)", "parts"),
    ),
    Misconception(
        "features-before-tokens",
        "Your last two axes are swapped: each head is (head_dim, n). It should be (n, "
        "head_dim), one token per row.",
        change("np.swapaxes(parts, -3, -2)", "np.moveaxis(parts, -3, -1)"),
    ),
    Misconception(
        "heads-before-batch",
        "Your first axis is the heads. The batch comes first: (batch, n_heads, n, "
        "head_dim).",
        change("np.swapaxes(parts, -3, -2)", "np.moveaxis(parts, -2, 0)"),
    ),
    Misconception(
        "number-for-width",
        "You make heads of n_heads features each. n_heads says how many heads there "
        "are; each has d // n_heads features.",
        change("n, n_heads, d // n_heads)", "n, d // n_heads, n_heads)"),
    ),
    Misconception(
        "tokens-cut",
        "You cut the sequence into parts, so each head would see some whole tokens. "
        "Every head sees every token, and a part of its features.",
        """
        def split_heads(x, n_heads):
            batch, n, d = x.shape
            return x.reshape(batch, n_heads, n // n_heads, d)
        """,
    ),
    Misconception(
        "tokens-dealt-out",
        "You cut the sequence, so that each head gets some of the tokens. Every head "
        "sees every token, and a part of its features: cut along the last axis.",
        """
        def split_heads(x, n_heads):
            return np.stack(np.array_split(x, n_heads, axis=1), axis=1)
        """,
    ),
    Misconception(
        "copies",
        "You give every head a copy of the whole tokens. Each head gets only "
        "d // n_heads of the features, so that all heads together cost what one did.",
        """
        def split_heads(x, n_heads):
            return np.repeat(x[:, None], n_heads, axis=1)
        """,
    ),
    Misconception(
        "a-list",
        "You return a list of parts. One array is wanted, with an axis for the heads: "
        "then one matrix product serves all heads at once. np.stack(parts, axis=1).",
        """
        def split_heads(x, n_heads):
            return np.split(x, n_heads, axis=-1)
        """,
    ),
)
