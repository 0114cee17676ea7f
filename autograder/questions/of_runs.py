"""Questions that a second run answers: with changed code, with other arguments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.exercise.kinds.function import is_trial
from autograder.exercise.values import Trial, untensored
from autograder.questions.draft import Draft
from autograder.questions.subject import Subject, arrays_in, output_of, put
from autograder.questions.what_if import changed_parts, run_changed
from autograder.tracing.record import Trace

MOST_RUNS, MOST_CHANGES = 4, 14
SAME, COARSE, OTHER = 1e-9, 1e-6, 1e-4  # relative; what lies between may be rounding or not
TINY = 1e-30
LOSS = "A loss adds up all numbers of the result, each with a weight of its own."
TIMES = {
    1: "as many",
    2: "twice as many",
    4: "four times as many",
    8: "eight times as many",
}


class Outcome(Enum):
    """What comes of another run, in the words of an option."""

    ERROR = "It raises an error."
    SHAPE = "The result has another shape or length."
    EQUAL = "The result is the same, up to rounding."
    NUMBERS = "The result has the same shape and other numbers in it, none of them nan."
    NAN = "The result has the same shape, and some of its numbers are nan."
    WORDS = "The result is as long as before, with something else in it."
    LARGER = "The result is a larger number."
    SMALLER = "The result is a smaller number."


def changes(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """What the same call gives with a part of the code left out or changed."""
    found = changed_parts(subject)
    for place in rng.permutation(len(found))[:MOST_CHANGES]:
        number, words, instead = found[place]
        line = subject.listing.line(number)
        text = f"What does this call give if in line {line} {words}?"
        again = partial(run_changed, subject=subject, number=number, instead=instead)
        trace = again(subject.arguments)
        for draft in _outcome(subject, trace, "what if", f"{line} {words}", text):
            is_equal = draft.right == Outcome.EQUAL.value
            yield replace(draft, again=again) if is_equal else draft


def arguments(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """What the same code gives with another number, or a shorter list, as an argument."""
    given = subject.arguments
    places = (
        []
        if subject.exercise.kind != "function" or is_trial(given)
        else [*range(len(given))]
    )
    for place in rng.permutation(places):
        for value, words in _other_values(given[place]):
            text = f"What does the same code give if `{subject.names[place]}` {words}?"
            trace = subject.run(put(given, (int(place),), value), ())
            yield from _outcome(subject, trace, "argument", f"{place} {words}", text)


def _other_values(value: Any) -> Iterator[tuple[Any, str]]:
    if type(value) is int or (type(value) is float and np.isfinite(value) and value):
        for new in (value + 1, value - 1) if type(value) is int else (2 * value, value / 2):
            yield new, f"is {new} in place of {value}"
    elif isinstance(value, list | tuple | str) and len(value) > 1:
        yield value[:-1], "lacks its last entry"
        yield value[1:], "lacks its first entry"


def _outcome(
    subject: Subject, trace: Trace | None, kind: str, about: str, text: str
) -> Iterator[Draft]:
    """A question on what comes of another run, where that is one of a few outcomes."""
    outcome = outcome_of(subject, trace) if trace is not None else None
    before = arrays_in(subject.output)
    options = (
        Outcome.ERROR,
        Outcome.SHAPE,
        Outcome.NAN if outcome == Outcome.NAN else Outcome.NUMBERS,
        Outcome.EQUAL,
    )
    if not before:
        options = Outcome.ERROR, Outcome.SHAPE, Outcome.WORDS, Outcome.EQUAL
    elif len(before) == 1 and not before[0].ndim:
        options = Outcome.ERROR, Outcome.LARGER, Outcome.SMALLER, Outcome.EQUAL
    if trace is not None and outcome and outcome in options:
        shape = getattr(untensored(output_of(trace.result)), "shape", None)
        more = (
            f" Its shape is then {shape}."
            if outcome == Outcome.SHAPE and shape is not None
            else ""
        )
        because = f"It was run so. {outcome.value}{more}"
        drawn = outcome.value, tuple(option.value for option in options), because
        level = 3 if outcome == Outcome.EQUAL else 2
        yield Draft(kind, about, text, *drawn, level, trace, ordered=True)


def outcome_of(subject: Subject, trace: Trace) -> Outcome | None:
    """What came of another run; ``None`` where it is not clear."""
    if trace.raised:
        return Outcome.ERROR
    results = subject.output, output_of(trace.result)
    before, after = (arrays_in(untensored(each)) for each in results)
    if not before:
        lengths = [
            len(r) if isinstance(r, str | list | tuple | dict) else -1 for r in results
        ]
        same = results[0] == results[1]
        return (
            Outcome.EQUAL
            if same
            else Outcome.WORDS
            if lengths[0] == lengths[1]
            else Outcome.SHAPE
        )
    if [a.shape for a in before] != [a.shape for a in after]:
        return Outcome.SHAPE
    if [a.dtype for a in before] != [a.dtype for a in after]:
        return None  # nobody is asked whether that is the same
    pairs = [*zip(before, after, strict=True)]
    if any((np.isnan(b) & ~np.isnan(a)).any() for a, b in pairs if a.dtype.kind == "f"):
        return Outcome.NAN
    apart = [differing(a, b) for a, b in pairs]
    if any(each is None for each in apart):
        return None
    if not any(each.any() for each in apart if each is not None):
        return Outcome.EQUAL
    if len(before) == 1 and not before[0].ndim:
        return Outcome.LARGER if after[0] > before[0] else Outcome.SMALLER
    return Outcome.NUMBERS


def differing(one: np.ndarray, other: np.ndarray) -> np.ndarray | None:
    """Where two arrays differ; ``None`` where it may be rounding, or may be not."""
    if one.dtype.kind != "f":
        return np.asarray(one != other)
    equal = (one == other) | (np.isnan(one) & np.isnan(other))
    with np.errstate(all="ignore"):
        far = np.where(equal, 0.0, np.abs(one.astype(float) - other.astype(float)))
        far = np.nan_to_num(far, nan=np.inf, posinf=np.inf)
        far /= max(float(np.abs(one[np.isfinite(one)]).max(initial=0)), TINY)
    fine = SAME if one.dtype.itemsize == 8 else COARSE
    return None if ((far > fine) & (far < OTHER)).any() else np.asarray(far >= OTHER)


def entries(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """What changes in the result, and where, when one entry of an argument does."""
    results = arrays_in(subject.output)
    chosen = [i for i, a in enumerate(results) if a.dtype.kind in "biuf" and a.size]
    given = [
        each
        for each in subject.inputs()
        if each[2].size > 1 and each[2].dtype.kind in "fiu"
    ]
    for _ in range(MOST_RUNS if chosen and given else 0):
        path, name, array = given[int(rng.integers(len(given)))]
        which, changed = int(rng.choice(chosen)), array.copy()
        entry, is_float = (
            tuple(int(rng.integers(n)) for n in array.shape),
            array.dtype.kind == "f",
        )
        changed[entry] = array[entry] + 1 if is_float else rng.choice(array.ravel())
        how = "larger by 1" if is_float else f"{changed[entry]} in place of {array[entry]}"
        what = f"`{name}[{', '.join(map(str, entry))}]`"
        trace = subject.run(put(subject.arguments, path, changed), ())
        if trace is None or trace.raised or changed[entry] == array[entry]:
            continue
        if is_float and results[which].dtype.kind != "f":
            continue  # a place or a yes, which hangs on numbers that nobody sees
        after = arrays_in(output_of(trace.result))
        if not results[which].ndim:
            text = f"What does the same code give if {what} is {how}?"
            yield from _outcome(subject, trace, "entry", what, text)
        elif [a.shape for a in after] == [a.shape for a in results]:
            apart = differing(results[which], after[which])
            many = f"result {which + 1} of {len(results)}" if results[1:] else "the result"
            asked = f"Let {what} be {how}.", f"does {many} change by more than rounding"
            for axis in rng.permutation(apart.ndim if apart is not None else 0):
                others = tuple(k for k in range(results[which].ndim) if k != axis)
                where = subject.axis(results[which].shape, int(axis))
                rows = np.asarray(np.asarray(apart).any(axis=others))
                yield from _positions(rng, rows, "entry", where, *asked, trace)


def gradients(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """At which positions a gradient is zero, and which parameter's is."""
    found = _gradients(subject)
    several = {n: float(np.abs(a).max()) for n, a in found.items() if a.size > 1}
    zero = [name for name, most in several.items() if most < COARSE]
    if len(zero) == 1:
        text = f"{LOSS} Which of these is zero in all its entries, up to rounding?"
        because = "; ".join(f"the {n} is up to {most:.2g}" for n, most in several.items())
        wrong = tuple(f"the {name}" for name in several)
        yield Draft("gradient", "which", text, f"the {zero[0]}", wrong, because, 3)
    scale = max(several.values(), default=0.0)
    for name, array in found.items():
        is_zero = np.abs(array) <= COARSE * scale
        for axis in range(array.ndim):
            rows = is_zero.all(axis=tuple(k for k in range(array.ndim) if k != axis))
            if rows.any() and not rows.all():
                where = subject.axis(array.shape, axis)
                yield from _positions(
                    rng, rows, "gradient", where, LOSS, f"is the {name} zero"
                )


