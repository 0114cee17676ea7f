"""Results of a bounded size, whatever a submission made of its texts.

What a student writes is kept in their result many times over: answers, errors,
output, code, names.  Each is cut by who takes it; here their sum is.
"""

import json
from collections.abc import Iterator
from typing import Any

from autograder.exercise.values import mapped
from autograder.gradebook.records import SubmissionResult

MAX_CARD = 20_000  # characters of all texts of a card
MAX_RECORD = 1_000_000  # of a submission's
MAX_ENTRIES = 200  # notes, and notebooks
CUT = " [...]"


def bounded(result: SubmissionResult) -> SubmissionResult:
    """The same result, its longest texts cut where there is too much of them."""
    data = result.to_dict()
    for exercise in data["exercises"]:
        exercise["card"] = within(exercise["card"], MAX_CARD)
    for part in (data, *data["exercises"]):
        part["notes"] = part["notes"][:MAX_ENTRIES]
    data["notebooks"] = data["notebooks"][:MAX_ENTRIES]
    return SubmissionResult.from_dict(within(data, MAX_RECORD))


def within(data: Any, most: int) -> Any:
    """Nested data whose texts have ``most`` characters in sum: the longest are cut."""
    if len(json.dumps(data)) <= most:  # it has them all, and is soon written
        return data
    longest = _fair([len(text) for text in _texts(data)], most)
    return data if longest is None else mapped(data, lambda part: _cut(part, longest))


def _fair(lengths: list[int], most: int) -> int | None:
    """How long a text may be, so that all have ``most`` in sum; ``None``: as it is."""
    left = most
    for i, length in enumerate(sorted(lengths)):
        share = left // (len(lengths) - i)
        if length > share:
            return share
        left -= length
    return None


def _cut(part: Any, length: int) -> Any:
    if not isinstance(part, str) or len(part) <= length:
        return part
    return part[: max(length - len(CUT), 0)] + CUT


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, (list, tuple, dict)):
        for item in data.values() if isinstance(data, dict) else data:
            yield from _texts(item)
