"""Questions that a second run answers: with changed code, with other arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import partial
from typing import Any

import numpy as np

from autograder import frameworks
from autograder.exercise.definition import Arguments
from autograder.exercise.kinds.function import is_trial
from autograder.exercise.values import Trial, untensored
from autograder.questions.draft import Draft
from autograder.questions.subject import (
    LARGE,
    Path,
    Subject,
    arrays_in,
    is_whole,
    output_of,
    put,
)
from autograder.questions.what_if import changed_parts, run_changed
from autograder.tracing.record import Trace

MOST_RUNS, MOST_CHANGES = 6, 14
SAME, COARSE, OTHER = 1e-9, 1e-6, 1e-4  # relative; what lies between may be rounding or not
TINY = 1e-30
LOSS = "A loss adds up all numbers of the result, each with a weight of its own."
TIMES = {1: "as many", 2: "twice as many", 4: "4 times as many", 8: "8 times as many"}
Again = Callable[[Arguments], Trace | None]


class Effect(Enum):
    """What comes of another run, in the words of an option."""

    ERROR = "It raises an error."
    SHAPE = "The result has another shape or length."
    EQUAL = "The result is the same, up to rounding."
    NUMBERS = "The result has the same shape and other numbers, none of them nan."
    NAN = "The result has the same shape, and some of its numbers are nan."
    WORDS = "The result is as long as before, with something else in it."


OF_ARRAYS = Effect.ERROR, Effect.SHAPE, Effect.NUMBERS, Effect.NAN, Effect.EQUAL
OF_WORDS = Effect.ERROR, Effect.SHAPE, Effect.WORDS, Effect.EQUAL


def changes(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """What the same call gives with a part of the code left out or changed."""
    parts = changed_parts(subject)
    for i in rng.permutation(len(parts))[:MOST_CHANGES]:
        number, change, new = parts[i]
        line = subject.listing.line(number)
        text = f"What does this call give if in line {line} {change}?"
        again = partial(run_changed, subject=subject, number=number, new=new)
        trace = again(subject.arguments)
        yield from _effects(subject, trace, "what if", f"{line} {change}", text, again)


def inputs(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """What another number, a shorter list, or one other entry as an argument changes."""
    others = [*_other_inputs(subject, rng)]
    for i in rng.permutation(len(others))[:MOST_RUNS]:
        what, how, path, value, is_entry = others[i]
        trace = subject.run(put(subject.arguments, path, value), ())
        if is_entry and max((a.ndim for a in arrays_in(subject.output)), default=0):
            yield from _apart(subject, rng, trace, f"Let `{what}` be {how}.")
        else:
            kind, text = "entry" if is_entry else "argument", f"if `{what}` is {how}?"
            text = f"What does the same code give {text}"
            yield from _effects(subject, trace, kind, f"{what} {how}", text)


def _other_inputs(
    subject: Subject, rng: np.random.Generator
) -> Iterator[tuple[str, str, Path, Any, bool]]:
    """What is another, how, where, its value, and whether it is an array's entry."""
    # Of large numbers one may decide alone, and nobody is shown which.
    is_large = any((np.abs(a) >= LARGE).any() for a in subject.given if a.dtype.kind == "f")
    for path, name, value in () if is_large else subject.inputs():
        if type(value) is int or (type(value) is float and np.isfinite(value) and value):
            near = (value + 1, value - 1) if type(value) is int else (2 * value, value / 2)
            for new in near:
                yield name, f"{new} in place of {value}", path, new, False
        elif isinstance(value, list | tuple | str) and len(value) > 1:
            yield name, "without its last entry", path, value[:-1], False
            yield name, "without its first entry", path, value[1:], False
        elif isinstance(value, np.ndarray) and value.size > 1 and value.dtype.kind in "fiu":
            changed, entry = value.copy(), tuple(int(rng.integers(n)) for n in value.shape)
            is_float, old = value.dtype.kind == "f", value[entry]
            changed[entry] = new = old + 1 if is_float else rng.choice(value.ravel())
            how = "larger by 1" if is_float else f"{new} in place of {old}"
            if new != old:
                yield f"{name}[{', '.join(map(str, entry))}]", how, path, changed, True


def _apart(
    subject: Subject, rng: np.random.Generator, trace: Trace | None, condition: str
) -> Iterator[Draft]:
    """Where a result is another after another run."""
    before = arrays_in(subject.output)
    after = arrays_in(output_of(trace.result)) if trace else []
    if [a.shape for a in after] != [a.shape for a in before]:
        return
    for which, (old, new) in enumerate(zip(before, after, strict=True), 1):
        # A place or a yes hangs on numbers that nobody sees.
        if old.dtype.kind != "f" and "larger" in condition:
            continue
        apart = differing(old, new)
        many = f"result {which} of {len(before)}" if before[1:] else "the result"
        for axis in rng.permutation(old.ndim if apart is not None and old.size else 0):
            others = tuple(k for k in range(old.ndim) if k != axis)
            where = f"along {subject.axis(old.shape, int(axis))}, counted from 0"
            text = f"{condition} At which positions {where}, does {many} change"
            right, *wrong = _positions(rng, np.any(apart, axis=others))
            drawn = f"{text} by more than rounding?", right, tuple(wrong)
            if old.shape[axis] > 1:
                yield Draft("entry", text, *drawn, f"It was run: {right}.", 2, trace)


