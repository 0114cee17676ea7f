"""A scaled linear layer in Keras."""

from __future__ import annotations

import keras
import numpy as np

from autograder import Case, Exercise


class Scaled(keras.layers.Layer):
    """A linear map with a learned scale.  (batch, d_in) to (batch, d_out)."""

    def __init__(self, d_out: int) -> None:
        super().__init__()
        self.linear = keras.layers.Dense(d_out)
        self.scale = self.add_weight(shape=(d_out,), initializer="ones")

    def call(self, x):
        """(batch, d_in) to (batch, d_out)."""
        return self.linear(x) * self.scale


def _draw(batch: int):
    def draw(rng: np.random.Generator) -> tuple:
        return (3,), (rng.normal(size=(batch, 5)).astype("float32"),)

    return draw


SCALED = Exercise(
    id="keraslayer.Scaled",
    title="A scaled layer",
    kind="layer",
    framework="tensorflow",
    reference=Scaled,
    points=1,
    minutes=5,
    difficulty=1,
    cases=(Case("a row", _draw(1)), Case("rows", _draw(4)), Case("more", _draw(7))),
    hints=("Multiply.",),
)
EXERCISES = (SCALED,)
