"""What goes wrong with weights for nn.MultiheadAttention.

Its scale stays in, its transposes are forgotten, or its blocks change places.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "scale-left-in",
        "The module divides its scores by sqrt(4) = 2, and you leave that in. Make the "
        "queries twice as large and the division is undone.",
        change("2 * W_q", "W_q"),
    ),
    Misconception(
        "scale-sqrt-3",
        "You undo a division by sqrt(3). The module does not know that the fourth "
        "column is padding: it divides by sqrt(4) = 2, the width of its head.",
        change("2 * W_q", "3**0.5 * W_q"),
    ),
    Misconception(
        "scale-4",
        "You multiply the scores by 4, perhaps by 2 in the queries and by 2 in the "
        "keys. The module divides by sqrt(4) = 2: double only one of the two.",
        change("2 * W_q", "4 * W_q"),
    ),
    Misconception(
        "scale-halved",
        "You divide the queries by 2, and the module divides once more. Multiply by 2 "
        "to undo it.",
        change("2 * W_q", "0.5 * W_q"),
    ),
    Misconception(
        "not-transposed",
        "nn.MultiheadAttention multiplies as nn.Linear does, by the transpose of what "
        "it stores: x @ W.T. So store W.T: row i of each block is column i of your "
        "matrix.",
        change("[W.mT for W in padded]", "[W for W in padded]"),
    ),
    Misconception(
        "order-kqv",
        "Your blocks stand in the order keys, queries, values. PyTorch wants queries, "
        "keys, values. With symmetric scores you would not notice.",
        change(
            "    in_proj_weight =",
            "    padded[0], padded[1] = padded[1], padded[0]\n    in_proj_weight =",
        ),
    ),
    Misconception(
        "order-qvk",
        "Your blocks stand in the order queries, values, keys. PyTorch wants queries, "
        "keys, values.",
        change(
            "    in_proj_weight =",
            "    padded[1], padded[2] = padded[2], padded[1]\n    in_proj_weight =",
        ),
    ),
    Misconception(
        "padded-in-front",
        "Your padding column comes first, so the result begins with a column of zeros. "
        "Put it behind the three real columns.",
        change("(0, 1)", "(1, 0)"),
    ),
    Misconception(
        "output-ones",
        "Your out_proj_weight is all ones, which adds the features up. To pass them on "
        "unchanged it has to be the identity.",
        change("torch.eye(4, dtype", "torch.ones(4, 4, dtype"),
    ),
    Misconception(
        "output-zeros",
        "Your out_proj_weight is all zeros, and so is everything that passes through "
        "it. To pass the context on unchanged it has to be the identity.",
        change("torch.eye(4, dtype", "torch.zeros(4, 4, dtype"),
    ),
    Misconception(
        "not-padded",
        "You have stacked the three matrices without padding. The module is as wide "
        "as its input everywhere: each needs a fourth column of zeros, for 12 rows.",
        change("nn.functional.pad(W, (0, 1))", "W"),
    ),
    Misconception(
        "not-padded-at-all",
        "Your weights are (9, 4) and (3, 3): neither the matrices nor the output are "
        "padded. The module is as wide as its input everywhere: each matrix needs a "
        "fourth column of zeros, and the output is torch.eye(4).",
        change("nn.functional.pad(W, (0, 1))", "W") + change("torch.eye(4", "torch.eye(3"),
    ),
    Misconception(
        "arrays",
        "The numbers are right, but they come as NumPy arrays. A parameter of PyTorch "
        "takes tensors: stay with torch, or use torch.from_numpy at the end.",
        change("return in_proj_weight", "return in_proj_weight.numpy()")
        + change("dtype=W_v.dtype)", "dtype=W_v.dtype).numpy()"),
        alone=True,
    ),
    Misconception(
        "side-by-side",
        "Your three matrices stand side by side, (4, 12). PyTorch stacks their "
        "transposes one above the other: (12, 4).",
        change("torch.cat([W.mT for W in padded])", "torch.cat(padded, dim=1)"),
    ),
)
