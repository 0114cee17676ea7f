"""What the exercises of chapter 16 share: how an image is cut, step by step."""

from __future__ import annotations

import numpy as np


def cut(
    images: np.ndarray, patch: int, order: str = "rows", inside: str = "rows"
) -> np.ndarray:
    """Cut images into flat patches; ``order`` and ``inside`` say what is read first.

    images: (..., height, width).  Returns (..., n, patch * patch).  With "rows" the
    patches, or the pixels in one, are read along rows, with "columns" down columns.
    """
    *lead, height, width = images.shape
    rows, columns = height // patch, width // patch
    blocks = images.reshape(*lead, rows, patch, columns, patch)
    where = (-4, -2) if order == "rows" else (-2, -4)
    which = (-3, -1) if inside == "rows" else (-1, -3)
    first = blocks.ndim
    axes = (*range(first - 4), *(first + axis for axis in (*where, *which)))
    return blocks.transpose(axes).reshape(*lead, rows * columns, patch * patch)


def paste(
    patches: np.ndarray, height: int, width: int, order: str = "rows", inside: str = "rows"
) -> np.ndarray:
    """Undo ``cut``.  patches: (..., n, p * p).  Returns (..., height, width)."""
    *lead, _, pixels = patches.shape
    side = round(pixels**0.5)
    # Cutting the numbers of the places says which place every pixel came from.
    places = cut(np.arange(height * width).reshape(height, width), side, order, inside)
    images = np.empty((*lead, height * width), dtype=patches.dtype)
    images[..., places.ravel()] = patches.reshape(*lead, -1)
    return images.reshape(*lead, height, width)
