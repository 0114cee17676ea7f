"""What goes wrong in the backward pass, each as a change of the reference."""

from autograder import Misconception, change

BY_SCORES = "by_scores = weights * (by_weights - means[rows, None])"
WEIGHTS = "weights = np.exp(scores - log_totals[rows, None])"

MISTAKES = (
    Misconception(
        "mean-not-subtracted",
        "You multiply weights by their gradients and stop. A larger score also takes "
        "weight from all others of its row: subtract the row's mean, which is "
        "(by_context * context).sum(axis=-1), before you multiply.",
        change(BY_SCORES, "by_scores = weights * by_weights"),
    ),
    Misconception(
        "mean-outside",
        "You subtract the row's mean after the multiplication by the weights. It belongs "
        "inside: weights * (by_weights - mean).",
        change(BY_SCORES, "by_scores = weights * by_weights - means[rows, None]"),
    ),
    Misconception(
        "mean-of-the-tile",
        "You take the mean of weights * by_weights over one tile of keys. The softmax ran "
        "over all keys: (by_context * context).sum(axis=-1) is the sum over all of them.",
        change(
            BY_SCORES,
            "means_here = (weights * by_weights).sum(axis=-1, keepdims=True)\n"
            "            by_scores = weights * (by_weights - means_here)",
        ),
    ),
    Misconception(
        "softmax-of-the-tile",
        "Your weights sum to one in each tile of keys. Their totals are those of all keys, "
        "and the forward pass has kept them: exp(scores - log_totals).",
        change(
            WEIGHTS,
            "weights = np.exp(scores - scores.max(axis=-1, keepdims=True))\n"
            "            weights = weights / weights.sum(axis=-1, keepdims=True)",
        ),
    ),
    Misconception(
        "scores-unscaled",
        "You make the scores again without dividing by sqrt(d_k), so the weights are not "
        "those of the forward pass.",
        change("k[columns].T * scale", "k[columns].T"),
    ),
    Misconception(
        "gradients-unscaled",
        "The gradients by q and k lack a factor: a score is q . k / sqrt(d_k), and so is "
        "what it passes back.",
        change("k[columns] * scale", "k[columns]") + change("q[rows] * scale", "q[rows]"),
    ),
    Misconception(
        "queries-from-the-start",
        "You count the queries from token 0. They are the last n_q of n_k tokens: row r is "
        "token r + n_k - n_q.",
        change("tokens = first + np", "tokens = np"),
    ),
    Misconception(
        "causal-ignored",
        "You do nothing where causal is True: gradients flow to keys that the query never "
        "saw.",
        change("if causal:", "if False:"),
    ),
    Misconception(
        "keys-overwritten",
        "You set the gradient by the keys in each tile. Every tile of queries has its "
        "share in it: add, with +=.",
        change("by_k[columns] +=", "by_k[columns] ="),
    ),
    Misconception(
        "values-overwritten",
        "You set the gradient by the values in each tile. Every tile of queries has its "
        "share in it: add, with +=.",
        change("by_v[columns] +=", "by_v[columns] ="),
    ),
    Misconception(
        "queries-overwritten",
        "You set the gradient by the queries in each tile. Every tile of keys has its "
        "share in it: add, with +=.",
        change("by_q[rows] +=", "by_q[rows] ="),
    ),
    Misconception(
        "last-tile-dropped",
        "The keys of the last tile get no gradient where it is shorter than the others.",
        change("range(0, n_k, size)", "range(0, n_k // size * size, size)"),
    ),
)
