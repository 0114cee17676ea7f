"""What goes wrong in self-attention, each as a change of the reference.

It is what went wrong in the parts, and that tokens are mixed where their values are
wanted.
"""

from autograder import Misconception, change
from autograder.exercise.changes import Change
from solutions.sentences import (
    CAUSAL,
    DEALT_ANEW,
    FROM_THE_FRONT,
    GLOBAL_MAX,
    HALF_OF_D_K,
    NO_SOFTMAX,
    NOT_TURNED,
    SCALED_BY_D_V,
    SOFTMAX_TWICE,
    TOO_MUCH,
    UNSCALED,
    WHOLE_NUMBERS,
)


def _own_softmax(exponents: str) -> Change:
    """A softmax written anew, above, in the place of the one that the chapter has made."""
    return change(
        "def self_attention",
        f"""def softmax(scores, axis=-1):
    powers = np.exp({exponents})
    return powers / powers.sum(axis=axis, keepdims=True)


def self_attention""",
    )


MISTAKES = (
    Misconception(
        "swapped-qk",
        "Your queries are made with W_k and your keys with W_q, so the two roles are "
        "swapped.",
        change("q, k, v =", "k, q, v ="),
    ),
    Misconception("unscaled", UNSCALED, change(" / d_k**0.5", "")),
    Misconception("divided-by-d-k", TOO_MUCH, change("/ d_k**0.5", "/ d_k")),
    Misconception(
        "scaled-by-d-model",
        "You divide by sqrt(d_model), the dimension of the tokens. The scores are "
        "products of vectors with d_k entries, so the scale is sqrt(d_k).",
        change("d_k = W_k.shape[1]", "d_k = x.shape[-1]"),
    ),
    Misconception(
        "wrong-axis",
        "Your softmax is not over the keys. Each row is one query's weights: take it "
        "over the keys, the last axis.",
        change("softmax(scores)", "softmax(scores, axis=-2)"),
    ),
    Misconception(
        "raw-values",
        "You mix the tokens themselves. A token passes on its value, x @ W_v.",
        change("weights @ v", "weights @ x"),
    ),
    Misconception(
        "weights-transposed",
        "You multiply by the transposed weights, so each token is mixed by the column of "
        "its key. Row i of weights @ v is what query i gathers.",
        change("weights @ v", "np.swapaxes(weights, -1, -2) @ v"),
    ),
    Misconception(
        "batch-transposed",
        "Your .T turns all axes of a batch around. Swap only the last two: "
        "np.swapaxes(k, -1, -2).",
        change("np.swapaxes(k, -1, -2)", "k.T"),
    ),
    Misconception(
        "weights-returned",
        "These are the weights. Multiply them by the values to get the context.",
        change("weights @ v", "weights"),
        alone=True,
    ),
    Misconception(
        "no-projections",
        "You use the tokens as their own queries and keys. Project them first: q is "
        "x @ W_q and k is x @ W_k.",
        change("project_qkv(x, W_q, W_k, W_v)", "x, x, x @ W_v")
        + change("d_k = W_k.shape[1]", "d_k = x.shape[-1]"),
    ),
    Misconception(
        "scaled-by-d-v", SCALED_BY_D_V, change("d_k = W_k.shape[1]", "d_k = W_v.shape[1]")
    ),
    Misconception("no-transpose", NOT_TURNED, change("np.swapaxes(k, -1, -2)", "k")),
    Misconception(
        "reshape-for-transpose",
        DEALT_ANEW,
        change(
            "np.swapaxes(k, -1, -2)", "k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])"
        ),
    ),
    Misconception("global-max", GLOBAL_MAX, _own_softmax("scores - scores.max()")),
    Misconception(
        "unstable",
        "exp() of a large score overflows. Use your softmax, which subtracts each "
        "row's largest score first.",
        _own_softmax("scores"),
    ),
    Misconception(
        "softmax-twice",
        SOFTMAX_TWICE,
        change("softmax(scores)", "softmax(softmax(scores))"),
    ),
    Misconception("no-softmax", NO_SOFTMAX, change("softmax(scores)", "scores")),
    Misconception(
        "causal",
        CAUSAL,
        change(
            "    weights =",
            "    seen = np.tri(x.shape[-2], dtype=bool)\n"
            "    scores = np.where(seen, scores, -np.inf)\n"
            "    weights =",
        ),
    ),
    Misconception(
        "element-by-element",
        "The * multiplies weights and values entry by entry, and nothing is added "
        "up. To gather is a matrix product: weights @ v.",
        change("weights @ v", "weights * v"),
    ),
    Misconception(
        "residual",
        "You add each token's own value to what it gathers. A Transformer block "
        "adds its input, later and outside; here the attention alone is wanted.",
        change("weights @ v", "v + weights @ v"),
    ),
    Misconception(
        "whole-number-array",
        WHOLE_NUMBERS,
        change("weights @ v", "(weights @ v).astype(x.dtype)"),
    ),
    Misconception(
        "axis-1", FROM_THE_FRONT, change("softmax(scores)", "softmax(scores, axis=1)")
    ),
    Misconception("half-of-d-k", HALF_OF_D_K, change("d_k**0.5", "(d_k**1 / 2)")),
    Misconception(
        "scaled-by-length",
        "You divide by the square root of the number of tokens. The scale is the "
        "dimension of a key, d_k.",
        change("d_k = W_k.shape[1]", "d_k = x.shape[-2]"),
    ),
    Misconception(
        "multiplied",
        "You multiply the scores by sqrt(d_k) where you should divide.",
        change("/ d_k**0.5", "* d_k**0.5"),
    ),
    Misconception(
        "scaled-after",
        "You divide after the softmax, so the weights no longer sum to one. Scale "
        "the scores, then take the softmax.",
        change(" / d_k**0.5", "") + change("softmax(scores)", "softmax(scores) / d_k**0.5"),
    ),
    Misconception(
        "queries-with-queries",
        "You compare the queries with one another and never use the keys. A "
        "query is compared with keys.",
        change("np.swapaxes(k, -1, -2)", "np.swapaxes(q, -1, -2)"),
    ),
    Misconception(
        "weights-as-well",
        "You return the weights beside the context vectors. The context vectors "
        "alone are wanted.",
        change("weights @ v", "weights @ v, weights"),
    ),
)
