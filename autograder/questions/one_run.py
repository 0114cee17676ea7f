"""Questions that one run answers: about a value, and about which line gave what."""

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from autograder.questions.draft import LETTERS, NUMBERS, Draft
from autograder.questions.subject import ASSIGNS, LineValue, Subject, is_cut

Asked = tuple[str, str, Iterable[str]]  # the question, what is right, and what is wrong
CLOSE, VERY_NEGATIVE = 1e-5, -1e4
FEW = 10  # of fewer numbers all may have one sign by accident
PRODUCTS = ("matmul", "dot", "bmm")
REDUCTIONS = ("sum", "mean", "max", "amax", "argmax", "var", "std")


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
    return f"Which shape has {subject.where(value)}?", subject.shape(shape), wrong


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
    is_said = value.name or isinstance(value.node, ast.Call | ast.Subscript)
    if not is_said or not (is_size or is_list):
        return None
    number = int(value.array) if is_size else len(value.array)
    lengths = {n for a in subject.given for n in (*a.shape, a.size)}
    what = "Which number is" if is_size else "How many entries has"
    return f"{what} {subject.where(value)}?", str(number), _near(number, lengths)


def _axis(subject: Subject, value: LineValue) -> Asked | None:
    operands = _operands(subject, value)
    axes = _run_along(value, operands)
    if len(axes) != 1 or operands[0].ndim < 2:
        return None
    shape = operands[0].shape
    axes_named = [subject.axis(shape, k) for k in range(len(shape))]
    what = f"{subject.where(value)}. It gets an input of shape {subject.shape(shape)}."
    text = f"Take {what} Along which axis of that does it run?"
    return text, axes_named[axes[0]], [*axes_named, "all axes at once"]


def _count(subject: Subject, value: LineValue) -> Asked | None:
    operands, node = _operands(subject, value), value.node
    axes, name = _run_along(value, operands), _name(value)
    is_product = isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)
    is_product |= name in PRODUCTS and not getattr(node, "keywords", ())
    if is_product and len(operands) > 1:
        count = operands[0].shape[-1]
        asked = "How many products are added up for each number that it gives?"
    elif name in REDUCTIONS and operands and (len(axes) == 1 or value.array.size == 1):
        count = operands[0].shape[axes[0]] if axes else operands[0].size
        asked = "From how many numbers is each number made that it gives?"
    else:
        return None
    near = {n for each in operands for n in (*each.shape, each.size)} | {value.array.size}
    text = f"Take {subject.where(value)}. {asked}"
    return (text, str(count), _near(count, near)) if count > 1 else None


def _repeats(subject: Subject, value: LineValue) -> Asked | None:
    if value.times < 2 or not (value.name or isinstance(value.node, ast.Return)):
        return None
    loop = "the body of the loop in " if isinstance(value.node, ast.For) else ""
    near = {n for a in subject.given for n in a.shape} | {1, value.times**2}
    text = f"How many times does {loop}line {value.line} run in this call?"
    return text, str(value.times), _near(value.times, near)


# By its kind, what a question asks of a value, if it asks anything.
ABOUT_VALUES: dict[str, Callable[[Subject, LineValue], Asked | None]] = {
    "shape": _shape,
    "size": _size,
    "axis": _axis,
    "count": _count,
    "repeats": _repeats,
}


NO_LINE = "none of these lines"  # where there are two
COUNTED = ("size", "count", "repeats")


def about_values(
    subject: Subject, rng: np.random.Generator, *, kind: str
) -> Iterator[Draft]:
    """The questions of one of these kinds about the values of a call, in any order."""
    # What is shown in part cannot be counted, nor what code does that nobody sees.
    is_hidden = subject.is_called_unseen or any(is_cut(value) for _, value in subject.shown)
    values = (
        () if kind in COUNTED and is_hidden else (*subject.stored, *subject.expressions)
    )
    for i in rng.permutation(len(values)):
        value = values[i]
        is_asked = (
            value.array.size and value.name != "_" and not subject.is_of_unseen(value)
        )
        made = ABOUT_VALUES[kind](subject, value) if is_asked else None
        if made is None or subject.listing.gives_away(value.number, made[1]):
            continue
        text, right, wrong = made
        if subject.unknown.isdisjoint(map(int, NUMBERS.findall(right))):
            about = f"{value.line} {value.name or subject.listing.quoted(value.number)}"
            because = f"In this call, {subject.where(value)}: {value}."
            yield Draft(kind, about, text, right, tuple(wrong), because)


