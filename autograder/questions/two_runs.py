"""Questions that a second run answers: with changed code, with other arguments."""

import ast
import warnings
from collections.abc import Iterator
from enum import StrEnum
from functools import partial
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.exercise.definition import Arguments
from autograder.exercise.kinds.function import is_trial
from autograder.exercise.values import Trial
from autograder.questions.draft import Draft
from autograder.questions.subject import (
    LARGE,
    Subject,
    arrays_in,
    is_whole,
    names_in,
    output_of,
)
from autograder.tracing.record import Trace

MOST_RUNS, MOST_CHANGES, MOST_POSITIONS = 6, 14, 12
SAME, COARSE, OTHER = 1e-9, 1e-6, 1e-4  # relative; what lies between may be rounding or not
TINY = 1e-30
LOSS = "A loss adds up all numbers of the result, each with a weight of its own."
TIMES = {
    1: "as many as before",
    2: "twice as many",
    4: "4 times as many",
    8: "8 times as many",
}
COMPARED = {ast.LtE: ast.Lt, ast.Lt: ast.LtE, ast.GtE: ast.Gt, ast.Gt: ast.GtE}
AXES = {"-1": 0, "-2": 0, "0": 1}
SWAPPED = {"matmul": 2, "dot": 2, "bmm": 2, "tensordot": 2, "einsum": 3, "where": 3}
NO_OPERANDS = ("np", "torch", "tf", "F", "nn", "math", "keras", "self")
NOT_ALONE = ast.Constant | ast.Tuple | ast.List | ast.Starred | ast.GeneratorExp
FILLED = ("zeros", "ones")  # in the place of "empty"
LONGER = 8  # characters that what takes a part's place may be longer


class Effect(StrEnum):
    """What comes of another run, in the words of an option."""

    ERROR = "It raises an error."
    SHAPE = "The result has another shape or length."
    EQUAL = "The result is the same, up to rounding."
    VALUES = "The result has the same shape and length and other values, none of them nan."
    NAN = "The result has the same shape and length, and some of its values are nan."


