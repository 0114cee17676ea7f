"""A mark: the operation in which an answer first goes wrong, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from autograder.tracing.record import Trace


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
    form: str = ""  # the kind of difference, where not the numbers but their form is wrong
    is_right: bool = False  # whether the numbers of a wrong form are right in this call
    place: str = ""
    node: int = -1  # in the code of the trace
    kind: str = ""  # of its value, as ``kind_of`` says it
    shape: str = ""  # of an array, axes by name where they are known
    likeness: str = ""  # what its value has in common with a right one, in words


def described(trace: Trace, place: int, is_known: bool) -> FirstWrong:
    """An event of a call as a mark."""
    event, code = trace.events[place], trace.code
    source = code.source_of[event.node].text.splitlines()
    node = code.nodes[event.node]
    row, column = getattr(node, "lineno", 1) - 1, getattr(node, "col_offset", 0)
    column = len(source[row].encode()[:column].decode())  # ast counts bytes
    return FirstWrong(
        code.line(event.node),
        code.text(event.node),
        source[row],
        column,
        event.value,
        is_known,
        place=code.source_of[event.node].place,
        node=event.node,
        kind=event.kind,
    )
