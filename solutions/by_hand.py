"""The eight steps by hand (chapter 02): the published numbers and answers.

Three tokens of four features, three features a query, key and value; no
scaling, as the walk-through publishes it.  How each answer is checked is in
``solutions.by_hand_checks``.
"""

from __future__ import annotations

import numpy as np

X = np.array([[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]])  # (tokens, d_model)
W_K = np.array([[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]])  # (d_model, d_k)
W_Q = np.array([[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]])  # (d_model, d_k)
W_V = np.array([[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]])  # (d_model, d_v)
