"""Which line first makes a value with a property, and which line a value comes from."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from autograder.questions.draft import FEWEST_OPTIONS, Draft
from autograder.questions.subject import Subject, Value, arrays_in

VERY_NEGATIVE = -1e4
CLOSE = 1e-5


@dataclass(frozen=True)
class Attribute:
    """Something that numbers may be, and how a question says it of a value."""

    says: str
    holds: Callable[[np.ndarray], bool]
    difficulty: int = 2


def _sums_to_one(array: np.ndarray) -> bool:
    if array.dtype.kind != "f" or not array.ndim or array.shape[-1] < 2 or not array.size:
        return False
    return bool(np.allclose(array.sum(axis=-1), 1.0, atol=CLOSE) and (array >= 0).all())


def _nothing_later(array: np.ndarray) -> bool:
    if array.ndim < 2 or array.shape[-1] != array.shape[-2] or array.shape[-1] < 2:
        return False
    is_later = np.triu(np.ones(array.shape[-2:], bool), 1)
    return bool((array[..., is_later] == 0).all() and (array[..., ~is_later] != 0).any())


ATTRIBUTES = (
    Attribute("a value in which every row along the last axis sums to one", _sums_to_one),
    Attribute("a square of zeros above the diagonal and not below it", _nothing_later, 3),
    Attribute(
        "a value with a minus infinity in it, or a number below -10000",
        lambda a: a.dtype.kind == "f" and bool((a < VERY_NEGATIVE).any()),
    ),
    Attribute(
        "a value of several numbers, none of them negative",
        lambda a: a.dtype.kind == "f" and a.size > 1 and bool((a >= 0).all()),
    ),
    Attribute("a value of booleans", lambda a: a.dtype == bool, 1),
    Attribute("a value of float32", lambda a: a.dtype == np.float32, 2),
    Attribute("an array of three axes", lambda a: a.ndim == 3, 2),
    Attribute("an array of four axes", lambda a: a.ndim == 4, 2),
)


def first_lines(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """Which line is the first to make a value with a property."""
    lines = _lines(subject)
    if len(lines) < FEWEST_OPTIONS:
        return
    given = arrays_in(subject.arguments)
    texts = tuple(_text(subject, value) for value in lines)
    for place in rng.permutation(len(ATTRIBUTES)):
        attribute = ATTRIBUTES[place]
        holds = [attribute.holds(value.array) for value in lines]
        if not any(holds) or any(map(attribute.holds, given)):
            continue
        yield Draft(
            "first line",
            attribute.says,
            f"Which of these lines is the first to store or return {attribute.says}?",
            texts[holds.index(True)],
            texts,
            f"It is so after line {lines[holds.index(True)].line}, and after none before.",
            subject.lines_of(subject.trace),
            attribute.difficulty,
            texts,
        )
    sizes = [value.array.nbytes for value in lines]
    if sizes.count(max(sizes)) == 1 and max(sizes) > max(
        (a.nbytes for a in given), default=0
    ):
        yield Draft(
            "first line",
            "memory",
            "Which of these lines stores or returns the value that takes the most memory?",
            texts[sizes.index(max(sizes))],
            texts,
            f"It takes {max(sizes)} bytes in this call.",
            subject.lines_of(subject.trace),
            2,
            texts,
        )


def origins(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """Which line gave a name the value that it has where it is used."""
    code, history = subject.trace.code, subject.history
    texts = {value.line: _text(subject, value) for value in _lines(subject, once=False)}
    in_order = tuple(texts[line] for line in sorted(texts))
    if len(texts) < FEWEST_OPTIONS:
        return
    last = {e.node: place for place, e in enumerate(subject.trace.events) if not e.name}
    reads = [
        place for node, place in last.items() if isinstance(code.nodes[node], ast.Name)
    ]
    for number in rng.permutation(len(reads)):
        place = reads[number]
        name = getattr(history.node(place), "id", "")
        stored = history.store_before(name, place)
        used = subject.listing.line(history.event(place).node)
        if stored is None or not used:
            continue
        came = subject.listing.line(history.event(stored).node)
        writes = {v.line for v in _lines(subject, once=False) if v.name == name}
        if came not in texts or len(writes) < 2:
            continue
        yield Draft(
            "origin",
            f"{name} {used}",
            f"Line {used} uses `{name}`. Which line gave it the value that it has there"
            f"{', the last time' if _runs_often(subject, place) else ''}?",
            texts[came],
            in_order,
            f"Line {came} was the last to give `{name}` a value before that.",
            subject.lines_of(subject.trace),
            2,
            in_order,
        )


def unreached(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """Which line does not run in this call."""
    kinds = ast.Assign | ast.AugAssign | ast.Return
    ran = {event.node for event in subject.trace.events}
    found: dict[bool, list[str]] = {True: [], False: []}
    lines = {subject.listing.line(node) for node in ran}
    for number, node in subject.trace.code.nodes.items():
        line = subject.listing.line(number) if isinstance(node, kinds) else 0
        if line and (number in ran or line not in lines):
            found[number in ran].append(_line_text(subject, line))
    if found[False]:
        right = found[False][int(rng.integers(len(found[False])))]
        yield Draft(
            "unreached",
            right,
            "Which of these lines does not run in this call?",
            right,
            tuple(found[True]),
            "It did not run.",
            subject.lines_of(subject.trace),
            1,
        )


def repeats(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """How often a line in a loop runs."""
    lengths = {n for a in arrays_in(subject.arguments) for n in a.shape}
    values = [value for value in subject.stored if value.times > 1]
    for place in rng.permutation(len(values)):
        value = values[place]
        near = {value.times - 1, value.times + 1, 1, value.times**2, *lengths}
        yield Draft(
            "repeats",
            str(value.line),
            f"How many times does {_what_runs(subject, value)} run in this call?",
            str(value.times),
            tuple(str(n) for n in sorted(near) if n > 0),
            f"It runs {value.times} times.",
            subject.lines_of(subject.trace),
            2,
        )


def _what_runs(subject: Subject, value: Value) -> str:
    is_loop = isinstance(subject.trace.code.nodes[value.node], ast.For)
    return f"{'the body of the loop in ' if is_loop else ''}line {value.line}"


def _runs_often(subject: Subject, place: int) -> bool:
    node = subject.trace.events[place].node
    return sum(event.node == node for event in subject.trace.events) > 1


def _lines(subject: Subject, *, once: bool = True) -> list[Value]:
    """The last value of each line, of those that run once; in the order they ran."""
    values = {v.line: v for v in subject.stored if not once or v.times == 1}
    return sorted(values.values(), key=lambda v: v.place)


def _text(subject: Subject, value: Value) -> str:
    return _line_text(subject, value.line)


def _line_text(subject: Subject, line: int) -> str:
    words = " ".join(subject.listing.lines[line - 1].split())
    return f"line {line}: `{words}`" if "`" not in words else f"line {line}"
