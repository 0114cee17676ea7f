"""Questions that one run answers: about a value, and about which line gave what."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from autograder.questions.draft import LETTERS, Draft
from autograder.questions.subject import ASSIGNS, LineValue, Subject

Asked = tuple[str, str, Iterable[str]]  # the question, what is right, and all outcomes
CLOSE, VERY_NEGATIVE = 1e-5, -1e4
NAMED = " Where an axis has a name, this stands before its length."
PRODUCTS = ("matmul", "dot", "bmm")
REDUCTIONS = ("sum", "mean", "max", "amax", "argmax", "var", "std")


def _shape(subject: Subject, value: LineValue) -> Asked | None:
    shape = value.array.shape
    if not value.is_array or not shape or max(shape) < 2:
        return None
    *before, last = shape  # an axis is lost, kept, doubled, or two are swapped
    mistaken = [tuple(before), (*before, 1), shape[1:], (1, *shape), (*shape, last)]
    mistaken += [shape[:-2] + shape[:-3:-1], shape[1::-1] + shape[2:]]
    near = [v.array.shape for v in subject.stored if abs(v.array.ndim - len(shape)) < 2]
    shapes = sorted({shape, *mistaken, *near})
    is_named = all(subject.shape(each) != str(each) for each in shapes if each)
    said = subject.shape if is_named else str  # the odd one out would be seen
    text = f"What is the shape of {subject.where(value)}?{NAMED * is_named}"
    return text, said(shape), map(said, shapes)


def _size(subject: Subject, value: LineValue) -> Asked | None:
    is_size = value.array.dtype.kind == "i" and not value.array.ndim
    is_list = bool(value.array.ndim) and value.kind.startswith(("list", "tuple"))
    is_said = value.name or isinstance(value.node, ast.Call | ast.Subscript)
    if not is_said or not (is_size or is_list):
        return None
    number = int(value.array) if is_size else len(value.array)
    asked = "What is the value of {}?" if is_size else "How many entries does {} have?"
    return asked.format(subject.where(value)), str(number), _near(subject, number)


def _axis(subject: Subject, value: LineValue) -> Asked | None:
    operand, made, name = _operand(subject, value), value.array, _name(value)
    axes, shape, ran = range(operand.ndim), operand.shape, list[int]()
    if name in REDUCTIONS:
        kept = [(*shape[:k], 1, *shape[k + 1 :]) for k in axes]
        ran = [k for k in axes if made.shape in (kept[k], shape[:k] + shape[k + 1 :])]
    elif name.endswith("max") and made.shape == shape:  # soft: along its axis sums are one
        made = np.exp(made) if "log" in name else made
        ran = [k for k in axes if np.allclose(made.sum(axis=k), 1, atol=CLOSE)]
    ran = [k for k in ran if shape[k] > 1]
    if len(ran) != 1 or len(axes) < 2:
        return None
    what = f"{subject.where(value)}. It gets an input of shape {subject.shape(shape)}."
    named = [f"axis {k}, {n} long" for k, n in enumerate(shape)]
    text = f"Take {what} Along which axis of that does it run?"
    return text, named[ran[0]], [*named, "all axes at once"]


def _count(subject: Subject, value: LineValue) -> Asked | None:
    operand, name, count, asked = _operand(subject, value), _name(value), 0, ""
    is_product = isinstance(getattr(value.node, "op", None), ast.MatMult)
    if is_product or (name in PRODUCTS and not getattr(value.node, "keywords", ())):
        count = operand.shape[-1] if operand.ndim else 0
        asked = "How many products are added up for each number that it gives?"
    elif name in REDUCTIONS:
        count = operand.size // max(value.array.size, 1)
        asked = "From how many numbers is each number made that it gives?"
    text = f"Take {subject.where(value)}. {asked}"
    return (text, str(count), _near(subject, count)) if count > 1 else None


def _name(value: LineValue) -> str:
    """The last part of the name of the function that a call calls, without TensorFlow's."""
    function = getattr(value.node, "func", None)
    name = getattr(function, "attr", "") or getattr(function, "id", "")
    return str(name).removeprefix("reduce_")


