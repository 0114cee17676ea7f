"""Chapter 15: heads' outputs replaced by their means."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.draws import Draw, integers, normal, sizes, thrice


def mean_ablate(z: np.ndarray, heads: list[int], means: np.ndarray) -> np.ndarray:
    """Replace what some heads say by what they say on average.

    z: (..., n, h, d), the output of every token's h heads, before W_O.
    heads: which of them, counted from 0.  means: (h, d), each head's mean.
    Returns a copy of z in which those heads give their means to every token.
    """
    ablated = z.copy()
    ablated[..., heads, :] = means[heads]
    return ablated


def _outputs(*lead: int, heads: list[int] | None = None, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n, d, h = options.get("shape") or [*sizes(rng, 2, 2, 6), int(rng.integers(6, 9))]
        chosen = heads
        if chosen is None:
            chosen = [int(i) for i in rng.permutation(h)[: options.get("count", 2)]]
        if options.get("whole"):
            z, means = integers(rng, *lead, n, h, d, high=9), integers(rng, h, d, high=9)
            return z.astype(float), chosen, means + 1.0
        kind = {key: options[key] for key in ("scale", "dtype") if key in options}
        return normal(rng, *lead, n, h, d, **kind), chosen, normal(rng, h, d, **kind)

    return draw


def _ablate(z, heads, means, *, put="means", which="these", row="own"):
    h = z.shape[-2]
    chosen = list(heads) if which == "these" else [i for i in range(h) if i not in heads]
    found = {
        "means": np.broadcast_to(means, z.shape),
        "zeros": np.zeros(z.shape, z.dtype),
        "this text": np.broadcast_to(z.mean(axis=-3, keepdims=True), z.shape),
    }[put]
    result = z.copy()
    for place, head in enumerate(chosen):
        result[..., head, :] = found[..., head if row == "own" else place, :]
    return result


def _one_number(z, heads, means):
    return _ablate(z, heads, np.broadcast_to(means.mean(-1, keepdims=True), means.shape))


def _subtracted(z, heads, means):
    result = z.copy()
    result[..., heads, :] -= means[heads]
    return result


def _tokens_replaced(z, heads, means):
    result = z.copy()
    for head in heads:
        result[..., min(head, z.shape[-3] - 1), :, :] = means
    return result


def _added(z, heads, means):
    result = z.copy()
    result[..., heads, :] += means[heads]
    return result


def _only_last_token(z, heads, means):
    result = z.copy()
    result[..., -1, heads, :] = means[heads]
    return result


def _by_choosing(z, heads, means):
    silent = np.isin(np.arange(z.shape[-2]), heads)
    return np.where(silent[:, None], means, z)


def _by_keeping(z, heads, means):
    kept = np.ones((z.shape[-2], 1), dtype=z.dtype)
    kept[list(heads)] = 0
    return z * kept + means * (1 - kept)


EXERCISE = Exercise(
    id="inside.mean_ablate",
    title="Replace heads by their means",
    reference=mean_ablate,
    decisions=_ablate,
    points=2,
    minutes=8,
    difficulty=2,
    order=20,
    section="15-inside-a-model#replaced-by-the-mean",
    cases=(
        Case("one head", _outputs(count=1)),
        Case("several heads, in any order", _outputs(count=4)),
        Case("no head", _outputs(heads=[])),
        Case("every head", _outputs(shape=(4, 3, 5), heads=[4, 0, 2, 1, 3])),
        Case("one token, one number a head", _outputs(shape=(1, 1, 6), count=3)),
        Case("a batch of texts", _outputs(3, 2, count=3)),
        Case("large numbers", _outputs(scale=1e6, count=3)),
        Case("float32", _outputs(2, dtype="float32", count=3)),
        thrice("whole numbers", _outputs(whole=True)),
    ),
    properties=(
        Property(
            "no head, no change",
            "With an empty list of heads the copy should equal z, and yours does not.",
            lambda answer, output, z, heads, means: np.array_equal(answer(z, [], means), z),
        ),
    ),
    misconceptions=(
        Misconception(
            "zeros",
            "You put zeros there. That says something no text ever made the head say: the "
            "layers above have been trained with its average in their input. Put its mean.",
            choices={"put": "zeros"},
        ),
        Misconception(
            "mean-of-this-text",
            "You take the mean over the tokens of z itself. In this text the head says "
            "what this text needs, and its mean still tells. Use `means`, measured "
            "elsewhere.",
            choices={"put": "this text"},
        ),
        Misconception(
            "the-others",
            "You replace all heads but the listed ones. `heads` are those that go.",
            choices={"which": "the others"},
        ),
        Misconception(
            "means-in-order",
            "The first listed head gets the mean of head 0, the second that of head 1. "
            "Each head has its own mean: means[heads], not means[:len(heads)].",
            choices={"row": "in order"},
        ),
        Misconception(
            "tokens-replaced",
            "You index the axis of the tokens. The heads are the last axis but one: "
            "z[..., heads, :].",
            _tokens_replaced,
        ),
        Misconception(
            "subtracted",
            "You take the mean away from what the heads say. Replace it: every token gets "
            "the mean itself.",
            _subtracted,
        ),
        Misconception(
            "one-number",
            "You put the mean of a head's mean in every feature. The mean is a vector, "
            "(d,): each feature has its own.",
            _one_number,
        ),
        Misconception(
            "first-head-only",
            "You replace the first of the heads and stop. Does return stand in the loop?",
            lambda z, heads, means: _ablate(z, heads[:1], means),
        ),
        Misconception(
            "added",
            "You add the mean to what the head says, and it goes on saying it. Replace.",
            _added,
        ),
        Misconception(
            "last-token-only",
            "You replace the heads at the last token alone. Earlier tokens then still "
            "carry what the heads told them, and later layers read it there.",
            _only_last_token,
        ),
    ),
    alternatives=(_by_choosing, _by_keeping),
    hints=(
        "Which axis of z counts the heads? What stands before and after it?",
        "z[..., heads, :] are the outputs of those heads at every token: (..., n, k, d). "
        "Which rows of `means`, (k, d), belong there?",
        "Copy z first. Then one assignment does it: the left side is copy[..., heads, :].",
    ),
)
