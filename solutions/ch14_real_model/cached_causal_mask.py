"""Exercise real.cached_causal_mask: who may see whom when part of the text is known."""

from __future__ import annotations

import numpy as np


def cached_causal_mask(n_new: int, n_cached: int) -> np.ndarray:
    """Which keys new tokens may attend to, when older ones stand in a cache.

    n_new: how many tokens are read now.  n_cached: how many were read before them.
    Returns a Boolean array (n_new, n_cached + n_new), True = may attend: every new token
    may attend to all cached ones, to the new ones before it, and to itself.
    """
    return np.tri(n_new, n_cached + n_new, n_cached, dtype=bool)
