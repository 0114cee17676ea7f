"""What if: a part of the code is left out or changed, and the same call is made again."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

import numpy as np

from autograder.exercise.values import untensored
from autograder.questions.draft import Draft
from autograder.questions.subject import Subject, arrays_in, output_of
from autograder.tracing.instrument import walked
from autograder.tracing.record import Trace

MOST_RUNS = 14
SAME, OTHER = 1e-9, 1e-4  # relative; between these rounding or more may be meant
COARSE = 1e-6  # for float32
ERROR, SHAPE = "It raises an error.", "The result has another shape or length."
EQUAL = "The result is the same, up to rounding."
NUMBERS = "The result has the same shape and other numbers in it, none of them nan."
NAN = "The result has the same shape, and some of its numbers are nan."
WORDS = "The result is as long as before, with something else in it."
LARGER, SMALLER = "The result is a larger number.", "The result is a smaller number."
Changed = tuple[str, ast.AST | None]  # what is changed, in words; what takes a node's place
WHOLE = ("T", "mT", "copy", "clone", "contiguous", "detach", "abs", "exp", "sqrt")
FORM = ("transpose", "swapaxes", "permute", "squeeze", "unsqueeze", "expand_dims", "astype")
CALLS = {*WHOLE, *FORM, "reshape", "to", "cast", "float", "where"}
KEYWORDS = (
    "axis",
    "dim",
    "keepdims",
    "keepdim",
    "dtype",
    "k",
    "diagonal",
    "out",
    "initial",
)


def changes(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """What the same call gives with a part of the code left out or changed."""
    if subject.trace.result is None or _may_not_end(subject):
        return
    found = [
        (node, *made) for node in _executed(subject) for made in _changed(node, subject)
    ]
    for place in rng.permutation(len(found))[:MOST_RUNS]:
        number, words, instead = found[place]
        trace = _run(subject, number, instead)
        outcome = outcome_of(subject, trace) if trace is not None else ""
        if trace is None or not outcome:
            continue
        line = subject.listing.line(number)
        options = _options(subject, outcome)
        if outcome not in options:
            continue
        yield Draft(
            "what if",
            f"{line} {words}",
            f"What does this call give if in line {line} {words}?",
            outcome,
            options,
            f"It was run so: {_said(trace, outcome)}",
            subject.lines_of(trace),
            3 if outcome == EQUAL else 2,
            options,
        )


def arguments(subject: Subject, rng: np.random.Generator) -> Iterator[Draft]:
    """What the same code gives with another number in one of its arguments."""
    given, exercise = subject.arguments, subject.exercise
    if exercise.kind != "function" or subject.trace.result is None:
        return
    names = exercise.handler.parameter_names(exercise, len(given))
    for place in rng.permutation(len(given)):
        value = given[place]
        if type(value) not in (int, float) or not np.isfinite(value):
            continue
        new = value + 1 if isinstance(value, int) else 2 * value
        trace = subject.run((*given[:place], new, *given[place + 1 :]), ())
        outcome = outcome_of(subject, trace) if trace is not None else ""
        if trace is None or not outcome or new == value:
            continue
        options = _options(subject, outcome)
        if outcome not in options:
            continue
        yield Draft(
            "argument",
            names[place],
            f"What does the same code give if `{names[place]}` is {new} in place of {value}?",
            outcome,
            options,
            f"It was run so: {_said(trace, outcome)}",
            subject.lines_of(trace),
            2,
            options,
        )


def _options(subject: Subject, outcome: str) -> tuple[str, ...]:
    if not _numeric(subject):
        return ERROR, SHAPE, WORDS, EQUAL
    if [array.ndim for array in arrays_in(subject.output)] == [0]:
        return ERROR, LARGER, SMALLER, EQUAL
    return ERROR, SHAPE, NAN if outcome == NAN else NUMBERS, EQUAL


def outcome_of(subject: Subject, trace: Trace) -> str:
    """What came of a changed run, in one of the sentences; "" where it is not clear."""
    if trace.raised:
        return ERROR
    before, after = subject.output, output_of(trace.result)
    if not _numeric(subject):
        if before == after:
            return EQUAL
        return WORDS if _parts(before) == _parts(after) else SHAPE
    pairs = arrays_in(untensored(before)), arrays_in(untensored(after))
    if [a.shape for a in pairs[0]] != [a.shape for a in pairs[1]]:
        return SHAPE
    if [a.dtype for a in pairs[0]] != [a.dtype for a in pairs[1]]:
        return ""  # which nobody is asked about here
    worst = max((difference(*both) for both in zip(*pairs, strict=True)), default=0.0)
    if np.isnan(worst):
        return NAN
    fine = COARSE if any(a.dtype.itemsize < 8 for a in pairs[0]) else SAME
    if fine < worst < OTHER:
        return ""
    if worst >= OTHER and len(pairs[0]) == 1 and not pairs[0][0].ndim:
        return LARGER if pairs[1][0] > pairs[0][0] else SMALLER
    return EQUAL if worst <= fine else NUMBERS


def difference(one: np.ndarray, other: np.ndarray) -> float:
    """The largest difference of two arrays, as a part of the largest number; or nan."""
    if not one.size:
        return 0.0
    one, other = one.astype(float), other.astype(float)
    if (np.isnan(other) & ~np.isnan(one)).any():
        return float("nan")
    equal = (one == other) | (np.isnan(one) & np.isnan(other))
    with np.errstate(all="ignore"):
        apart = np.where(equal, 0.0, np.abs(one - other))
        scale = max(float(np.abs(one[np.isfinite(one)]).max(initial=0.0)), 1e-30)
        return float(np.nan_to_num(apart, nan=np.inf).max() / scale)


def _numeric(subject: Subject) -> bool:
    return bool(arrays_in(subject.output))


def _parts(value: object) -> int:
    return len(value) if isinstance(value, str | list | tuple | dict) else -1


def _said(trace: Trace, outcome: str) -> str:
    shapes = [a.shape for a in arrays_in(output_of(trace.result))]
    if outcome == SHAPE and shapes:
        return f"the shape of the result is then {shapes[0]}."
    return outcome[:1].lower() + outcome[1:]


def _may_not_end(subject: Subject) -> bool:
    return any(isinstance(node, ast.While) for node in subject.trace.code.nodes.values())


def _executed(subject: Subject) -> list[int]:
    """The nodes that gave or stored a value in the call and stand in the listing."""
    numbers = dict.fromkeys(event.node for event in subject.trace.events)
    return [number for number in numbers if subject.listing.line(number)]


def _run(subject: Subject, number: int, instead: ast.AST | None) -> Trace | None:
    """The same call, with something else in the place of a node."""
    code = subject.trace.code
    source = code.source_of[number]
    tree = ast.parse(source.text)
    first = min(n for n, s in code.source_of.items() if s is source)
    node = walked(tree)[number - first]
    made = _Instead(node, instead).visit(tree)
    text = ast.unparse(ast.fix_missing_locations(made))
    return subject.run(subject.arguments, ((source.text, text),))


class _Instead(ast.NodeTransformer):
    def __init__(self, node: ast.AST, instead: ast.AST | None) -> None:
        self.node, self.instead = node, instead

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.node:
            return self.instead or ast.Pass()
        made: ast.AST = self.generic_visit(node)
        return made


# --- what is changed ---


def _changed(number: int, subject: Subject) -> Iterator[tuple[str, ast.AST | None]]:
    """The changes of one node, each in words that follow "if in line 3"."""
    node = subject.trace.code.nodes[number]
    whole = subject.listing.quoted(number)
    for made in CHANGES:
        for instead in made(node) if whole or isinstance(node, ast.AugAssign) else ():
            if instead is None:
                yield "nothing is done (the line is left out)", None
                continue
            new = ast.unparse(instead)
            if len(new) <= len(whole) + 8 and "`" not in new:
                yield f"{whole} is replaced by `{new}`", instead


def _without_keyword(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Call):
        for keyword in node.keywords:
            if keyword.arg in KEYWORDS:
                made = copy.copy(node)
                made.keywords = [k for k in node.keywords if k is not keyword]
                yield made


def _other_axis(node: ast.AST) -> Iterator[ast.AST]:
    for keyword in node.keywords if isinstance(node, ast.Call) else ():
        if keyword.arg in ("axis", "dim") and ast.unparse(keyword.value) in (
            "-1",
            "-2",
            "0",
            "1",
        ):
            made = copy.copy(node)
            other = (
                ast.Constant(0)
                if ast.unparse(keyword.value) != "0"
                else ast.parse("-1").body[0].value
            )  # type: ignore[attr-defined]
            pairs = [(k, other if k is keyword else k.value) for k in node.keywords]
            made.keywords = [ast.keyword(k.arg, value) for k, value in pairs]
            yield made


def _operands(node: ast.AST) -> Iterator[ast.AST]:
    if not isinstance(node, ast.BinOp):
        return
    if isinstance(node.op, ast.Sub | ast.Div | ast.Mult | ast.Add | ast.Pow):
        yield node.left
    if isinstance(node.op, ast.Sub | ast.Div | ast.MatMult):
        yield ast.BinOp(node.right, node.op, node.left)


def _without_call(node: ast.AST) -> Iterator[ast.AST]:
    """What a function or a method is given, in the place of what it makes of it."""
    if isinstance(node, ast.Attribute) and node.attr in WHOLE:
        yield node.value
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
        values = [getattr(node.func, "value", None), *node.args]
        is_module = isinstance(values[0], ast.Name) and values[0].id in (
            "np",
            "torch",
            "tf",
            "F",
        )
        given = values[1:] if is_module or values[0] is None else values
        if name == "where" and len(given) == 3:
            yield ast.Call(node.func, [given[0], given[2], given[1]], node.keywords)
        elif name in CALLS and given and given[0] is not None:
            yield given[0]


def _swapped(node: ast.AST) -> Iterator[ast.AST]:
    """The first two arrays of a product, the other way round."""
    name = getattr(getattr(node, "func", None), "attr", "")
    if isinstance(node, ast.Call) and name in (
        "matmul",
        "dot",
        "einsum",
        "tensordot",
        "bmm",
    ):
        *before, one, other = node.args[: 3 if name == "einsum" else 2]
        yield ast.Call(node.func, [*before, other, one], node.keywords)


def _turned(node: ast.AST) -> Iterator[ast.AST]:
    """Without a sign or a `not`, the other comparison, without an index."""
    if isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant):
        yield node.operand
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        pairs = ((ast.LtE, ast.Lt), (ast.Lt, ast.LtE), (ast.GtE, ast.Gt), (ast.Gt, ast.GtE))
        for one, other in pairs:
            if isinstance(node.ops[0], one):
                yield ast.Compare(node.left, [other()], node.comparators)
    if isinstance(node, ast.Subscript) and "None" in ast.unparse(node.slice):
        yield node.value


def _left_out(node: ast.AST) -> Iterator[None]:
    if isinstance(node, ast.AugAssign):
        yield None


CHANGES: tuple[Callable[[ast.AST], Iterator[ast.AST | None]], ...] = (
    *(
        _without_keyword,
        _other_axis,
        _operands,
        _without_call,
        _swapped,
        _turned,
        _left_out,
    ),
)
