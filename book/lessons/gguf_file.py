"""Reading a GGUF file: what it says about itself, and its arrays of numbers.

GGUF is a format of the ggml project for models in one file: a header, a list of named
values (the metadata: sizes, vocabulary, chat template), a list of tensors with their
shapes, and then the numbers, one tensor behind the other.  Source of the format:
https://github.com/ggml-org/ggml/blob/master/docs/gguf.md

Only NumPy and the standard library are needed.  The numbers are not read until they
are used: every tensor is a view of the file mapped into memory.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

# Metadata: the number that stands for a type -> how struct reads it.
_SCALARS = dict(enumerate(["B", "b", "H", "h", "I", "i", "f", "?"])) | {
    10: "Q",
    11: "q",
    12: "d",
}
_STRING, _ARRAY = 8, 9
# Tensors: the number that stands for a type -> name, weights a block, bytes a block.
_STORED = {0: ("F32", 1, 4), 3: ("Q4_1", 32, 20), 8: ("Q8_0", 32, 34)}


@dataclass(frozen=True)
class Tensor:
    """One array of the file, as it is stored.

    shape: of the numbers, as NumPy writes it: a matrix is (rows, columns).
    stored: "F32", "Q4_1" or "Q8_0".
    data: for F32 the numbers themselves, float32, of that shape.  Otherwise the bytes
    of each row's blocks, uint8 (rows, bytes of a row).
    """

    name: str
    shape: tuple[int, ...]
    stored: str
    data: np.ndarray


@dataclass(frozen=True)
class GGUF:
    """What one file holds."""

    metadata: dict[str, Any]
    tensors: dict[str, Tensor]


def read_gguf(path: Path | str) -> GGUF:
    """Read a file's metadata and list its tensors; their numbers stay in the file.

    Raises ValueError when it is no GGUF file of version 2 or 3, or holds a kind of
    tensor that this reader does not know.
    """
    return parse_gguf(np.memmap(path, dtype=np.uint8, mode="r"), path)


def parse_gguf(data: np.ndarray, name: Path | str) -> GGUF:
    """Read a file whose bytes are in memory, uint8 (bytes,); the tensors are views of it.

    name: what to call it where it is not right.  Raises as ``read_gguf`` does.
    """
    cursor = _Cursor(memoryview(data))
    if bytes(data[:4]) != b"GGUF":
        raise ValueError(f"{name} is not a GGUF file: it does not begin with GGUF")
    cursor.at = 4
    version = cursor.scalar("I")
    if version not in (2, 3):
        raise ValueError(f"{name} is GGUF version {version}; this reads 2 and 3")
    n_tensors, n_values = cursor.scalar("Q"), cursor.scalar("Q")
    found = {}
    for _ in range(n_values):
        key = cursor.string()
        found[key] = cursor.value(cursor.scalar("I"))
    entries = [_entry(cursor) for _ in range(n_tensors)]
    alignment = found.get("general.alignment", 32)
    start = -(-cursor.at // alignment) * alignment  # rounded up
    tensors = {entry[0]: _tensor(data, start, *entry) for entry in entries}
    return GGUF(found, tensors)


def numbers(tensor: Tensor, dequantize_q4_1: Callable[..., np.ndarray]) -> np.ndarray:
    """Return a tensor's numbers, float32, in the shape the file gives."""
    if tensor.stored == "Q4_1":
        return dequantize_q4_1(tensor.data)
    if tensor.stored == "Q8_0":
        return dequantize_q8_0(tensor.data)
    return np.array(tensor.data, dtype=np.float32)


def dequantize_q8_0(blocks: np.ndarray) -> np.ndarray:
    """Undo Q8_0: 34 bytes for 32 weights, a float16 scale and 32 signed bytes.

    blocks: uint8 (rows, 34 b).  Returns float32 (rows, 32 b): scale times byte.
    """
    parts = np.ascontiguousarray(blocks).reshape(len(blocks), -1, 34)
    scale = parts[..., :2].copy().view("<f2").astype(np.float32)  # (rows, b, 1)
    return (scale * parts[..., 2:].view(np.int8)).reshape(len(blocks), -1)


@dataclass
class _Cursor:
    """Where in the file we are; reading moves it on.  Numbers are little-endian."""

    data: memoryview
    at: int = 0

    def scalar(self, code: str) -> Any:
        (value,) = struct.unpack_from("<" + code, self.data, self.at)
        self.at += struct.calcsize("<" + code)
        return value

    def string(self) -> str:
        length = self.scalar("Q")
        self.at += length
        return str(self.data[self.at - length : self.at], "utf-8")

    def value(self, kind: int) -> Any:
        if kind == _STRING:
            return self.string()
        if kind == _ARRAY:
            inner, length = self.scalar("I"), self.scalar("Q")
            return [self.value(inner) for _ in range(length)]
        return self.scalar(_SCALARS[kind])


def _entry(cursor: _Cursor) -> tuple[str, tuple[int, ...], int, int]:
    """Read one line of the tensor list: name, shape, kind, where its numbers begin."""
    name = cursor.string()
    n_dims = cursor.scalar("I")
    sizes = [cursor.scalar("Q") for _ in range(n_dims)]  # the fastest first
    return name, tuple(reversed(sizes)), cursor.scalar("I"), cursor.scalar("Q")


def _tensor(
    data: np.ndarray, start: int, name: str, shape: tuple[int, ...], kind: int, offset: int
) -> Tensor:
    if kind not in _STORED:
        raise ValueError(f"{name} is stored in a way (number {kind}) not known here")
    stored, per_block, block_bytes = _STORED[kind]
    size = prod(shape) // per_block * block_bytes
    numbers = data[start + offset : start + offset + size]
    if stored == "F32":
        return Tensor(name, shape, stored, numbers.view("<f4").reshape(shape))
    return Tensor(name, shape, stored, numbers.reshape(*shape[:-1], -1))
