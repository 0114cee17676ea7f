"""What goes wrong in a LayerNorm, each as a change of the reference.

The axis is the tokens', eps is misplaced, and a variance found from squares loses its
digits far from zero.
"""

from autograder import Misconception, change

MISTAKES = (
    Misconception(
        "over-tokens",
        "You take mean and variance over the tokens, for each feature. LayerNorm looks "
        "at one token at a time, across its features: axis=-1. Then a token does not "
        "depend on its neighbours, nor on the padding.",
        change("x.mean(axis=-1", "x.mean(axis=-2")
        + change("x.var(axis=-1", "x.var(axis=-2"),
    ),
    Misconception(
        "over-everything",
        "You take one mean and one variance for the whole sequence. Each token has its "
        "own: axis=-1.",
        change("x.mean(axis=-1", "x.mean(axis=(-2, -1)")
        + change("x.var(axis=-1", "x.var(axis=(-2, -1)"),
    ),
    Misconception(
        "over-the-batch",
        "You take one mean and one variance for the whole array, batch and all. Each "
        "token has its own: axis=-1, keepdims=True.",
        change("x.mean(axis=-1, keepdims=True)", "x.mean()")
        + change("x.var(axis=-1, keepdims=True)", "x.var()"),
    ),
    Misconception(
        "rms-norm",
        "This is RMSNorm: you divide by the root of the mean square and leave the mean "
        "in. Many later models do; LayerNorm subtracts each token's mean first.",
        change("x - mean", "x") + change("x.var(", "(x * x).mean("),
        alone=True,
    ),
    Misconception(
        "keepdims-lost",
        "Your means stand in a row, one a token, and NumPy lines a row up with the "
        "*features*: an error, or numbers of other tokens. keepdims=True keeps them in "
        "a column.",
        change("x.mean(axis=-1, keepdims=True)", "x.mean(axis=-1)")
        + change("x.var(axis=-1, keepdims=True)", "x.var(axis=-1)"),
    ),
    Misconception(
        "truncated",
        "Whole numbers came in, and your result has their dtype, so everything after "
        "the point is lost. Let the result have a dtype that holds decimals.",
        change("return gamma", "result = gamma")
        + change("+ beta", "+ beta\n    return result.astype(x.dtype)"),
    ),
    Misconception(
        "not-centred",
        "You divide by the spread and do not subtract the mean first. (Leaving the "
        "mean in is an idea of its own, RMSNorm, with another divisor.)",
        change("x - mean", "x"),
    ),
    Misconception(
        "by-variance",
        "You divide by the variance. Its square root is the spread, and dividing by "
        "that makes the variance 1.",
        change("np.sqrt(variance", "(variance"),
    ),
    Misconception(
        "unbiased",
        "Your variance is divided by d_model - 1. LayerNorm describes the features it "
        "has and estimates nothing, so it divides by d_model. (torch.var and pandas "
        "subtract 1 by default, NumPy does not.)",
        change("x.var(", "np.var(x, ddof=1, "),
    ),
    Misconception(
        "eps-outside",
        "You add eps to the root. It is added to the variance, inside the root. The "
        "two differ for tokens whose features hardly differ.",
        change("np.sqrt(variance + eps)", "(np.sqrt(variance) + eps)"),
    ),
    Misconception(
        "no-eps",
        "You leave the argument eps out. A token whose features are all equal has the "
        "variance 0, and without eps its 0 / 0 is nan.",
        change("variance + eps", "variance"),
    ),
    Misconception(
        "eps-fixed",
        "You always use 1e-5. Use the argument eps, which the caller may set.",
        change("variance + eps", "variance + 1e-5"),
    ),
    Misconception(
        "gamma-beta-swapped",
        "gamma and beta have changed places: gamma multiplies, beta is added.",
        change("gamma *", "beta *") + change("+ beta", "+ gamma"),
    ),
    Misconception(
        "no-gamma-beta",
        "You return the normalised token and use neither gamma nor beta. They let the "
        "model choose another scale and shift for each feature.",
        change("gamma * ", "") + change(" + beta", ""),
    ),
    Misconception(
        "shift-before-scale",
        "You add beta before you multiply by gamma, so the shift is scaled as well. "
        "Multiply by gamma first, then add beta.",
        change("(x - mean)", "((x - mean)") + change("+ beta", "+ beta)"),
    ),
    Misconception(
        "difference-of-squares",
        "You take the variance as the mean of the squares minus the square of the "
        "mean. On paper that is the same. For numbers far from zero both are huge, and "
        "what is left of their difference is rounding error. Subtract the mean first, "
        "or use x.var.",
        change("x.var(", "(x * x).mean(")
        + change("  # (..., 1), divided by d_model", " - mean * mean"),
    ),
    Misconception(
        "beta-left-out",
        "You do not add beta, the shift of each feature. It comes last.",
        change(" + beta", ""),
    ),
)
