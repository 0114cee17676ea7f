"""Questions that a second run answers: with changed code, with other arguments."""

import ast
from collections.abc import Container, Iterator
from enum import StrEnum
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.checking.compare import Tolerance, compare
from autograder.checking.outcome import Difference
from autograder.exercise.kinds.function import is_trial
from autograder.exercise.values import Calls, Trial, mapped, size, untensored
from autograder.questions.draft import Draft
from autograder.questions.subject import LineValue, Subject, arrays_in, is_whole, output_of
from autograder.tracing.history import results
from autograder.tracing.record import TEXT, Changed, Trace

MOST_RUNS, MOST_CHANGES = 6, 14
OTHER, ZERO = 1e-4, 1e-6  # relative: what is less may be rounding; a gradient's
TIMES: dict[float, str] = {1: "as many as before", 2: "twice as many", 4: "4 times as many"}
LARGER = {0.5: "half as large", 1: "as large as before", 2: "twice as large"}
LARGER |= {0.707107: "about 0.7 times as large", 1.414214: "about 1.4 times as large"}
LONGER = 8  # characters that what takes a part's place may be longer


class Effect(StrEnum):
    """What comes of another run, in the words of an option; named as ``compare`` does."""

    ERROR = "It raises an error."
    SHAPE = "The result has another shape."
    EQUAL = "The result is the same, up to rounding."
    VALUE = "The result has the same shape and other values; none became nan or infinite."
    NAN = "The result has the same shape, and some of its values became nan or infinite."


