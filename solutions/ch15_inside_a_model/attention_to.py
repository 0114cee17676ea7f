"""Chapter 15: the weight from one word to another, where words are several pieces."""

import numpy as np

from autograder import Exercise, Property, cells_beside
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, normal, thrice


def attention_to(weights: np.ndarray, sources: list[int], targets: list[int]) -> np.ndarray:
    """How much of its weight one word gives to another.

    weights: (..., n, n), one row per query; rows sum to one.
    sources, targets: the positions of the pieces of the two words, in order,
    one or more of each.
    Returns the weight from the source's last piece to all pieces of the
    target, together: (...).
    Changes no argument.
    """
    row = weights[..., sources[-1], :]
    found = row[..., targets]
    return found.sum(axis=-1)


def _words(*lead: int, pieces: tuple[int, int] = (2, 3), n: int = 0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        length = n or sum(pieces) + int(rng.integers(2, 6))
        scores = options.get("sharp", 1.0) * normal(rng, *lead, length, length)
        weights = softmax(scores).astype(options.get("dtype", "float64"))
        source = int(rng.integers(0, length - sum(pieces) + 1))
        target = int(rng.integers(source + pieces[0], length - pieces[1] + 1))
        words = (
            [source + i for i in range(pieces[0])],
            [target + i for i in range(pieces[1])],
        )
        return weights, *(words if options.get("before", True) else words[::-1])

    return draw


def _apart(rng: np.random.Generator) -> tuple:
    """Pieces that are no neighbours."""
    return softmax(normal(rng, 7, 7)), [4, 6], [0, 2, 3]


def _all_words_asked(answer, _output, weights, sources, _targets):
    n = weights.shape[-1]
    return np.allclose(answer(weights, sources, list(range(n))), 1, atol=1e-3)


EXERCISE = Exercise(
    id="inside.attention_to",
    title="From word to word",
    reference=attention_to,
    points=1,
    minutes=6,
    difficulty=1,
    order=10,
    section="15-inside-a-model#words-and-pieces",
    cases=(
        thrice("two words of several pieces", _words()),
        thrice("long words", _words(pieces=(2, 4))),
        thrice("pieces that stand apart", _apart),
        thrice("one piece each", _words(pieces=(1, 1))),
        thrice("the target comes first", _words(pieces=(2, 3), before=False)),
        thrice("one token", lambda rng: (np.ones((1, 1)), [0], [0]), easy=True),
        thrice("layers, heads and texts", _words(3, 2, 4, n=7)),
        thrice("one layer", _words(1, 2)),
        thrice("heads that decide sharply", _words(2, sharp=1000.0)),
        thrice("float32", _words(3, dtype="float32", pieces=(2, 3))),
    ),
    properties=(
        Property(
            "all tokens together get everything",
            "A row of weights sums to one. Asked for all tokens at once, your function "
            "should say 1.",
            _all_words_asked,
        ),
    ),
    **cells_beside(__file__),
)
