"""Questions whose options are lines: which is first, gave a value, does not run.

A property is a row of ``PROPERTIES``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

import numpy as np

from autograder.questions.draft import FEWEST_OPTIONS, Draft
from autograder.questions.subject import LineValue, Subject

VERY_NEGATIVE = -1e4
CLOSE = 1e-5
ASSIGNS = ast.Assign | ast.AugAssign | ast.AnnAssign | ast.For
STATEMENTS = ast.Assign | ast.AugAssign | ast.Return


def _sums_to_one(array: np.ndarray) -> bool:
    if array.dtype.kind != "f" or not array.size or not array.ndim or array.shape[-1] < 2:
        return False
    return bool(np.allclose(array.sum(axis=-1), 1.0, atol=CLOSE) and (array >= 0).all())


def _nothing_later(array: np.ndarray) -> bool:
    if array.ndim < 2 or array.shape[-1] != array.shape[-2] or array.shape[-1] < 2:
        return False
    later = np.triu(np.ones(array.shape[-2:], bool), 1)
    return bool((array[..., later] == 0).all() and (array[..., later.T] != 0).any())


def _is_negative(array: np.ndarray) -> bool:
    return array.dtype.kind == "f" and bool((array < VERY_NEGATIVE).any())


def _is_positive(array: np.ndarray) -> bool:
    return array.dtype.kind in "iuf" and array.size > 1 and bool((array >= 0).all())


# What a value is, as a question says it; whether it is; how difficult that is to see; and
# how many numbers must be so, lest it be by chance.
PROPERTIES: tuple[tuple[str, Callable[[np.ndarray], bool], int, int], ...] = (
    ("a value in which every row along the last axis sums to one", _sums_to_one, 2, 0),
    ("a square of zeros above the diagonal and not below it", _nothing_later, 3, 0),
    ("a value with a minus infinity in it, or a number below -10000", _is_negative, 2, 0),
    ("a value of several numbers, none of them negative", _is_positive, 2, 6),
    ("a value of booleans", lambda a: a.dtype == bool, 1, 0),
    ("a value of float32", lambda a: a.dtype == np.float32, 2, 0),
    ("an array of three axes", lambda a: a.ndim == 3, 2, 0),
    ("an array of four axes", lambda a: a.ndim == 4, 2, 0),
)


def first_lines(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """Which line is the first with a property; which makes the largest value."""
    by_line: dict[int, list[LineValue]] = {}
    for value in subject.stored:
        if value.times == 1:
            by_line.setdefault(value.line, []).append(value)
    lines = sorted(by_line.values(), key=lambda values: values[-1].place)
    if len(lines) < FEWEST_OPTIONS:
        return
    texts = tuple(subject.listing.shown(values[0].line) for values in lines)

    def asked(says: str, text: str, place: int, because: str, level: int) -> Draft:
        drawn = f"Which of these lines {text}?", texts[place], texts, because, level
        return Draft("first line", says, *drawn, None, True)

    for row in rng.permutation(len(PROPERTIES)):
        says, holds, level, fewest = PROPERTIES[row]
        held = [[v for v in vs if v.is_array and holds(v.array)] for vs in lines]
        first = next((place for place, those in enumerate(held) if those), None)
        if first is None or any(map(holds, subject.given)):
            continue
        if max(v.array.size for v in held[first]) >= fewest:
            because = f"It is so for {texts[first]}, and for none before."
            text = f"is the first to store or return {says}"
            yield asked(says, text, first, because, level)
    sizes = [max(v.array.nbytes for v in values) for values in lines]
    most, given = max(sizes), [a.nbytes for a in subject.given]
    # What a function gives that nobody sees has any size.
    is_seen = not subject.is_called_unseen
    if is_seen and sizes.count(most) == 1 and most > max(given, default=0):
        text = "stores or returns the value that takes the most memory"
        because = f"It takes {most} bytes in this call."
        yield asked("memory", text, sizes.index(most), because, 2)


def origins(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """Which line is the last to assign to a name before it is used."""
    code, history, listing = subject.trace.code, subject.history, subject.listing
    lines = sorted({value.line for value in subject.stored})
    texts = tuple(map(listing.shown, lines))
    last = {e.node: place for place, e in enumerate(subject.trace.events) if not e.name}
    reads = [p for node, p in last.items() if isinstance(code.nodes[node], ast.Name)]
    for place in (reads[i] for i in rng.permutation(len(reads))):
        node, name = history.event(place).node, getattr(history.node(place), "id", "")
        stored, used = history.store_before(name, place), listing.line(node)
        came = listing.line(history.event(stored).node) if stored is not None else 0
        writes = {e.node for e in subject.trace.events if e.name == name}
        is_clear = all(isinstance(code.nodes[each], ASSIGNS) for each in writes)
        if used and came in lines and len(writes) > 1 and is_clear:
            often = sum(event.node == node for event in subject.trace.events) > 1
            what = f"Which line is the last to assign to `{name}`, or to a part of it"
            text = f"{what}, before line {used} uses it{' for the last time' * often}?"
            because = f"Line {came} was the last to assign to `{name}` before that."
            drawn = text, listing.shown(came), texts, because, 2, None, True
            yield Draft("origin", f"{name} {used}", *drawn)


def unreached(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """Which line does not run in this call."""
    listing, nodes = subject.listing, subject.trace.code.nodes
    ran = {listing.line(event.node) for event in subject.trace.events} - {0}
    lines = {listing.line(n) for n, node in nodes.items() if isinstance(node, STATEMENTS)}
    if silent := sorted(lines - ran - {0}):
        right = listing.shown(silent[int(rng.integers(len(silent)))])
        wrong = tuple(map(listing.shown, sorted(lines & ran)))
        text = "Which of these lines does not run in this call?"
        yield Draft("unreached", right, text, right, wrong, f"{right} does not run.", 1)
