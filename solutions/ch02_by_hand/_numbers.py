"""The published tokens and matrices, and all that follows from them in eight steps.

Three tokens of four features, three features a query, key and value; no scaling, as the
walk-through publishes it.
"""

from __future__ import annotations

import numpy as np

from solutions.ch03_numpy.softmax.exercise import softmax

X = np.array([[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]])  # (tokens, d_model)
W_K = np.array([[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]])  # (d_model, d_k)
W_Q = np.array([[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]])  # (d_model, d_k)
W_V = np.array([[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]])  # (d_model, d_v)

KEYS, QUERIES, VALUES = X @ W_K, X @ W_Q, X @ W_V  # (3, 3) each
SCORES = QUERIES @ KEYS.T  # (queries, keys)
WEIGHTS = softmax(SCORES.astype(float))  # (queries, keys)
OUTPUTS = WEIGHTS @ VALUES  # (queries, d_v)