def _gradients(subject: Subject) -> dict[str, np.ndarray]:
    """The gradients of a loss by name; none where the library has none."""
    exercise, result = subject.exercise, subject.trace.result
    source = frameworks.get(exercise.framework).gradients
    if exercise.kind == "function" and source and not is_trial(subject.arguments):
        given = dict(zip(subject.names, subject.arguments, strict=True))
        trace = subject.run((Trial(source, given),), ())
        result = trace.result if trace and not trace.raised else None
    named = result.items() if isinstance(result, dict) else ()
    arrays = {name: arrays_in(each) for name, each in named if name != "output"}
    return {name: each[0] for name, each in arrays.items() if each and each[0].size}


def growth(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """How many times as many numbers a value has when an axis is twice as long."""
    weights = subject.arguments[1] if subject.exercise.kind == "layer" else ()
    fixed = {n for _, a in weights for n in a.shape} | {
        n for n in subject.arguments if type(n) is int
    }
    lengths = {n for _, _, array in subject.inputs() for n in array.shape} - fixed - {0, 1}
    for length in rng.permutation(sorted(lengths))[:MOST_RUNS]:
        longer = subject.arguments
        for path, _, array in subject.inputs():
            for axis in np.flatnonzero(np.array(array.shape) == length):
                array = np.concatenate([array, array], axis=axis)
            longer = put(longer, path, array)
        trace = subject.run(longer, ())
        if trace is None or trace.raised:
            continue
        grown = {(v.line, v.name): v for v in replace(subject, trace=trace).stored}
        for value in (subject.stored[i] for i in rng.permutation(len(subject.stored))):
            other = grown.get((value.line, value.name))
            if other is None or not value.name or not value.is_array:
                continue  # how the result grows is of the function, and not of this code
            times, rest = divmod(other.array.size, value.array.size or 1)
            if rest or times not in TIMES or max(value.times, other.times) > 1:
                continue
            text = (
                f"In a second call, every axis of length {length} in the arguments has "
                f"length {2 * length} instead. How many numbers does `{value.name}` then "
                f"hold after line {value.line}?"
            )
            because = f"It has {other.array.size} numbers in place of {value.array.size}."
            drawn = (
                f"{length} {value.line}",
                text,
                TIMES[times],
                tuple(TIMES.values()),
                because,
            )
            yield Draft("growth", *drawn, 3, trace, ordered=True)


def parameters(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """How many numbers the parameters of a layer hold, and the shape of one."""
    init, weights, *_ = subject.arguments if subject.exercise.kind == "layer" else ((), ())
    made = f"`{subject.exercise.name}({', '.join(map(repr, init))})`"
    sizes = [array.size for _, array in weights]
    shapes = {name: str(array.shape) for name, array in weights}
    because = "; ".join(f"`{name}` has shape {shape}" for name, shape in shapes.items())
    if sizes:
        near = (sum(sizes) - sizes[-1], sum(sizes) - sizes[0], max(sizes), 2 * sum(sizes))
        text = f"How many numbers does training change in {made}, all parameters together?"
        wrong = tuple(str(n) for n in near if n)
        yield Draft("parameters", "all", text, str(sum(sizes)), wrong, because)
    for name in rng.permutation([*shapes]).tolist():
        text = f"Which shape has the parameter `{name}` of {made}?"
        turned = str(dict(weights)[name].shape[::-1])
        yield Draft(
            "parameters", name, text, shapes[name], (turned, *shapes.values()), because
        )


def _positions(
    rng: np.random.Generator,
    rows: np.ndarray,
    kind: str,
    where: str,
    condition: str,
    what: str,
    trace: Trace | None = None,
) -> Iterator[Draft]:
    """A question on the positions along an axis for which something holds."""
    length, every = len(rows), {*range(len(rows))}
    right = {*np.flatnonzero(rows).tolist()}
    one = int(rng.integers(length))
    middle = min(right) if right else one
    sets = [{middle}, {*range(middle, length)}, {*range(middle + 1)}, every, set[int]()]
    sets += [{one}, every - {middle}, {*right, one}, {(middle + 1) % length}]
    wrong = tuple(_in_words(each, length) for each in sets)
    text = f"{condition} At which positions along {where}, counted from 0, {what}?"
    right_words = _in_words(right, length)
    because, level = f"It was run: {right_words}.", 3 if kind == "gradient" else 2
    if length > 1:
        about = f"{condition} {where} {what}"
        yield Draft(kind, about, text, right_words, wrong, because, level, trace)


def _in_words(positions: set[int], length: int) -> str:
    if not positions or len(positions) == length:
        return "at all of them" if positions else "at none"
    first, last = min(positions), max(positions)
    if first == last:
        return f"at {first} alone"
    if len(positions) == last - first + 1:
        return f"from {first} to {last}"
    return "at " + ", ".join(map(str, sorted(positions)))
