"""``write.perplexity``: how surprised a model is by each token of a text.

Jelinek, Mercer, Bahl and Baker 1977, "Perplexity: a measure of the difficulty of
speech recognition tasks".
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, integers, normal, sizes, thrice


def perplexity(logits: np.ndarray, targets: np.ndarray) -> float:
    """The exponential of the mean negative log-likelihood.

    logits: (n, vocab), finite numbers, large ones (1e5) too.
    targets: (n,), the ids that came.
    Returns one number: 1 for a model that was sure and right each time,
    vocab for one that holds all ids equally likely.
    Takes whole numbers (int64) too. Changes no argument.
    """
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    right = np.take_along_axis(log_p, targets[:, None], axis=-1)[:, 0]  # (n,)
    return float(np.exp(-right.mean()))


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


def _one_unlikely(rng: np.random.Generator) -> tuple:
    """The id that comes in one place has a probability too small to be a number."""
    logits, targets = normal(rng, 30, 4), rng.integers(4, size=30)
    logits[7, targets[7]] -= 1000
    return logits, targets


EXERCISE = Exercise(
    id="write.perplexity",
    order=40,
    title="Perplexity",
    reference=perplexity,
    points=2,
    minutes=10,
    difficulty=2,
    section="13-writing-text#how-good-is-a-guess",
    cases=(
        thrice("a few tokens", _case()),
        Case("whole numbers", _case((5, 4), whole=True)),
        Case("one token", _case((1, 5))),
        Case("one id", _case((4, 1)), calls=1, easy=True),
        thrice("many tokens", _case((60, 7))),
        Case("float32", _case((9, 6), dtype="float32")),
        thrice("very large logits", _case((6, 5), offset=1e5)),
        thrice("very negative logits", _case((6, 5), offset=-1e5)),
        Case("one id next to impossible", _one_unlikely),
        Case("rows far apart", _case((4, 3), apart=-2e3)),
        Case("sure and right", _case((5, 6), scale=2e3, offset=1e4, sure=True), easy=True),
    ),
    properties=(
        Property(
            "adding 3 to all logits changes nothing",
            "Adding the same number to all logits must not change the perplexity: only "
            "differences between logits count.",
            lambda answer, output, logits, targets: np.isclose(
                answer(logits + 3, targets), output, rtol=1e-2
            ),
        ),
    ),
    **cells_beside(__file__),
)
