"""``write.perplexity``: how surprised a model is by each token of a text.

Jelinek, Mercer, Bahl and Baker 1977, "Perplexity: a measure of the difficulty of
speech recognition tasks".
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.draws import Draw, integers, normal, sizes, thrice


def perplexity(logits: np.ndarray, targets: np.ndarray) -> float:
    """The exponential of the mean negative log-likelihood.

    logits: (n, vocab), any finite numbers, however large.
    targets: (n,), the ids that came.
    Returns one number: 1 for a model that was sure and right each time,
    vocab for one that holds all ids equally likely.
    """
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_total = np.log(np.exp(shifted).sum(axis=-1))  # (n,)
    right = np.take_along_axis(shifted, targets[:, None], axis=-1)[:, 0]  # (n,)
    return float(np.exp((log_total - right).mean()))


def _case(shape: tuple[int, int] | None = None, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, vocab = shape or sizes(rng, 2, 3, 9)
        if options.get("whole"):
            logits = integers(rng, n, vocab, high=5)
        else:
            scale, dtype = options.get("scale", 1.5), options.get("dtype", "float64")
            logits = normal(rng, n, vocab, scale=scale, dtype=dtype)
        logits = logits + options.get("offset", 0)
        logits = logits + options.get("apart", 0) * np.arange(n)[:, None]
        logits = logits.astype(options.get("dtype", logits.dtype))
        chosen = logits.argmax(axis=-1) if options.get("sure") else None
        return logits, rng.integers(vocab, size=n) if chosen is None else chosen

    return draw


def _perplexity(
    logits, targets, *, shift="each row", mean="of losses", base="e", over="ids"
):
    axis = {"ids": -1, "places": 0}[over]
    if shift == "each row":
        logits = logits - logits.max(axis=axis, keepdims=True)
    log_p = logits - np.log(np.exp(logits).sum(axis=axis, keepdims=True))
    losses = -np.take_along_axis(log_p, targets[:, None], axis=-1)[:, 0]
    power = {"e": np.exp, "2": np.exp2}[base]
    if mean == "of perplexities":
        return float(power(losses).mean())
    if mean == "of probabilities":
        return float(1 / power(-losses).mean())
    return float(power(losses.sum() if mean == "none" else losses.mean()))


def _by_loops(logits, targets):
    total = 0.0
    for row, target in zip(logits, targets, strict=True):
        largest = max(float(score) for score in row)
        powers = [np.exp(float(score) - largest) for score in row]
        total -= float(row[target]) - largest - np.log(sum(powers))
    return np.exp(total / len(targets))


def _by_logaddexp(logits, targets):
    log_totals = np.logaddexp.reduce(logits.astype(float), axis=-1)
    losses = log_totals - logits[np.arange(len(targets)), targets]
    return np.exp(np.mean(losses))


def _softmax(logits):
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def _log_of_softmax(logits, targets, eps=0.0):
    chosen = _softmax(logits)[np.arange(len(targets)), targets]
    with np.errstate(divide="ignore"):
        return float(np.exp(-np.log(chosen + eps).mean()))


def _one_maximum(logits, targets):
    powers = np.exp(logits - logits.max())
    with np.errstate(divide="ignore", invalid="ignore"):
        log_p = logits - logits.max() - np.log(powers.sum(axis=-1, keepdims=True))
        return float(np.exp(-log_p[np.arange(len(targets)), targets].mean()))


def _entropy(logits, _targets):
    p = _softmax(logits)
    return float(np.exp(-(p * np.log(np.maximum(p, 1e-300))).sum(axis=-1).mean()))


def _one_unlikely(rng: np.random.Generator) -> tuple:
    """The id that comes in one place has a probability too small to be a number."""
    logits, targets = normal(rng, 30, 4), rng.integers(4, size=30)
    logits[7, targets[7]] -= 1000
    return logits, targets


def _of_the_likeliest(logits, _targets):
    return _perplexity(logits, logits.argmax(axis=-1))


def _the_loss(logits, targets):
    return float(np.log(_perplexity(logits, targets)))


EXERCISE = Exercise(
    id="write.perplexity",
    order=40,
    title="Perplexity",
    reference=perplexity,
    decisions=_perplexity,
    dtype="any",
    points=2,
    minutes=10,
    difficulty=2,
    section="13-writing-text#how-good-is-a-guess",
    cases=(
        thrice("a few tokens", _case()),
        Case("whole numbers", _case((5, 4), whole=True)),
        Case("one token", _case((1, 5))),
        Case("one id", _case((4, 1)), calls=1),
        thrice("many tokens", _case((60, 7))),
        Case("float32", _case((9, 6), dtype="float32")),
        thrice("very large logits", _case((6, 5), offset=1e4)),
        thrice("very negative logits", _case((6, 5), offset=-1e4)),
        Case("one id next to impossible", _one_unlikely),
        Case("rows far apart", _case((4, 3), apart=-2e3)),
        Case("sure and right", _case((5, 6), scale=2e3, offset=1e4, sure=True)),
    ),
    properties=(
        Property(
            "adding a constant changes nothing",
            "Adding the same number to all logits must not change the perplexity: only "
            "differences between logits count.",
            lambda answer, output, logits, targets: np.isclose(
                answer(logits + 3, targets), output, rtol=1e-2
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "mean-of-perplexities",
            "You take the mean of the tokens' perplexities. First the mean of the losses, "
            "then one exponential: otherwise a few bad guesses outweigh all others.",
            choices={"mean": "of perplexities"},
        ),
        Misconception(
            "mean-of-probabilities",
            "You take one over the mean probability. Probabilities of a text multiply, so "
            "their logarithms are what is averaged.",
            choices={"mean": "of probabilities"},
        ),
        Misconception(
            "sum-not-mean",
            "You take the exponential of the sum of the losses. It grows with every token; "
            "perplexity is per token: take the mean.",
            choices={"mean": "none"},
        ),
        Misconception(
            "base-two",
            "Your losses are in nats (np.log) and your power is of 2. Use one base for "
            "both: np.exp with np.log.",
            choices={"base": "2"},
        ),
        Misconception(
            "unstable",
            "exp() of a large logit overflows. Subtract each row's largest logit first: it "
            "changes nothing.",
            choices={"shift": "none"},
        ),
        Misconception(
            "wrong-axis",
            "Your softmax runs over the places of the text. At each place the ids compete: "
            "the last axis.",
            choices={"over": "places"},
        ),
        Misconception(
            "the-loss-itself",
            "You return the mean loss. Perplexity is its exponential.",
            _the_loss,
        ),
        Misconception(
            "log-of-softmax",
            "You take the logarithm of a softmax. A very small probability is rounded to 0 "
            "there, and its logarithm is minus infinity: subtract the logarithm of the sum "
            "from the logits instead.",
            _log_of_softmax,
        ),
        Misconception(
            "epsilon-in-the-log",
            "You add something small to the probabilities. No id can then cost more than "
            "the logarithm of it, however impossible the model held it: take log-softmax "
            "from the logits, which needs no help.",
            lambda logits, targets: _log_of_softmax(logits, targets, 1e-9),
        ),
        Misconception(
            "one-maximum-for-all",
            "You subtract the largest of all logits. In a row that lies far below it every "
            "exp() is 0: subtract each row's own largest.",
            _one_maximum,
        ),
        Misconception(
            "sign",
            "Your sign is the wrong one: logarithms of probabilities are negative, and a "
            "loss is minus their mean. A perplexity is never below 1.",
            lambda logits, targets: 1 / _perplexity(logits, targets),
        ),
        Misconception(
            "softmax-twice",
            "You take the softmax of probabilities. It makes all ids nearly alike: one "
            "softmax, of the logits.",
            lambda logits, targets: _perplexity(_softmax(logits), targets),
        ),
        Misconception(
            "entropy",
            "You average over what the model expects (its entropy). What came does not "
            "appear in that: take the log-probabilities of targets.",
            _entropy,
        ),
        Misconception(
            "of-the-likeliest",
            "You score the likeliest ids, whatever came. How sure a model is says nothing "
            "about how right it is: take the probabilities of targets.",
            _of_the_likeliest,
        ),
    ),
    alternatives=(_by_loops, _by_logaddexp),
    same=(
        Same(
            "logits.max(axis=1, keepdims=True)",
            "There are two axes, always: the last is number 1.",
        ),
        Same(
            "np.exp(shifted).sum(axis=1)",
            "There are two axes, always: the last is number 1.",
        ),
        Same(
            "targets[:, None], axis=1)[:, 0]",
            "There are two axes, always: the last is number 1.",
        ),
        Same(
            "=> right = np.take_along_axis(shifted, targets[:, None], axis=-1)",
            "A column taken from a row makes a table of all differences, and its mean"
            " is theirs.",
        ),
        Same(
            "=> right = np.take_along_axis(shifted, targets[:, None], axis=-1)[:,]",
            "A column taken from a row makes a table of all differences, and its mean"
            " is theirs.",
        ),
        Same(
            "targets[:, None])[:, 0]",
            "The last axis is the one that np.take_along_axis goes along unless told.",
        ),
        Same(
            "axis=-1)[:, -1]",
            "An axis of length 1: its first entry is its last.",
        ),
        Same(
            "=> return np.exp((log_total - right).mean())",
            "A number of NumPy is a number.",
        ),
    ),
    hints=(
        "Three steps: log-probabilities of all ids, those of the targets, and the "
        "exponential of minus their mean.",
        "log-softmax: subtract each row's largest logit, then the logarithm of the row's "
        "sum of exponentials.",
        "np.take_along_axis picks one number a row, and wants the targets as a column. "
        "Mind the order at the end: the mean first, then the exponential.",
    ),
)
