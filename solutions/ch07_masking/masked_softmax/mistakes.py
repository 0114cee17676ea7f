"""What goes wrong in a masked softmax, nearly all as changes of the reference.

A row with nothing open is nan, or attends to what is blocked when -1e9 stands for
minus infinity; and a mask after the softmax lets blocked scores count.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "nan-rows",
        "A row with every key blocked gives nan: its largest score is -inf, and "
        "-inf - -inf is nan. One such row spoils everything that is computed from it. "
        "Where the largest is -inf subtract 0 instead, and never divide by a sum of 0.",
        change("    largest = np.where(largest == -np.inf, 0, largest)\n", "")
        + change("np.where(total == 0, 1, total)", "total"),
    ),
    Misconception(
        "minus-1e9",
        "You put a large negative number where -inf belongs. A fully masked row then "
        "has equal scores, so it spreads its attention over the very keys that are "
        "blocked. Such a row should be all zeros.",
        change("np.where(mask, scores, -np.inf)", "np.where(mask, scores, -1e9)"),
    ),
    Misconception(
        "minus-1e9-added",
        "You add a large negative number to blocked scores. In a fully masked row "
        "it is added to every score, and a softmax sees only differences: the mask has "
        "no effect there. Replace the scores with np.where(mask, scores, -np.inf).",
        change(
            "np.where(mask, scores, -np.inf)",
            "scores + np.where(mask, 0, -1e9).astype(scores.dtype)",
        ),
    ),
    Misconception(
        "multiplied",
        "You multiply the scores by the mask. A blocked score becomes 0, and e^0 is 1: "
        "blocked keys still get weight. Blocked must be -inf, since e^-inf is 0.",
        change("np.where(mask, scores, -np.inf)", "scores * mask"),
    ),
    Misconception(
        "minus-1e9-too-high",
        "You put a large negative number where -inf belongs. Where the open scores are "
        "lower still, that number is the largest of the row: the open keys' "
        "exponentials underflow to 0, and nothing is left to divide. Only -inf is "
        "below every score.",
        change("np.where(mask, scores, -np.inf)", "np.where(mask, scores, -1e9)")
        + change("np.exp(open_scores - largest)", "np.exp(open_scores - largest) * mask"),
    ),
    Misconception(
        "minus-1e9-too-little",
        "You add a large negative number to blocked scores. A blocked score that is "
        "larger still stays the largest of its row, and its key gets the weight. "
        "Whatever the score, -inf in its place is lower.",
        change("np.where(mask, scores, -np.inf)", "scores + np.where(mask, 0, -1e9)")
        + change(
            "np.exp(open_scores - largest)",
            "np.exp(open_scores - largest) * mask.any(axis=-1, keepdims=True)",
        ),
    ),
    Misconception(
        "masked-after",
        "You set weights to zero after the softmax. The blocked scores are still in "
        "the sum that the other weights were divided by: rows sum to less than one, "
        "and by how much depends on what is blocked. Mask the scores first.",
        change("np.where(mask, scores, -np.inf)", "scores")
        + change("np.where(total == 0, 1, total)", "np.where(total == 0, 1, total) * mask"),
    ),
    Misconception(
        "renormalised",
        "You set blocked keys to zero after exp() of scores of which the largest of all "
        "keys was subtracted, and divide by what is left. On paper that is right. When a "
        "blocked score is far above the others, their exponentials underflow to 0 and "
        "nothing is left to divide. Mask the scores before you look for the largest.",
        change("np.where(mask, scores, -np.inf)", "scores")
        + change("np.exp(open_scores - largest)", "np.exp(open_scores - largest) * mask"),
    ),
    Misconception(
        "inverted",
        "Your softmax attends to what the mask blocks. In this course True means may "
        "attend.",
        change("    open_scores =", "    mask = ~mask\n    open_scores ="),
    ),
    Misconception(
        "wrong-axis",
        "Your softmax runs over the queries. Each row is one query's weights over the "
        "keys: the last axis.",
        change("max(axis=-1", "max(axis=-2") + change("sum(axis=-1", "sum(axis=-2"),
    ),
    Misconception(
        "not-broadcast",
        "scores[~mask] needs a mask of exactly the shape of scores, but a padding mask "
        "is (batch, 1, n_k) and a causal one (n, n). np.where(mask, scores, -np.inf) "
        "broadcasts, and makes a new array too.",
        change(
            "open_scores = np.where(mask, scores, -np.inf)",
            "open_scores = scores.astype(float)\n    open_scores[~mask] = -np.inf",
        ),
    ),
    Misconception(
        "unstable",
        "exp() of a large score overflows, and of a very negative row underflows to "
        "0. Subtract each row's largest *open* score first.",
        change("np.exp(open_scores - largest)", "np.exp(open_scores)"),
    ),
    Misconception(
        "overflow-hidden",
        "exp() of a large score overflows, and np.nan_to_num turns the nan into a 0 "
        "that looks like a weight. Subtract each row's largest open score first; then "
        "only a fully masked row needs care.",
        change("np.exp(open_scores - largest)", "np.exp(open_scores)")
        + change(
            "powers / np.where(total == 0, 1, total)", "np.nan_to_num(powers / total)"
        ),
    ),
    Misconception(
        "smallest-subtracted",
        "You subtract the smallest open score of a row. The others are then positive, "
        "and where they lie far above it exp() overflows. Below the *largest*, all "
        "powers are 1 or less.",
        change("open_scores.max(", "np.where(mask, scores, np.inf).min("),
    ),
    Misconception(
        "mean-subtracted",
        "You subtract the mean of a row. What lies far above it still overflows, and "
        "blocked scores are in the mean too. Subtract the largest open score.",
        change("open_scores.max(", "scores.mean("),
    ),
    Misconception(
        "one-maximum-for-all",
        "You subtract one number from all rows, the largest of the whole array. In a "
        "row far below it every exponential underflows to 0, as if all its keys were "
        "blocked. Each row has a largest of its own: axis=-1, keepdims=True.",
        change("    # In a row", "    largest = largest.max()\n    # In a row"),
    ),
    Misconception(
        "softmax-twice",
        "You take the softmax of weights: once of the scores and again of what came "
        "out. The second draws the weights together. One softmax turns scores into "
        "weights.",
        """
        def masked_softmax(scores, mask):
            for _ in range(2):
                open_scores = np.where(mask, scores, -np.inf)
                largest = open_scores.max(axis=-1, keepdims=True)
                powers = np.exp(open_scores - np.where(largest == -np.inf, 0, largest))
                total = powers.sum(axis=-1, keepdims=True)
                scores = powers / np.where(total == 0, 1, total)
            return scores
        """,
    ),
    Misconception(
        "log-softmax",
        "These are the logarithms of the weights. They suit a loss; to average values "
        "the weights themselves are needed.",
        change(
            "powers / np.where(total == 0, 1, total)",
            "open_scores - largest - np.log(total)",
        ),
        alone=True,
    ),
    Misconception(
        "not-divided",
        "You return the exponentials. Each row's have still to be divided by their "
        "sum, so that the open weights add up to one.",
        change(" / np.where(total == 0, 1, total)", ""),
    ),
    Misconception(
        "keepdims-lost",
        "Your sums stand in a row, (..., n_q), and NumPy lines a row up with the "
        "*keys*: an error, or each weight divided by another query's sum. "
        "keepdims=True keeps them in a column.",
        change("powers.sum(axis=-1, keepdims=True)", "powers.sum(axis=-1)"),
    ),
)
