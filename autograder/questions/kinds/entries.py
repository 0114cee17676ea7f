"""What depends on what: one entry of an argument, the gradient, a longer axis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.exercise.kinds.function import is_trial
from autograder.exercise.values import Tensor, Trial
from autograder.questions.draft import Draft
from autograder.questions.kinds.changes import COARSE, OTHER, SAME
from autograder.questions.subject import Subject, arrays_in, output_of

MOST_RUNS = 4
LOSS = "A loss adds up all numbers of the result, each with a weight of its own."
TIMES = {
    1: "as many",
    2: "twice as many",
    4: "four times as many",
    8: "eight times as many",
}
Path = tuple[int, ...]  # where in nested tuples an array stands


def entries(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """At which positions of the result something changes when one entry does."""
    results = arrays_in(subject.output)
    chosen = [
        i for i, a in enumerate(results) if a.ndim and a.dtype.kind in "biuf" and a.size
    ]
    if not chosen:
        return
    which = int(rng.choice(chosen))
    result = f"result {which + 1} of {len(results)}" if results[1:] else "the result"
    before = results[which]
    given = [
        (p, n, a) for p, n, a in _inputs(subject) if a.size > 1 and a.dtype.kind in "fiu"
    ]
    for number in rng.permutation(len(given))[:MOST_RUNS]:
        path, name, array = given[number]
        entry = tuple(int(rng.integers(n)) for n in array.shape)
        changed = array.copy()
        changed[entry] = (
            array[entry] + 1 if array.dtype.kind == "f" else rng.choice(array.ravel())
        )
        trace = subject.run(_put(subject.arguments, path, changed), ())
        after = arrays_in(output_of(trace.result)) if trace and not trace.raised else []
        if changed[entry] == array[entry] or [a.shape for a in after] != [
            a.shape for a in results
        ]:
            continue
        apart = _apart(before, after[which])
        if apart is None:
            continue
        what = f"`{name}[{', '.join(map(str, entry))}]`"
        how = f"be {changed[entry]} in place of {array[entry]}"
        condition = f"Let {what} {how if array.dtype.kind != 'f' else 'be larger by 1'}."
        asked = f"does {result} change by more than rounding"
        for axis in rng.permutation(before.ndim):
            yield from _positions(subject, rng, apart, int(axis), "entry", condition, asked)


def gradients(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """At which positions a gradient is zero, and which parameter's is."""
    found = _gradients(subject)
    tiny = {
        name: bool(np.abs(array).max(initial=0) < COARSE) for name, array in found.items()
    }
    parameters = {n: t for n, t in tiny.items() if found[n].size > 1}
    if sum(parameters.values()) == 1 and len(parameters) > 2:
        (right,) = (name for name, is_tiny in parameters.items() if is_tiny)
        yield Draft(
            "gradient",
            "which",
            f"{LOSS} Which of these is zero in all its entries, but for rounding?",
            f"the {right}",
            tuple(f"the {name}" for name in parameters),
            f"All entries of the {right} are zero.",
            tuple(f"the {n} is up to {np.abs(found[n]).max():.2g}" for n in parameters),
            3,
        )
    for name in found:
        array = found[name]
        is_zero = np.abs(array) < COARSE * max(float(np.abs(array).max(initial=0)), 1e-30)
        for axis in range(array.ndim):
            others = tuple(k for k in range(array.ndim) if k != axis)
            rows = is_zero.all(axis=others)
            if rows.any() and not rows.all():
                yield from _positions(
                    *(subject, rng, rows, 0, "gradient"),
                    LOSS,
                    f"is the {name} zero",
                    shape=(array.shape, axis),
                )