def changes(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """What the same call gives with a part of the code left out or changed."""
    nodes = subject.trace.code.nodes.values()
    if subject.has_room or any(isinstance(n, ast.While) for n in nodes):  # it may not end
        return
    # Nobody sees the results of what is called unseen, nor how large its numbers are.
    unclear = (Effect.SHAPE, Effect.NAN) if subject.is_called_unseen else ()
    options = tuple(each for each in Effect if each not in unclear)
    is_several = any(isinstance(value, Calls) for _, value in subject.shown)
    which = "these calls, taken together," if is_several else "this call"
    every = [*_changes(subject)]
    for i in rng.permutation(len(every))[:MOST_CHANGES]:
        condition, changed = every[i]
        trace = subject.run(subject.arguments, changed)
        effect = effect_of(subject, trace) if trace is not None else None
        if effect in options:
            text = f"What happens to the result of {which} if {condition}?"
            drawn = effect, options, f"It was run so. {effect}", trace, changed
            yield Draft("what if", condition, text, *drawn)


def _changes(subject: Subject) -> Iterator[tuple[str, Changed]]:
    """Changes of the code: in words that follow "if", and the texts that take turns."""
    events, nodes = subject.trace.events, subject.trace.code.nodes
    valued = {nodes[e.node] for e in events if e.value is not None if e.value.dtype != TEXT}
    # What code that nobody sees makes of another value or result nobody can tell.
    parts = [(number, n) for number, n in nodes.items() if isinstance(n, ast.expr)]
    hidden = {subject.listing.line(i) for i, n in parts if subject.is_of_unseen(n)} | {0}
    returns = {n.value for n in nodes.values() if isinstance(n, ast.Return)}
    unclear = returns if is_trial(subject.arguments) else set()
    for number in dict.fromkeys(event.node for event in events):
        node, whole = nodes[number], subject.listing.quoted(number)
        line = subject.listing.line(number)
        if line in hidden or node in unclear:
            continue
        if isinstance(node, ast.AugAssign):
            yield f"line {line} is left out", _changed(subject, number, "pass")
        for new in map(ast.unparse, _others(node, valued)):
            is_short = len(new) <= len(whole) + LONGER and "`" not in new
            if whole and is_short and new != ast.unparse(node):
                condition = f"in line {line} {whole} is replaced by `{new}`"
                yield condition, _changed(subject, number, f"({new})")


def _changed(subject: Subject, number: int, new: str) -> Changed:
    """The text of a function, and the same with another text in the place of a node's."""
    node: Any = subject.trace.code.nodes[number]
    old = subject.trace.code.source_of[number].text
    lines = old.encode().splitlines(keepends=True)  # in bytes, as columns are counted
    first = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    last = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    return ((old, (old.encode()[:first] + new.encode() + old.encode()[last:]).decode()),)


def _others(node: ast.AST, valued: Container[ast.AST]) -> Iterator[ast.AST]:
    """A node without a keyword, with its operands turned round, or one of these alone."""
    parts: list[ast.AST] = []
    match node:
        case ast.BinOp(left, operator, right):
            parts = [left, right]
            if isinstance(operator, ast.Sub | ast.Div | ast.MatMult):
                yield ast.BinOp(right, operator, left)
        case ast.UnaryOp(_, part) | ast.Subscript(part) | ast.Attribute(part, "T" | "mT"):
            parts = [part]
        case ast.Call(function, arguments, keywords):
            parts = [getattr(function, "value", function), *arguments[:1]]
            for keyword in (k for k in keywords if k.arg != "name"):
                others = [k for k in keywords if k is not keyword]
                yield ast.Call(function, arguments, others)
    # Nobody takes a shape for an array, or for a length.
    alone = [p for p in parts if p in valued and not isinstance(p, ast.Tuple | ast.List)]
    yield from [part for part in alone if getattr(part, "attr", "") != "shape"][:1]


def effect_of(subject: Subject, trace: Trace) -> Effect | None:
    """What came of another run; ``None`` where it is not clear, or of each part another."""
    if trace.raised:  # what is done with a layer's result is not the code
        return Effect.ERROR if results(trace)[-1:] == [-1] else None
    old, new = subject.output, output_of(trace.result)
    if mapped(old, type) != mapped(new, type):
        return None  # whether a list is the same as an array, nobody is asked
    pairs = zip(old, new, strict=True) if isinstance(old, tuple) else [(old, new)]
    effects = {_effect(*pair) for pair in pairs} - {Effect.EQUAL}
    return next(iter(effects), Effect.EQUAL) if len(effects) < 2 else None


def _effect(old: Any, new: Any) -> Effect | None:
    fine, coarse = _differences(old, new)
    if fine is None or coarse is None:  # what lies between may be rounding, or may be not
        return Effect.EQUAL if fine is None else None
    is_text = coarse.kind == "value" and coarse.where is None  # which has no shape
    return None if is_text else Effect.__members__.get(coarse.kind.upper())


def _differences(old: Any, new: Any) -> list[Difference | None]:
    """How results differ by more than rounding, and by much more."""
    levels = (Tolerance(relative=relative, dtype="input") for relative in (0.0, OTHER))
    return [compare(old, new, level) for level in levels]


def entries(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """How many numbers of a result change when one entry of an argument does."""
    old, inputs = arrays_in(subject.output), [value for _, value in subject.inputs]
    sizes, kinds = [array.size for array in old], {array.dtype.kind for array in old}
    is_mixed = kinds != {"f"} or size(untensored(subject.output)) > sum(sizes)
    # What unseen code makes of another entry nobody can tell.
    if is_mixed or subject.unseen or subject.is_large:
        return
    for i, (name, value) in enumerate(subject.inputs):
        if getattr(value, "size", 0) < 2 or value.dtype.kind != "f":
            continue
        entry, changed = tuple(map(rng.integers, value.shape)), value.copy()
        changed[entry] += 1
        trace = subject.run((*inputs[:i], changed, *inputs[i + 1 :]), ())
        new = arrays_in(output_of(trace.result)) if trace else []
        if [array.shape for array in new] != [array.shape for array in old]:
            continue
        pairs = [_differences(*each) for each in zip(old, new, strict=True)]
        levels = zip(*pairs, strict=True)
        many, others = (sum(d.wrong for d in level if d) for level in levels)
        if many == others and {d.kind for each in pairs for d in each if d} <= {"value"}:
            shared = {n // k for a, n in zip(old, sizes, strict=True) for k in a.shape if k}
            near = {0, 1, many, sum(sizes), *sizes, *shared}.union(*(a.shape for a in old))
            place = f"`{name}[{', '.join(map(str, entry))}]`"
            asked = f"How many of the {sum(sizes)} numbers of the result change"
            text = f"Let {place} be larger by 1. {asked} by more than rounding?"
            drawn = str(many), tuple(map(str, sorted(near))), f"It was run so: {many}."
            yield Draft("entry", place, text, *drawn, trace)


def gradients(subject: Subject, _: np.random.Generator) -> Iterator[Draft]:
    """Whose gradient is zero."""
    made, source = subject.trace, frameworks.get(subject.exercise.framework).gradients
    if source and subject.inputs:
        made = subject.run((Trial(source, dict(subject.shown)),), ()) or made
    result = made.result if isinstance(made.result, dict) else {}
    named = [(n, a) for n in result if n.startswith("grad") for a in arrays_in(result[n])]
    sizes = {f"the {name}": float(np.abs(a).max()) for name, a in named if a.size > 1}
    zero = [name for name, most in sizes.items() if most < ZERO]
    if len(zero) == 1:
        text = "A loss is a weighted sum of the result. Which of these is zero throughout?"
        because = "; ".join(f"{name} is up to {most:.2g}" for name, most in sizes.items())
        yield Draft("gradient", "which", text, zero[0], tuple(sizes), because)


def growth(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """How many times as many numbers a value has when a length is twice as large."""
    if subject.unseen:  # of what these give nobody knows how it grows
        return
    inputs = [value for _, value in subject.inputs]
    axes = {n for a in inputs if isinstance(a, np.ndarray) for n in a.shape} - {0, 1}
    numbers = [(name, n) for name, n in subject.inputs if type(n) in (int, float) and n > 1]
    lengths = sorted(axes | {n for _, n in numbers})
    for length in (lengths[i] for i in rng.permutation(len(lengths))[:MOST_RUNS]):
        trace = subject.run(tuple(_twice(value, length) for value in inputs), ())
        if not is_whole(trace):
            continue
        told = [f"every axis of length {length} be {2 * length} long"] * (length in axes)
        told += [f"`{name}` be twice as large" for name, n in numbers if n == length]
        grown = {(v.line, v.name): v for v in subject.again(trace).stored}
        # How the result grows is of the function, and not of this code.
        values = [v for v in subject.stored if v.name.strip("_")]
        values = values or [v for v in subject.stored if not v.name]
        for value in (values[i] for i in rng.permutation(len(values))):
            other = grown.get((value.line, value.name))
            if other is None or value.times > 1 or other.times > 1:
                continue
            now, before = _measured(other), _measured(value)
            times = before and round(now / before, 6)
            many = "How many numbers are then in", TIMES
            asked, outcomes = many if value.array.ndim else ("How large is then", LARGER)
            # No array is longer for a rate, nor is it said what numbers a longer one holds.
            is_clear = type(length) is int if value.array.ndim else length not in axes
            if times in outcomes and is_clear:
                asked = f"{asked} {subject.where(value)}?"
                text = f"In the arguments, let {' and '.join(told)}. {asked}"
                because = f"Now {now:.4g}, before {before:.4g}."
                drawn = text, outcomes[times], tuple(outcomes.values()), because, trace
                yield Draft("growth", f"{length} {value.line}", *drawn)


def _measured(value: LineValue) -> float:
    """How many numbers are in an array, or how large a number is that is no whole one."""
    array = value.array
    is_one = not array.ndim and array.dtype.kind == "f"
    return float(array) if is_one else array.size * (value.is_array and array.ndim > 0)


def _twice(value: Any, length: float) -> Any:
    """An array whose axes of a length are twice as long, or twice such a number."""
    if isinstance(value, np.ndarray):
        return np.tile(value, [1 + (n == length) for n in value.shape])
    return 2 * value if type(value) is type(length) and value == length else value
