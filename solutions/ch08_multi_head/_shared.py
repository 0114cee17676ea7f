"""What the layers of both frameworks are given, and must have."""

import numpy as np

from autograder import Property
from solutions.draws import Draw, normal, sizes

EXACT = Property(
    "run twice, the same output",
    "Run twice with the same input, yours gives different outputs. Look for something "
    "random, such as dropout that is left on, and for what one run leaves to the next.",
    lambda answer, output, *given: np.array_equal(
        answer(*given)["output"], output["output"], equal_nan=True
    ),
)


def tokens_for_heads(*shape: int, scale: float = 1.0) -> Draw:
    """Draw (embed_size, num_heads) and tokens, (batch, n, embed_size) in float32.

    shape: (batch, n, num_heads, head_dim); four different sizes when not given.
    """

    def draw(rng: np.random.Generator) -> tuple:
        batch, n, num_heads, head_dim = shape or sizes(rng, 4, high=6)
        embed_size = num_heads * head_dim
        x = normal(rng, batch, n, embed_size, scale=scale, dtype="float32")
        return (embed_size, num_heads), (x,)

    return draw
