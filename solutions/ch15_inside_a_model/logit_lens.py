"""Chapter 15: what each layer would say if it were the last."""

import numpy as np

from autograder import Case, Exercise, cells_beside
from solutions.draws import Draw, decimals_in_one, integers, normal, thrice


def logit_lens(
    hidden: np.ndarray, weight: np.ndarray, W_U: np.ndarray, eps: float = 1e-5
) -> np.ndarray:
    """Read every layer's vectors as if they were the last layer's.

    hidden: (layers, n, d).  weight: (d,), of the model's last RMSNorm.
    W_U: (vocab, d), one row per token of the vocabulary.
    Returns the most likely id after RMSNorm and W_U, (layers, n); no two
    logits of a vector are equal.
    nostalgebraist 2020, "interpreting GPT: the logit lens".
    Takes whole numbers (int64) too. Changes no argument.
    """
    size = np.sqrt((hidden**2).mean(axis=-1, keepdims=True) + eps)
    normed = hidden / size * weight
    logits = normed @ W_U.T  # (layers, n, vocab)
    return logits.argmax(axis=-1)


def _layers(*shape: int, vocab: int = 23, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        d = shape[-1]
        dtype = options.get("dtype", "float64")
        if options.get("whole"):
            hidden = integers(rng, *shape, high=9) - 2
        else:
            hidden = normal(rng, *shape, scale=options.get("scale", 1.0), dtype=dtype)
            # Features of very different size, and a mean that is not zero: which axis
            # is normalised, and whether a mean is subtracted, shows in the ids.
            hidden = hidden * np.geomspace(0.2, 3, d, dtype=dtype)
            hidden = hidden + hidden.std().astype(dtype)
        weight = np.exp(normal(rng, d)).astype(dtype) * options.get("weight", 1.0)
        if options.get("signs"):
            weight = weight * rng.permutation(np.where(np.arange(d) % 2, -1, 1))
        if options.get("whole_weight"):
            weight = integers(rng, d, high=4) + 1
        W_U = normal(rng, vocab, d, scale=options.get("logits", 1.0), dtype=dtype)
        if options.get("below"):  # every logit below zero
            hidden, W_U = abs(hidden), -abs(W_U)
        eps = options.get("eps")
        return (hidden, weight, W_U) if eps is None else (hidden, weight, W_U, eps)

    return draw


EXERCISE = Exercise(
    id="inside.logit_lens",
    title="The logit lens",
    reference=logit_lens,
    points=2,
    minutes=10,
    difficulty=2,
    dtype="input",  # ids are whole numbers
    order=50,
    section="15-inside-a-model#what-would-each-layer-say",
    cases=(
        Case("a few layers", _layers(4, 7, 6)),
        Case("more layers than tokens", _layers(9, 3, 5)),
        Case("one layer", _layers(1, 12, 5)),
        Case("one token", _layers(11, 1, 7)),
        Case(
            "one word in the vocabulary", _layers(2, 3, 4, vocab=1), weight=0.2, easy=True
        ),
        Case("large numbers", _layers(3, 8, 6, scale=1e6)),
        Case("large logits", _layers(3, 4, 6, logits=1e3)),
        Case("a large vocabulary", _layers(3, 5, 8, vocab=211)),
        Case("a very large vocabulary", _layers(1, 3, 4, vocab=50_000), calls=1),
        Case("logits below zero", _layers(3, 4, 5, vocab=3, below=True)),
        Case("weights of both signs", _layers(4, 6, 6, signs=True)),
        Case("a weight of whole numbers", _layers(4, 6, 6, whole_weight=True)),
        Case("eps given", _layers(4, 5, 6, eps=0.1)),
        Case("float32", _layers(5, 6, 7, dtype="float32")),
        thrice("whole numbers", _layers(4, 6, 5, whole=True)),
        *decimals_in_one(_layers(4, 6, 5), "hidden weight W_U"),
    ),
    **cells_beside(__file__),
)