def _effects(
    subject: Subject,
    trace: Trace | None,
    kind: str,
    about: str,
    text: str,
    again: Again | None = None,
) -> Iterator[Draft]:
    """A question on what comes of another run, where that is one of a few effects."""
    before = arrays_in(subject.output)
    options = [*(OF_ARRAYS if before else OF_WORDS)]
    if subject.is_called_unseen:  # nor its results, nor how large its numbers are
        options = [o for o in options if o not in (Effect.SHAPE, Effect.NAN)]
    effect = effect_of(subject, trace) if trace is not None else None
    if trace is None or effect is None or effect not in options:
        return
    shape = getattr(untensored(output_of(trace.result)), "shape", None)
    is_told = effect == Effect.SHAPE and shape is not None
    because = f"It was run so. {effect.value}{f' Its shape is then {shape}.' * is_told}"
    is_equal = effect == Effect.EQUAL
    drawn = effect.value, tuple(option.value for option in options), because
    level, again = 3 if is_equal else 2, again if is_equal else None
    yield Draft(kind, about, text, *drawn, level, trace, True, again)


def effect_of(subject: Subject, trace: Trace) -> Effect | None:
    """What came of another run; ``None`` where it is not clear."""
    if trace.raised:
        return Effect.ERROR
    results = subject.output, output_of(trace.result)
    before, after = (arrays_in(each) for each in results)
    if not before:
        lengths = [len(r) if hasattr(r, "__len__") else -1 for r in results]
        is_as_long = lengths[0] == lengths[1] and not after
        other = Effect.WORDS if is_as_long else Effect.SHAPE
        return Effect.EQUAL if is_as_long and results[0] == results[1] else other
    if [a.shape for a in before] != [a.shape for a in after]:
        return Effect.SHAPE
    if [a.dtype for a in before] != [a.dtype for a in after]:
        return None  # nobody is asked whether that is the same
    pairs = [*zip(before, after, strict=True)]
    if any((np.isnan(b) & ~np.isnan(a)).any() for a, b in pairs if a.dtype.kind == "f"):
        return Effect.NAN
    apart = [differing(a, b) for a, b in pairs]
    if any(each is None for each in apart):
        return None
    if not any(np.any(each) for each in apart):
        return Effect.EQUAL
    return Effect.NUMBERS


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


def gradients(subject: Subject, _: np.random.Generator) -> Iterator[Draft]:
    """Whose gradient is zero."""
    largest = {
        n: float(np.abs(a).max()) for n, a in _gradients(subject).items() if a.size > 1
    }
    zero = [name for name, most in largest.items() if most < COARSE]
    if len(zero) == 1:
        text = f"{LOSS} Which of these is zero in all its entries, up to rounding?"
        because = "; ".join(f"the {n} is up to {most:.2g}" for n, most in largest.items())
        wrong = tuple(f"the {name}" for name in largest)
        yield Draft("gradient", "which", text, f"the {zero[0]}", wrong, because, 3)


def _gradients(subject: Subject) -> dict[str, np.ndarray]:
    """The gradients of a loss by name; none where the library has none."""
    exercise, result = subject.exercise, subject.trace.result
    source = frameworks.get(exercise.framework).gradients
    if exercise.kind == "function" and source and not is_trial(subject.arguments):
        given = dict(zip(subject.names, subject.arguments, strict=True))
        trace = subject.run((Trial(source, given),), ())
        result = trace.result if trace and not trace.raised else None
    named = result.items() if isinstance(result, dict) else ()
    arrays = {name: arrays_in(each) for name, each in named if name.startswith("gradient")}
    return {name: each[0] for name, each in arrays.items() if each and each[0].size}


def growth(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """How many times as many numbers a value has when an axis is twice as long."""
    weights = subject.arguments[1] if subject.exercise.kind == "layer" else ()
    fixed = {n for _, a in weights for n in a.shape}
    fixed |= {n for n in subject.arguments if type(n) is int}
    arrays = [each for each in subject.inputs() if isinstance(each[2], np.ndarray)]
    lengths = {n for _, _, array in arrays for n in array.shape} - fixed - {0, 1}
    for length in rng.permutation(sorted(lengths))[:MOST_RUNS]:
        longer = subject.arguments
        for path, _, array in arrays:
            for axis in np.flatnonzero(np.array(array.shape) == length):
                array = np.concatenate([array, array], axis=axis)
            longer = put(longer, path, array)
        trace = subject.run(longer, ())
        if trace is None or trace.raised or not is_whole(trace):
            continue
        grown = {(v.line, v.name): v for v in subject.again(trace).stored}
        for value in (subject.stored[i] for i in rng.permutation(len(subject.stored))):
            other = grown.get((value.line, value.name))
            if other is None or value.name in ("", "_") or not value.is_array:
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
            drawn = text, TIMES[times], tuple(TIMES.values()), because, 3, trace, True
            yield Draft("growth", f"{length} {value.line}", *drawn)


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
        wrong = str(dict(weights)[name].shape[::-1]), *shapes.values()
        yield Draft("parameters", name, text, shapes[name], wrong, because)


def _positions(rng: np.random.Generator, rows: np.ndarray) -> Iterator[str]:
    """Where something holds along an axis, in words; then where else it might."""
    length, right = len(rows), {*np.flatnonzero(rows).tolist()}
    any_one = int(rng.integers(length))
    middle = min(right) if right else any_one
    sets = [right, {middle}, {*range(middle, length)}, {*range(middle + 1)}]
    sets += [{*range(length)}, set[int](), {any_one}, {*range(length)} - {middle}]
    for each in (*sets, {*right, any_one}, {(middle + 1) % length}):
        yield _in_words(sorted(each), length)


def _in_words(positions: Sequence[int], length: int) -> str:
    """Positions in order, as an option says them."""
    if not positions or len(positions) == length:
        return "at all of them" if positions else "at none"
    first, last = positions[0], positions[-1]
    if first == last:
        return f"at {first} alone"
    if len(positions) == last - first + 1:
        return f"from {first} to {last}"
    return "at " + ", ".join(map(str, positions))
