"""Chapter 15: heads' outputs replaced by their means."""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, integers, normal, sizes, thrice


def mean_ablate(z: np.ndarray, heads: list[int], means: np.ndarray) -> np.ndarray:
    """Replace what some heads say by what they say on average.

    z: (..., n, h, d), the output of every token's h heads, before W_O.
    heads: which of them, counted from 0.  means: (h, d), each head's mean.
    Returns a copy of z in which those heads give their means to every token.
    Changes no argument.
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
        if options.get("loud"):
            z = normal(rng, *lead, n, h, d)
            z[..., chosen, :] *= 1e9
            return z, chosen, normal(rng, h, d)
        if options.get("whole"):
            z, means = integers(rng, *lead, n, h, d, high=9), integers(rng, h, d, high=9)
            return z.astype(float), chosen, means + 1.0
        kind = {key: options[key] for key in ("scale", "dtype") if key in options}
        return normal(rng, *lead, n, h, d, **kind), chosen, normal(rng, h, d, **kind)

    return draw


EXERCISE = Exercise(
    id="inside.mean_ablate",
    title="Replace heads by their means",
    reference=mean_ablate,
    points=2,
    minutes=8,
    difficulty=2,
    order=20,
    section="15-inside-a-model#replaced-by-the-mean",
    cases=(
        Case("one head", _outputs(count=1)),
        Case("several heads, in any order", _outputs(count=4)),
        Case("no head", _outputs(heads=[]), easy=True),
        Case("every head", _outputs(shape=(4, 3, 5), heads=[4, 0, 2, 1, 3])),
        Case("one token, one number per head", _outputs(shape=(1, 1, 6), count=3)),
        Case("a batch of texts", _outputs(3, 2, count=3)),
        Case("heads far larger than their means", _outputs(loud=True, count=2)),
        Case("large numbers", _outputs(scale=1e6, count=3)),
        Case("float32", _outputs(2, dtype="float32", count=3)),
        thrice("whole numbers", _outputs(whole=True)),
        Case("three axes in front", _outputs(2, 1, 3, count=3), calls=1),
    ),
    properties=(
        Property(
            "no head, no change",
            "With an empty list of heads the copy should equal z, and yours does not.",
            lambda answer, output, z, heads, means: np.array_equal(answer(z, [], means), z),
        ),
    ),
    **cells_beside(__file__),
)