def _operand(subject: Subject, value: LineValue) -> np.ndarray:
    """The first array that an operation was given; an empty one where it may skip some."""
    history, node = subject.history, value.node
    is_partial = any(isinstance(a, ast.GeneratorExp) for a in getattr(node, "args", ()))
    is_partial |= any(k.arg == "where" for k in getattr(node, "keywords", ()))
    values = [history.event(place).value for place in history.operands(value.place)]
    arrays = [a for a in values if a is not None and a.ndim and a.dtype.kind in "biuf"]
    return np.zeros(0) if is_partial or not arrays else arrays[0]


def _repeats(subject: Subject, value: LineValue) -> Asked | None:
    if value.times < 2 or not (value.name or isinstance(value.node, ast.Return)):
        return None
    if len({e.frame for e in subject.trace.events if e.node == value.number}) > 1:
        return None  # of several calls it is not clear which is meant
    loop = "the body of the loop in " if isinstance(value.node, ast.For) else ""
    text = f"How many times does {loop}line {value.line} run in this call?"
    return text, str(value.times), _near(subject, value.times)


def _nonzeros(subject: Subject, value: LineValue) -> Asked | None:
    array, sizes = value.array, np.abs(value.array.astype(float))
    many, is_rounding = int((sizes > 0).sum()), ((sizes > 0) & (sizes < CLOSE)).any()
    is_unclear = is_rounding or subject.has_room or subject.is_large
    if is_unclear or not value.is_array or not array.ndim or array.size in (1, many):
        return None
    held = "True" if array.dtype == bool else "not zero"
    text = f"How many of the {array.size} entries of {subject.where(value)} are {held}?"
    near = {0, many, many + 1, array.size - many, array.size, *array.shape}
    return text, str(many), map(str, sorted(near))


# By its kind, which is the function's name, what a question asks of a value, if anything.
KINDS = (_shape, _repeats, _axis, _count, _size, _nonzeros)
ABOUT_VALUES = {kind.__name__[1:]: kind for kind in KINDS}


