"""The weights of all layers followed back to the input tokens.

Abnar and Zuidema 2020, "Quantifying Attention Flow in Transformers".

The residual is left out or not halved, layers are multiplied in the wrong order or
entry by entry, or averaged.
"""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property, Same
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, thrice


def attention_rollout(weights: np.ndarray) -> np.ndarray:
    """Follow the weights of all layers back to the input tokens.

    weights: (..., layers, n, n), the first layer first; rows sum to one.
    In each layer half of a token is itself, along the residual connection,
    and half is what it attends to.
    Returns how much of each input token is in each output: (..., n, n).
    """
    layers, n = weights.shape[-3:-1]
    itself = np.eye(n, dtype=weights.dtype)
    rollout = itself
    for layer in range(layers):
        mixing = 0.5 * weights[..., layer, :, :] + 0.5 * itself
        rollout = mixing @ rollout  # the later layer on the left
    return rollout


def _layers(*lead: int, layers: int, n: int = 0, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        length = n or int(rng.integers(4, 8))
        scores = options.get("sharp", 1.0) * rng.normal(
            size=(*lead, layers, length, length)
        )
        if options.get("causal"):
            scores = np.where(np.tri(length, dtype=bool), scores, -np.inf)
        return (softmax(scores).astype(options.get("dtype", "float64")),)

    return draw


def _rollout(weights, *, residual="half", order="later left", layer_axis=-3):
    n = weights.shape[-1]
    itself = np.eye(n, dtype=weights.dtype)
    rollout = itself
    for layer in np.moveaxis(weights, layer_axis, 0):
        mixing = {
            "half": 0.5 * layer + 0.5 * itself,
            "added": layer + itself,
            "left out": layer,
            "left out, then once": layer,
        }[residual]
        rollout = mixing @ rollout if order == "later left" else rollout @ mixing
    return 0.5 * rollout + 0.5 * itself if residual == "left out, then once" else rollout


def _rollout_layer_mean(weights):
    return 0.5 * weights.mean(axis=-3) + 0.5 * np.eye(weights.shape[-1])


def _rollout_entry_by_entry(weights):
    mixing = 0.5 * weights + 0.5 * np.eye(weights.shape[-1])
    return mixing.prod(axis=-3)


def _rollout_entry_by_entry_from_the_identity(weights):
    return _rollout_entry_by_entry(weights) * np.eye(weights.shape[-1])


def _rollout_by_einsum(weights):
    layers, n = weights.shape[-3:-1]
    mixing = (weights + np.eye(n, dtype=weights.dtype)) / 2
    rollout = mixing[..., 0, :, :]
    for layer in range(1, layers):
        rollout = np.einsum("...ij,...jk->...ik", mixing[..., layer, :, :], rollout)
    return rollout


def _rollout_from_the_top(weights):
    layers, n = weights.shape[-3:-1]
    rows = np.eye(n)  # float64 throughout
    for layer in reversed(range(layers)):
        rows = 0.5 * rows @ weights[..., layer, :, :] + 0.5 * rows
    return rows


def _one_idle_layer_more(weights: np.ndarray) -> np.ndarray:
    """The same layers, and on top one in which every token attends to itself."""
    *lead, _, n, _ = weights.shape
    idle = np.broadcast_to(np.eye(n, dtype=weights.dtype), (*lead, 1, n, n))
    return np.concatenate([weights, idle], axis=-3)


EXERCISE = Exercise(
    id="reading.attention_rollout",
    title="Attention rollout",
    reference=attention_rollout,
    decisions=_rollout,
    points=3,
    minutes=10,
    difficulty=2,
    section="11-reading-attention#through-all-layers-rollout",
    order=40,
    cases=(
        Case("two layers", _layers(layers=2)),
        Case("three layers", _layers(layers=3)),
        Case("one layer", _layers(layers=1)),
        Case("four layers, causal", _layers(layers=4, n=5, causal=True)),
        thrice("one token", _layers(layers=3, n=1)),
        Case("heads that decide sharply", _layers(layers=3, sharp=1000.0)),
        Case("a batch", _layers(2, layers=3, n=4)),
        Case("a batch of batches, float32", _layers(2, 4, layers=3, n=5, dtype="float32")),
    ),
    properties=(
        Property(
            "every row sums to one",
            "A row of the rollout says how one output is shared out among the input "
            "tokens, so it must sum to one. Each layer's rows have to, before you "
            "multiply.",
            lambda answer, output, weights: np.allclose(output.sum(axis=-1), 1, atol=1e-3),
        ),
        Property(
            "a layer in which every token attends to itself changes nothing",
            "One more layer, in which every token attends only to itself, should leave "
            "the rollout as it is. Yours changes.",
            lambda answer, output, weights: np.allclose(
                answer(_one_idle_layer_more(weights)), output, atol=1e-3
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "no-residual",
            "You multiply the weights alone. In each layer a token also keeps itself, "
            "along the residual connection: half of the mixing is the identity matrix.",
            choices={"residual": "left out"},
        ),
        Misconception(
            "not-halved",
            "You add the identity and do not halve. Each row then sums to 2, and after "
            "L layers to 2 to the power L. Take 0.5 * weights + 0.5 * identity.",
            choices={"residual": "added"},
        ),
        Misconception(
            "wrong-order",
            "You multiply with the first layer on the left. Row i of the result starts "
            "at output i: the last layer acts on it first, so later layers go on the "
            "left.",
            choices={"order": "later right"},
        ),
        Misconception(
            "batch-as-layers",
            "You walk along the first axis, which is right for (layers, n, n). With a "
            "batch in front, the layers are the third axis from the end: "
            "weights[..., layer, :, :].",
            choices={"layer_axis": 0},
        ),
        Misconception(
            "mean-of-layers",
            "You average the layers. What a token holds passes through one layer and "
            "then through the next, so their mixings are multiplied.",
            _rollout_layer_mean,
        ),
        Misconception(
            "entry-by-entry",
            "You multiply entry by entry. A path from output i to input j may go "
            "through any token in between; a matrix product adds up all of them.",
            _rollout_entry_by_entry,
        ),
        Misconception(
            "entry-by-entry-from-the-identity",
            "You multiply entry by entry, and from the identity on, so that only the "
            "diagonal is left. A path from output i to input j may go through any token in "
            "between; a matrix product, @, adds up all of them.",
            _rollout_entry_by_entry_from_the_identity,
        ),
        Misconception(
            "residual-once",
            "You multiply the weights of all layers and mix in the identity once, at the "
            "end. Every layer has a residual connection: half of each layer's mixing is "
            "the identity.",
            choices={"residual": "left out, then once"},
        ),
        Misconception(
            "transposed",
            "Your rows are input tokens. Row i should say where *output* i comes from, so "
            "that it sums to one, as the rows of the weights do.",
            lambda weights: np.swapaxes(attention_rollout(weights), -1, -2),
        ),
        Misconception(
            "first-layer-missing",
            "The first layer takes no part: range(1, layers) leaves out layer 0. Start "
            "from the identity and go through all of them.",
            lambda weights: attention_rollout(weights[..., 1:, :, :]),
        ),
        Misconception(
            "weights-of-the-last-layer",
            "You return the weights of the last layer. Its keys are not input tokens any "
            "more, and half of each token is itself: mix in the identity, and multiply in "
            "the layers below.",
            lambda weights: weights[..., -1, :, :],
        ),
        Misconception(
            "last-layer",
            "You return the mixing of the last layer. Its keys are not input tokens any "
            "more: they have gone through the layers below. Multiply those in.",
            lambda weights: 0.5 * weights[..., -1, :, :] + 0.5 * np.eye(weights.shape[-1]),
        ),
    ),
    alternatives=(_rollout_by_einsum, _rollout_from_the_top),
    same=(
        Same(
            "=> itself = np.eye(n)",
            "The same numbers; the contract asks for no dtype.",
        ),
    ),
    hints=(
        "Start with one layer. Which matrix says that half of each token is itself "
        "and half is what it attends to?",
        "With two such matrices, output i reaches input j through every token m in "
        "between: second[i, m] * first[m, j], added up over m. Which product is that?",
        "Begin with the identity, and take the layers from the first to the last. On "
        "which side of what you have so far does the next layer stand?",
    ),
)
