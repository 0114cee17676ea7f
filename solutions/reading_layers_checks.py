"""How rollout and contributions are checked (chapter 11)."""

from __future__ import annotations

import numpy as np

from autograder import Case, Exercise, Misconception, Property
from solutions.draws import Draw, normal, sizes
from solutions.numpy_attention import softmax
from solutions.reading_attention import attention_rollout, contributions

# --- attention_rollout -------------------------------------------------------


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
        }[residual]
        rollout = mixing @ rollout if order == "later left" else rollout @ mixing
    return rollout


def _rollout_layer_mean(weights):
    return 0.5 * weights.mean(axis=-3) + 0.5 * np.eye(weights.shape[-1])


def _rollout_entry_by_entry(weights):
    mixing = 0.5 * weights + 0.5 * np.eye(weights.shape[-1])
    return mixing.prod(axis=-3)


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


ATTENTION_ROLLOUT = Exercise(
    id="reading.attention_rollout",
    title="Attention rollout",
    reference=attention_rollout,
    decisions=_rollout,
    points=3,
    minutes=10,
    difficulty=2,
    section="11-reading-attention#through-all-layers-rollout",
    cases=(
        Case("two layers", _layers(layers=2)),
        Case("one layer", _layers(layers=1)),
        Case("four layers, causal", _layers(layers=4, n=5, causal=True)),
        Case("one token", _layers(layers=3, n=1)),
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
            "last-layer",
            "You return the mixing of the last layer. Its keys are not input tokens any "
            "more: they have gone through the layers below. Multiply those in.",
            lambda weights: 0.5 * weights[..., -1, :, :] + 0.5 * np.eye(weights.shape[-1]),
        ),
    ),
    alternatives=(_rollout_by_einsum, _rollout_from_the_top),
    hints=(
        "Start with one layer. Which matrix says that half of each token is itself and "
        "half is what it attends to?",
        "With two such matrices, output i reaches input j through every token m in "
        "between: second[i, m] * first[m, j], added up over m. Which product is that?",
        "Start from the identity. For each layer, first to last: rollout = (0.5 * "
        "weights[..., layer, :, :] + 0.5 * identity) @ rollout.",
    ),
)

# --- contributions -----------------------------------------------------------


def _parts(*lead: int, shape: tuple[int, ...] = (), **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_v, d_model = shape or sizes(rng, 4)
        dtype = options.get("dtype", "float64")
        scale = options.get("scale", 1.0)
        v = normal(rng, *lead, n_k, d_v, scale=scale, dtype=dtype)
        if options.get("zero_value"):
            v[..., 0, :] = 0
        return (
            softmax(normal(rng, *lead, n_q, n_k, dtype=dtype)),
            v,
            normal(rng, d_v, d_model, dtype=dtype),
        )

    return draw


def _contributions(weights, v, W_o, *, project=True, length="euclid", scale=True):
    moved = v @ W_o if project else v
    lengths = {
        "euclid": np.sqrt((moved**2).sum(axis=-1)),
        "squared": (moved**2).sum(axis=-1),
        "absolute": np.abs(moved).sum(axis=-1),
    }[length]
    found = np.ones_like(weights) if not scale else weights
    return found * lengths[..., None, :]


def _contributions_all_vectors(weights, v, W_o):
    added = weights[..., None] * (v @ W_o)[..., None, :, :]  # (..., n_q, n_k, d_model)
    return np.linalg.norm(added, axis=-1)


def _contributions_by_loops(weights, v, W_o):
    result = np.zeros(weights.shape)  # float64 throughout
    for i in range(weights.shape[-2]):
        for j in range(weights.shape[-1]):
            added = weights[..., i, j, None] * (v[..., j, :] @ W_o)
            result[..., i, j] = np.sqrt(np.einsum("...d,...d->...", added, added))
    return result


def _contributions_by_query(weights, v, W_o):
    return weights * np.sqrt(((v @ W_o) ** 2).sum(axis=-1))[..., :, None]


CONTRIBUTIONS = Exercise(
    id="reading.contributions",
    title="What each key adds",
    reference=contributions,
    decisions=_contributions,
    points=2,
    minutes=8,
    difficulty=2,
    section="11-reading-attention#a-large-weight-on-nothing",
    cases=(
        Case("a few tokens", _parts()),
        Case("as many queries as keys", _parts(shape=(4, 4, 3, 5))),
        Case("one query, one key", _parts(shape=(1, 1, 3, 4))),
        Case("one feature", _parts(shape=(3, 4, 1, 1))),
        Case("a value of zeros", _parts(zero_value=True)),
        Case("large values", _parts(scale=1e6)),
        Case("a batch", _parts(3)),
        Case("a batch of batches, float32", _parts(2, 3, dtype="float32")),
    ),
    properties=(
        Property(
            "a value of zeros adds nothing",
            "A key whose value is all zeros adds the zero vector, whatever its weight. "
            "Its column should be 0, and yours is not.",
            lambda answer, output, weights, v, W_o: np.allclose(
                answer(weights, v * 0, W_o), 0
            ),
        ),
    ),
    misconceptions=(
        Misconception(
            "no-output-projection",
            "You measure the values before W_o. What is added to the token is the value "
            "times W_o, and that matrix can stretch it or wipe it out.",
            choices={"project": False},
        ),
        Misconception(
            "squared-length",
            "You return squared lengths. Take the root of the sum of squares, or one "
            "contribution twice as long would count four times.",
            choices={"length": "squared"},
        ),
        Misconception(
            "sum-of-absolutes",
            "You add up absolute values. That depends on the axes that the features "
            "happen to have; a length is the root of the sum of squares.",
            choices={"length": "absolute"},
        ),
        Misconception(
            "weights-left-out",
            "You return the lengths of the values alone, the same for every query. Each "
            "query scales them by its own weights.",
            choices={"scale": False},
        ),
        Misconception(
            "lengths-by-query",
            "Your lengths run along the queries. The value belongs to the key, so its "
            "length scales a column: lengths[..., None, :].",
            _contributions_by_query,
        ),
        Misconception(
            "length-of-the-sum",
            "You add up all keys first and return one length a query. Here every pair "
            "of query and key keeps its own.",
            lambda weights, v, W_o: np.linalg.norm(weights @ v @ W_o, axis=-1),
        ),
    ),
    alternatives=(_contributions_all_vectors, _contributions_by_loops),
    hints=(
        "What query i receives from key j is one vector. Which three things multiply to "
        "give it?",
        "A weight is never negative, so the length of weight * vector is weight * "
        "length of the vector. The lengths need one number a key.",
        "lengths = the root of the sum over the last axis of (v @ W_o) ** 2, (..., n_k). "
        "Then weights * lengths[..., None, :].",
    ),
)
