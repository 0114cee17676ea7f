"""Exercise real.dequantize_q4_1: 20 bytes become 32 weights."""

from __future__ import annotations

import numpy as np

from autograder import Exercise, Misconception, Same
from solutions.draws import Draw, thrice


def dequantize_q4_1(blocks: np.ndarray) -> np.ndarray:
    """Turn the blocks of a Q4_1 matrix into its weights.

    blocks: uint8 (rows, 20 b), b blocks of 20 bytes a row.
    A block: a float16 scale d (2 bytes), a float16 minimum m (2 bytes), and
    16 bytes that hold 32 numbers q from 0 to 15.  The low four bits of byte j
    are number j, the high four bits number 16 + j.  A weight is d * q + m.
    Returns float32 (rows, 32 b), computed in float32.
    """
    # GGUF's Q4_1 (ggml project): the low halves first, then the high halves.
    blocks = np.ascontiguousarray(blocks).reshape(len(blocks), -1, 20)  # (rows, b, 20)
    scale_and_minimum = blocks[..., :4].copy().view(np.float16).astype(np.float32)
    d, m = scale_and_minimum[..., :1], scale_and_minimum[..., 1:]  # (rows, b, 1)
    packed = blocks[..., 4:]
    q = np.concatenate([packed & 15, packed >> 4], axis=-1)  # (rows, b, 32)
    return (d * q + m).reshape(len(blocks), -1)


def _blocks(rows: int, b: int, *, scale: float = 0.05, packed: str = "random") -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        d = rng.uniform(0.2, 1, size=(rows, b, 1)) * scale
        # As in the file: the minimum is below zero, but not in every block alike.
        m = -d * rng.uniform(3, 12, size=(rows, b, 1))
        head = np.concatenate([d, m], axis=-1).astype("<f2").view(np.uint8)
        numbers = rng.integers(0, 256, size=(rows, b, 16), dtype=np.uint8)
        if packed == "extremes":
            numbers = rng.choice(np.array([0x0F, 0xF0], np.uint8), size=(rows, b, 16))
        blocks = np.concatenate([head, numbers], axis=-1).reshape(rows, -1)
        return (blocks,)

    return draw


HALVES = {
    "low, then high": lambda low, high: np.concatenate([low, high], axis=-1),
    "high, then low": lambda low, high: np.concatenate([high, low], axis=-1),
    "in turn": lambda low, high: np.stack([low, high], -1).reshape(*low.shape[:-1], 32),
    "low twice": lambda low, high: np.concatenate([low, low], axis=-1),
    "high as it is": lambda low, high: np.concatenate([low, 16.0 * high], axis=-1),
    "whole bytes": lambda low, high: np.concatenate([low + 16.0 * high, high], axis=-1),
}
WEIGHTS = {
    "d q + m": lambda d, m, q: d * q + m,
    "d q - m": lambda d, m, q: d * q - m,
    "d (q + m)": lambda d, m, q: d * (q + m),
    "d (q - 8)": lambda d, m, q: d * (q - 8.0),
    "d q": lambda d, m, q: d * q,
}


def _dequantized(blocks, *, halves="low, then high", weight="d q + m", head="d, m"):
    parts = np.ascontiguousarray(blocks).reshape(len(blocks), -1, 20)
    numbers = parts[..., :4].copy().view("<f2").astype(np.float32)
    d, m = numbers[..., :1], numbers[..., 1:]
    if head == "m, d":
        d, m = m, d
    packed = parts[..., 4:]
    q = HALVES[halves](packed & 15, packed >> 4).astype(np.float32)
    return WEIGHTS[weight](d, m, q).reshape(len(blocks), -1)


