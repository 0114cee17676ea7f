"""Which shape a value has, and how many entries a list; which number a size is."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from autograder.questions.draft import Draft
from autograder.questions.subject import Subject, Value, arrays_in, described

MANY_AXES = 3
DTYPES = ("bool", "int64", "float32", "float64")


def shapes(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """The shape of a value with a name, or of a part of a line."""
    arguments = {array.shape for array in arrays_in(subject.arguments)}
    for value in _drawn((*subject.stored, *subject.expressions), rng):
        shape = value.array.shape
        if not value.is_array or not shape or max(shape) < 2 or not value.array.size:
            continue
        right = subject.shape(shape)
        if subject.listing.gives_away(value.node, right):
            continue
        others = _operands(subject, value)
        wrong = dict.fromkeys(subject.shape(each) for each in _mistaken(shape, others))
        what = f"{described(value.array, value.kind)}"
        hard = len(shape) >= MANY_AXES or not value.name
        yield Draft(
            "shape",
            f"{value.line} {value.name or subject.listing.quoted(value.node)}",
            f"Which shape has {_named(subject, value)}?",
            right,
            tuple(wrong),
            f"In this call it is {what}.",
            subject.lines_of(subject.trace),
            1 if shape in arguments else 3 if hard else 2,
        )


def sizes(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """Which whole number a name stands for, and how long a list is."""
    lengths = {n for a in arrays_in(subject.arguments) for n in (*a.shape, a.size)}
    for value in _drawn(subject.stored, rng):
        is_size = value.array.dtype.kind in "iu" and not value.array.ndim
        is_list = bool(value.array.ndim) and not value.is_array
        if value.name in ("", "_") or not (is_size or is_list):
            continue
        number = int(value.array) if is_size else len(value.array)
        near = {number + 1, number - 1, 2 * number, number * number, *lengths}
        words = f"Which number is {subject.where(value)}?"
        if is_list:
            words = f"How many entries has {subject.where(value)}?"
        if subject.listing.gives_away(value.node, str(number)):
            continue
        yield Draft(
            "size",
            f"{value.line} {value.name}",
            words,
            str(number),
            tuple(str(n) for n in sorted(near, key=lambda n: abs(n - number)) if n > 0),
            f"In this call it is {described(value.array, value.kind)}.",
            subject.lines_of(subject.trace),
            1,
        )


def dtypes(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """Which dtype a value has, where the arguments have another."""
    given = {array.dtype for array in arrays_in(subject.arguments)}
    for value in _drawn((*subject.stored, *subject.expressions), rng):
        right = str(value.array.dtype)
        if not value.is_array or value.array.dtype in given or right not in DTYPES:
            continue
        said = subject.listing.lines[value.line - 1]
        if right.rstrip("0123456789") in said or subject.listing.gives_away(
            value.node, right
        ):
            continue
        yield Draft(
            "dtype",
            f"{value.line} {value.name or subject.listing.quoted(value.node)}",
            f"Which dtype has {_named(subject, value)}?",
            right,
            DTYPES,
            f"In this call it is {described(value.array, value.kind)}.",
            subject.lines_of(subject.trace),
            1,
            DTYPES,
        )


def parameters(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """The parameters of a layer: the shape of one, and how many numbers they hold."""
    if subject.exercise.kind != "layer" or not subject.arguments[1]:
        return
    init, weights, *_ = subject.arguments
    made = f"{subject.exercise.name}({', '.join(map(repr, init))})"
    run = tuple(f"`{name}` has shape {array.shape}" for name, array in weights)
    sizes = [array.size for _, array in weights]
    matrices = [array.size for _, array in weights if array.ndim > 1]
    total = sum(sizes)
    without = {sum(matrices), total - sizes[-1], total - sizes[0], max(sizes), 2 * total}
    yield Draft(
        "parameters",
        "all",
        f"How many numbers does training change in `{made}`, all parameters together?",
        str(total),
        tuple(str(n) for n in without if n),
        f"The sizes of its parameters are {', '.join(map(str, sizes))}.",
        run,
    )
    for place in rng.permutation(len(weights)):
        name, array = weights[place]
        if array.ndim < 1:
            continue
        others = [each.shape for _, each in weights]
        wrong = dict.fromkeys(map(str, _mistaken(array.shape, others)))
        yield Draft(
            "parameters",
            name,
            f"Which shape has the parameter `{name}` of `{made}`?",
            str(array.shape),
            tuple(wrong),
            f"`{name}` has shape {array.shape}.",
            run,
        )


def _drawn(values: tuple[Value, ...], rng: np.random.Generator) -> Iterator[Value]:
    for place in rng.permutation(len(values)):
        yield values[place]


def _named(subject: Subject, value: Value) -> str:
    """A value in words; what a line returns without a name is the result."""
    if value.name or subject.listing.quoted(value.node):
        return subject.where(value)
    return f"what line {value.line} gives"


def _operands(subject: Subject, value: Value) -> list[tuple[int, ...]]:
    """The shapes of what a value was made from, and of the other values there are."""
    history, stored = subject.history, subject.stored
    made_from = history.values_of(value.place) or history.operands(value.place)
    arrays = [history.event(place).value for place in made_from]
    arrays += [other.array for other in stored if other.is_array]
    return [array.shape for array in arrays if array is not None and array.ndim]


def _mistaken(
    shape: tuple[int, ...], others: list[tuple[int, ...]]
) -> Iterator[tuple[int, ...]]:
    """Shapes that small mistakes give: an axis lost, kept, swapped, another's."""
    last = len(shape) - 1
    if last > 0:
        yield (*shape[:-2], shape[-1], shape[-2])
        yield shape[:-1]
        yield (*shape[:-1], 1)
        yield shape[1:]
        yield (1, *shape[1:])
    else:
        yield (shape[0], 1)
        yield (1, shape[0])
        yield (shape[0], shape[0])
        yield (shape[0] + 1,)
    if last > 1:
        yield (shape[1], shape[0], *shape[2:])
    yield from (other for other in others if abs(len(other) - len(shape)) <= 1)
