"""The keys of all three tokens: what each token is found by.

People use another matrix, write columns for rows, or work out the first token alone.
"""

from autograder import cells_beside
from solutions.ch02_by_hand._numbers import KEYS, ask

EXERCISE = ask(
    "keys",
    "The keys",
    KEYS,
    section="step-3-keys-values-queries",
    order=10,
    entry="Entry [{0}, {1}] is X[{0}] times column {1} of W_K: four products, added up.",
    **cells_beside(__file__),
)
