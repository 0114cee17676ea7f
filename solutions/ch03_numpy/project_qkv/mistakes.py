"""What goes wrong in the three projections.

The results change places, two share a matrix, or .T turns a batch around.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "swapped-qk",
        "Your queries and keys are swapped. The first result is x @ W_q. Both have "
        "the same shape, so only their numbers show the swap.",
        change("return q, k, v", "return k, q, v"),
    ),
    Misconception(
        "order-qvk",
        "Your values come second and your keys third. The order is (q, k, v).",
        change("return q, k, v", "return q, v, k"),
    ),
    Misconception(
        "one-matrix",
        "Queries and keys are both made with W_q. Then every token's query equals "
        "its key, and what a token looks for cannot differ from what it offers.",
        change("k = x @ W_k", "k = x @ W_q"),
    ),
    Misconception(
        "transposed-matrix",
        "You multiply by the transposed matrix. Each W is (d_model, d_k): its rows "
        "meet the features of x, so x @ W_q needs no transpose.",
        change("x @ W_q", "x @ W_q.T")
        + change("x @ W_k", "x @ W_k.T")
        + change("x @ W_v", "x @ W_v.T"),
    ),
    Misconception(
        "columns-as-tokens",
        "Your code is right for one sequence, but .T turns all axes of a batch "
        "around. Keep tokens as rows: x @ W_q works for any leading axes.",
        change("x @ W_q", "(W_q.T @ x.T).T")
        + change("x @ W_k", "(W_k.T @ x.T).T")
        + change("x @ W_v", "(W_v.T @ x.T).T"),
        alone=True,
    ),
    Misconception(
        "one-matrix-for-all",
        "Queries, keys and values are all made with W_q. Each of the three has a "
        "matrix of its own.",
        change("k = x @ W_k", "k = x @ W_q") + change("v = x @ W_v", "v = x @ W_q"),
    ),
    Misconception(
        "matrix-first",
        "The matrix stands on the left. Tokens are rows of x, so x stands on the left "
        "and its features meet the rows of the matrix.",
        change("x @ W_q", "W_q @ x")
        + change("x @ W_k", "W_k @ x")
        + change("x @ W_v", "W_v @ x"),
    ),
    Misconception(
        "element-by-element",
        "The * multiplies entry by entry. A projection is a matrix product, which "
        "multiplies and adds up.",
        change("x @ W_q", "x * W_q")
        + change("x @ W_k", "x * W_k")
        + change("x @ W_v", "x * W_v"),
    ),
    Misconception(
        "softmaxed",
        "You take a softmax of the projections. A projection is one product and "
        "no more; the softmax comes later, after the scores.",
        """
        def softmax(scores):
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return powers / powers.sum(axis=-1, keepdims=True)

        def project_qkv(x, W_q, W_k, W_v):
            return softmax(x @ W_q), softmax(x @ W_k), softmax(x @ W_v)
        """,
    ),
    Misconception(
        "queries-alone",
        "You return the queries alone. Return three arrays: (q, k, v).",
        change("return q, k, v", "return q"),
    ),
    Misconception(
        "side-by-side",
        "You return one array with all three side by side. Return three arrays: (q, k, v).",
        change("return q, k, v", "return np.concatenate([q, k, v], axis=-1)"),
    ),
)
