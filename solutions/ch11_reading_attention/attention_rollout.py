"""The weights of all layers followed back to the input tokens.

Abnar and Zuidema 2020, "Quantifying Attention Flow in Transformers".
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, thrice


def attention_rollout(weights: np.ndarray) -> np.ndarray:
    """Follow the weights of all layers back to the input tokens.

    weights: (..., layers, n, n), the first layer first; rows sum to one.
    In each layer half of a token is itself, along the residual connection,
    and half is what it attends to.
    Returns how much of each input token is in each output: (..., n, n), one
    row per output.
    Changes no argument.
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


def _one_idle_layer_more(weights: np.ndarray) -> np.ndarray:
    """The same layers, and on top one in which every token attends to itself."""
    *lead, _, n, _ = weights.shape
    idle = np.broadcast_to(np.eye(n, dtype=weights.dtype), (*lead, 1, n, n))
    return np.concatenate([weights, idle], axis=-3)


EXERCISE = Exercise(
    id="reading.attention_rollout",
    title="Attention rollout",
    reference=attention_rollout,
    points=3,
    minutes=10,
    difficulty=2,
    section="11-reading-attention#through-all-layers-rollout",
    order=63,
    cases=(
        Case("two layers", _layers(layers=2)),
        Case("three layers", _layers(layers=3)),
        Case("one layer", _layers(layers=1)),
        Case("four layers, causal", _layers(layers=4, n=5, causal=True)),
        thrice("one token", _layers(layers=3, n=1), easy=True),
        Case("weights near 0 and 1", _layers(layers=3, sharp=1000.0)),
        Case("seventy layers", _layers(layers=70, n=4)),
        Case("a batch", _layers(2, layers=3, n=4)),
        Case("a batch of batches, float32", _layers(2, 4, layers=3, n=5, dtype="float32")),
        Case("three axes in front", _layers(2, 1, 3, layers=2, n=4), calls=1),
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
            "a last layer in which every token attends to itself changes nothing",
            "One more layer at the end, in which every token attends only to itself, "
            "should leave the rollout as it is. Yours changes.",
            lambda answer, output, weights: np.allclose(
                answer(_one_idle_layer_more(weights)), output, atol=1e-3
            ),
        ),
    ),
    **cells_beside(__file__),
)
