"""Draw the weights of heads, for the exercises that give a head a score."""

import numpy as np

from solutions.ch03_numpy.softmax import softmax


def random_weights(
    rng: np.random.Generator,
    *lead: int,
    n: int,
    sharp: float = 1.0,
    causal: bool = True,
    dtype: str = "float64",
) -> np.ndarray:
    """Attention weights, (*lead, n, n), of that dtype; every row sums to one."""
    scores = sharp * rng.normal(size=(*lead, n, n))
    if causal:
        scores = np.where(np.tri(n, dtype=bool), scores, -np.inf)
    return softmax(scores).astype(dtype)