def growth(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """How many times as many numbers a value has when an axis is twice as long."""
    whole = {a for a in _flat(subject.arguments) if isinstance(a, int)}
    lengths = dict.fromkeys(n for _, _, array in _inputs(subject) for n in array.shape)
    fixed = {n for _, a in _weights(subject) for n in a.shape} | whole | {0, 1}
    ready = [length for length in lengths if length not in fixed]
    for place in rng.permutation(len(ready))[:MOST_RUNS]:
        length = ready[place]
        longer = subject.arguments
        for path, _, array in _inputs(subject):
            for axis in (k for k, n in enumerate(array.shape) if n == length):
                array = np.concatenate([array, array], axis=axis)
            longer = _put(longer, path, array)
        trace = subject.run(longer, ())
        if trace is None or trace.raised:
            continue
        sizes = {(v.line, v.name): v for v in replace(subject, trace=trace).stored}
        for value in (subject.stored[i] for i in rng.permutation(len(subject.stored))):
            grown = sizes.get((value.line, value.name))
            if grown is None or not value.is_array or value.times > 1 or grown.times > 1:
                continue
            times, rest = divmod(grown.array.size, value.array.size or 1)
            if rest or times not in TIMES:
                continue
            what = f"has `{value.name}` after" if value.name else "are returned in"
            yield Draft(
                "growth",
                f"{length} {value.line}",
                f"In a second call every axis of the arguments that is {length} long is "
                f"{2 * length} long. How many numbers {what} line {value.line} then?",
                TIMES[times],
                tuple(TIMES.values()),
                f"It has {grown.array.size} numbers in place of {value.array.size}.",
                subject.lines_of(trace),
                3,
                tuple(TIMES.values()),
            )


# --- reading and changing arguments ---


def _positions(
    subject: Subject,
    rng: np.random.Generator,
    apart: np.ndarray,
    axis: int,
    kind: str,
    condition: str,
    what: str,
    shape: tuple[tuple[int, ...], int] | None = None,
) -> Iterator[Draft]:
    """A question on which positions along an axis something holds for."""
    length = apart.shape[axis]
    if length < 2:
        return
    others = tuple(k for k in range(apart.ndim) if k != axis)
    right = frozenset(np.flatnonzero(apart.any(axis=others)).tolist())
    one = int(rng.integers(length))
    middle = min(right) if right else one
    sets = [
        {middle},
        set(range(middle, length)),
        set(range(middle + 1)),
        set(range(length)),
    ]
    sets += [
        set(),
        {one},
        set(range(length)) - {middle},
        {*right, one},
        {(middle + 1) % length},
    ]
    wrong = tuple(_set_in_words(frozenset(each), length) for each in sets)
    where = subject.axis(*(shape or (apart.shape, axis)))
    asked = f"At which positions along {where}, counted from 0, {what}?"
    yield Draft(
        kind,
        f"{condition} {where} {what}",
        f"{condition} {asked}",
        _set_in_words(right, length),
        wrong,
        f"It was run: {_set_in_words(right, length)}.",
        subject.lines_of(subject.trace),
        3 if kind == "gradient" else 2,
    )


def _set_in_words(positions: frozenset[int], length: int) -> str:
    if not positions:
        return "at none"
    if len(positions) == length:
        return "at all of them"
    first, last = min(positions), max(positions)
    if len(positions) == 1:
        return f"at {first} alone"
    if len(positions) == last - first + 1:
        return f"from {first} to {last}"
    return "at " + ", ".join(map(str, sorted(positions)))


def _apart(one: np.ndarray, other: np.ndarray) -> np.ndarray | None:
    """Where two arrays differ; ``None`` where it may be rounding or may be not."""
    if one.dtype.kind != "f":
        return one != other
    with np.errstate(all="ignore"):
        far = np.abs(one.astype(float) - other.astype(float))
    far[(one == other) | (np.isnan(one) & np.isnan(other))] = 0
    far = np.nan_to_num(far, nan=np.inf)
    scale = max(float(np.abs(one[np.isfinite(one)]).max(initial=0)), 1e-30)
    fine = (SAME if one.dtype.itemsize == 8 else COARSE) * scale
    return None if ((far > fine) & (far < OTHER * scale)).any() else far >= OTHER * scale


def _inputs(subject: Subject) -> list[tuple[Path, str, np.ndarray]]:
    """The arrays that a call is given: where they stand, and what they are called."""
    arguments, exercise = subject.arguments, subject.exercise
    if exercise.kind == "layer":
        several = len(arguments[2]) > 1
        pairs = [
            ((2, i), f"input_{i + 1}" if several else "input", a)
            for i, a in enumerate(arguments[2])
        ]
    elif exercise.kind == "object" or is_trial(arguments):
        return []
    else:
        names = exercise.handler.parameter_names(exercise, len(arguments))
        pairs = [((i,), names[i], a) for i, a in enumerate(arguments)]
    found = (
        (path, name, a.array if isinstance(a, Tensor) else a) for path, name, a in pairs
    )
    return [each for each in found if isinstance(each[2], np.ndarray) and each[2].ndim]


def _weights(subject: Subject) -> Any:
    return subject.arguments[1] if subject.exercise.kind == "layer" else ()


def _put(arguments: tuple[Any, ...], path: Path, value: np.ndarray) -> tuple[Any, ...]:
    first, *rest = path
    new = _put(tuple(arguments[first]), tuple(rest), value) if rest else value
    return (*arguments[:first], new, *arguments[first + 1 :])


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple | list):
        for each in value:
            yield from _flat(each)
    else:
        yield value


def _gradients(subject: Subject) -> dict[str, np.ndarray]:
    """The gradients of a loss by name; none where the library has none."""
    exercise, result = subject.exercise, subject.trace.result
    source = frameworks.get(exercise.framework).gradients
    if exercise.kind == "function" and source and not is_trial(subject.arguments):
        names = exercise.handler.parameter_names(exercise, len(subject.arguments))
        trial = Trial(source, dict(zip(names, subject.arguments, strict=True)))
        trace = subject.run((trial,), ())
        result = trace.result if trace and not trace.raised else None
    found = result.items() if isinstance(result, dict) else ()
    named = ((n, arrays_in(v)) for n, v in found if n != "output")
    return {name: arrays[0] for name, arrays in named if arrays and arrays[0].ndim}
