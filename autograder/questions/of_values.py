"""Questions about one value: its shape, its size, what was added up for it.

Each is a kind of ``ABOUT_VALUES``: what it asks of a value, if it asks anything.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import numpy as np

from autograder.questions.draft import Draft
from autograder.questions.subject import LineValue, Subject

Asked = tuple[str, str, Iterable[str], int]  # the question, right, wrong, how difficult
MANY_AXES = 3
PRODUCTS = ("matmul", "dot", "bmm")
AXIS = ("axis", "dim")  # as the libraries call it
# By the last part of a function's name in any library: what it does along an axis.
REDUCTIONS = {
    "sum": "adds up",
    "mean": "takes the mean of",
    "max": "takes the largest of",
    "amax": "takes the largest of",
    "argmax": "looks for the largest of",
    "var": "takes the variance of",
    "std": "takes the standard deviation of",
}


def about_values(
    subject: Subject,
    rng: np.random.Generator,
    kind: str,
    ask: Callable[[Subject, LineValue], Asked | None],
) -> Iterator[Draft]:
    """The questions of one row about the values of a call, in any order."""
    values = (*subject.stored, *subject.expressions)
    for i in rng.permutation(len(values)):
        value = values[i]
        made = ask(subject, value) if value.array.size and value.name != "_" else None
        if made is None or subject.listing.gives_away(value.number, made[1]):
            continue
        text, right, wrong, difficulty = made
        about = f"{value.line} {value.name or subject.listing.quoted(value.number)}"
        because = f"In this call, {subject.where(value)}: {value}."
        yield Draft(kind, about, text, right, tuple(wrong), because, difficulty)


def _shape(subject: Subject, value: LineValue) -> Asked | None:
    shape = value.array.shape
    if not value.is_array or not shape or max(shape) < 2:
        return None
    history = subject.history
    places = history.values_of(value.place) or history.operands(value.place)
    others = [history.event(place).value for place in places]
    others += [other.array for other in subject.stored if other.is_array]
    near = [a.shape for a in others if a is not None and abs(a.ndim - len(shape)) <= 1]
    wrong = map(subject.shape, [*_mistaken(shape), *near])
    is_hard = len(shape) >= MANY_AXES or not value.name
    is_plain = any(shape == array.shape for array in subject.given)
    text = f"Which shape has {subject.where(value)}?"
    return text, subject.shape(shape), wrong, 1 if is_plain else 3 if is_hard else 2


def _mistaken(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Shapes that small mistakes give: an axis lost, kept, or two swapped."""
    if len(shape) == 1:
        (n,) = shape
        return [(n, 1), (1, n), (n, n), (n + 1,)]
    *before, n, last = shape
    made = [(*before, last, n), shape[:-1], (*shape[:-1], 1), shape[1:], (1, *shape[1:])]
    return made if len(shape) == 2 else [*made, (shape[1], shape[0], *shape[2:])]


def _size(subject: Subject, value: LineValue) -> Asked | None:
    is_size = value.array.dtype.kind in "iu" and not value.array.ndim
    is_list = bool(value.array.ndim) and value.kind.startswith(("list", "tuple"))
    if not value.name or not (is_size or is_list):
        return None
    number = int(value.array) if is_size else len(value.array)
    lengths = {n for a in subject.given for n in (*a.shape, a.size)}
    what = "Which number is" if is_size else "How many entries has"
    return f"{what} {subject.where(value)}?", str(number), _near(number, lengths), 1


def _axis(subject: Subject, value: LineValue) -> Asked | None:
    shape, axes = _run_along(subject, value)
    if len(shape) < 2 or len(axes) != 1:
        return None
    axes_named = [subject.axis(shape, k) for k in range(len(shape))]
    what = f"In line {value.line}, {subject.listing.quoted(value.number)} gets an input of"
    text = f"{what} shape {subject.shape(shape)}. Along which axis of it does it run?"
    return text, axes_named[axes[0]], [*axes_named, "all axes at once"], 2


