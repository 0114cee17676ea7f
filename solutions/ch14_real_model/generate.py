"""Exercise real.generate: reading the prompt once, then writing token by token."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np


def generate(
    step: Callable[[list[int], Any], tuple[np.ndarray, Any]],
    ids: Sequence[int],
    max_new: int,
    eos_id: int,
) -> list[int]:
    """Write the most likely token, again and again.

    step(new_ids, cache): reads new tokens behind those in the cache (None at first) and
    returns (logits, cache): logits (vocab,) behind the last of them, and the new cache.
    ids: the prompt, at least one token.
    Returns the prompt's ids and those written, whole numbers.  It ends after max_new of
    them, or with eos_id as the last.  step gets the whole prompt once, then one new
    token a call, and is not called when no more is to be written.
    """
    written = [int(i) for i in ids]
    new, cache = list(written), None
    for _ in range(max_new):
        logits, cache = step(new, cache)
        new = [int(np.argmax(logits))]
        written += new
        if new == [eos_id]:
            break
    return written
