"""An answer key whose first exercise is a secret that the second may call."""

import numpy as np

from autograder import Case, Chapter, Exercise

CHAPTERS = (Chapter("01-secrets", "Secrets", "secrets", "attacks.sealed_key"),)


def scaled(x: np.ndarray) -> np.ndarray:
    """x (n,) times the secret."""
    return x * 31337


EXERCISES = (
    Exercise(
        id="secrets.secret",
        title="The secret",
        kind="value",
        reference=lambda: np.array(31337),
        points=1,
        minutes=1,
        difficulty=1,
    ),
    Exercise(
        id="secrets.scaled",
        title="Scaled",
        reference=scaled,
        points=1,
        minutes=1,
        difficulty=1,
        cases=(Case("some", lambda rng: (rng.normal(size=3),)),),
    ),
)
