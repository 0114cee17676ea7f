"""A mark: the operation in which an answer first goes wrong, and what a card says of it."""

import ast
from dataclasses import dataclass, replace

import numpy as np

from autograder.tracing.instrument import RecordedCode, walked
from autograder.tracing.known import is_plain
from autograder.tracing.record import TEXT, Trace
from autograder.tracing.value_kind import is_array

DECIDES = (ast.If, ast.IfExp, ast.While, ast.Try)
LOOK_AT_RUNS = "Look at which runs there are, and at what each of them is given."
LOOK = "Look there first; if it is as you meant it, look before and after it."


@dataclass(frozen=True)
class FirstWrong:
    """The first operation whose result no right way has.

    ``line`` is counted in ``place``, the cell where that is known, ``source`` is that
    line, and the operation stands in it from ``column`` on.
    """

    line: int
    text: str
    source: str
    column: int
    value: np.ndarray | None
    is_known: bool = False  # a number of a right way, but not of this place
    is_accident: bool = False  # whether that says nothing
    is_moved: bool = False  # whether no number of it was made there
    of_parts: bool = False  # whether it may be wrong only because what it is made of is
    form: str = ""  # the kind of difference, where not the numbers but their form is wrong
    is_right: bool = False  # whether the numbers of a wrong form are right in this call
    place: str = ""
    node: int = -1  # in the code of the trace
    room: int = 0  # bytes of its value, where a call holds too many
    kind: str = ""  # of its value, as ``kind_of`` says it
    function: str = ""  # in which it stands; of a class the method
    times: int = 1  # that it ran
    run: str = ""  # which of these is meant, where there are several
    through: str = ""  # the name of what is changed or cut off, or why it is not finite
    written: int = 0  # the line that writes into what is cut off, where it is another
    is_decided: bool = False  # whether a condition says if it runs
    is_result: bool = False  # whether the call returned these very numbers
    right: np.ndarray | None = None  # with this in its place the result is right


def described(trace: Trace, place: int, is_known: bool) -> FirstWrong:
    """An event of a call as a mark."""
    event = trace.events[place]
    mark = replace(at_node(trace.code, event.node), value=event.value, kind=event.kind)
    same = event.node, event.name  # a statement may store under several names
    runs = [n for n, each in enumerate(trace.events) if (each.node, each.name) == same]
    run = _run(trace, place, runs) if len(runs) > 1 else ""
    return replace(mark, is_known=is_known, times=len(runs), run=run)


def _run(trace: Trace, place: int, runs: list[int]) -> str:
    """Which of several runs of an operation one is, with the numbers that loops counted."""
    nodes, event = trace.code.nodes, trace.events[place]
    loops = {
        number
        for number, node in nodes.items()
        if isinstance(node, ast.For) and nodes[event.node] in walked(node)
    }
    counted: dict[str, str] = {}
    for each in trace.events[:place]:
        if each.node in loops and each.frame == event.frame and each.name:
            value = each.value
            is_count = value is not None and not value.ndim and value.dtype.kind == "i"
            if value is not None and is_count:
                counted[each.name] = f"{each.name} = {value}"
    where = f" ({', '.join(counted.values())})" if counted else ""
    return f"run {runs.index(place) + 1} of {len(runs)}{where}"


def at_node(code: RecordedCode, number: int) -> FirstWrong:
    """A mark under a node."""
    source, node = code.source_of[number], code.nodes[number]
    row, column = getattr(node, "lineno", 1) - 1, getattr(node, "col_offset", 0)
    line = source.text.splitlines()[row]
    column = len(line.encode()[:column].decode())  # ast counts bytes
    functions = (
        each.name
        for other, each in code.nodes.items()
        if isinstance(each, ast.FunctionDef) and code.source_of[other] is source
        if each.lineno <= row + 1 <= (each.end_lineno or 0)
    )
    mark = FirstWrong(code.line(number), code.text(number), line, column, None)
    function = next(functions, "")  # the outermost, of which the others are helpers
    decided = any(
        isinstance(each, DECIDES) and each is not node and node in walked(each)
        for other, each in code.nodes.items()
        if code.source_of[other] is source
    )
    own = replace(mark, place=source.place, node=number, function=function)
    return replace(own, is_decided=decided)


