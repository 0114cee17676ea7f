"""What exercises on scores share: draws of weights."""

import numpy as np

from solutions.ch03_numpy.softmax import softmax
from solutions.draws import Draw, normal


def drawn_weights(*shape: int, scale: float = 1.5, dtype: str = "float64") -> Draw:
    """Draw the softmax of normal scores of this shape, rows along the last axis."""
    return lambda rng: (softmax(normal(rng, *shape, scale=scale, dtype=dtype)),)


def weights_with_zeros(*shape: int) -> Draw:
    """Draw float64 weights of this shape in which one key of each row has none."""

    def draw(rng: np.random.Generator) -> tuple:
        scores = normal(rng, *shape)
        scores[..., int(rng.integers(shape[-1]))] = -np.inf  # as a mask does
        return (softmax(scores),)

    return draw


def one_hot(*shape: int) -> Draw:
    """Draw float64 weights of this shape in which one key of each row has all."""

    def draw(rng: np.random.Generator) -> tuple:
        return (np.eye(shape[-1])[rng.integers(shape[-1], size=shape[:-1])],)

    return draw
