"""The values of all three tokens: what each token hands over.

People use another matrix, write columns for rows, or work out the first token alone.
"""

from __future__ import annotations

from solutions.ch02_by_hand._asking import ask_projection
from solutions.ch02_by_hand._numbers import W_K, W_Q, W_V

EXERCISE = ask_projection("values", W_V, {"keys": W_K, "queries": W_Q}, order=30)
