"""LayerNorm: every token at mean 0 and variance 1.

Ba, Kiros and Hinton 2016, "Layer Normalization".

The axis is the tokens', eps is misplaced, and a variance found from squares loses its
digits far from zero.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.draws import Draw, normal, sizes, thrice


def layer_norm(
    x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float = 1e-5
) -> np.ndarray:
    """Bring every token to mean 0 and variance 1, then scale and shift it.

    x: (..., d_model), any numbers, equal ones among them.
    gamma, beta: (d_model,), the scale and the shift of each feature.
    Mean and variance are taken over a token's own features; eps is added to
    the variance.  Returns an array of the shape of x.
    """
    mean = x.mean(axis=-1, keepdims=True)  # (..., 1)
    variance = x.var(axis=-1, keepdims=True)  # (..., 1), divided by d_model
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


def _tokens(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d_model = sizes(rng, 2, 3, 8)
        n, d_model = options.get("n", n), options.get("d_model", d_model)
        dtype = options.get("dtype", "float64")
        x = normal(rng, *batch, n, d_model, scale=options.get("scale", 1.0), dtype=dtype)
        x = x * options.get("spread", 1.0) + options.get("offset", 0.0)
        if options.get("constant"):
            x[..., 0, :] = x[..., 0, :1]
        if options.get("whole"):
            x, dtype = np.round(4 * x), "int64"
        gamma = normal(rng, d_model, dtype=options.get("dtype", "float64"))
        beta = normal(rng, d_model, dtype=options.get("dtype", "float64"))
        given = x.astype(dtype), gamma, beta
        return (*given, options["eps"]) if "eps" in options else given

    return draw


def _norm(
    x,
    gamma,
    beta,
    eps=1e-5,
    *,
    over="features",
    centre=True,
    divide="std",
    count="d_model",
    where="variance",
    affine="gamma beta",
    variance="of differences",
):
    axis = {"features": -1, "tokens": -2, "both": (-2, -1)}[over]
    mean = x.mean(axis=axis, keepdims=True)
    var = x.var(axis=axis, keepdims=True)
    if variance == "of squares":
        var = (x * x).mean(axis=axis, keepdims=True) - mean * mean
    if count == "d_model - 1":
        size = x.size // mean.size
        var = var * size / (size - 1) if size > 1 else var * np.nan
    if not centre:
        mean = mean * 0
    added = 0.0 if where == "nowhere" else eps
    added = 1e-5 if where == "fixed" else added
    size = np.sqrt(var) + eps if where == "root" else np.sqrt(var + added)
    if divide == "variance":
        size = size * size
    scale, shift = (beta, gamma) if affine == "beta gamma" else (gamma, beta)
    if affine == "none":
        scale, shift = 1.0, 0.0
    if affine == "shift first":
        return scale * ((x - mean) / size + shift)
    return scale * (x - mean) / size + shift


def _rms_norm(x, gamma, beta, eps=1e-5):
    return gamma * x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + eps) + beta


def _over_the_batch(x, gamma, beta, eps=1e-5):
    return gamma * (x - x.mean()) / np.sqrt(x.var() + eps) + beta


def _keepdims_lost(x, gamma, beta, eps=1e-5):
    return gamma * (x - x.mean(axis=-1)) / np.sqrt(x.var(axis=-1) + eps) + beta


def _norm_token_by_token(x, gamma, beta, eps=1e-5):
    flat = x.reshape(-1, x.shape[-1]).astype(np.float64)
    rows = []
    for token in flat:
        mean = sum(token) / len(token)
        variance = sum((feature - mean) ** 2 for feature in token) / len(token)
        rows.append(gamma * (token - mean) / (variance + eps) ** 0.5 + beta)
    return np.array(rows).reshape(x.shape)


def _norm_by_einsum(x, gamma, beta, eps=1e-5):
    d_model = x.shape[-1]
    centred = x - np.einsum("...d->...", x)[..., None] / d_model
    variance = np.einsum("...d,...d->...", centred, centred) / d_model
    return centred * gamma * (variance[..., None] + eps) ** -0.5 + beta


EXERCISE = Exercise(
    id="block.layer_norm",
    title="LayerNorm",
    reference=layer_norm,
    decisions=_norm,
    points=2,
    minutes=5,
    difficulty=2,
    section="09-transformer-block#layernorm-every-token-at-the-same-volume",
    order=20,
    cases=(
        Case("a few tokens", _tokens()),
        Case("a batch", _tokens(3)),
        Case("a batch of batches, float32", _tokens(2, 3, dtype="float32")),
        Case("one token", _tokens(n=1), calls=1),
        Case("one feature", _tokens(d_model=1), calls=1),
        Case("large numbers", _tokens(scale=1e6)),
        Case("far from zero", _tokens(offset=1e6)),
        Case("features that hardly differ", _tokens(spread=1e-3)),
        Case("equal features in a token", _tokens(constant=True)),
        Case("another eps", _tokens(eps=0.5)),
        thrice("whole numbers", _tokens(2, whole=True)),
    ),
    properties=(
        Property(
            "each token is normalised on its own",
            "The first token's result depends on the other tokens. Mean and variance are "
            "taken over one token's own features.",
            lambda answer, output, x, *rest: np.allclose(
                answer(x[..., :1, :], *rest), output[..., :1, :], rtol=1e-3, atol=1e-3
            ),
        ),
        Property(
            "the input's size does not matter",
            "A token ten times as large should come out much the same: that is what the "
            "norm is for.",
            lambda answer, output, x, gamma, beta, eps=1e-5: (
                x.var(axis=-1).min() < 1e3 * eps
                or np.allclose(answer(10 * x, gamma, beta, eps), output, atol=1e-2)
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "over-tokens",
            "You take mean and variance over the tokens, for each feature. LayerNorm looks "
            "at one token at a time, across its features: axis=-1. Then a token does not "
            "depend on its neighbours, nor on the padding.",
            choices={"over": "tokens"},
        ),
        Misconception(
            "over-everything",
            "You take one mean and one variance for the whole sequence. Each token has its "
            "own: axis=-1.",
            choices={"over": "both"},
        ),
        Misconception(
            "over-the-batch",
            "You take one mean and one variance for the whole array, batch and all. Each "
            "token has its own: axis=-1, keepdims=True.",
            _over_the_batch,
        ),
        Misconception(
            "rms-norm",
            "This is RMSNorm: you divide by the root of the mean square and leave the mean "
            "in. Many later models do; LayerNorm subtracts each token's mean first.",
            _rms_norm,
        ),
        Misconception(
            "keepdims-lost",
            "Your means stand in a row, one a token, and NumPy lines a row up with the "
            "*features*: an error, or numbers of other tokens. keepdims=True keeps them in "
            "a column.",
            _keepdims_lost,
        ),
        Misconception(
            "truncated",
            "Whole numbers came in, and your result has their dtype, so everything after "
            "the point is lost. Let the result have a dtype that holds decimals.",
            lambda x, *rest: layer_norm(x, *rest).astype(x.dtype),
        ),
        Misconception(
            "not-centred",
            "You divide by the spread and do not subtract the mean first. (Leaving the "
            "mean in is an idea of its own, RMSNorm, with another divisor.)",
            choices={"centre": False},
        ),
        Misconception(
            "by-variance",
            "You divide by the variance. Its square root is the spread, and dividing by "
            "that makes the variance 1.",
            choices={"divide": "variance"},
        ),
        Misconception(
            "unbiased",
            "Your variance is divided by d_model - 1. LayerNorm describes the features it "
            "has and estimates nothing, so it divides by d_model. (torch.var and pandas "
            "subtract 1 by default, NumPy does not.)",
            choices={"count": "d_model - 1"},
        ),
        Misconception(
            "eps-outside",
            "You add eps to the root. It is added to the variance, inside the root. The "
            "two differ for tokens whose features hardly differ.",
            choices={"where": "root"},
        ),
        Misconception(
            "no-eps",
            "You leave eps out. A token whose features are all equal has the variance 0, "
            "and 0 / 0 is nan.",
            choices={"where": "nowhere"},
        ),
        Misconception(
            "eps-fixed",
            "You always use 1e-5. Use the argument eps, which the caller may set.",
            choices={"where": "fixed"},
        ),
        Misconception(
            "gamma-beta-swapped",
            "gamma and beta have changed places: gamma multiplies, beta is added.",
            choices={"affine": "beta gamma"},
        ),
        Misconception(
            "no-gamma-beta",
            "You return the normalised token and use neither gamma nor beta. They let the "
            "model choose another scale and shift for each feature.",
            choices={"affine": "none"},
        ),
        Misconception(
            "shift-before-scale",
            "You add beta before you multiply by gamma, so the shift is scaled as well. "
            "Multiply by gamma first, then add beta.",
            choices={"affine": "shift first"},
        ),
        Misconception(
            "difference-of-squares",
            "You take the variance as the mean of the squares minus the square of the "
            "mean. On paper that is the same. For numbers far from zero both are huge, and "
            "what is left of their difference is rounding error. Subtract the mean first, "
            "or use x.var.",
            choices={"variance": "of squares"},
        ),
    ),
    alternatives=(_norm_token_by_token, _norm_by_einsum),
    hints=(
        "Every token has its own mean and its own variance. Which axis do you take "
        "them over, and what keeps that axis in place for the subtraction?",
        "`x.mean(axis=-1, keepdims=True)` and `x.var(axis=-1, keepdims=True)` are "
        "(..., 1) and line up with `x`.",
        "eps stands under the root, beside the variance. `gamma` and `beta` have one "
        "number a feature, so they line up with the last axis by themselves.",
    ),
)
