"""Questions about one value: its shape, its size, what was added up for it.

Each is a kind of ``ABOUT_VALUES``: what it asks of a value, if it asks anything.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import partial

import numpy as np

from autograder.questions.draft import Draft
from autograder.questions.subject import Subject, Value

Asked = tuple[str, str, Iterable[str], int]  # the question, right, wrong, how difficult
MANY_AXES = 3
PRODUCTS = ("matmul", "dot", "bmm")
# By the last part of a function's name in any library: what it does with the numbers along
# an axis, and how that is done again, to see along which axis it was.
REDUCTIONS: dict[str, tuple[str, Callable[..., np.ndarray]]] = {
    "sum": ("adds up", np.sum),
    "mean": ("takes the mean of", np.mean),
    "max": ("takes the largest of", np.max),
    "amax": ("takes the largest of", np.max),
    "argmax": ("looks for the largest of", np.argmax),
    "var": ("takes the variance of", np.var),
    "std": ("takes the standard deviation of", np.std),
}


def about_values(
    subject: Subject,
    rng: np.random.Generator,
    kind: str,
    ask: Callable[[Subject, Value], Asked | None],
) -> Iterator[Draft]:
    """The questions of one row about the values of a call, in any order."""
    values = (*subject.stored, *subject.expressions)
    for place in rng.permutation(len(values)):
        value = values[place]
        made = ask(subject, value) if value.array.size else None
        if made is None or subject.listing.gives_away(value.node, made[1]):
            continue
        text, right, wrong, difficulty = made
        about = f"{value.line} {value.name or subject.listing.quoted(value.node)}"
        because = f"In this call, {subject.where(value)}: {value}."
        yield Draft(kind, about, text, right, tuple(wrong), because, difficulty)


def _shape(subject: Subject, value: Value) -> Asked | None:
    shape = value.array.shape
    if not value.is_array or not shape or max(shape) < 2:
        return None
    history = subject.history
    places = history.values_of(value.place) or history.operands(value.place)
    others = [history.event(place).value for place in places]
    others += [other.array for other in subject.stored if other.is_array]
    wrong = [subject.shape(s) for s in _mistaken(shape)]
    near = [a.shape for a in others if a is not None and abs(a.ndim - len(shape)) <= 1]
    is_hard = len(shape) >= MANY_AXES or not value.name
    is_plain = any(shape == array.shape for array in subject.given)
    text = f"Which shape has {subject.where(value)}?"
    level = 1 if is_plain else 3 if is_hard else 2
    return text, subject.shape(shape), [*wrong, *map(subject.shape, near)], level


def _mistaken(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Shapes that small mistakes give: an axis lost, kept, or two swapped."""
    if len(shape) == 1:
        (n,) = shape
        return [(n, 1), (1, n), (n, n), (n + 1,)]
    *before, one, last = shape
    made = [(*before, last, one), shape[:-1], (*shape[:-1], 1), shape[1:], (1, *shape[1:])]
    return made if len(shape) == 2 else [*made, (shape[1], shape[0], *shape[2:])]


def _size(subject: Subject, value: Value) -> Asked | None:
    is_size = value.array.dtype.kind in "iu" and not value.array.ndim
    is_list = bool(value.array.ndim) and not value.is_array
    if value.name in ("", "_") or not (is_size or is_list):
        return None
    number = int(value.array) if is_size else len(value.array)
    lengths = {n for a in subject.given for n in (*a.shape, a.size)}
    what = "Which number is" if is_size else "How many entries has"
    return f"{what} {subject.where(value)}?", str(number), _near(number, lengths), 1


def _axis(subject: Subject, value: Value) -> Asked | None:
    name, parts = _name(subject.history.node(value.place)), _arrays(subject, value)
    if not parts or parts[0].ndim < 2:
        return None
    shape = parts[0].shape
    if name in REDUCTIONS:
        axes = _axes(name, parts[0], value.array)
    else:  # shares, whatever made them
        is_shares = (
            isinstance(_node(subject, value), ast.Call) and value.array.shape == shape
        )
        axes = _axes_of_shares(value.array) if is_shares else []
    words = [subject.axis(shape, k) for k in range(len(shape))]
    what = f"{subject.listing.quoted(value.node)} gets an input of shape"
    what = f"In line {value.line}, {what} {subject.shape(shape)}."
    text = f"{what} Along which axis of it does it run?"
    return (
        (text, words[axes[0]], [*words, "all axes at once"], 2) if len(axes) == 1 else None
    )


