"""The values of all three tokens: what each token hands over.

People use another matrix, write columns for rows, or work out the first token alone.
"""

from __future__ import annotations

from solutions.ch02_by_hand._asking import ask_projection
from solutions.ch02_by_hand._numbers import W_K, W_Q, W_V
from solutions.ch02_by_hand._projected import projected

EXERCISE = ask_projection("values", W_V, {"keys": W_K, "queries": W_Q}, order=30)

ANSWERS = projected(
    "values",
    "W_V",
    [[1, 2, 3], [2, 8, 0], [2, 6, 3]],
    {"W_K": "used-w-k", "W_Q": "used-w-q"},
)
