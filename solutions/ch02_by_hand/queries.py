"""The queries of all three tokens: what each token looks for.

People use another matrix, write columns for rows, or work out the first token alone.
"""

from __future__ import annotations

from solutions.ch02_by_hand._asking import ask_projection
from solutions.ch02_by_hand._numbers import W_K, W_Q, W_V
from solutions.ch02_by_hand._projected import projected

EXERCISE = ask_projection("queries", W_Q, {"keys": W_K, "values": W_V}, order=20)

ANSWERS = projected(
    "queries",
    "W_Q",
    [[1, 0, 2], [2, 2, 2], [2, 1, 3]],
    {"W_K": "used-w-k", "W_V": "used-w-v"},
)
