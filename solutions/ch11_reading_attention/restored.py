"""Activation patching at every layer and place: what carries the answer, and where.

Meng et al. 2022, "Locating and Editing Factual Associations in GPT", section 2: a run on a
corrupted text gets one vector of the clean run back, and the answer is looked at again.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
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
    """

    def chance(logits: np.ndarray) -> float:
        powers = np.exp(logits - logits.max())
        return powers[token] / powers.sum()

    logits, kept = run(clean)  # (vocabulary,), (layers, n, d)
    whole, broken = chance(logits), chance(run(corrupted)[0])
    share = np.zeros(kept.shape[:2])
    for layer, place in np.ndindex(share.shape):
        logits, _ = run(corrupted, (layer, place, kept[layer, place]))
        share[layer, place] = (chance(logits) - broken) / (whole - broken)
    return share


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
            "U": normal(rng, d, vocab, dtype=dtype),
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
        return told.max(), (Code(RUN, data), clean, corrupted, int(told.argmax()))

    def draw(rng: np.random.Generator) -> tuple:
        return max((one(rng) for _ in range(6)), key=lambda found: found[0])[1]

    return draw


def _restored(
    run,
    clean,
    corrupted,
    token,
    *,
    into="corrupted",
    vector="clean",
    measured="probability",
    share="of the lost",
    patched="one",
    axes="layers first",
):
    """Patching with one thing otherwise."""

    def size(logits):
        logits = np.asarray(logits, dtype=float)
        return {
            "probability": softmax(logits)[token],
            "logit": logits[token],
            "logarithm": np.log(softmax(logits)[token]),
            "largest": softmax(logits).max(),
        }[measured]

    whole, broken = size(run(clean)[0]), size(run(corrupted)[0])
    kept = run(clean if vector == "clean" else corrupted)[1]
    receiving = corrupted
    if into == "clean":
        kept, receiving = run(corrupted)[1], clean
    found = np.zeros(kept.shape[:2])
    for layer, place in np.ndindex(found.shape):
        at = (layer + 1) % len(kept) if patched == "one above" else layer
        after = size(run(receiving, (at, place, kept[layer, place]))[0])
        found[layer, place] = {
            "of the lost": (after - broken) / (whole - broken),
            "difference": after - broken,
            "of the whole": (after - broken) / whole,
            "ratio": after / whole,
            "as it is": after,
            "still lost": (whole - after) / (whole - broken),
        }[share]
    return found if axes == "layers first" else found.T


def _whole_layers(run, clean, corrupted, token):
    """Only the last place counts, once a layer."""
    found = restored(run, clean, corrupted, token)
    return found[:, -1]


def _first_layer_alone(run, clean, corrupted, token):
    found = restored(run, clean, corrupted, token)
    return np.broadcast_to(found[:1], found.shape).copy()


def _by_lists(run, clean, corrupted, token):
    def chance(logits):
        powers = np.exp(np.float64(logits) - max(logits))
        return powers[token] / sum(powers)

    logits, kept = run(clean)
    broken = chance(run(corrupted)[0])
    lost = chance(logits) - broken
    shares = [
        [
            (chance(run(corrupted, patch=(layer, place, vector))[0]) - broken) / lost
            for place, vector in enumerate(row)
        ]
        for layer, row in enumerate(kept)
    ]
    return np.array(shares)


def _all_runs_first(run, clean, corrupted, token):
    first, kept = run(clean)
    layers, n, _ = kept.shape
    places = [(layer, place) for layer in range(layers) for place in range(n)]
    runs = [first, run(corrupted)[0]]
    runs += [run(corrupted, (*at, kept[at]))[0] for at in places]
    chances = softmax(np.array(runs, dtype=float))[:, token]
    whole, broken, after = chances[0], chances[1], chances[2:]
    return ((after - broken) / (whole - broken)).reshape(layers, n)


