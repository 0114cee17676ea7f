"""What goes wrong in causal attention by blocks, each as a change of the reference.

Rows or columns are counted from another place, the mask is turned or comes too late, and
what the online softmax needs is missing.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "nothing-masked",
        "Every query sees all keys. Block the scores of keys that come after it, in "
        "each block, before its largest score is looked for.",
        change("np.where(may, scores, -np.inf)", "scores"),
    ),
    Misconception(
        "columns-of-the-block",
        "You count the columns of each block from 0. Column j of a block is key "
        "start + j of the text.",
        change("start + np.arange(len(k_block))", "np.arange(len(k_block))"),
    ),
    Misconception(
        "rows-from-zero",
        "You count the queries from 0. They are the last of the text: query i stands "
        "at n_k - n_q + i.",
        change("np.arange(n_k - n_q, n_k)", "np.arange(n_q)"),
    ),
    Misconception(
        "not-itself",
        "Your tokens do not see themselves, and the first of a text sees nothing. A "
        "key is open up to the query's own place: <=.",
        change("columns <= places", "columns < places"),
    ),
    Misconception(
        "the-future-only",
        "Your mask is turned round: each query sees itself and what comes after.",
        change("columns <= places", "columns >= places"),
    ),
    Misconception(
        "masked-after-the-powers",
        "You take blocked powers out of the mixture and leave them in the total, so "
        "that all contexts are too short. Replace the scores instead.",
        change("np.where(may, scores, -np.inf)", "scores")
        + change("powers @ v_block", "(powers * may) @ v_block"),
    ),
    Misconception(
        "zero-for-blocked",
        "You give blocked scores a 0. The power of 0 is 1, like that of any score: it "
        "takes -inf.",
        change("np.where(may, scores, -np.inf)", "np.where(may, scores, 0.0)"),
    ),
    Misconception(
        "largest-of-blocked",
        "Your largest score may be one of a blocked key. Where that is far above the "
        "rest, all open powers vanish, and 0 / 0 is nan. Mask first.",
        change("seen.max(", "scores.max("),
    ),
    Misconception(
        "not-rescaled",
        "You keep what was summed so far as it is. It was measured against another "
        "largest score: rescale total and mixture when a larger one comes.",
        change("np.exp(largest - new_largest)", "1.0"),
    ),
    Misconception(
        "unscaled",
        "Your scores are not divided by sqrt(d_k).",
        change(" / q.shape[1] ** 0.5", ""),
    ),
)
