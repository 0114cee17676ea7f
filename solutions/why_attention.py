"""Why attention (chapter 01): the reference.

Additive alignment and the context vector: Bahdanau, Cho and Bengio 2015,
"Neural Machine Translation by Jointly Learning to Align and Translate",
section 3.1 and appendix A.1.2.  How each function is checked is in
``solutions.why_attention_checks``.
"""

from __future__ import annotations

import numpy as np

from solutions.numpy_attention import softmax


def cosine_similarity(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """How nearly two vectors point the same way, whatever their lengths.

    a, b: (..., d), of shapes that broadcast; no vector is all zeros.
    Returns (...): 1 for the same direction, 0 for a right angle, -1 for
    opposite directions.
    """
    dot = (a * b).sum(axis=-1)
    return dot / (np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1))


def additive_score(
    query: np.ndarray,
    keys: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    v: np.ndarray,
) -> np.ndarray:
    """Score one query against every key, as Bahdanau's alignment model does.

    query: (..., d_q).  keys: (..., n, d_k).
    W_q: (d_q, h).  W_k: (d_k, h).  v: (h,).
    Returns the scores v . tanh(query W_q + keys W_k), one a key: (..., n).
    """
    asked = (query @ W_q)[..., None, :]  # (..., 1, h): the same for every key
    offered = keys @ W_k  # (..., n, h)
    return np.tanh(asked + offered) @ v


def context_vector(weights: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Mix the values: each times its weight, added up.

    weights: (..., n), used as they are.  values: (n, d_v).
    Returns (..., d_v).
    """
    return weights @ values


def soft_lookup(
    query: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    temperature: float = 1.0,
) -> np.ndarray:
    """Look a query up in a store of keys and values, softly.

    query: (..., d_k).  keys: (n, d_k).  values: (n, d_v).
    temperature: above 0; near 0 the best key takes all, above 1 all share.
    Returns softmax(query keys^T / temperature) values: (..., d_v).
    """
    scores = query @ keys.T / temperature  # (..., n)
    return softmax(scores) @ values