def marked(mark: FirstWrong) -> str:
    """The line of an answer, with a mark under the operation."""
    length = len(mark.text.partition("\n")[0])
    indent = len(mark.source) - len(mark.source.lstrip())
    sign = " " * (mark.column - indent) + "^" * length
    line = f"{mark.place}, line" if mark.place else "Line"
    return f"{line} {mark.line}\n    {mark.source.strip()}\n    {sign}"


def about(mark: FirstWrong) -> str:
    """What the mark means, in a sentence that gives no number away, and where to look."""
    if mark.form:
        return _about_form(mark)
    is_telling = mark.value is not None and not (mark.is_accident or is_plain(mark.value))
    if mark.is_known and is_telling and mark.is_result:
        return (
            "Right answers have these numbers on their way, too, and go on from there: "
            "something is missing, for all of the numbers or for some."
        )
    if mark.is_known and is_telling and mark.value is not None:
        numbers = "marked numbers" if mark.value.size > 1 else "marked number"
        numbers = "marked texts" if mark.value.dtype == TEXT else numbers
        return (
            f"A right way has the {numbers}, too. Look at what is picked here, when, and "
            "where it goes."
        )
    if mark.is_known:
        is_alone = not mark.is_decided  # then there is nothing else to look at
        looks = ["what it is made of"] if mark.of_parts or is_alone else []
        looks += ["what decides that it runs"] if mark.is_decided else []
        first = ", at ".join(["what is marked", *looks[:-1]])
        return f"Look at {first}, and at {looks[-1]}."
    form = f" (a {mark.kind})" if mark.kind.startswith(("list", "tuple")) else ""
    if mark.value is not None and mark.value.ndim and is_array(mark.kind):
        form = f" (its shape is {mark.value.shape})"
    says = "None of the right answers that were run gives what is marked"
    if mark.run:
        return f"{says} in {mark.run}{form}. {LOOK_AT_RUNS}"
    if mark.times > 1:
        says = f"In at least one of its {mark.times} runs what is marked"
        says += " gives what none of the right answers that were run gives"
        return f"{says}{form}. {LOOK_AT_RUNS}"
    return f"{says}{form}. {LOOK}"


def _about_form(mark: FirstWrong) -> str:
    if mark.form == "cut":
        return _about_cut(mark)
    if mark.form == "nan":
        what = "NaN" if mark.value is not None and np.isnan(mark.value).any() else "inf"
        why = f": {mark.through}" if mark.through else ""
        return f"What is marked gives {what}{why}."
    if mark.through:
        return f"{mark.through} holds the argument's own numbers, and no copy of them."
    if mark.form in ("rule", "argument"):
        return ""  # the card says it above
    if mark.form == "unfilled":
        return "Some of the numbers are never written. What is marked decides which are."
    if mark.form == "memory":
        made = f"{mark.room / (1 << 20):.2g} MiB"
        return f"What is marked makes an array of {made} in this call."
    right = "The numbers are right in this call. " if mark.is_right else ""
    if mark.form == "shape":
        made = "a sum or a mean along one of them is right in this call"
        return f"What is marked has an axis more than is asked for: {made}."
    if mark.form == "dtype" and mark.value is not None:
        return f"{right}What is marked is where the dtype becomes {mark.value.dtype}."
    article = "an" if mark.kind.startswith(tuple("aeiou")) else "a"
    return f"{right}What is marked makes it {article} {mark.kind or 'other thing'}."


def _about_cut(mark: FirstWrong) -> str:
    dtype = mark.value.dtype if mark.value is not None else "of whole numbers"
    if not mark.through:
        return f"This array has dtype {dtype}, so what fills it loses its fractions."
    if not mark.written:
        return f"{mark.through} has dtype {dtype}: what it is given loses its fractions."
    return (
        f"{mark.through} is made here with dtype {dtype}. So what line {mark.written} "
        "writes into it loses its fractions."
    )
