"""The scores of token 2, its query with all keys.

People scale, which comes later, compare queries with queries, or take a product with
the keys as they stand.
"""

from autograder import cells_beside
from solutions.ch02_by_hand._numbers import SCORES, ask

EXERCISE = ask(
    "scores_2",
    "The scores of token 2",
    SCORES[1],
    section="step-4-scores",
    order=40,
    entry="Score {0} is queries[1] times keys[{0}]: three products, added up.",
    **cells_beside(__file__),
)