def _count(subject: Subject, value: Value) -> Asked | None:
    name, parts = _name(subject.history.node(value.place)), _arrays(subject, value)
    if name not in REDUCTIONS or not parts:
        return None
    axes, operand = _axes(name, parts[0], value.array), parts[0]
    count = operand.shape[axes[0]] if len(axes) == 1 else operand.size
    if len(axes) > 1 or (not axes and value.array.size != 1) or count < 2:
        return None
    what = f"{subject.listing.quoted(value.node)} {REDUCTIONS[name][0]}"
    wrong = _near(count, {*operand.shape, operand.size, operand.size // count})
    return f"In line {value.line}, {what} how many numbers at a time?", str(count), wrong, 2


def _products(subject: Subject, value: Value) -> Asked | None:
    node, parts = subject.history.node(value.place), _arrays(subject, value)
    is_product = isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)
    if len(parts) < 2 or not (is_product or _name(node) in PRODUCTS):
        return None
    left, right = parts[:2]
    count = left.shape[-1]
    what = f"how many products does {subject.listing.quoted(value.node)} add up"
    text = f"In line {value.line}, {what} for each number that it gives?"
    near = {*left.shape, *right.shape, *value.array.shape, value.array.size}
    return (text, str(count), _near(count, near), 2) if count > 1 else None


def _repeats(subject: Subject, value: Value) -> Asked | None:
    if value.times < 2 or (
        not value.name and not isinstance(_node(subject, value), ast.Return)
    ):
        return None
    loop = "the body of the loop in " if isinstance(_node(subject, value), ast.For) else ""
    near = {n for a in subject.given for n in a.shape} | {1, value.times**2}
    text = f"How many times does {loop}line {value.line} run in this call?"
    return text, str(value.times), _near(value.times, near), 2


ABOUT_VALUES = {
    name: partial(about_values, kind=name, ask=ask)
    for name, ask in {
        "shape": _shape,
        "axis": _axis,
        "count": _count,
        "products": _products,
        "repeats": _repeats,
        "size": _size,
    }.items()
}


def _node(subject: Subject, value: Value) -> ast.AST:
    return subject.trace.code.nodes[value.node]


def _near(number: int, others: set[int]) -> list[str]:
    near = sorted(
        {number + 1, number - 1, *others} - {number}, key=lambda n: abs(n - number)
    )
    return [str(n) for n in near if n > 0]


def _name(node: ast.AST) -> str:
    """The last part of the name of the function that a call calls, without TensorFlow's."""
    function = getattr(node, "func", None)
    name = getattr(function, "attr", "") or getattr(function, "id", "")
    return str(name).removeprefix("reduce_")


def _arrays(subject: Subject, value: Value) -> list[np.ndarray]:
    """What an operation was given, as far as it is arrays of numbers."""
    history = subject.history
    found = (history.event(place).value for place in history.operands(value.place))
    return [a for a in found if a is not None and a.ndim and a.dtype.kind in "biuf"]


def _axes(name: str, operand: np.ndarray, result: np.ndarray) -> list[int]:
    """The axes along which a reduction, done again, gives the result."""
    found = []
    for axis in range(operand.ndim) if operand.dtype.kind != "b" else ():
        with np.errstate(all="ignore"):
            again = np.asarray(REDUCTIONS[name][1](operand, axis=axis))
        shapes = again.shape, np.expand_dims(again, axis).shape
        if result.shape in shapes and operand.shape[axis] > 1:
            same = np.allclose(again.ravel(), result.ravel(), rtol=1e-4, equal_nan=True)
            found += [axis] * same
    return found


def _axes_of_shares(array: np.ndarray) -> list[int]:
    """The axes along which numbers, none of them negative, sum to one."""
    if array.dtype.kind != "f" or (array < 0).any():
        return []
    longer = (k for k in range(array.ndim) if array.shape[k] > 1)
    return [k for k in longer if np.allclose(array.sum(axis=k), 1.0, atol=1e-5)]