def _block_by_block(blocks):
    rows = []
    for row in blocks:
        weights = []
        for start in range(0, len(row), 20):
            block = row[start : start + 20].tobytes()
            d, m = np.frombuffer(block[:4], dtype="<f2").astype(np.float32)
            weights += [d * (byte % 16) + m for byte in block[4:]]
            weights += [d * (byte // 16) + m for byte in block[4:]]
        rows.append(weights)
    return np.array(rows, dtype=np.float32)


def _by_a_record(blocks):
    record = np.dtype([("d", "<f2"), ("m", "<f2"), ("q", np.uint8, 16)])
    found = np.ascontiguousarray(blocks).view(record)  # (rows, b)
    d, m = (found[name].astype(np.float32)[..., None] for name in "dm")
    result = np.empty((*found.shape, 32), dtype=np.float32)
    result[..., :16] = d * (found["q"] & 0x0F) + m
    result[..., 16:] = d * (found["q"] >> 4) + m
    return result.reshape(len(blocks), -1)


EXERCISE = Exercise(
    id="real.dequantize_q4_1",
    order=20,
    title="Undo a quantization",
    reference=dequantize_q4_1,
    decisions=_dequantized,
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
        thrice("tiny scales", _blocks(5, 2, scale=1e-3)),
    ),
    misconceptions=(
        Misconception(
            "in-turn",
            "You give the low and the high half of a byte to neighbouring weights, 2j and "
            "2j + 1. In this format they are 16 apart: byte j holds weights j and 16 + j, "
            "so all low halves come first.",
            choices={"halves": "in turn"},
        ),
        Misconception(
            "high-halves-first",
            "You put the high halves first. Weight j < 16 is the low half of byte j "
            "(byte & 15), weight 16 + j its high half (byte >> 4).",
            choices={"halves": "high, then low"},
        ),
        Misconception(
            "low-half-twice",
            "Your second 16 weights are the first 16 again. They come from the high halves "
            "of the same bytes: byte >> 4.",
            choices={"halves": "low twice"},
        ),
        Misconception(
            "minimum-subtracted",
            "You subtract the minimum. It is stored with its sign, mostly below zero, and "
            "is added: d * q + m.",
            choices={"weight": "d q - m"},
        ),
        Misconception(
            "minimum-scaled",
            "You scale the minimum too: d * (q + m). It is in the weights' own size "
            "already: d * q + m.",
            choices={"weight": "d (q + m)"},
        ),
        Misconception(
            "minimum-unused",
            "You subtract 8 from q and never use m. That is another format, Q4_0, which "
            "stores no minimum. Here: d * q + m.",
            choices={"weight": "d (q - 8)"},
        ),
        Misconception(
            "minimum-left-out",
            "You leave out the minimum, so none of your weights has another sign than the "
            "scale. A weight is d * q + m.",
            choices={"weight": "d q"},
        ),
        Misconception(
            "not-shifted-down",
            "You mask the high half and leave it where it is: 0x30 is 48, not 3. Shift it "
            "down by four bits, >> 4.",
            choices={"halves": "high as it is"},
        ),
        Misconception(
            "whole-bytes",
            "You take whole bytes for the first 16 numbers. Their low four bits alone are "
            "meant: & 15.",
            choices={"halves": "whole bytes"},
        ),
        Misconception(
            "scale-and-minimum-swapped",
            "You take the minimum for the scale and the scale for the minimum. The first "
            "two bytes are the scale d, the next two the minimum m.",
            choices={"head": "m, d"},
        ),
    ),
    alternatives=(_block_by_block, _by_a_record),
    same=(
        Same(
            "=> blocks = blocks.reshape(len(blocks), -1, 20)",
            "reshape copies what does not lie in one piece.",
        ),
        Same(
            "reshape(len(blocks), -2, 20)",
            "NumPy takes any negative length for what is left.",
        ),
        Same(
            "blocks[..., :4].view(np.float16)",
            "The copy keeps the four bytes together; they are already.",
        ),
        Same(
            "=> return (d * q + m).reshape(len(blocks), -2)",
            "NumPy takes any negative length for what is left.",
        ),
    ),
    hints=(
        "Reshape to (rows, b, 20) first: then every step is for all blocks at once. What "
        "are bytes 0 to 1, 2 to 3, and 4 to 19 of a block?",
        "Four bytes become two float16 numbers by .copy().view(np.float16). The low half "
        "of a byte is byte & 15, the high half byte >> 4.",
        "np.concatenate([packed & 15, packed >> 4], axis=-1) is q, (rows, b, 32). Make d "
        "and m float32, (rows, b, 1) each, and let them broadcast in d * q + m; then "
        "reshape to (rows, 32 b).",
    ),
)