EXERCISE = Exercise(
    id="reading.restored",
    title="Which vector brings the answer back",
    reference=restored,
    decisions=_restored,
    points=3,
    minutes=15,
    difficulty=3,
    section="11-reading-attention#which-vector-carries-it",
    order=55,
    dtype="any",
    atol=1e-3,
    cases=(
        Case("two layers", _model(layers=2, n=4, d=3)),
        Case("three layers", _model(layers=3, n=5, d=4), calls=2),
        Case("one layer", _model(layers=1, n=4, d=5), calls=2),
        Case("all ids differ", _model(layers=2, n=5, d=4, everywhere=True), calls=2),
        Case("one token", _model(layers=2, n=1, d=3), calls=2),
        Case("as many layers as places", _model(layers=3, n=3, d=4), calls=2),
        Case("large logits", _model(layers=2, n=4, d=3, shift=1000.0), calls=2),
        Case("one id next to impossible", _model(layers=2, n=4, d=3, shift=IMPOSSIBLE)),
        Case("float32", _model(layers=2, n=6, d=5, dtype="float32"), calls=2),
    ),
    properties=(
        Property(
            "the last vector decides",
            "The logits are made of the vector that comes out of the last layer at the "
            "last place. With the clean one there, all of the answer is back: that entry "
            "is 1.",
            lambda answer, output, *_: abs(np.asarray(output)[-1, -1] - 1) < 1e-2,
        ),
    ),
    misconceptions=(
        Misconception(
            "the-other-way",
            "You carry the corrupted run's vectors into the clean run. That asks what "
            "breaks the answer; here the corrupted run gets a clean vector.",
            choices={"into": "clean"},
        ),
        Misconception(
            "own-vectors",
            "You give the corrupted run its own vectors back, so nothing changes. Keep "
            "what came out of the layers in the *clean* run.",
            lambda *given: _restored(*given, vector="corrupted"),
        ),
        Misconception(
            "logits",
            "You compare the token's logits. A logit alone says little: it is large or "
            "small beside the others. Take the softmax first.",
            choices={"measured": "logit"},
        ),
        Misconception(
            "log-probabilities",
            "You compare logarithms of probabilities. That is done too, and gives other "
            "shares; asked for is the share of the lost *probability*.",
            lambda *given: _restored(*given, measured="logarithm"),
        ),
        Misconception(
            "largest-probability",
            "You follow the largest probability, whoever has it. Follow that of `token`.",
            lambda *given: _restored(*given, measured="largest"),
        ),
        Misconception(
            "not-a-share",
            "You return how much probability comes back. As a share, divide it by what "
            "was lost: clean minus corrupted.",
            choices={"share": "difference"},
        ),
        Misconception(
            "share-of-the-whole",
            "You divide by the clean probability. Lost was only its difference from the "
            "corrupted one, and only that can come back.",
            lambda *given: _restored(*given, share="of the whole"),
        ),
        Misconception(
            "ratio",
            "You divide the patched probability by the clean one. Where nothing comes "
            "back that is not 0: take off the corrupted one, above and below the line.",
            lambda *given: _restored(*given, share="ratio"),
        ),
        Misconception(
            "probability-as-it-is",
            "You return the probability after the patch. How much of the lost one that "
            "is depends on what it was without: compare it with the corrupted and the "
            "clean.",
            lambda *given: _restored(*given, share="as it is"),
        ),
        Misconception(
            "still-lost",
            "You return the share that is still missing. Asked for is what has come "
            "back, which is 1 minus that.",
            lambda *given: _restored(*given, share="still lost"),
        ),
        Misconception(
            "places-first",
            "Rows and columns have changed places: (layers, n), one row a layer.",
            choices={"axes": "places first"},
        ),
        Misconception(
            "one-layer-above",
            "Vector and place do not belong together: kept[l, p] came out of layer l, "
            "and that is where patch = (l, p, kept[l, p]) puts it.",
            lambda *given: _restored(*given, patched="one above"),
        ),
        Misconception(
            "last-place-alone",
            "You patch the last place alone. The question is *where* the answer is "
            "carried: go through all places.",
            _whole_layers,
        ),
        Misconception(
            "first-layer-alone",
            "You patch the first layer alone. A vector of a later layer has gathered "
            "more: go through all layers.",
            _first_layer_alone,
        ),
    ),
    alternatives=(_by_lists, _all_runs_first),
    same=(
        Same("np.ones(kept.shape[:2])", "Every entry is filled in."),
        Same("powers.mean()", "A factor of all three probabilities: the share has none."),
    ),
    hints=(
        "Three probabilities of one token: in the clean run, in the corrupted run, and "
        "in the corrupted run with one clean vector. Between which two does the third "
        "lie?",
        "Run the clean text once and keep what came out of its layers. Then one run for "
        "each layer and place, on the corrupted text.",
        "run(corrupted, (layer, place, kept[layer, place])) is one such run. From its "
        "probability take off the corrupted one; divide by what was lost.",
    ),
)
