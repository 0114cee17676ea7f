"""What goes wrong in the bias of ALiBi, each as a change of the reference.

The penalty is a bonus, the slopes begin elsewhere or step evenly, and the causal mask
is mixed in.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "bonus-for-distance",
        "Your bias is positive, so far keys gain. ALiBi is a penalty: minus the slope "
        "times the distance.",
        change("return slopes", "return -slopes"),
    ),
    Misconception(
        "slopes-from-zero",
        "Your first slope is 2**0 = 1. Heads are counted from 1 here: the first slope "
        "is 2**(-8 / n_heads), and the last one 2**-8.",
        change("np.arange(1, n_heads + 1)", "np.arange(n_heads)"),
    ),
    Misconception(
        "slopes-in-reverse",
        "Your slopes are in reverse order. The first head has the steepest, "
        "2**(-8 / n_heads), and the last head the flattest, 2**-8.",
        change("slopes[:, None, None]", "slopes[::-1, None, None]"),
    ),
    Misconception(
        "slopes-of-eight-heads",
        "Your slopes are 1/2, 1/4, 1/8, ... for any number of heads. That is right for "
        "8 heads. In general the exponent is -8 h / n_heads, so that the flattest "
        "slope is always 2**-8.",
        change("(-8 * np.arange", "(-1.0 * np.arange") + change("+ 1) / n_heads)", "+ 1))"),
    ),
    Misconception(
        "above-the-diagonal",
        "Above the diagonal your bias goes on as -m (i - j), so that future keys gain. "
        "They should be 0 here; the causal mask blocks them anyway.",
        change("np.minimum(places - places[:, None], 0)", "places - places[:, None]"),
    ),
    Misconception(
        "both-ways",
        "You penalise the distance in both directions. This is causal attention: above "
        "the diagonal the bias is 0, and the mask does the rest.",
        change("np.minimum(places - places[:, None], 0)", "-abs(places - places[:, None])"),
    ),
    Misconception(
        "mask-included",
        "You put -inf above the diagonal. It gives the same weights once the causal "
        "mask is there, but here the two are kept apart: 0 above the diagonal.",
        change("* steps", "* steps + np.triu(np.full((n, n), -np.inf), k=1)"),
    ),
    Misconception(
        "place-of-the-key",
        "Your bias grows with the place of the key, j, where it should fall with the "
        "distance, i - j. After a softmax the two give the same weights, because they "
        "differ by a constant in each row; as numbers they differ, and these ones "
        "grow with the text.",
        change(
            "np.minimum(places - places[:, None], 0)", "np.tril(np.tile(places, (n, 1)))"
        ),
    ),
    Misconception(
        "counted-from-the-end",
        "Your bias is the key's distance from the end of the text. It should be its "
        "distance from the *query*, i - j: another row, another distance.",
        change(
            "np.minimum(places - places[:, None], 0)",
            "np.tril(np.tile(places + 1 - n, (n, 1)))",
        ),
    ),
    Misconception(
        "transposed",
        "Your penalty stands above the diagonal, where the causal mask blocks anyway. "
        "Rows are queries: entry [i, j] is for key j at or before query i.",
        change("places - places[:, None]", "places[:, None] - places"),
    ),
    Misconception(
        "heads-last",
        "Your heads stand on the last axis. Scores are (heads, n, n), so the slopes "
        "go in front: slopes[:, None, None].",
        change("slopes[:, None, None] * steps", "slopes * steps[:, :, None]"),
    ),
    Misconception(
        "one-slope",
        "All your heads have the slope of the first. Each has its own, so that some "
        "look near and others far.",
        change("np.arange(1, n_heads + 1)", "np.ones(n_heads)"),
    ),
    Misconception(
        "n-heads-ignored",
        "Your slopes are 2**-8, 2**-16, and so on. The exponent is divided by the "
        "number of heads, -8 h / n_heads, so that the flattest slope is always 2**-8.",
        change("+ 1) / n_heads)", "+ 1))"),
    ),
    Misconception(
        "even-slopes",
        "Your slopes go down in equal steps. ALiBi's are a geometric sequence: each is "
        "2**(-8 / n_heads) times the one before.",
        change(
            "2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)",
            "np.arange(n_heads, 0, -1) / n_heads",
        ),
    ),
)