def _near(number: int, others: set[int]) -> list[str]:
    near = {number + n for n in (-3, -2, -1, 1, 2, 3)} | {2 * number, *others}
    return [str(n) for n in near - {number} if n > 0]


def _name(value: LineValue) -> str:
    """The last part of the name of the function that a call calls, without TensorFlow's."""
    function = getattr(value.node, "func", None)
    name = getattr(function, "attr", "") or getattr(function, "id", "")
    return str(name).removeprefix("reduce_")


def _operands(subject: Subject, value: LineValue) -> list[np.ndarray]:
    """What an operation was given, as arrays of numbers; nothing where it may skip some."""
    history, node = subject.history, value.node
    is_partial = any(isinstance(a, ast.GeneratorExp) for a in getattr(node, "args", ()))
    if is_partial or any(k.arg == "where" for k in getattr(node, "keywords", ())):
        return []
    values = (history.event(place).value for place in history.operands(value.place))
    return [a for a in values if a is not None and a.ndim and a.dtype.kind in "biuf"]


def _run_along(value: LineValue, operands: Sequence[np.ndarray]) -> list[int]:
    """The axes of its first operand that a call may have run along.

    A reduction leaves its axis out, or one long; what is a soft maximum, of the shape that
    it is given, makes each sum to one.
    """
    name, result, shape = _name(value), value.array, operands[0].shape if operands else ()
    axes = [k for k, n in enumerate(shape) if n > 1]
    if name in REDUCTIONS:
        left = {k: (*shape[:k], *shape[k + 1 :]) for k in axes}
        kept = {k: (*shape[:k], 1, *shape[k + 1 :]) for k in axes}
        return [k for k in axes if result.shape in (left[k], kept[k])]
    is_soft = name.endswith("max") and result.shape == shape and (result >= 0).all()
    if not operands or not is_soft:
        return []
    made, given = ({k for k in axes if _are_shares(a, k)} for a in (result, operands[0]))
    return sorted(made - given)


def _are_shares(array: np.ndarray, axis: int) -> bool:
    return bool(np.allclose(array.sum(axis=axis), 1.0, atol=CLOSE))


def _sums_to_one(array: np.ndarray) -> bool:
    if array.dtype.kind != "f" or not array.size or not array.ndim or array.shape[-1] < 2:
        return False
    return bool(np.allclose(array.sum(axis=-1), 1.0, atol=CLOSE) and (array >= 0).all())


def _nothing_later(array: np.ndarray) -> bool:
    if array.ndim < 2 or array.shape[-1] != array.shape[-2] or array.shape[-1] < 2:
        return False
    later = np.triu(np.ones(array.shape[-2:], bool), 1)
    return bool((array[..., later] == 0).all() and (array[..., later.T] != 0).any())


# What a value is, as a question says it, and whether it is.
PROPERTIES: dict[str, Callable[[np.ndarray], bool]] = {
    "an array of float32": lambda a: a.dtype == np.float32,
    "an array of whole numbers": lambda a: a.dtype.kind in "iu",
    "an array of booleans": lambda a: a.dtype == bool,
    "an array of one axis": lambda a: a.ndim == 1,
    "an array of two axes": lambda a: a.ndim == 2,
    "an array of three axes": lambda a: a.ndim == 3,
    "an array of four axes": lambda a: a.ndim == 4,
    "an array in which every row along the last axis sums to one": _sums_to_one,
    "a square of zeros above the diagonal and not below it": _nothing_later,
    "an array with a minus infinity in it, or a number below -10000": lambda a: (
        a.dtype.kind == "f" and bool((a < VERY_NEGATIVE).any())
    ),
    "an array of more than ten numbers, none of them negative": lambda a: (
        a.dtype.kind in "iuf" and a.size > FEW and bool((a >= 0).all())
    ),
}


