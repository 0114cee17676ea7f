"""A draft from the text itself: what followed the last words when they stood there before.

Saxena 2023, "Prompt Lookup Decoding".
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from solutions.draws import Draw, thrice


def draft_from_text(ids: list[int], longest: int, count: int) -> list[int]:
    """Guess the next tokens: those that followed the last ones earlier.

    ids: the text so far, at least one token.  longest: at least 1.
    The last tokens, ``longest`` of them at most and as many as possible, that
    also stand earlier in the text; of several such places, the latest.  The
    two may overlap.
    Returns the tokens behind that place, ``count`` at most, fewer where the
    text ends; none where not even the last token stands earlier.
    Changes no argument.
    """
    n = len(ids)
    for size in range(min(longest, n - 1), 0, -1):
        for start in range(n - size - 1, -1, -1):
            if ids[start : start + size] == ids[n - size :]:
                return ids[start + size : start + size + count]
    return []


def _texts(n: int, *, vocabulary: int = 4, longest: int = 3, count: int = 4) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        return rng.integers(vocabulary, size=n).tolist(), longest, count

    return draw


def _planted(size: int, *, longest: int, count: int, **more: int) -> Draw:
    """All tokens differ, but the last ``size`` of them stood at a place before."""

    def draw(rng: np.random.Generator) -> tuple:
        ids = rng.permutation(60)[:24].tolist()
        at = more.get("at", 9)
        ids[at : at + size] = ids[-size:]
        if more.get("twice"):
            ids[3 : 3 + size] = ids[-size:]
        if since := more.get("since", 0):  # a shorter run stood there later
            ids[15 : 15 + since] = ids[-since:]
        return ids, longest, count

    return draw


def _circle(period: int, n: int) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        ids = rng.permutation(20)[:period].tolist()
        return (ids * n)[:n], 3, 5

    return draw


EXERCISE = Exercise(
    id="faster.draft_from_text",
    title="A draft from the text itself",
    reference=draft_from_text,
    points=3,
    minutes=15,
    difficulty=2,
    order=10,
    section="19-writing-faster#a-draft-that-costs-nothing",
    cases=(
        Case("few different tokens", _texts(20, vocabulary=3), calls=6),
        thrice("one at most", _texts(9, longest=1, count=3)),
        Case("it stood there once", _planted(3, longest=4, count=5), calls=4),
        Case("the text began with it", _planted(1, longest=4, count=5, at=0)),
        Case("it stood there twice", _planted(2, longest=3, count=4, twice=True), calls=4),
        Case("a shorter run since", _planted(3, longest=3, count=4, since=1), calls=4),
        Case("longer than is asked for", _planted(5, longest=2, count=3), calls=4),
        Case(
            "no more than is asked for", _planted(5, longest=2, count=5, since=2), calls=4
        ),
        Case("it goes round", _circle(4, 15)),
        Case("one token again and again", _circle(1, 7)),
        Case("nothing stood there", _texts(12, vocabulary=10**6), weight=0.5),
        Case("no token asked for", _texts(20, vocabulary=2, count=0), weight=0.25),
        Case("two tokens", _texts(2, vocabulary=2), calls=6, weight=0.5),
        Case("one token", _texts(1), weight=0.5),
        Case("a long text", _texts(400, vocabulary=30, longest=5, count=8)),
    ),
    properties=(
        Property(
            "behind 0 to 8 and 0 to 3 comes 4 to 7",
            "Put a text of different tokens behind itself and leave off in the middle: "
            "your draft does not go on as the first copy did.",
            lambda answer, output, ids, longest, count: (
                list(answer([*range(9), *range(4)], 3, 4)) == [4, 5, 6, 7]
            ),
        ),
    ),
    **cells_beside(__file__),
)
