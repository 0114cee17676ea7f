"""What goes wrong in additive scores.

As in chapter 01 the tanh is misplaced; new are the two axes that make all pairs out
of two lists.
"""

from autograder import Misconception, change
from solutions.ch06_scaling_and_scores._shared import ROWS_ARE_KEYS, SOFTMAXED
from solutions.sentences import WHOLE_NUMBERS

MISTAKES = (
    Misconception(
        "no-tanh",
        "There is no tanh in your scores. Without it the query's part is the same "
        "number for every key of its row, and the softmax cancels it: all queries "
        "would get the same weights. The tanh is what lets the two interact.",
        change("np.tanh(from_queries + from_keys)", "from_queries + from_keys"),
    ),
    Misconception(
        "tanh-outside",
        "You take tanh of the finished score. It belongs inside, on each of the h "
        "hidden numbers, before v adds them up. Outside, it only squeezes every score "
        "between -1 and 1.",
        change("np.tanh(from_queries + from_keys)", "from_queries + from_keys")
        + change("    return", "    scores = np.tanh(scores)\n    return"),
    ),
    Misconception(
        "tanh-before-sum",
        "You take tanh of the query's part and of the key's part, then add. Add "
        "first: tanh(q W_q + k W_k). Taken separately, the query's part is the same "
        "for every key, and the softmax cancels it.",
        change(
            "np.tanh(from_queries + from_keys)",
            "np.tanh(from_queries) + np.tanh(from_keys)",
        ),
    ),
    Misconception(
        "v-missing",
        "You add up the hidden numbers as they are. v says how much each of them "
        "counts, and with which sign: end with a product with v.",
        change("hidden @ v", "hidden.sum(axis=-1)"),
    ),
    Misconception(
        "rows-are-keys",
        ROWS_ARE_KEYS,
        change("(q @ W_q)[..., :, None, :]", "(q @ W_q)[..., None, :, :]")
        + change("(k @ W_k)[..., None, :, :]", "(k @ W_k)[..., :, None, :]"),
    ),
    Misconception(
        "matrices-swapped",
        "You multiply queries by W_k and keys by W_q. When d_q equals d_k it runs and "
        "gives other scores; when it does not, NumPy stops.",
        change("q @ W_q", "q @ W_k") + change("k @ W_k", "k @ W_q"),
    ),
    Misconception(
        "row-with-row",
        "You add row i of the queries to row i of the keys only, so each query meets "
        "one key. All pairs are wanted: give the queries an axis for the keys, (n_q, "
        "1, h), and the keys one for the queries, (1, n_k, h).",
        change("(q @ W_q)[..., :, None, :]", "q @ W_q")
        + change("(k @ W_k)[..., None, :, :]", "k @ W_k"),
    ),
    Misconception(
        "axes-from-the-front",
        "You count axes from the front. In a batch, [:, None] puts the new axis behind the "
        "batch axis, not behind the queries. Count from the back: [..., :, None, :] "
        "and [..., None, :, :].",
        change("[..., :, None, :]", "[:, None]") + change("[..., None, :, :]", "[None]"),
    ),
    Misconception(
        "softmaxed",
        SOFTMAXED,
        change(
            "return scores",
            "powers = np.exp(scores - scores.max(axis=-1, keepdims=True))\n"
            "    return powers / powers.sum(axis=-1, keepdims=True)",
        ),
    ),
    Misconception(
        "scaled",
        "You divide by a square root. Additive scores need none: tanh keeps each "
        "hidden number between -1 and 1, however large the vectors are.",
        change("return scores", "return scores / np.sqrt(len(v))"),
    ),
    Misconception(
        "scaled-by-d-k",
        "You divide by the square root of the dimension of a key. That scale is for "
        "dot products; tanh keeps each hidden number between -1 and 1, however "
        "large the vectors are.",
        change("return scores", "return scores / np.sqrt(k.shape[-1])"),
    ),
    Misconception(
        "not-summed",
        "The * leaves the h hidden numbers of each pair as they are. One score per "
        "pair is wanted: their sum, weighted by v, which is a product with @.",
        change("hidden @ v", "hidden * v"),
    ),
    Misconception(
        "sigmoid",
        "You use the sigmoid, which lies between 0 and 1. This score uses "
        "np.tanh, which lies between -1 and 1.",
        change(
            "np.tanh(from_queries + from_keys)",
            "1 / (1 + np.exp(-from_queries - from_keys))",
        ),
    ),
    Misconception(
        "relu",
        "You cut negative hidden numbers off to 0. This score uses np.tanh, "
        "which keeps their sign.",
        change(
            "np.tanh(from_queries + from_keys)", "np.maximum(from_queries + from_keys, 0)"
        ),
    ),
    Misconception(
        "multiplied",
        "You multiply the two parts. This score is called additive because q W_q "
        "and k W_k are added.",
        change("from_queries + from_keys", "from_queries * from_keys"),
    ),
    Misconception(
        "whole-number-array",
        WHOLE_NUMBERS,
        change("return scores", "return scores.astype(q.dtype)"),
    ),
    Misconception(
        "matrices-transposed",
        "You transpose the matrices before you multiply. W_q is (d_q, h): its rows "
        "meet the numbers of a query, so q @ W_q needs no .T.",
        change("q @ W_q", "q @ W_q.T") + change("k @ W_k", "k @ W_k.T"),
    ),
    Misconception(
        "hidden-returned",
        "These are the h hidden numbers of each pair. v makes one score of them.",
        change("hidden @ v", "hidden"),
        alone=True,
    ),
    Misconception(
        "dot-of-projections",
        "You take dot products of the projected queries and keys. The additive "
        "score adds the two, takes tanh of the sum and a weighted sum with v.",
        """
        def additive_scores(q, k, W_q, W_k, v):
            return (q @ W_q) @ np.swapaxes(k @ W_k, -1, -2)
        """,
    ),
)
