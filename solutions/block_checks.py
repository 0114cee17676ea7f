"""How the exercises of chapter 09 are checked: positions, LayerNorm, a prediction."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.block_attention_checks import CROSS_ATTENTION, DECODER_BLOCK
from solutions.block_layer_checks import ENCODER_BLOCK, FEED_FORWARD
from solutions.draws import Draw, normal, sizes
from solutions.transformer_parts import layer_norm, positional_encoding

# --- positional_encoding -----------------------------------------------------


def _lengths(**options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, width = sizes(rng, 2, 3, 9)
        even = 2 * width + 2
        return options.get("n", n), options.get("d_model", even + options.get("odd", 0))

    return draw


def _encoding(
    n,
    d_model,
    *,
    start=0,
    partner="same angle",
    exponent="2i",
    layout="in turn",
    first="sine",
    power="divide",
    base=10000.0,
):
    positions = np.arange(start, n + start)[:, None]
    columns = np.arange(d_model)
    if layout == "halves":
        half = (d_model + 1) // 2
        pairs, second = columns % half, columns >= half
    else:
        pairs, second = columns // 2, columns % 2 == 1
    steps = pairs * 2.0 if exponent == "2i" else pairs * 1.0
    if partner == "own angle":
        steps = steps + second * (1.0 if exponent == "2i" else 0.5)
    rates = base ** (steps / d_model)
    angles = positions / rates if power == "divide" else positions * rates
    sines_second = second if first == "cosine" else ~second
    return np.where(sines_second, np.sin(angles), np.cos(angles))


def _encoding_by_loops(n, d_model):
    table = np.zeros((n, d_model))
    for position in range(n):
        for column in range(d_model):
            angle = position / 10000 ** ((column - column % 2) / d_model)
            table[position, column] = np.cos(angle) if column % 2 else np.sin(angle)
    return table


def _encoding_by_slices(n, d_model):
    rates = np.exp(-np.log(10000.0) * np.arange(0, d_model, 2) / d_model)
    angles = np.outer(np.arange(n), rates)
    table = np.empty((n, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return table


def _encoding_by_rotation(n, d_model):
    rates = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    powers = np.exp(1j * np.arange(n)[:, None] * rates)
    both = np.stack([powers.imag, powers.real], axis=-1)
    return both.reshape(n, -1)[:, :d_model]


POSITIONAL_ENCODING = Exercise(
    id="block.positional_encoding",
    title="Positions as sines and cosines",
    reference=positional_encoding,
    decisions=_encoding,
    points=2,
    minutes=6,
    difficulty=2,
    section="09-transformer-block#sines-and-cosines",
    cases=(
        Case("a few positions", _lengths()),
        Case("one position", _lengths(n=1), calls=2),
        Case("two columns", _lengths(d_model=2), calls=2),
        Case("one column", _lengths(d_model=1), calls=2),
        Case("an odd width", _lengths(odd=1)),
        Case("many positions", _lengths(n=400), calls=1),
    ),
    properties=(
        Property(
            "a position's entry does not depend on the length",
            "The first rows change with n. A position is described by where it stands, "
            "not by how many follow it.",
            lambda answer, output, n, d_model: np.allclose(
                answer(max(n - 1, 1), d_model), output[: max(n - 1, 1)], atol=1e-6
            ),
        ),
        Property(
            "every position differs from the next",
            "Two neighbouring positions get the same row, so nobody can tell them apart.",
            lambda answer, output, n, d_model: (
                n == 1 or np.abs(np.diff(output, axis=0)).max(axis=1).min() > 1e-9
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "cosine-first",
            "Your even columns hold cosines. Columns count from 0: column 0 is a sine, "
            "column 1 the cosine of the same angle.",
            choices={"first": "cosine"},
        ),
        Misconception(
            "halves",
            "You put all sines before all cosines. Some programs do, and a model could "
            "learn with it, but here they take turns: a sine in every even column, its "
            "cosine right beside it.",
            choices={"layout": "halves"},
        ),
        Misconception(
            "own-angle",
            "Each of your columns turns at a rate of its own. A sine and the cosine "
            "beside it belong together: both use the exponent of the even column, 2i. "
            "Only then is moving on by k positions a rotation of each pair.",
            choices={"partner": "own angle"},
        ),
        Misconception(
            "exponent-i",
            "Your exponent is i / d_model where it should be 2i / d_model. Your slowest "
            "column then turns about 100 times too fast.",
            choices={"exponent": "i"},
        ),
        Misconception(
            "from-one",
            "You count positions from 1. The first position is 0: its sines are 0 and its "
            "cosines 1.",
            choices={"start": 1},
        ),
        Misconception(
            "multiplied",
            "You multiply the position by 10000 ** (2i / d_model). Divide by it: later "
            "columns should turn more slowly, not faster.",
            choices={"power": "multiply"},
        ),
        Misconception(
            "base-1000",
            "Your base is 1000. It is 10000, which makes the slowest column take tens of "
            "thousands of positions to come round.",
            choices={"base": 1000.0},
        ),
        Misconception(
            "transposed",
            "Your rows are features and your columns positions. It is (n, d_model): one "
            "row a position, so that it can be added to the tokens.",
            lambda n, d_model: positional_encoding(n, d_model).T,
        ),
    ),
    alternatives=(_encoding_by_loops, _encoding_by_slices, _encoding_by_rotation),
    hints=(
        "A column of positions, (n, 1), divided by a row of d_model numbers gives all "
        "angles at once, (n, d_model).",
        "Columns 0 and 1 share an angle, then 2 and 3, and so on: columns // 2 * 2 is the "
        "exponent's 2i, the same for both.",
        "angles = positions / 10000 ** (columns // 2 * 2 / d_model), then np.where("
        "columns % 2 == 0, np.sin(angles), np.cos(angles)).",
    ),
)

# --- layer_norm --------------------------------------------------------------


def _tokens(*batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d_model = sizes(rng, 2, 3, 8)
        n, d_model = options.get("n", n), options.get("d_model", d_model)
        dtype = options.get("dtype", "float64")
        x = normal(rng, *batch, n, d_model, scale=options.get("scale", 1.0), dtype=dtype)
        x = x * options.get("spread", 1.0) + options.get("offset", 0.0)
        if options.get("constant"):
            x[..., 0, :] = x[..., 0, :1]
        gamma = normal(rng, d_model, dtype=dtype)
        beta = normal(rng, d_model, dtype=dtype)
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


LAYER_NORM = Exercise(
    id="block.layer_norm",
    title="LayerNorm",
    reference=layer_norm,
    decisions=_norm,
    points=2,
    minutes=5,
    difficulty=2,
    section="09-transformer-block#layernorm-every-token-at-the-same-volume",
    cases=(
        Case("a few tokens", _tokens()),
        Case("a batch", _tokens(3)),
        Case("a batch of batches, float32", _tokens(2, 3, dtype="float32")),
        Case("one token", _tokens(n=1), calls=2),
        Case("one feature", _tokens(d_model=1), calls=2),
        Case("large numbers", _tokens(scale=1e6)),
        Case("far from zero", _tokens(offset=1e6)),
        Case("features that hardly differ", _tokens(spread=1e-3)),
        Case("equal features in a token", _tokens(constant=True)),
        Case("another eps", _tokens(eps=0.5)),
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
        "Every token has its own mean and its own variance. Which axis do you take them "
        "over, and what keeps that axis in place for the subtraction?",
        "x.mean(axis=-1, keepdims=True) and x.var(axis=-1, keepdims=True) are (..., 1) and "
        "line up with x.",
        "Subtract the mean, divide by np.sqrt(variance + eps), multiply by gamma and add "
        "beta.",
    ),
)

# --- predict -----------------------------------------------------------------

PREDICT_SHARE = Exercise(
    id="block.predict_share",
    title="Predict: where the parameters are",
    reference=lambda: "d",
    kind="choice",
    name="prediction",
    points=1,
    minutes=2,
    difficulty=1,
    section="09-transformer-block#where-the-parameters-are",
    misconceptions=(
        Misconception(
            "a",
            "A fifth would be right if both layers were as small as one projection. Count "
            "the entries of linear1: d_model times 4 d_model.",
            lambda: "a",
        ),
        Misconception(
            "b",
            "You have it the wrong way round: a third is what attention has. Count the "
            "matrices of size d_model by d_model: attention has four of them.",
            lambda: "b",
        ),
        Misconception(
            "c",
            "Half would mean four matrices each. linear1 alone, d_model by 4 d_model, is "
            "as large as four, and linear2 is as large again.",
            lambda: "c",
        ),
    ),
    hints=(
        "Measure everything in matrices of d_model by d_model. Biases and norms are too "
        "small to matter.",
        "Attention has four of them: query, key, value, fc_out.",
        "linear1 is d_model by 4 d_model: four more. How many has linear2?",
    ),
)

EXERCISES = (
    POSITIONAL_ENCODING,
    LAYER_NORM,
    FEED_FORWARD,
    ENCODER_BLOCK,
    CROSS_ATTENTION,
    DECODER_BLOCK,
    PREDICT_SHARE,
)
