"""Mistakes to break the real model with: some of those that the key has names for.

Only those that run: a model with one of them writes on, fluently or not, without an error.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from page_python import shelf

# By exercise: the key's name of a mistake, and what the page calls it.
BREAKS: dict[str, dict[str, str]] = {
    "numpy.softmax": {
        "base-two": "powers of 2 for powers of e",
    },
    "efficient.apply_rope": {
        "halves-paired": "pairs that are halves apart",
        "turned-backwards": "turned backwards",
        "positions-ignored": "positions counted from 0 each time",
    },
    "efficient.grouped_query_attention": {
        "unscaled": "no division by √d_k",
        "mask-ignored": "no mask",
        "dealt-out": "query heads given the wrong keys",
    },
    "real.rms_norm": {
        "weight-left-out": "no learnt weight",
        "no-root": "no root",
        "mean-subtracted": "the mean subtracted first",
    },
    "real.swiglu": {
        "gelu-for-silu": "GELU for SiLU",
        "relu-for-silu": "ReLU for SiLU",
        "no-silu": "no SiLU",
    },
    "real.cached_causal_mask": {
        "cached-closed": "blind to what is cached",
        "future-open": "the future can be seen",
    },
    "real.decoder_layer": {
        "keys-not-turned": "keys not turned",
        "first-norm-again": "one norm for both parts",
        "second-not-added": "what the second part finds is not added",
    },
    "real.generate": {
        "least-likely": "the least likely token",
    },
}


@lru_cache(maxsize=32)
def broken(id_: str, mistake: str) -> Callable[..., Any]:
    """The reference with one of its named mistakes; LookupError where there is none."""
    if mistake not in BREAKS.get(id_, {}):
        raise LookupError(f"{id_} has no mistake {mistake!r} to break the model with.")
    exercise = shelf.load(id_)
    named = next(m for m in exercise.misconceptions if m.id == mistake)
    return exercise.wrong_answer(named)