def changes(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """What the same call gives with a part of the code left out or changed."""
    if any(isinstance(node, ast.While) for node in subject.trace.code.nodes.values()):
        return  # which may not end
    # Nobody sees the results of what is called unseen, nor how large its numbers are.
    unclear = (Effect.SHAPE, Effect.NAN) if subject.is_called_unseen else ()
    options = tuple(each for each in Effect if each not in unclear)
    parts = [*_changed_parts(subject)]
    for i in rng.permutation(len(parts))[:MOST_CHANGES]:
        number, change, new = parts[i]
        again = partial(_run_changed, subject, number, new)
        trace = again(subject.arguments)
        effect = effect_of(subject, trace) if trace is not None else None
        if effect in options:
            condition = f"if in line {subject.listing.line(number)} {change}"
            text = f"What does this call give {condition}?"
            elsewhere = again if effect == Effect.EQUAL else None
            drawn = effect, options, f"It was run so. {effect}", trace, elsewhere
            yield Draft("what if", condition, text, *drawn)


def _changed_parts(subject: Subject) -> Iterator[tuple[int, str, str]]:
    """A node, a change of it in words that follow "if in line 3", and what stands there."""
    nodes = subject.trace.code.nodes
    # What code that nobody sees makes of another value or result nobody can tell.
    is_tried = is_trial(subject.arguments)
    given = {n.value for n in nodes.values() if isinstance(n, ast.Return) and is_tried}
    for number in dict.fromkeys(event.node for event in subject.trace.events):
        node, whole = nodes[number], subject.listing.quoted(number)
        is_unclear = node in given or names_in(node) & subject.unseen
        if is_unclear or not subject.listing.line(number):
            continue
        if isinstance(node, ast.AugAssign):
            yield number, "nothing is done (the line is left out)", "pass"
        for new in map(ast.unparse, _others(node)):
            is_short = len(new) <= len(whole) + LONGER and "`" not in new
            if whole and is_short and new != ast.unparse(node):
                yield number, f"{whole} is replaced by `{new}`", f"({new})"


def _run_changed(
    subject: Subject, number: int, new: str, arguments: Arguments
) -> Trace | None:
    """A call with another text in the place of a node's."""
    node: Any = subject.trace.code.nodes[number]
    old = subject.trace.code.source_of[number].text
    lines = old.encode().splitlines(keepends=True)  # in bytes, as columns are counted
    first = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    last = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    text = (old.encode()[:first] + new.encode() + old.encode()[last:]).decode()
    with warnings.catch_warnings(action="ignore"):  # of what is odd in it
        trace = subject.run(arguments, ((old, text),))
        if trace is None or trace.raised or "empty" not in text:
            return trace
        # What is in memory that nothing was written to, nobody can tell.
        filled = [
            subject.run(arguments, ((old, text.replace("empty", w)),)) for w in FILLED
        ]
        zeros, ones = filled
        if zeros and ones and effect_of(subject.again(zeros), ones) == Effect.EQUAL:
            return trace
        return None


def _others(node: ast.AST) -> Iterator[ast.AST]:
    """A part of a node alone, or the node with its parts turned round."""
    match node:
        case ast.BinOp(left, op, right):
            yield left
            if isinstance(op, ast.Sub | ast.Div | ast.MatMult):
                yield ast.BinOp(right, op, left)
        case ast.UnaryOp(_, operand) if not isinstance(operand, ast.Constant):
            yield operand
        case ast.Compare(left, [op], right) if type(op) in COMPARED:
            yield ast.Compare(left, [COMPARED[type(op)]()], right)
        case ast.Subscript(ast.Attribute(_, "shape")):
            return  # nobody takes a shape for a length
        case ast.Subscript(value) | ast.Attribute(value, "T" | "mT"):
            yield value
        case ast.Call():
            yield from _other_calls(node)


def _other_calls(node: ast.Call) -> Iterator[ast.AST]:
    """A call without a keyword, along another axis, of turned operands; what it gets."""
    for keyword in (k for k in node.keywords if k.arg != "name"):
        others = [k for k in node.keywords if k is not keyword]
        yield ast.Call(node.func, node.args, others)
        axis = AXES.get(ast.unparse(keyword.value))
        if keyword.arg in ("axis", "dim") and axis is not None:
            changed = ast.keyword(keyword.arg, ast.Constant(axis))
            yield ast.Call(node.func, node.args, [*others, changed])
    name = getattr(node.func, "attr", "")
    if len(node.args) >= SWAPPED.get(name, len(node.args) + 1):
        *before, left, right = node.args
        yield ast.Call(node.func, [*before, right, left], node.keywords)
    root = owner = getattr(node.func, "value", None)
    while isinstance(root, ast.Attribute):
        root = root.value
    is_method = owner is not None and getattr(root, "id", "") not in NO_OPERANDS
    given = owner if is_method else next(iter(node.args), None)
    if given is not None and not isinstance(given, NOT_ALONE):
        yield given


def effect_of(subject: Subject, trace: Trace) -> Effect | None:
    """What came of another run; ``None`` where it is not clear."""
    if trace.raised:
        return Effect.ERROR
    plain, changed = subject.output, output_of(trace.result)
    if {*_types(plain)} != {*_types(changed)}:
        return None  # whether a list is the same as an array, nobody is asked
    before, after = arrays_in(plain), arrays_in(changed)
    if [a.shape for a in before] != [a.shape for a in after]:
        return Effect.SHAPE
    if not before or [a.dtype for a in before] != [a.dtype for a in after]:
        return None  # nobody is asked whether that is the same
    pairs = [*zip(before, after, strict=True)]
    if any((np.isnan(b) & ~np.isnan(a)).any() for a, b in pairs if a.dtype.kind == "f"):
        return Effect.NAN
    apart = [differing(a, b) for a, b in pairs]
    if any(each is None for each in apart):
        return None
    return Effect.VALUES if any(np.any(each) for each in apart) else Effect.EQUAL


def _types(value: Any, depth: int = 0) -> Iterator[tuple[int, type]]:
    """The types of a result and of its parts, with how deep each lies."""
    yield depth, type(value)
    for part in value if isinstance(value, tuple | list) else ():
        yield from _types(part, depth + 1)


def differing(old: np.ndarray, new: np.ndarray) -> np.ndarray | None:
    """Where two arrays differ; ``None`` where it may be rounding, or may be not."""
    if old.dtype.kind != "f":
        return np.asarray(old != new)
    equal = (old == new) | (np.isnan(old) & np.isnan(new))
    with np.errstate(all="ignore"):
        far = np.where(equal, 0.0, np.abs(old.astype(float) - new.astype(float)))
        far = np.nan_to_num(far, nan=np.inf, posinf=np.inf)
        far /= max(float(np.abs(old[np.isfinite(old)]).max(initial=0)), TINY)
    fine = SAME if old.dtype.itemsize == 8 else COARSE
    return None if ((far > fine) & (far < OTHER)).any() else np.asarray(far >= OTHER)


def entries(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """Where a result is another when one entry of an argument is."""
    if subject.unseen:  # what these make of another entry nobody can tell
        return
    # Of large numbers one may decide alone, and nobody is shown which.
    if any((np.abs(a) >= LARGE).any() for a in subject.given if a.dtype.kind == "f"):
        return
    for i in rng.permutation(len(subject.inputs)).tolist():
        name, value = subject.inputs[i]
        if not isinstance(value, np.ndarray) or value.size < 2 or value.dtype.kind == "b":
            continue
        entry, is_float = tuple(map(rng.integers, value.shape)), value.dtype.kind == "f"
        changed, old = value.copy(), value[entry]
        changed[entry] = new = old + 1 if is_float else rng.choice(value.ravel())
        trace = subject.run_with(
            [changed if k == i else v for k, (_, v) in enumerate(subject.inputs)]
        )
        how = "larger by 1" if is_float else f"{new} in place of {old}"
        if trace is not None and new != old:
            condition = f"Let `{name}[{', '.join(map(str, entry))}]` be {how}."
            yield from _apart(subject, rng, trace, condition)


def _apart(
    subject: Subject, rng: np.random.Generator, trace: Trace, condition: str
) -> Iterator[Draft]:
    """Where a result is another after another run."""
    before, after = arrays_in(subject.output), arrays_in(output_of(trace.result))
    if [a.shape for a in after] != [a.shape for a in before] or trace.raised:
        return
    for which, (old, new) in enumerate(zip(before, after, strict=True), 1):
        # A place or a yes hangs on numbers that nobody sees.
        if old.dtype.kind != "f" and (old.dtype == object or "larger" in condition):
            continue
        apart = differing(old, new)
        many = f"result {which} of {len(before)}" if before[1:] else "the result"
        for axis in rng.permutation(old.ndim if apart is not None and old.size else 0):
            others = tuple(k for k in range(old.ndim) if k != axis)
            where = f"along {subject.axis(old.shape, int(axis))}, counted from 0"
            text = f"{condition} At which positions {where}, does {many} change"
            right, *wrong = _positions(np.any(apart, axis=others))
            drawn = f"{text} by more than rounding?", right, tuple(wrong)
            if 1 < old.shape[axis] <= MOST_POSITIONS:
                yield Draft("entry", text, *drawn, f"It was run: {right}.", trace=trace)


def _positions(rows: np.ndarray) -> Iterator[str]:
    """Where something holds along an axis; then where else it might."""
    length, right = len(rows), {*np.flatnonzero(rows).tolist()}
    middle, every = min(right, default=0), {*range(length)}
    sets = [right, {middle}, {*range(middle, length)}, {*range(middle + 1)}, every]
    for each in (*sets, set[int](), every - {middle}, {(middle + 1) % length}):
        yield "all" if each == every else ", ".join(map(str, sorted(each))) or "none"


def growth(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """How many times as many numbers a value has when a length is twice as large."""
    if subject.unseen:  # of what these give nobody knows how it grows
        return
    weights = subject.arguments[1] if subject.exercise.kind == "layer" else ()
    fixed = {n for _, a in weights for n in a.shape}
    inputs = [value for _, value in subject.inputs]
    axes = {n for a in inputs if isinstance(a, np.ndarray) for n in a.shape}
    numbers = [(name, n) for name, n in subject.inputs if type(n) is int and n > 0]
    lengths = (axes | {n for _, n in numbers}) - fixed - {0, 1}
    for length in rng.permutation(sorted(lengths))[:MOST_RUNS].tolist():
        trace = subject.run_with([_twice(value, length) for value in inputs])
        if trace is None or trace.raised or not is_whole(trace):
            continue
        told = [f"every axis of length {length} in the arguments is {2 * length} long"]
        told = told * (length in axes)
        told += [f"`{name}` is {2 * length}" for name, n in numbers if n == length]
        grown = {(v.line, v.name): v for v in subject.again(trace).stored}
        # How the result grows is of the function, and not of this code.
        values = [v for v in subject.stored if v.name and v.is_array] or subject.stored
        for value in (values[i] for i in rng.permutation(len(values))):
            other = grown.get((value.line, value.name))
            if other is None or value.name == "_" or not value.is_array:
                continue
            times, rest = divmod(other.array.size, value.array.size or 1)
            if rest or times not in TIMES or max(value.times, other.times) > 1:
                continue
            text = (
                f"In a second call, {' and '.join(told)} instead. "
                f"How many numbers are then in {subject.where(value)}?"
            )
            now, before = other.array.size, value.array.size
            compared = "as before" if now == before else f"and had {before}"
            because = f"It has {now} numbers, {compared}."
            drawn = text, TIMES[times], (TIMES[1], TIMES[2], TIMES[4]), because, trace
            yield Draft("growth", f"{length} {value.line}", *drawn)


def _twice(value: Any, length: int) -> Any:
    """An array whose axes of a length are twice as long, or twice such a number."""
    if type(value) is int and value == length:
        return 2 * value
    if isinstance(value, np.ndarray):
        for axis in np.flatnonzero(np.array(value.shape) == length):
            value = np.concatenate([value, value], axis=axis)
    return value


def gradients(subject: Subject, _: np.random.Generator) -> Iterator[Draft]:
    """Whose gradient is zero."""
    exercise, result = subject.exercise, subject.trace.result
    source = frameworks.get(exercise.framework).gradients
    if exercise.kind == "function" and source and not is_trial(subject.arguments):
        trace = subject.run((Trial(source, dict(subject.shown)),), ())
        result = trace.result if trace is not None else None
    sized = {
        name: float(np.abs(array).max())
        for name, each in (result.items() if isinstance(result, dict) else ())
        for array in arrays_in(each)
        if name.startswith("gradient") and array.size > 1
    }
    zero = [f"the {name}" for name, most in sized.items() if most < COARSE]
    if len(zero) == 1:
        text = f"{LOSS} Which of these is zero in all its entries, up to rounding?"
        because = "; ".join(f"the {n} is up to {most:.2g}" for n, most in sized.items())
        wrong = tuple(f"the {name}" for name in sized)
        yield Draft("gradient", "which", text, zero[0], wrong, because)
