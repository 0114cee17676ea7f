"""How many tokens a pass brings on average.

Leviathan, Kalman and Matias 2022, "Fast Inference from Transformers via Speculative
Decoding", equation 1.
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw


def expected_tokens(accepted: np.ndarray, count: int) -> np.ndarray:
    """The tokens that a pass brings on average, the model's own included.

    accepted: (...), the probability with which a drafted token stands when
    those before it do; from 0 to 1, the same for each token of the draft.
    count: how many tokens the draft has, 0 or more.
    Returns (...), from 1 to count + 1.
    Changes no argument.
    """
    powers = np.asarray(accepted)[..., None] ** np.arange(count + 1)  # (..., count + 1)
    return powers.sum(axis=-1)


def _shares(*shape: int, count: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        low, high = options.get("between", (0.1, 0.95))
        accepted = np.asarray(rng.uniform(low, high, shape)).astype(
            options.get("dtype", "float64")
        )
        if "ends" in options:
            accepted.flat[0] = options["ends"]
        return accepted, count

    return draw


EXERCISE = Exercise(
    id="faster.expected_tokens",
    title="What a pass brings on average",
    reference=expected_tokens,
    points=2,
    minutes=8,
    difficulty=2,
    order=40,
    section="19-writing-faster#how-many-tokens-a-pass-brings",
    cases=(
        Case("several models", _shares(6, count=4)),
        Case("a table of models", _shares(2, 5, count=7)),
        Case("a draft of one", _shares(5, count=1)),
        Case("no draft", _shares(4, count=0), weight=0.25, easy=True),
        Case("a long draft", _shares(4, count=60)),
        Case("one that is never right", _shares(3, count=5, ends=0.0)),
        Case("one that is always right", _shares(3, count=5, ends=1.0)),
        Case("a probability by itself", _shares(count=3), calls=3),
        Case("nearly always right", _shares(4, count=60, between=(0.99999, 0.999999))),
        Case("hundreds of tokens", _shares(4, count=300, between=(0.98, 0.999))),
        Case("hardly ever wrong", _shares(4, count=1000, between=(1 - 9e-7, 1 - 1e-7))),
        Case("always right, float32", _shares(3, count=5, ends=1.0, dtype="float32")),
        Case("float32", _shares(6, count=5, dtype="float32")),
        Case("one model", _shares(1, count=3), calls=3),
        Case("three axes in front", _shares(2, 4, 3, count=4), calls=1),
    ),
    properties=(
        Property(
            "one token more in the draft brings no less",
            "With one token more in the draft your pass brings less. It cannot: the first "
            "tokens stand as often as before.",
            lambda answer, output, accepted, count: np.all(
                np.asarray(answer(accepted, count + 1)) >= np.asarray(output) - 1e-6
            ),
        ),
    ),
    **cells_beside(__file__),
)
