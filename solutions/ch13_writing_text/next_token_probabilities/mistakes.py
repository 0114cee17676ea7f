"""What goes wrong between logits and what is drawn from.

The temperature multiplies or divides by zero, top_k and top_p leave out too little, too
much or in another order, and rows do not sum to one behind them.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "multiplied",
        "You multiply by the temperature. Dividing makes low temperatures sharp: at "
        "0.5 every difference between logits counts twice.",
        change("axis=-1) / temperature", "axis=-1) * temperature"),
    ),
    Misconception(
        "temperature-unused",
        "The temperature changes nothing in yours. Divide the logits by it before the "
        "softmax.",
        change("axis=-1) / temperature", "axis=-1)"),
    ),
    Misconception(
        "zero-divides",
        "At temperature 0 you divide by zero. It means greedy: probability 1 for the "
        "likeliest token, 0 for all others.",
        change("    if temperature == 0:\n        temperature, top_k = 1.0, 1\n", ""),
    ),
    Misconception(
        "top-k-unused",
        "top_k leaves nothing out in yours. Keep the k likeliest tokens of each row.",
        change("    order =", "    top_k = None\n    order ="),
    ),
    Misconception(
        "top-p-unused",
        "You do not use top_p. Add up the likeliest tokens' probabilities until their "
        "sum reaches it; the others become 0.",
        change("    if top_p is", "    top_p = None\n    if top_p is"),
    ),
    Misconception(
        "least-likely-kept",
        "You keep the top_k least likely tokens: np.sort begins with the smallest. "
        "Take the k largest logits.",
        change(
            "top_k = 1.0, 1\n",
            "top_k = 1.0, 1\n"
            "    elif top_k is not None:\n"
            "        limit = np.sort(logits, axis=-1)[..., :top_k][..., -1:]\n"
            "        logits = np.where(logits > limit, -np.inf, logits)\n",
        ),
    ),
    Misconception(
        "crossing-left-out",
        "You leave out the token that crosses top_p, so what is left sums to less. "
        "Keep it: the fewest whose sum reaches top_p.",
        change(
            "np.cumsum(p, axis=-1) - p", "np.cumsum(p, axis=-1)\n        before[..., 0] = 0"
        ),
    ),
    Misconception(
        "all-that-cross",
        "You leave out the token that crosses top_p. Where the likeliest crosses it alone, "
        "nothing is left, and 0 / 0 is nan. Keep it: the fewest whose sum reaches top_p.",
        change("np.cumsum(p, axis=-1) - p", "np.cumsum(p, axis=-1)"),
    ),
    Misconception(
        "not-scaled-again",
        "What is left does not sum to one. Divide by its sum after leaving tokens out.",
        change(
            "    np.put_along_axis",
            "    every = np.exp(scores - scores[..., :1])\n"
            "    p = np.where(p > 0, every / every.sum(axis=-1, keepdims=True), 0)\n"
            "    np.put_along_axis",
        ),
    ),
    Misconception(
        "not-scaled-after-top-p",
        "Behind top_p the rows sum to less than one. To divide by the sum after top_k "
        "is not enough: divide again once top_p has left tokens out.",
        change("        p /= p.sum(axis=-1, keepdims=True)\n", ""),
    ),
    Misconception(
        "over-the-whole-batch",
        "You rank and sum over all rows together. Each row is a distribution of its "
        "own: work along the last axis.",
        change(
            "    if temperature ==",
            "    shape, logits = logits.shape, logits.reshape(1, -1)\n"
            "    if temperature ==",
        )
        + change("return result", "return result.reshape(shape)"),
    ),
    Misconception(
        "top-p-of-everything",
        "With both, your top_p counts probabilities from before top_k. top_k comes "
        "first: scale what it leaves to sum to one, then count up to top_p.",
        change("    if top_k is not None:\n        p[..., top_k:] = 0\n", "")
        + change(
            "    result =",
            "    if top_k is not None:\n"
            "        p[..., top_k:] = 0\n"
            "        p /= p.sum(axis=-1, keepdims=True)\n"
            "    result =",
        ),
    ),
    Misconception(
        "zero-for-a-logit",
        "You set the logits of what is left out to 0, and exp(0) is 1. Set them to "
        "-np.inf, or their probabilities to 0.",
        change(
            "    np.put_along_axis",
            "    scores = np.where(p > 0, scores, 0)\n"
            "    p = np.exp(scores - scores.max(axis=-1, keepdims=True))\n"
            "    p /= p.sum(axis=-1, keepdims=True)\n"
            "    np.put_along_axis",
        ),
    ),
    Misconception(
        "unstable",
        "exp() of a large logit overflows. Subtract each row's largest logit first.",
        change("scores - scores[..., :1]", "scores"),
    ),
)
