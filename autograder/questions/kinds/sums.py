"""Which axis a sum, a mean or a softmax runs over, and how many numbers go into one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from math import prod

import numpy as np

from autograder.questions.draft import Draft
from autograder.questions.subject import Subject, Value

Along = Callable[[np.ndarray, int], np.ndarray]
# By the last part of a function's name in any library: what it does to the numbers of an
# axis in words, and how it is done again to see along which axis it was.
REDUCTIONS: dict[str, tuple[str, Along]] = {
    **dict.fromkeys(("sum", "reduce_sum"), ("adds up", lambda a, k: a.sum(axis=k))),
    **dict.fromkeys(
        ("mean", "reduce_mean"), ("takes the mean of", lambda a, k: a.mean(axis=k))
    ),
    **dict.fromkeys(
        ("max", "amax", "reduce_max"), ("takes the largest of", lambda a, k: a.max(axis=k))
    ),
    **dict.fromkeys(
        ("argmax",), ("looks for the largest of", lambda a, k: a.argmax(axis=k))
    ),
    **dict.fromkeys(
        ("var", "reduce_variance"), ("takes the variance of", lambda a, k: a.var(axis=k))
    ),
    **dict.fromkeys(
        ("std",), ("takes the standard deviation of", lambda a, k: a.std(axis=k))
    ),
    **dict.fromkeys(
        ("softmax",), ("makes shares that sum to one of", lambda a, k: _softmax(a, k))
    ),
    **dict.fromkeys(
        ("logsumexp", "reduce_logsumexp"),
        (
            "takes the logarithm of the sum of the exponentials of",
            lambda a, k: _logsumexp(a, k),
        ),
    ),
}


def sums(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """How many numbers go into one number of a result, and along which axis."""
    for value in _drawn(subject, rng):
        yield from _products(subject, value)
        name = _name(subject.history.node(value.place))
        operand = _first_array(subject, value)
        if name not in REDUCTIONS or operand is None or operand.ndim < 1:
            continue
        does, along = REDUCTIONS[name]
        axes = [k for k in range(operand.ndim) if _is_along(operand, value.array, along, k)]
        run, what = subject.lines_of(subject.trace), subject.listing.quoted(value.node)
        if len(axes) == 1 and operand.ndim > 1:
            words = [subject.axis(operand.shape, k) for k in range(operand.ndim)]
            shape = subject.shape(operand.shape)
            yield Draft(
                "sum",
                f"axis {value.line} {what}",
                f"In line {value.line}, {what} gets an input of shape {shape}. Along which axis "
                "of it does it run?",
                words[axes[0]],
                (*words, "all axes at once"),
                f"It {does} the {operand.shape[axes[0]]} numbers along {words[axes[0]]}.",
                run,
                2,
            )
        count = operand.shape[axes[0]] if len(axes) == 1 else operand.size
        if len(axes) > 1 or (not axes and value.array.size != 1) or count < 2:
            continue
        near = {*operand.shape, operand.size, operand.size // count, count + 1, count - 1}
        yield Draft(
            "sum",
            f"count {value.line} {what}",
            f"In line {value.line}, {what} {does} how many numbers at a time?",
            str(count),
            tuple(str(n) for n in sorted(near) if n > 0),
            f"Its input has shape {operand.shape}: {count} numbers at a time.",
            run,
            2,
        )


def _products(subject: Subject, value: Value) -> Iterator[Draft]:
    """How many products a matrix product adds up for one number."""
    node = subject.history.node(value.place)
    is_product = isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)
    name, parts = _name(node), _arrays(subject, value)
    if len(parts) < 2 or not (
        is_product or name in ("matmul", "dot", "bmm", "einsum", "tensordot")
    ):
        return
    left, right = parts[:2]
    count = left.shape[-1] if left.ndim else 0
    if name == "einsum":
        count = _summed(node, left, right)
    elif name == "tensordot":
        count = round((left.size * right.size / max(value.array.size, 1)) ** 0.5)
    if count < 2:
        return
    what = subject.listing.quoted(value.node)
    near = {*left.shape, *right.shape, *value.array.shape, value.array.size, count + 1}
    yield Draft(
        "sum",
        f"products {value.line} {what}",
        f"In line {value.line}, how many products does {what} add up for each number that "
        "it gives?",
        str(count),
        tuple(str(n) for n in sorted(near) if n > 0),
        f"Its two inputs have the shapes {left.shape} and {right.shape}.",
        subject.lines_of(subject.trace),
        2,
    )


def _drawn(subject: Subject, rng: np.random.Generator) -> Iterator[Value]:
    values = [v for v in subject.expressions if v.is_array or not v.array.ndim]
    for place in rng.permutation(len(values)):
        if subject.listing.quoted(values[place].node):
            yield values[place]


def _name(node: ast.AST) -> str:
    """The last part of the name of the function that a call calls."""
    function = getattr(node, "func", None)
    return getattr(function, "attr", "") or getattr(function, "id", "")


def _arrays(subject: Subject, value: Value) -> list[np.ndarray]:
    history = subject.history
    found = (history.event(place) for place in history.operands(value.place))
    return [e.value for e in found if e.value is not None and e.value.ndim]


def _first_array(subject: Subject, value: Value) -> np.ndarray | None:
    arrays = [a for a in _arrays(subject, value) if a.dtype.kind in "biuf"]
    return arrays[0] if arrays else None


def _is_along(operand: np.ndarray, result: np.ndarray, along: Along, axis: int) -> bool:
    """Whether doing it again along an axis gives the result, kept axes or not."""
    try:
        with np.errstate(all="ignore"):
            again = np.asarray(along(operand, axis))
    except (TypeError, ValueError):
        return False
    if again.size != result.size or operand.shape[axis] < 2:
        return False
    kept = [*result.shape]
    if len(kept) == operand.ndim and again.ndim < operand.ndim:
        kept.pop(axis)
    same = tuple(kept) == again.shape
    return same and bool(
        np.allclose(again.ravel(), result.ravel(), rtol=1e-4, equal_nan=True)
    )


def _softmax(array: np.ndarray, axis: int) -> np.ndarray:
    raised = np.exp(array - array.max(axis=axis, keepdims=True))
    return np.asarray(raised / raised.sum(axis=axis, keepdims=True))


def _logsumexp(array: np.ndarray, axis: int) -> np.ndarray:
    return np.asarray(np.log(np.exp(array).sum(axis=axis)))


def _summed(call: ast.AST, left: np.ndarray, right: np.ndarray) -> int:
    """How many products an einsum adds up for one number; 0 where it is not read."""
    (first, *_) = getattr(call, "args", None) or [None]
    letters = getattr(first, "value", None)
    if not isinstance(letters, str) or "->" not in letters or letters.count(",") != 1:
        return 0
    inputs, _, output = letters.replace(" ", "").partition("->")
    lengths: dict[str, int] = {}
    for names, array in zip(inputs.split(","), (left, right), strict=True):
        if "..." not in names:
            pairs = zip(names, array.shape, strict=False)
        else:
            before, _, after = names.partition("...")
            tail = array.shape[array.ndim - len(after) :]
            pairs = zip(before + after, (*array.shape[: len(before)], *tail), strict=False)
        lengths |= dict(pairs)
    return prod(n for name, n in lengths.items() if name not in output)
