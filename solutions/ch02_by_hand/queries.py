"""The queries of all three tokens: what each token looks for.

People use another matrix, write columns for rows, or work out the first token alone.
"""

from autograder import cells_beside
from solutions.ch02_by_hand._numbers import QUERIES, ask

EXERCISE = ask(
    "queries",
    "The queries",
    QUERIES,
    section="step-3-keys-values-queries",
    order=20,
    entry="Entry [{0}, {1}] is X[{0}] times column {1} of W_Q: four products, added up.",
    **cells_beside(__file__),
)