def about_values(kind: str, subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """The questions of one of these kinds about the values of a call, in any order."""
    # What is shown in part cannot be counted, nor what code does that nobody sees.
    takes = any(isinstance(node, ast.arg) for node in subject.trace.code.nodes.values())
    is_unclear = takes and (subject.is_cut or subject.is_called_unseen)
    is_asked = kind in ("shape", "axis") or not is_unclear
    values = [*subject.stored, *subject.expressions] if is_asked else []
    for i in rng.permutation(len(values)):
        value = values[i]
        is_asked = value.name != "_" and not subject.is_of_unseen(value.node)
        made = ABOUT_VALUES[kind](subject, value) if is_asked else None
        if made is not None and not subject.listing.gives_away(value.number, made[1]):
            text, right, options = made
            about = f"{value.line} {value.name or subject.listing.quoted(value.number)}"
            if kind == "nonzeros":  # which they are is the same, and not by chance as many
                about += str((value.array != 0).tolist())
            because = f"In this call, {subject.where(value)}: {value}."
            yield Draft(kind, about, text, right, tuple(options), because)


def _near(subject: Subject, number: int) -> list[str]:
    """A number among the arguments' lengths and sizes, and those beside it if need be."""
    near = {n for array in subject.given for n in (*array.shape, array.size)}
    if number not in near or len(near - {0}) < len(LETTERS):
        near |= {number + n for n in (-3, -2, -1, 0, 1, 2, 3)} | {2 * number, number**2}
    return [str(n) for n in sorted(near) if n > 0 or n == number]


def _sums_to_one(array: np.ndarray) -> bool:
    if array.dtype.kind != "f" or not array.size or not array.ndim or array.shape[-1] < 2:
        return False
    return bool(np.allclose(array.sum(axis=-1), 1.0, atol=CLOSE) and (array >= 0).all())


def _nothing_later(array: np.ndarray) -> bool:
    if array.ndim < 2 or array.shape[-1] != array.shape[-2] or array.shape[-1] < 2:
        return False
    later = np.triu(np.ones(array.shape[-2:], bool), 1)
    return bool((array[..., later] == 0).all() and (array[..., later.T] != 0).any())


# What an array is, as a question says it, and whether it is; first what unseen code hides.
PROPERTIES: dict[str, Callable[[np.ndarray], bool]] = {
    "an array of float32": lambda a: a.dtype == np.float32,
    "an array of whole numbers": lambda a: a.dtype.kind in "iu",
    "an array with a number below -10000 in it": lambda a: bool((a < VERY_NEGATIVE).any()),
    "an array of booleans": lambda a: a.dtype == bool,
    "an array in which every row along the last axis sums to one": _sums_to_one,
    "a square of zeros above the diagonal and not below it": _nothing_later,
    "an array of more than ten numbers, none of them negative": lambda a: (
        a.dtype != bool and a.size > 10 and bool((a >= 0).all())
    ),
}


def first_lines(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """Which line is the first with a property, or the first with the largest array."""
    by_line = defaultdict[int, list[np.ndarray]](list)
    dropped = {value.line for value in subject.stored if value.name == "_"}
    for value in sorted(subject.stored, key=lambda value: value.place):
        if value.times == 1 and value.line not in dropped:
            by_line[value.line] += [value.array] * value.is_array
    every = [v.array for v in (*subject.stored, *subject.expressions) if v.is_array]
    most = max((array.nbytes for array in every), default=0)
    largest = "the largest array of all lines shown, in bytes"
    asked = {largest: lambda array: array.nbytes == most, **PROPERTIES}
    # Of what is unseen nobody knows how large it is, its dtypes and its numbers.
    for says in rng.permutation([*asked][4 * subject.is_called_unseen :]).tolist():
        lines = [line for line, arrays in by_line.items() if arrays or says != largest]
        texts = tuple(map(subject.listing.shown, lines))
        held = [any(map(asked[says], by_line[line])) for line in lines]
        if any(held) and not any(map(asked[says], subject.given)):
            where = "Which of these lines, in the order in which they run, is the first"
            text, first = f"{where} to store or return {says}?", texts[held.index(True)]
            because = f"It is so for {first}, and for none of these before it."
            yield Draft("first line", says, text, first, texts, because)


def origins(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """Which line is the last to assign to a name before it is used."""
    code, history, listing = subject.trace.code, subject.history, subject.listing
    events, every = subject.trace.events, {value.line for value in subject.stored}
    last = {e.node: place for place, e in enumerate(events) if not e.name}
    stores = [i for i, n in code.nodes.items() if type(getattr(n, "ctx", 0)) is ast.Store]
    for node, place in last.items():
        name, used = getattr(code.nodes[node], "id", ""), listing.line(node)
        stored = history.store_before(name, place) if name and used else None
        writes = {e.node for e in events if e.name == name}
        before = [p for p, e in enumerate(events[:place]) if e.name == name]
        others = {i for i in stores if getattr(code.nodes[i], "id", "") == name}
        lines = {*map(listing.line, writes | others)}
        frames = [e.frame for e in events if e.node == node]
        is_clear = all(isinstance(code.nodes[each], ASSIGNS) for each in writes)
        # What changed nothing was assigned, too; of several calls nobody sees the last.
        is_clear = is_clear and 0 not in lines and len({*frames}) == 1
        if stored not in before[-1:] or len(lines) < 2 or not is_clear:
            continue
        when = " for the last time" if frames[1:] else ""
        what = f"Which line is the last to assign to `{name}`, or to a part of it"
        came = listing.line(history.event(stored).node)
        more = rng.permutation([*every - lines]).tolist()
        offered = sorted([*lines, *more][: max(len(LETTERS), len(lines))])
        drawn = listing.shown(came), tuple(map(listing.shown, offered))
        text = f"{what}, before line {used} uses it{when}?"
        because = f"Line {came} was the last to assign to `{name}` before that."
        yield Draft("origin", f"{name} {used}", text, *drawn, because)


def parameters(subject: Subject, _: np.random.Generator) -> Iterator[Draft]:
    """How many numbers the parameters of a layer hold."""
    weights = subject.arguments[1] if subject.exercise.kind == "layer" else ()
    if sizes := [array.size for _, array in weights]:
        every, what = sum(sizes), f"`{subject.call}`, all parameters together"
        near = {every, every - sizes[-1], every - sizes[0], 2 * every, max(sizes)} - {0}
        text = f"How many numbers does training change in {what}?"
        because = "; ".join(f"`{name}` has shape {a.shape}" for name, a in weights)
        options = tuple(map(str, sorted(near)))
        yield Draft("parameters", "all", text, str(every), options, because)
