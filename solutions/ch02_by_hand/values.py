"""The values of all three tokens: what each token hands over.

People use another matrix, write columns for rows, or work out the first token alone.
"""

from autograder import cells_beside
from solutions.ch02_by_hand._numbers import VALUES, ask

EXERCISE = ask(
    "values",
    "The values",
    VALUES,
    section="step-3-keys-values-queries",
    order=30,
    entry="Entry [{0}, {1}] is X[{0}] times column {1} of W_V: four products, added up.",
    **cells_beside(__file__),
)
