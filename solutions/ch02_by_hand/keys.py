"""The keys of all three tokens: what each token is found by.

People use another matrix, write columns for rows, or work out the first token alone.
"""

from __future__ import annotations

from solutions.ch02_by_hand._asking import ask_projection
from solutions.ch02_by_hand._numbers import W_K, W_Q, W_V
from solutions.ch02_by_hand._projected import projected

EXERCISE = ask_projection("keys", W_K, {"queries": W_Q, "values": W_V}, order=10)

ANSWERS = projected(
    "keys",
    "W_K",
    [[0, 1, 1], [4, 4, 0], [2, 3, 1]],
    {"W_Q": "used-w-q", "W_V": "used-w-v"},
)
