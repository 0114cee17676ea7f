"""Activation patching at every layer and place: what carries the answer, and where.

Meng et al. 2022, "Locating and Editing Factual Associations in GPT", section 2: a run on a
corrupted text gets one vector of the clean run back, and the answer is looked at again.
"""

from collections.abc import Callable

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from autograder.exercise.values import Code
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, normal


def restored(
    run: Callable[..., tuple[np.ndarray, np.ndarray]],
    clean: np.ndarray,
    corrupted: np.ndarray,
    token: int,
) -> np.ndarray:
    """How much of a lost answer one vector of the clean run brings back.

    run(ids, patch=None) gives the logits of the next id, (vocabulary,), and
    what comes out of every layer, (layers, n, d).  With
    patch = (layer, place, vector) it goes on with that vector in the place of
    what came out of that layer there.
    clean, corrupted: (n,), ids of two texts.  token: the id whose probability
    the corruption makes smaller.
    Returns (layers, n): entry [l, p] is the share of the lost probability
    that comes back when the corrupted run gets the clean run's vector at
    layer l and place p: 0 where nothing does, 1 where all of it does.
    Changes no argument.
    """

    def chance(logits: np.ndarray) -> float:
        powers = np.exp(logits - logits.max())
        return powers[token] / powers.sum()

    clean_logits, kept = run(clean)  # (vocabulary,), (layers, n, d)
    corrupted_logits, _ = run(corrupted)
    whole, broken = chance(clean_logits), chance(corrupted_logits)
    share = np.zeros(kept.shape[:2])
    for layer, place in np.ndindex(share.shape):
        logits, _ = run(corrupted, (layer, place, kept[layer, place]))
        patched = chance(logits)
        share[layer, place] = (patched - broken) / (whole - broken)
    return share


RARE = (*[0.0] * 6, -9.0)
FIVE_IMPOSSIBLE = (*[0.0] * 2, *[-2000.0] * 5)
IMPOSSIBLE = (*[0.0] * 6, -2000.0)  # far below the others: its power is 0, not theirs
# A token adds what it makes of itself and of the mean of all up to it.
RUN = (
    "lambda ids, patch=None: (lambda states: (states[-1][-1] @ U + shift, "
    "np.stack(states[1:])))"
    "([x := table[np.asarray(ids)]] + [x := (lambda y: y if patch is None or "
    "int(patch[0]) != layer else np.where((np.arange(len(y)) == int(patch[1]))[:, None], "
    "np.asarray(patch[2]).reshape(y.shape[1]), y))(x + np.tanh(x @ own[layer] + "
    "np.cumsum(x, axis=0) / np.arange(1, len(x) + 1)[:, None] @ past[layer])) "
    "for layer in range(len(own))])"
)


def _model(*, layers: int, n: int, d: int, vocab: int = 7, **options) -> Draw:
    """A model, and two texts of which the second makes an answer far less likely."""

    def one(rng: np.random.Generator) -> tuple:
        dtype = options.get("dtype", "float64")
        data = {
            "table": normal(rng, vocab, d, dtype=dtype),
            "own": normal(rng, layers, d, d, dtype=dtype),
            "past": normal(rng, layers, d, d, scale=1.5, dtype=dtype),
            "U": normal(rng, d, vocab, dtype=dtype) + options.get("lift", 0.0),
            "shift": np.asarray(options.get("shift", 0.0), dtype=dtype),
        }
        clean = rng.integers(0, vocab, size=n)
        corrupted = clean.copy()
        places = range(n) if options.get("everywhere") else [rng.integers(0, n)]
        for place in places:
            corrupted[place] = (clean[place] + rng.integers(1, vocab)) % vocab
        run = eval(RUN, {"np": np, **data})
        chances = [softmax(run(ids)[0]) for ids in (clean, corrupted)]
        # Much should be lost, and some left: 0 left would hide what is taken off.
        told = np.minimum(chances[0] - chances[1], 2 * chances[1])
        token = options.get("token", int(told.argmax()))
        return told[token], (Code(RUN, data), clean, corrupted, token)

    def draw(rng: np.random.Generator) -> tuple:
        return max((one(rng) for _ in range(9)), key=lambda found: found[0])[1]

    return draw


EXERCISE = Exercise(
    id="reading.restored",
    title="Which vector brings the answer back",
    reference=restored,
    points=3,
    minutes=15,
    difficulty=3,
    section="11-reading-attention#which-vector-carries-it",
    order=64,
    atol=1e-3,
    cases=(
        Case("two layers", _model(layers=2, n=4, d=3)),
        Case("three layers", _model(layers=3, n=5, d=4), calls=2),
        Case("one layer", _model(layers=1, n=4, d=5), calls=2),
        Case("all ids differ", _model(layers=2, n=5, d=4, everywhere=True), calls=2),
        Case("one token", _model(layers=2, n=1, d=3), calls=2, easy=True),
        Case("as many layers as places", _model(layers=3, n=3, d=4), calls=2),
        Case("large logits", _model(layers=2, n=4, d=3, shift=1000.0), calls=2),
        Case("one id next to impossible", _model(layers=2, n=4, d=3, shift=IMPOSSIBLE)),
        Case("logits far below zero", _model(layers=2, n=4, d=3, shift=-1000.0)),
        Case("five ids impossible", _model(layers=2, n=4, d=3, shift=FIVE_IMPOSSIBLE)),
        Case("runs far apart", _model(layers=2, n=4, d=3, lift=900.0)),
        Case("a rare answer", _model(layers=2, n=4, d=3, shift=RARE, token=6)),
        Case("float32", _model(layers=2, n=6, d=5, dtype="float32"), calls=2),
    ),
    properties=(
        Property(
            "the last layer at the last place has 1",
            "The logits are made of the vector that comes out of the last layer at the "
            "last place. With the clean one there, all of the answer is back: that entry "
            "should be 1.",
            lambda answer, output, *_: abs(np.asarray(output)[-1, -1] - 1) < 1e-2,
        ),
    ),
    **cells_beside(__file__),
)
