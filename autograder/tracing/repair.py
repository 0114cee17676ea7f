"""Put a number of a right way where a wrong one came, and see whether all ends well.

Where it does, what comes after that place is right: it goes wrong there, or before it
(value replacement: Jeffrey, Gupta and Gupta 2008).
"""

import ast
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np

from autograder.tracing.evidence import Evidence
from autograder.tracing.neutral import mean_or_sum

# How many entries of the result are wrong with each of some values in a place.
Retry = Callable[[int, Sequence[np.ndarray]], Sequence[float]]

MOST_TRIES = 40
MOST_FITS, MOST_NUMBERS = 16, 4  # of one place, the second where it is one number
MOST_LINES = 1  # of unknown numbers that may stand before the place
READS = (ast.Name, ast.Attribute, ast.Return, ast.Tuple, ast.List)


@dataclass(frozen=True)
class Repaired:
    """A place, and what makes the whole result right there; ``None`` for some of it."""

    place: int
    right: np.ndarray | None


def first_that_repairs(
    walk: Evidence, seen: Collection[int], result: int, retry: Retry, wrong: int
) -> Repaired | None:
    """The first place of a call in which a number of a right way makes it right.

    ``wrong``: how many entries of the result are wrong; 0 where that is no matter of
    entries. ``None`` where there is no such place, or much before it is unknown, too.
    """
    frames = walk.trace.frames
    around = [(begin, end) for _, begin, end in frames if begin <= result < end]
    begin, end = min(around, default=(0, len(walk.trace.events)))  # the call from outside
    runs = Counter(e.node for e in walk.trace.events[begin:end] if not e.name)
    unknown = sorted(p for p in seen if walk.is_unknown(p) and not walk.event(p).name)
    left = MOST_TRIES
    for place in unknown:
        event = walk.event(place)
        filled = walk.last_filled(place)
        is_read = isinstance(walk.node(place), READS) and filled is None
        if is_read or event.value is None:
            continue
        if _is_rearranged(event.value, walk.event(result).value):
            continue  # the right result in the result's place says nothing
        most = _left(wrong, runs[event.node])
        fits = walk.known.fits(event.value.shape)
        if (other := mean_or_sum(walk, place)) is not None:
            fits = chain([other], fits)
        fits = islice(fits, MOST_FITS if event.value.size > 1 else MOST_NUMBERS)
        if not _is_masked(event.value):  # a mask is more than this operation does
            fits = (value for value in fits if not _is_masked(value))
        values = [*fits]
        left_wrong = retry(place, values[:left]) if values else ()
        if any(count <= most for count in left_wrong):
            tried = zip(values, left_wrong, strict=False)
            right = next((value for value, count in tried if not count), None)
            repaired = place if filled is None else filled
            is_near = _is_near(walk, unknown, repaired)
            return Repaired(repaired, right) if is_near else None
        left -= len(values)
        if left < 0:
            return None
    return None


def _left(wrong: int, runs: int) -> int:
    """How many entries may stay wrong where one of several runs is repaired."""
    return wrong - max(-(-wrong // runs), 1) if runs > 1 and wrong else 0


def _is_near(walk: Evidence, unknown: list[int], place: int) -> bool:
    """Whether few lines before a place made something unknown."""
    own = walk.code.line(walk.event(place).node)
    lines = {walk.code.line(walk.event(p).node) for p in unknown if p < place}
    return len(lines - {own}) <= MOST_LINES


def _is_masked(value: np.ndarray) -> bool:
    """Whether some numbers are so far from the others that they stand for a mask."""
    sizes = np.abs(value)
    return not np.isfinite(sizes).all() or bool(sizes.max(initial=0) > 1e4)


def _is_rearranged(value: np.ndarray, result: np.ndarray | None) -> bool:
    if result is None or value.size != result.size or value.dtype != result.dtype:
        return False
    return bool((np.sort(value, axis=None) == np.sort(result, axis=None)).all())