def first_lines(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """Which line is the first with a property; which makes the largest value."""
    by_line: dict[int, list[LineValue]] = {}
    for value in subject.stored:
        if value.times == 1:
            by_line.setdefault(value.line, []).append(value)
    lines = sorted(by_line.values(), key=lambda values: values[-1].place)
    texts = tuple(subject.listing.shown(values[0].line) for values in lines)

    def draft(about: str, asked: str, first: int, because: str) -> Draft:
        text = f"Which of these lines, in the order in which they run, {asked}?"
        wrong = texts if texts[2:] else (*texts, NO_LINE)
        return Draft("first line", about, text, texts[first], wrong, because)

    is_seen = not subject.is_called_unseen
    for says in rng.permutation([*PROPERTIES][0 if is_seen else 2 :]).tolist():
        holds = PROPERTIES[says]  # of what is unseen nobody knows which dtypes there are
        held = [any(v.is_array and holds(v.array) for v in values) for values in lines]
        if any(held) and not any(map(holds, subject.given)):
            first = held.index(True)
            because = f"It is so for {texts[first]}, and for none before."
            yield draft(says, f"is the first to store or return {says}", first, because)
    sizes = [max(v.array.nbytes * v.is_array for v in values) for values in lines]
    most, given = max(sizes, default=0), [a.nbytes for a in subject.given]
    # What a function gives that nobody sees has any size.
    if is_seen and sizes.count(most) == 1 and most > max(given, default=0):
        asked = "stores or returns the single array that takes the most memory"
        because = f"It takes {most} bytes in this call."
        yield draft("memory", asked, sizes.index(most), because)


def origins(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """Which line is the last to assign to a name before it is used."""
    code, history, listing = subject.trace.code, subject.history, subject.listing
    lines = sorted({value.line for value in subject.stored})
    texts = tuple(map(listing.shown, lines))
    last = {e.node: place for place, e in enumerate(subject.trace.events) if not e.name}
    reads = [p for node, p in last.items() if isinstance(code.nodes[node], ast.Name)]
    for place in rng.permutation(reads).tolist():
        node, name = history.event(place).node, getattr(history.node(place), "id", "")
        stored, used = history.store_before(name, place), listing.line(node)
        came = listing.line(history.event(stored).node) if stored is not None else 0
        writes = {e.node for e in subject.trace.events if e.name == name}
        is_clear = all(isinstance(code.nodes[each], ASSIGNS) for each in writes)
        frames = [event.frame for event in subject.trace.events if event.node == node]
        is_clear = (
            is_clear and len({*frames}) == 1
        )  # of calls nobody is shown which is last
        if used and came in lines and len(writes) > 1 and is_clear:
            what = f"Which line is the last to assign to `{name}`, or to a part of it"
            when = " for the last time" if frames[1:] else ""
            text = f"{what}, before line {used} uses it{when}?"
            because = f"Line {came} was the last to assign to `{name}` before that."
            own = {listing.shown(line): 0 for line in map(listing.line, writes) if line}
            offered = [*own, *rng.permutation([t for t in texts if t not in own]).tolist()]
            offered += [] if offered[2:] else [NO_LINE]
            drawn = text, listing.shown(came), tuple(offered[: len(LETTERS)]), because
            yield Draft("origin", f"{name} {used}", *drawn)


def parameters(subject: Subject, _: np.random.Generator) -> Iterator[Draft]:
    """How many numbers the parameters of a layer hold."""
    sizes = [array.size for _, array in subject.weights]
    if sizes:
        near = {sum(sizes) - sizes[-1], sum(sizes) - sizes[0], max(sizes), 2 * sum(sizes)}
        made = f"`{subject.call}`, all parameters together"
        text = f"How many numbers does training change in {made}?"
        because = "; ".join(f"`{name}` has shape {a.shape}" for name, a in subject.weights)
        wrong = tuple(map(str, near - {0}))
        yield Draft("parameters", "all", text, str(sum(sizes)), wrong, because)
