"""Answers to block.layer_norm: wrong ones."""

from answers.corpus import wrong
from answers.edits import edited

EXERCISE = "block.layer_norm"

BASE = """
def layer_norm(x, gamma, beta, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta
"""

ANSWERS = (
    wrong(
        "RMSNorm",
        """
        def layer_norm(x, gamma, beta, eps=1e-5):
            power = (np.asarray(x) ** 2).mean(axis=-1, keepdims=True)
            return gamma * x / np.sqrt(power + eps) + beta
        """,
        "the mean is not taken off",
        "rms-norm",
    ),
    wrong(
        "d_model - 1",
        edited(
            BASE,
            (
                "x.var(axis=-1, keepdims=True)",
                "x.var(axis=-1, keepdims=True, ddof=1)",
            ),
        ),
        "the variance of torch.var and pandas",
        "unbiased",
    ),
    wrong(
        "over the whole array",
        edited(
            BASE,
            (
                "x.mean(axis=-1, keepdims=True)",
                "x.mean()",
            ),
            (
                "x.var(axis=-1, keepdims=True)",
                "x.var()",
            ),
        ),
        "one mean and one variance for all tokens",
        "over-the-batch",
    ),
    wrong(
        "batch norm",
        edited(
            BASE,
            (
                "axis=-1",
                "axis=0",
            ),
        ),
        "features over the tokens: axis 0",
        "over-tokens",
    ),
    wrong(
        "divided by the variance",
        edited(
            BASE,
            (
                "np.sqrt(variance + eps)",
                "(variance + eps)",
            ),
        ),
        "the root is forgotten",
        "by-variance",
    ),
    wrong(
        "eps beside the root",
        edited(
            BASE,
            (
                "np.sqrt(variance + eps)",
                "(np.sqrt(variance) + eps)",
            ),
        ),
        "added to the standard deviation",
        "eps-outside",
    ),
    wrong(
        "no eps",
        edited(
            BASE,
            (
                "np.sqrt(variance + eps)",
                "np.sqrt(variance)",
            ),
        ),
        "equal features divide 0 by 0",
        "no-eps",
    ),
    wrong(
        "gamma and beta left out",
        edited(
            BASE,
            (
                "gamma * (x - mean) / np.sqrt(variance + eps) + beta",
                "(x - mean) / np.sqrt(variance + eps)",
            ),
        ),
        "only normed",
        "no-gamma-beta",
    ),
    wrong(
        "beta inside",
        edited(
            BASE,
            (
                "gamma * (x - mean) / np.sqrt(variance + eps) + beta",
                "gamma * ((x - mean) / np.sqrt(variance + eps) + beta)",
            ),
        ),
        "gamma times the sum",
        "shift-before-scale",
    ),
    wrong(
        "gamma and beta swapped",
        edited(
            BASE,
            (
                "gamma * (x - mean) / np.sqrt(variance + eps) + beta",
                "beta * (x - mean) / np.sqrt(variance + eps) + gamma",
            ),
        ),
        "beta scales and gamma shifts",
        "gamma-beta-swapped",
    ),
    wrong(
        "keepdims lost",
        edited(
            BASE,
            (
                ", keepdims=True",
                "",
            ),
        ),
        "an error, or the wrong rows where sizes agree",
        "keepdims-lost",
    ),
    wrong(
        "mean of squares less square of mean",
        edited(
            BASE,
            (
                "x.var(axis=-1, keepdims=True)",
                "(x**2).mean(axis=-1, keepdims=True) - mean**2",
            ),
        ),
        "x far from 0 leaves nothing of the variance",
        "difference-of-squares",
    ),
    wrong(
        "eps ignored",
        edited(
            BASE,
            (
                "variance + eps",
                "variance + 1e-5",
            ),
        ),
        "always 1e-5",
        "eps-fixed",
    ),
    wrong(
        "in the caller's array",
        """
        def layer_norm(x, gamma, beta, eps=1e-5):
            x -= x.mean(axis=-1, keepdims=True)
            return gamma * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps) + beta
        """,
        "x -= mean changes the argument",
    ),
    wrong(
        "RMSNorm in float16",
        """
        def layer_norm(x, gamma, beta, eps=1e-5):
            power = (np.asarray(x) ** 2).mean(axis=-1, keepdims=True)
            return (gamma * x / np.sqrt(power + eps) + beta).astype(np.float16)
        """,
        "a coarse dtype must not make it pass",
        "rms-norm",
    ),
    wrong(
        "whole numbers stay whole",
        """
        def layer_norm(x, gamma, beta, eps=1e-5):
            out = np.empty_like(x)
            mean = x.mean(axis=-1, keepdims=True)
            spread = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
            out[...] = gamma * (x - mean) / spread + beta
            return out
        """,
        "a result like x cuts off the decimals of whole-number x",
        "truncated",
    ),
)
