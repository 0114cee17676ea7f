"""Checks of chapter 06's entropy, softmax_jacobian and prediction."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.choices import predict
from solutions.draws import Draw, normal
from solutions.numpy_attention import softmax
from solutions.scores import entropy, softmax_jacobian


def _weights(*shape: int, scale: float = 1.5, dtype: str = "float64") -> Draw:
    return lambda rng: (softmax(normal(rng, *shape, scale=scale, dtype=dtype)),)


def _weights_with_zeros(*shape: int) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        scores = normal(rng, *shape)
        scores[..., int(rng.integers(shape[-1]))] = -np.inf  # as a mask does
        return (softmax(scores),)

    return draw


def _one_hot(*shape: int) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        return (np.eye(shape[-1])[rng.integers(shape[-1], size=shape[:-1])],)

    return draw


# --- entropy -----------------------------------------------------------------


def _entropy(
    weights, *, zeros="count nothing", base="e", sign=-1, axis=-1, gather="sum", unit=1
):
    log = {"e": np.log, "2": np.log2}[base]
    inside = np.where(weights > 0, weights, 1) if zeros == "count nothing" else weights
    with np.errstate(all="ignore"):
        terms = sign * weights * log(inside)
        if unit == "largest possible":
            terms = terms / np.log(weights.shape[-1])
    if gather == "everything":
        return terms.sum()
    return terms.mean(axis=axis) if gather == "mean" else terms.sum(axis=axis)


def _entropy_by_loops(weights):
    result = np.zeros(weights.shape[:-1])
    for place in np.ndindex(*result.shape):
        row = weights[place]
        result[place] = sum(-float(w) * float(np.log(w)) for w in row if w > 0)
    return result


def _entropy_clipped(weights):
    logs = np.log(np.clip(weights, np.finfo(weights.dtype).tiny, None))
    return -np.einsum("...n,...n->...", weights, logs)


def _entropy_in_float64(weights):
    weights = weights.astype(np.float64)
    with np.errstate(all="ignore"):
        return -np.nan_to_num(weights * np.log(weights)).sum(-1)


ENTROPY = Exercise(
    id="scores.entropy",
    title="The entropy of weights",
    reference=entropy,
    decisions=_entropy,
    points=2,
    minutes=10,
    difficulty=2,
    section="06-scaling-and-scores#entropy-among-how-many-keys-is-it-shared",
    cases=(
        Case("a few rows", _weights(2, 3)),
        Case("as many queries as keys", _weights(4, 4)),
        Case("one row", _weights(5)),
        Case("one key", _weights(3, 1)),
        Case("a batch", _weights(2, 3, 4)),
        Case("a batch of batches, float32", _weights(2, 2, 3, 5, dtype="float32")),
        Case("a weight of zero", _weights_with_zeros(3, 4)),
        Case("one key takes all", _one_hot(2, 5)),
        Case("weights of very large scores", _weights(3, 5, scale=1e4)),
    ),
    properties=(
        Property(
            "between 0 and log n",
            "An entropy lies between 0, all on one key, and log n, all keys alike. "
            "Some of yours do not.",
            lambda answer, output, weights: bool(
                np.all(output >= -1e-5)
                and np.all(output <= np.log(weights.shape[-1]) + 1e-3)
            ),
        ),
        Property(
            "the order of the keys does not count",
            "Put the keys in reverse order and the entropy stays what it is; yours "
            "changes.",
            lambda answer, output, weights: np.allclose(
                answer(weights[..., ::-1].copy()), output, atol=1e-4
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "nan-at-zero",
            "Right, until a weight is 0: log 0 is -inf, and 0 times -inf is NaN. A key "
            "without weight should add nothing. Give the logarithm something harmless "
            "there: np.where(weights > 0, weights, 1).",
            choices={"zeros": "spread"},
        ),
        Misconception(
            "bits",
            "You take log2, so your answer is in bits, 1.44 times too large. Nats are "
            "asked for: np.log.",
            choices={"base": "2"},
        ),
        Misconception(
            "negative",
            "Your entropies have the wrong sign. Weights are below 1, so their logarithms "
            "are negative, and the minus in front makes the sum positive.",
            choices={"sign": 1},
        ),
        Misconception(
            "everything",
            "You add up over all rows and get one number. Each query has an entropy of its "
            "own: sum over the keys only, axis=-1.",
            choices={"gather": "everything"},
        ),
        Misconception(
            "mean",
            "You take the mean of w log w where the sum is wanted, so the result shrinks "
            "with the number of keys. The weights are in it already: it is a mean of "
            "-log w, weighted by w.",
            choices={"gather": "mean"},
        ),
        Misconception(
            "relative",
            "You divide by log n, which gives 1 for even weights of any length. That is a "
            "useful measure too, but here the entropy itself is asked for. (With one key "
            "it would be 0 / 0.)",
            choices={"unit": "largest possible"},
        ),
        Misconception(
            "down-the-columns",
            "You sum down the columns. A row of the weights is one query's distribution: "
            "sum along the last axis.",
            lambda weights: _entropy(weights, axis=-2 if weights.ndim > 1 else -1),
        ),
        Misconception(
            "logs-alone",
            "You add up -log w without multiplying by w. Each surprise, -log w, counts as "
            "often as it happens: with weight w.",
            lambda weights: -np.log(weights).sum(axis=-1),
        ),
        Misconception(
            "effective-number",
            "You return e to the power of the entropy: among how many keys the attention "
            "is shared. The chapter uses it next; here the entropy is asked for.",
            lambda weights: np.exp(entropy(weights)),
        ),
    ),
    alternatives=(_entropy_by_loops, _entropy_clipped, _entropy_in_float64),
    hints=(
        "Write it for weights that are all above zero first: multiply each weight by its "
        "logarithm, sum along the last axis, change the sign.",
        "np.log(0) is -inf and 0 * -inf is nan. Where a weight is zero the term should be "
        "0. Which number has the logarithm 0?",
        "np.where(weights > 0, weights, 1) puts a 1 in the place of every 0. Take the "
        "logarithm of that, and multiply by the weights as they were.",
    ),
)

# --- softmax_jacobian --------------------------------------------------------


def _jacobian(weights, *, corner="w", outer=-1, sign=1, of="weights"):
    if of == "scores":
        weights = softmax(weights)
    n = weights.shape[-1]
    diagonal = {"w": weights[..., None], "one": 1.0, "none": 0.0}[corner] * np.eye(n)
    products = weights[..., :, None] * weights[..., None, :]
    return sign * (diagonal + outer * products)


def _jacobian_by_loops(weights):
    n = weights.shape[-1]
    result = np.zeros((*weights.shape, n))
    for i in range(n):
        for j in range(n):
            same = 1.0 if i == j else 0.0
            result[..., i, j] = weights[..., i] * (same - weights[..., j])
    return result


def _jacobian_by_einsum(weights):
    diagonal = np.einsum("...i,ij->...ij", weights, np.eye(weights.shape[-1]))
    return diagonal - np.einsum("...i,...j->...ij", weights, weights)


def _jacobian_in_float64(weights):
    weights = weights.astype(np.float64)
    result = -weights[..., :, None] * weights[..., None, :]
    places = np.arange(weights.shape[-1])
    result[..., places, places] += weights
    return result


def _predicts_a_step(_answer, output, weights) -> bool:
    """Whether the matrix foretells what a small step of the scores does."""
    weights = weights.astype(np.float64)
    scores = np.log(np.maximum(weights, 1e-300))
    n = weights.shape[-1]
    step = 1e-4 * np.cos(1.0 + np.arange(n))
    moved = (softmax(scores + step) - softmax(scores - step)) / 2
    told = (output.astype(np.float64) @ step[:, None])[..., 0]
    return bool(np.allclose(told, moved, atol=2e-7))


SOFTMAX_JACOBIAN = Exercise(
    id="scores.softmax_jacobian",
    title="The Jacobian of the softmax",
    reference=softmax_jacobian,
    decisions=_jacobian,
    points=2,
    minutes=10,
    difficulty=3,
    section="06-scaling-and-scores#the-jacobian-what-a-small-push-does",
    cases=(
        Case("two weights", _weights(2)),
        Case("a few weights", _weights(4)),
        Case("rows of one weight", _weights(3, 1)),
        Case("float32", _weights(5, dtype="float32")),
        Case("a batch", _weights(2, 3)),
        Case("a batch of batches", _weights(2, 4, 3)),
        Case("a weight of zero", _weights_with_zeros(4)),
        Case("one key takes all", _one_hot(4)),
        Case("weights of very large scores", _weights(5, scale=1e4)),
    ),
    properties=(
        Property(
            "rows sum to zero",
            "Raise all scores by the same amount and no weight moves, so each row of the "
            "Jacobian sums to zero. Yours do not.",
            lambda answer, output, weights: np.allclose(output.sum(axis=-1), 0, atol=1e-5),
        ),
        Property(
            "foretells a small step",
            "Times a small change of the scores, the Jacobian should give the change of "
            "the weights. Yours does not.",
            _predicts_a_step,
        ),
    ),
    misconceptions=(
        Misconception(
            "diagonal-alone",
            "You give the diagonal, w (1 - w), and zeros beside it, as if each weight "
            "depended on its own score only. All scores share one sum: raise one, and "
            "every other weight falls. Off the diagonal stands -w_i w_j.",
            lambda weights: (
                (weights * (1 - weights))[..., None] * np.eye(weights.shape[-1])
            ),
        ),
        Misconception(
            "diagonal-as-a-vector",
            "You return n numbers, the derivative of each weight with respect to its own "
            "score. There are n scores, and each of them moves all n weights: the result "
            "is (n, n).",
            lambda weights: weights * (1 - weights),
        ),
        Misconception(
            "identity",
            "You start from the identity matrix. On the diagonal stand the weights: w_i, "
            "less w_i squared.",
            choices={"corner": "one"},
        ),
        Misconception(
            "no-diagonal",
            "Your diagonal lacks w_i. A score raises the numerator of its own weight: "
            "that gives +w_i, and only there.",
            choices={"corner": "none"},
        ),
        Misconception(
            "no-outer",
            "You have only the diagonal of weights. The denominator moves as well when a "
            "score does: take away w_i w_j everywhere.",
            choices={"outer": 0},
        ),
        Misconception(
            "plus",
            "You add w_i w_j where it has to be taken away. When another score rises, the "
            "denominator grows, and this weight falls.",
            choices={"outer": 1},
        ),
        Misconception(
            "softmax-again",
            "You take the softmax of the argument first. It is given the weights already, "
            "not the scores; a second softmax makes them nearly even.",
            choices={"of": "scores"},
        ),
        Misconception(
            "inner-product",
            "You subtract one number everywhere: w @ w sums the products. All the pairs "
            "w_i w_j are wanted, an (n, n) table: w[:, None] * w[None, :].",
            lambda weights: (
                weights[..., None] * np.eye(weights.shape[-1])
                - (weights * weights).sum(-1)[..., None, None]
            ),
        ),
        Misconception(
            "one-row-only",
            "Right for one row. In a batch np.diag and np.outer see all rows as one; "
            "build it with axes counted from the back, weights[..., :, None] times "
            "weights[..., None, :], and np.eye(n).",
            lambda weights: np.diag(weights) - np.outer(weights, weights),
        ),
    ),
    alternatives=(_jacobian_by_loops, _jacobian_by_einsum, _jacobian_in_float64),
    hints=(
        "Differentiate w_i = e^(s_i) / sum by s_j. There are two cases: j = i, where the "
        "numerator moves as well, and j different from i, where only the sum does.",
        "The two cases are w_i - w_i w_i and -w_i w_j. The second part is the same in "
        "both: a table of all products. The first is there on the diagonal only.",
        "weights[..., :, None] * weights[..., None, :] is the table of products, and "
        "weights[..., :, None] * np.eye(n) puts the weights on a diagonal. Subtract.",
    ),
)

# --- predict -----------------------------------------------------------------

PREDICT_SPREAD = predict(
    "scores.predict_spread",
    "Predict: vectors four times as long",
    answer="c",
    why_not={
        "a": "The average stays at 0: positive and negative products cancel. But each "
        "product adds its own chance, and around that average the scores spread "
        "out.",
        "b": "That is what a vector twice as long would do. Four times as many "
        "products give four times the variance; how much is that as a standard "
        "deviation?",
        "d": "That is the variance: it is a sum over the products and grows four "
        "times. A typical score grows with the standard deviation, the root of "
        "that.",
    },
    section="06-scaling-and-scores#the-argument",
    hints=(
        "A score is a sum of d_k products, each with an average of 0 and a variance of 1.",
        "The variance of a sum of independent numbers is the sum of their "
        "variances. What is asked for is the standard deviation.",
        "The standard deviation is the root of the variance, and the variance is d_k.",
    ),
)
