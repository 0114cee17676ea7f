"""Exercise real.dequantize_q4_1: 20 bytes become 32 weights."""

import numpy as np

from autograder import Exercise, cells_beside
from solutions.draws import Draw, thrice


def dequantize_q4_1(blocks: np.ndarray) -> np.ndarray:
    """Turn the blocks of a Q4_1 matrix into its weights.

    blocks: uint8 (rows, 20 b), b blocks of 20 bytes per row.
    A block: a float16 scale d (2 bytes), a float16 minimum m (2 bytes), and
    16 bytes that hold 32 numbers q from 0 to 15.  The low four bits of byte j
    are number j, the high four bits number 16 + j.  A weight is d * q + m.
    Returns float32 (rows, 32 b), computed in float32.
    Changes no argument.
    """
    # GGUF's Q4_1 (ggml project): the low halves first, then the high halves.
    blocks = np.ascontiguousarray(blocks).reshape(len(blocks), -1, 20)  # (rows, b, 20)
    scale_and_minimum = blocks[..., :4].copy().view(np.float16).astype(np.float32)
    d, m = scale_and_minimum[..., :1], scale_and_minimum[..., 1:]  # (rows, b, 1)
    packed = blocks[..., 4:]
    q = np.concatenate([packed & 15, packed >> 4], axis=-1)  # (rows, b, 32)
    return (d * q + m).reshape(len(blocks), -1)


def _blocks(
    rows: int, b: int, *, scale: float = 0.05, packed: str = "random", **options
) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        d = rng.uniform(0.2, 1, size=(rows, b, 1)) * scale
        # As in the file: the minimum is below zero, but not in every block alike.
        m = -d * rng.uniform(3, 12, size=(rows, b, 1))
        if options.get("above"):
            m = -m
        if options.get("equal"):  # a block whose numbers are all its minimum
            d[..., ::2, :] = 0
        head = np.concatenate([d, m], axis=-1).astype("<f2").view(np.uint8)
        numbers = rng.integers(0, 256, size=(rows, b, 16), dtype=np.uint8)
        if packed == "extremes":
            numbers = rng.choice(np.array([0x0F, 0xF0], np.uint8), size=(rows, b, 16))
        blocks = np.concatenate([head, numbers], axis=-1).reshape(rows, -1)
        return (blocks,)

    return draw


EXERCISE = Exercise(
    id="real.dequantize_q4_1",
    order=20,
    title="Undo a quantization",
    reference=dequantize_q4_1,
    dtype="float32",
    points=3,
    minutes=15,
    difficulty=2,
    section="14-real-model#undoing-the-quantization",
    cases=(
        thrice("one block", _blocks(1, 1)),
        thrice("one row of several blocks", _blocks(1, 3)),
        thrice("several rows of one block", _blocks(4, 1)),
        thrice("a matrix", _blocks(3, 5)),
        thrice("smallest and largest numbers alone", _blocks(2, 3, packed="extremes")),
        thrice("large scales", _blocks(2, 4, scale=900.0)),
        thrice("a scale of zero", _blocks(3, 3, equal=True)),
        thrice("minima above zero", _blocks(2, 3, above=True)),
        thrice("scales below zero", _blocks(2, 3, scale=-0.05)),
        thrice("scales too small for a normal float16", _blocks(5, 2, scale=5e-5)),
        thrice("tiny scales", _blocks(5, 2, scale=1e-3)),
    ),
    **cells_beside(__file__),
)
