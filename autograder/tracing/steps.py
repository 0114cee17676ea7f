"""The run of an answer statement by statement, to be looked at."""

import ast
from dataclasses import dataclass
from operator import itemgetter

import numpy as np

from autograder.tracing.history import ROOM, called
from autograder.tracing.instrument import walked
from autograder.tracing.record import TEXT, Trace
from autograder.tracing.value_kind import ARRAY

MOST_STEPS = 40
LOOP = "this loop"
MAKES_A_LAYER = ("__init__", "build")


@dataclass(frozen=True)
class Step:
    """What a statement made: the name it went to, and the value that it last had there.

    ``is_first``: whether the answer first goes wrong in this statement.
    """

    line: int
    source: str
    name: str
    value: np.ndarray | None
    is_first: bool = False
    place: str = ""
    kind: str = ARRAY  # of the value


def steps(
    trace: Trace, first: int = -1, *, last: int = -1, is_layer: bool = False
) -> tuple[Step, ...]:
    """What each statement of a call stored or returned, in the order they first ran.

    Only up to the event ``last``, where there is one: of several results, the wrong one.
    Of a layer not what it is made with: a check gives it other weights.
    """
    newest: dict[tuple[int, str], int] = {}
    idle = _idle_loops(trace)
    source_of, has_cells = trace.code.source_of, any(s.place for s in trace.code.sources)
    frames = [getattr(trace.code.nodes[node], "name", "") for node, _, _ in trace.frames]
    for number, event in enumerate(trace.events[: last + 1 or None]):
        source = source_of[event.node]
        if is_layer and event.frame >= 0 and frames[event.frame] in MAKES_A_LAYER:
            continue
        if source.name in trace.hidden or (has_cells and not source.place):
            continue  # the course's, or right: not what the answer's lines give
        if event.node in idle:
            newest[idle[event.node], LOOP] = number
        is_return = isinstance(trace.code.nodes[event.node], ast.Return)
        if event.name or is_return:
            newest[event.node, event.name or "what is returned"] = number
    rooms = {name for node, name in newest if _is_room(trace.code.nodes[node])}
    latest = {name: node for (node, name), _ in sorted(newest.items(), key=itemgetter(1))}
    made = []
    for (node, name), number in [*newest.items()][:MOST_STEPS]:
        statement, value = trace.code.nodes[node], trace.events[number].value
        receiver = _receiver(statement)
        if receiver != name and (node, receiver) in newest:
            continue  # rows.append(row) changes no row
        kind = trace.events[number].kind
        if name == LOOP:
            value, kind = None, "does not run once"
        if value is not None and value.dtype == TEXT:
            value = None  # of texts there are checksums only
        if _is_room(statement):
            value, kind = None, "array that is not filled yet"
        elif name in rooms and node != latest[name]:
            value, kind = None, "array that may not be filled yet"  # with what was there
        source = source_of[node]
        row = int(getattr(statement, "lineno", 1)) - 1
        made.append(
            Step(
                trace.code.line(node),
                source.text.splitlines()[row].strip(),
                name,
                value,
                _is_in(trace, first, node),
                source.place,
                kind,
            )
        )
    return tuple(made)


def _idle_loops(trace: Trace) -> dict[int, int]:
    """The loops that did not run once, by what they go through."""
    ran = {event.node for event in trace.events if event.name}
    numbers = trace.code.numbers
    loops = (node for node in trace.code.nodes.values() if isinstance(node, ast.For))
    return {numbers[n.iter]: numbers[n] for n in loops if numbers[n] not in ran}


def _receiver(statement: ast.AST) -> str:
    """Of a call of a method, as a statement, the object's name; "" for anything else."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    function = call.func if isinstance(call, ast.Call) else None
    return ast.unparse(function.value) if isinstance(function, ast.Attribute) else ""


def _is_room(statement: ast.AST) -> bool:
    """Whether it makes an array whose numbers are what happened to be in memory."""
    return called(getattr(statement, "value", None)) in ROOM


def _is_in(trace: Trace, first: int, statement: int) -> bool:
    """Whether an operation stands in a statement, and in none within that."""
    nodes = trace.code.nodes
    if first < 0:
        return False
    within = [statement]
    for child in ast.iter_child_nodes(nodes[statement]):
        if not isinstance(child, ast.stmt):
            within += [trace.code.numbers[n] for n in walked(child)]
    return first in within
