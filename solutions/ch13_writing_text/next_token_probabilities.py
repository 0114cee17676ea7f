"""``write.next_token_probabilities``: what a writer draws the next token from.

Ackley, Hinton and Sejnowski 1985 (temperature); Fan, Lewis and Dauphin 2018,
"Hierarchical Neural Story Generation", section 5 (top-k); Holtzman et al. 2020, "The
Curious Case of Neural Text Degeneration", section 3.1 (top-p).
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, normal


def next_token_probabilities(
    logits: np.ndarray,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
) -> np.ndarray:
    """The probabilities from which the next token is drawn.

    logits: (..., vocab), finite numbers, large ones too; no two of a row
    are equal.
    temperature: the logits are divided by it first; 0 is greedy: all for
    the likeliest, whatever top_k and top_p are.
    top_k: only so many of the likeliest tokens are kept; None, or more than
    there are: all.
    top_p: between 0 and 1; of what top_k has left, scaled to sum to one, the
    fewest likeliest tokens whose sum reaches top_p are kept, the one that
    crosses it included; None: all.
    Returns (..., vocab), float; each row sums to one, what is not kept is 0.
    Takes whole numbers (int64) too. Float32 is precise enough. Changes no
    argument.
    """
    if temperature == 0:
        temperature, top_k = 1.0, 1
    order = np.argsort(-logits, axis=-1, kind="stable")  # the likeliest first
    scores = np.take_along_axis(logits, order, axis=-1) / temperature  # sorted
    p = np.exp(scores - scores[..., :1])
    if top_k is not None:
        p[..., top_k:] = 0
    p /= p.sum(axis=-1, keepdims=True)
    if top_p is not None:
        before = np.cumsum(p, axis=-1) - p  # the sum of all likelier ones
        p = np.where(before < top_p, p, 0)
        p /= p.sum(axis=-1, keepdims=True)
    result = np.zeros_like(p)
    np.put_along_axis(result, order, p, axis=-1)
    return result


def _logits(*shape: int, scale: float = 2.0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        if options.get("whole"):
            logits = rng.permuted(np.tile(np.arange(shape[-1]), (*shape[:-1], 1)), axis=-1)
        else:
            dtype = options.get("dtype", "float64")
            logits = normal(rng, *shape, scale=scale, dtype=dtype)
        logits = logits + np.asarray(options.get("offset", 0), logits.dtype)
        if options.get("alone"):
            return (logits,)
        asked = (options.get(name) for name in ("temperature", "top_k", "top_p"))
        temperature, top_k, top_p = asked
        return logits, 1.0 if temperature is None else temperature, top_k, top_p

    return draw


EXERCISE = Exercise(
    id="write.next_token_probabilities",
    order=70,
    title="Temperature, top-k and top-p",
    reference=next_token_probabilities,
    dtype="any",
    points=3,
    minutes=20,
    difficulty=3,
    section="13-writing-text#how-to-draw-the-next-token",
    cases=(
        Case("as it is", _logits(5), calls=1),
        Case("logits alone", _logits(6, alone=True), calls=1),
        Case("cooler", _logits(6, temperature=0.5), calls=1),
        Case("hotter", _logits(2, 5, temperature=2.5), calls=1),
        Case("temperature 0", _logits(3, 6, temperature=0), calls=1),
        Case("temperature 0, a close race", _logits(6, temperature=0, scale=1e-9), calls=1),
        Case("temperature 0, logits almost equal", _logits(6, temperature=0, scale=1e-13)),
        Case("temperature 0, two axes in front", _logits(2, 3, 5, temperature=0), calls=1),
        Case(
            "temperature 0, the others not looked at",
            _logits(2, 7, temperature=0, top_k=3),
            calls=1,
        ),
        Case("temperature 0, whole numbers", _logits(2, 6, whole=True, temperature=0)),
        Case("the best one, logits almost equal", _logits(6, top_k=1, scale=1e-13)),
        Case("the best three", _logits(8, top_k=3)),
        Case("the best one, a batch", _logits(2, 3, 5, top_k=1, offset=-1e10), calls=1),
        Case("as many as there are", _logits(2, 4, top_k=4), calls=1),
        Case("more than there are", _logits(2, 4, top_k=9), calls=1),
        Case("half of the probability", _logits(3, 7, top_p=0.5)),
        Case("logits far apart", _logits(3, 7, top_p=0.5, scale=20.0), calls=1),
        Case("nearly all", _logits(9, top_p=0.95, scale=1.0)),
        Case("a tiny top_p", _logits(2, 6, top_p=0.01), calls=1),
        Case(
            "all three",
            _logits(2, 4, 8, temperature=1.7, top_k=5, top_p=0.7, scale=1.2),
            calls=4,
        ),
        Case(
            "one token",
            _logits(3, 1, temperature=0.7, top_k=2, top_p=0.5),
            calls=1,
            easy=True,
        ),
        Case("whole numbers", _logits(2, 6, whole=True, temperature=2, top_k=4)),
        Case("float32", _logits(3, 7, dtype="float32", top_k=4, top_p=0.8), calls=1),
        Case("very large logits", _logits(2, 5, offset=1e4), calls=1),
        Case("rows far apart", _logits(2, 5, offset=[[0], [-1e4]]), calls=1),
        Case("three axes in front", _logits(2, 1, 3, 5, top_k=3, top_p=0.8), calls=1),
    ),
    properties=(
        Property(
            "each row sums to one",
            "Each row must sum to one: after tokens are left out, divide by what is left.",
            lambda answer, output, logits, *_: np.allclose(output.sum(-1), 1, atol=1e-3),
        ),
        Property(
            "the likeliest stays the likeliest",
            "Whatever is left out, the likeliest token must stay the likeliest.",
            lambda answer, output, logits, *_: np.array_equal(
                output.argmax(-1), logits.argmax(-1)
            ),
        ),
    ),
    **cells_beside(__file__),
)