def _count(subject: Subject, value: LineValue) -> Asked | None:
    name, (shape, axes) = _name(value), _run_along(subject, value)
    size = math.prod(shape)
    count = shape[axes[0]] if axes else size
    is_clear = len(axes) == 1 or (not axes and value.array.size == 1)
    if name not in REDUCTIONS or not is_clear or count < 2:
        return None
    what = f"{subject.listing.quoted(value.number)} {REDUCTIONS[name]}"
    wrong = _near(count, {*shape, size, size // count})
    return f"In line {value.line}, {what} how many numbers at a time?", str(count), wrong, 2


def _products(subject: Subject, value: LineValue) -> Asked | None:
    node, parts = value.node, _arrays(subject, value)
    is_product = isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)
    is_product |= _name(value) in PRODUCTS and not getattr(node, "keywords", ())
    if len(parts) < 2 or not is_product or parts[0].shape[-1] < 2:
        return None
    count, lengths = parts[0].shape[-1], {*parts[0].shape, *parts[1].shape}
    what = f"how many products does {subject.listing.quoted(value.number)} add up"
    text = f"In line {value.line}, {what} for each number that it gives?"
    return text, str(count), _near(count, {*lengths, value.array.size}), 2


def _repeats(subject: Subject, value: LineValue) -> Asked | None:
    is_statement = value.name or isinstance(value.node, ast.Return)
    if value.times < 2 or not value.in_one_call or not is_statement:
        return None
    if subject.is_called_unseen:  # which may decide how often
        return None
    loop = "the body of the loop in " if isinstance(value.node, ast.For) else ""
    near = {n for a in subject.given for n in a.shape} | {1, value.times**2}
    text = f"How many times does {loop}line {value.line} run in this call?"
    return text, str(value.times), _near(value.times, near), 2


ABOUT_VALUES = {
    ask.__name__.strip("_"): partial(about_values, kind=ask.__name__.strip("_"), ask=ask)
    for ask in (_shape, _axis, _count, _products, _repeats, _size)
}


def _near(number: int, others: set[int]) -> list[str]:
    near = {number + 1, number - 1, *others} - {number}
    return [str(n) for n in sorted(near, key=lambda n: abs(n - number)) if n > 0]


def _name(value: LineValue) -> str:
    """The last part of the name of the function that a call calls, without TensorFlow's."""
    function = getattr(value.node, "func", None)
    name = getattr(function, "attr", "") or getattr(function, "id", "")
    return str(name).removeprefix("reduce_")


def _arrays(subject: Subject, value: LineValue) -> list[np.ndarray]:
    """What an operation was given, as far as it is arrays of numbers."""
    history = subject.history
    values = (history.event(place).value for place in history.operands(value.place))
    return [a for a in values if a is not None and a.ndim and a.dtype.kind in "biuf"]


def _run_along(subject: Subject, value: LineValue) -> tuple[tuple[int, ...], list[int]]:
    """The shape of what a call was given, and the axes that it may have run along.

    A reduction leaves its axis out, or one long; of shares each axis sums to one.
    """
    if any(isinstance(a, ast.GeneratorExp) for a in getattr(value.node, "args", ())):
        return (), []  # which may leave out some
    name, parts, result = _name(value), _arrays(subject, value), value.array
    shape = parts[0].shape if parts else ()
    if name in REDUCTIONS:
        left = [(shape[:k], shape[k + 1 :]) for k in range(len(shape))]
        reduced = [(*before, *after) == result.shape for before, after in left]
        kept = [(*before, 1, *after) == result.shape for before, after in left]
        return shape, [k for k, n in enumerate(shape) if n > 1 and (reduced[k] or kept[k])]
    nodes = subject.trace.code.nodes.values()
    own = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    keywords = getattr(value.node, "keywords", ())
    is_told = len(getattr(value.node, "args", ())) > 1 or any(
        k.arg in AXIS for k in keywords
    )
    if not (is_told or name in own) or result.shape != shape:
        return shape, []
    longer = [k for k, n in enumerate(shape) if n > 1 and not _are_shares(parts[0], k)]
    return shape, [k for k in longer if _are_shares(result, k)]


def _are_shares(array: np.ndarray, axis: int) -> bool:
    """Whether numbers along an axis are shares of one."""
    is_one = np.allclose(array.sum(axis=axis), 1.0, atol=1e-5)
    return is_one and not (array < 0).any()
