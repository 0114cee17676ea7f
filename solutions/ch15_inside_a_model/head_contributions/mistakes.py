"""What goes wrong in what each head adds along a direction.

Lengths or cosines stand in for the dot product, heads meet another head's matrix, or
what they add is divided, stripped of its sign or added up.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "lengths",
        "You measure how long the added vectors are. A long vector may point somewhere "
        "else entirely; how far it goes along the direction is a dot product.",
        """
        def head_contributions(z, W_o, direction):
            added = np.einsum("...hv,hvd->...hd", z, W_o)
            return np.sqrt((added**2).sum(axis=-1))
        """,
    ),
    Misconception(
        "cosines",
        "You return cosines. They say where a vector points and not how far it goes; a "
        "head that adds nearly nothing would count like one that decides.",
        """
        def head_contributions(z, W_o, direction):
            added = np.einsum("...hv,hvd->...hd", z, W_o)
            lengths = np.sqrt((added**2).sum(axis=-1)) * np.sqrt((direction**2).sum())
            return added @ direction / np.maximum(lengths, 1e-300)
        """,
    ),
    Misconception(
        "direction-made-one-long",
        "You make the direction one long first. A logit is the dot product with the "
        "token's row as it is: divide, and your numbers are no logits.",
        change(
            "W_o @ direction", "W_o @ (direction / np.sqrt((direction * direction).sum()))"
        ),
    ),
    Misconception(
        "sign-dropped",
        "You drop the signs. A negative contribution speaks against the token, and "
        "without it the heads no longer add up to the layer.",
        change("return found", "return np.abs(found)"),
    ),
    Misconception(
        "one-matrix-for-all",
        "You send every head through the matrix of head 0. Each has rows of its own: "
        "z[i] goes with W_o[i].",
        change("W_o @ direction", "W_o[0] @ direction"),
    ),
    Misconception(
        "divided-by-heads",
        "You divide by the number of heads. A layer adds its heads up.",
        change("(z * along).sum(axis=-1)", "(z * along).sum(axis=-1) / z.shape[-2]"),
    ),
    Misconception(
        "shares",
        "You divide by the sum, which gives shares. Contributions have signs, and "
        "their sum may be near zero: leave them as they are.",
        change("return found", "return found / found.sum(axis=-1, keepdims=True)"),
    ),
    Misconception(
        "all-matrices",
        "You send every head through every matrix and add up. Head i goes through "
        "W_o[i] alone: the two share one axis, as in `...hv,hvd->...hd`.",
        change("(z * along).sum(axis=-1)", "z @ along.sum(axis=0)"),
    ),
    Misconception(
        "summed-over-heads",
        "You add up the heads, which gives the layer. Here each keeps its own number.",
        change("return found", "return found.sum(axis=-1)"),
    ),
    Misconception(
        "not-summed-over-features",
        "You multiply by the direction and do not add up. A dot product is one number.",
        """
        def head_contributions(z, W_o, direction):
            return np.einsum("...hv,hvd->...hd", z, W_o) * direction
        """,
    ),
)
