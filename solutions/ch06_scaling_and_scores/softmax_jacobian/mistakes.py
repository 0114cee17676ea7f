"""What goes wrong in the Jacobian of the softmax.

People give the diagonal alone, as if each weight depended on its own score only, or
build it for one row and not for a batch.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "diagonal-alone",
        "You give the diagonal, w (1 - w), and zeros beside it, as if each weight "
        "depended on its own score only. All scores share one sum: raise one, and "
        "every other weight falls. Off the diagonal stands -w_i w_j.",
        change("each * weights[..., None, :]", "each * diagonal"),
    ),
    Misconception(
        "diagonal-as-a-vector",
        "You return n numbers, the derivative of each weight with respect to its own "
        "score. There are n scores, and each of them moves all n weights: the result "
        "is (n, n).",
        """
        def softmax_jacobian(weights):
            return weights * (1 - weights)
        """,
    ),
    Misconception(
        "identity",
        "You start from the identity matrix. On the diagonal stand the weights: w_i, "
        "less w_i squared.",
        change("each * np.eye(weights.shape[-1])", "np.eye(weights.shape[-1])"),
    ),
    Misconception(
        "no-diagonal",
        "Your diagonal lacks w_i. A score raises the numerator of its own weight: "
        "that gives +w_i, and only there.",
        change("each * np.eye(weights.shape[-1])", "0"),
    ),
    Misconception(
        "no-outer",
        "You have only the diagonal of weights. The denominator moves as well when a "
        "score does: take away w_i w_j everywhere.",
        change("each * weights[..., None, :]", "0"),
    ),
    Misconception(
        "plus",
        "You add w_i w_j where it has to be taken away. When another score rises, the "
        "denominator grows, and this weight falls.",
        change("diagonal - products", "diagonal + products"),
    ),
    Misconception(
        "softmax-again",
        "You take the softmax of the argument first. It is given the weights already, "
        "not the scores; a second softmax draws them together.",
        change(
            "    each =",
            "    powers = np.exp(weights - weights.max(axis=-1, keepdims=True))\n"
            "    weights = powers / powers.sum(axis=-1, keepdims=True)\n"
            "    each =",
        ),
    ),
    Misconception(
        "inner-product",
        "You subtract one number everywhere: w @ w sums the products. All the pairs "
        "w_i w_j are wanted, an (n, n) table: w[:, None] * w[None, :].",
        change(
            "each * weights[..., None, :]",
            "(weights * weights).sum(axis=-1)[..., None, None]",
        ),
    ),
    Misconception(
        "one-row-only",
        "You build one matrix from all there is. In a batch np.diag and np.outer see all "
        "rows as one; build it with axes counted from the back, weights[..., :, None] "
        "times weights[..., None, :], and np.eye(n).",
        """
        def softmax_jacobian(weights):
            return np.diag(weights) - np.outer(weights, weights)
        """,
    ),
    Misconception(
        "sign",
        "All your entries have the sign turned. A score raises its own weight and "
        "lowers the others.",
        change("diagonal - products", "products - diagonal"),
    ),
    Misconception(
        "no-delta",
        "You have w_i (1 - w_j) everywhere. The 1 stands on the diagonal alone; "
        "beside it a score only makes the sum larger.",
        change("each * np.eye(weights.shape[-1])", "each"),
    ),
    Misconception(
        "squares",
        "You subtract the square of one weight in every column. What is taken "
        "away is w_i times w_j, a product of two: the weights once in a column "
        "and once in a row.",
        change("each * weights[..., None, :]", "(weights * weights)[..., None, :]"),
    ),
)
