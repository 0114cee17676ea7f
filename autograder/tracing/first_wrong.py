"""Walk back from a wrong result to the first operation that gave a wrong number.

From an unknown value one goes to the first of its operands that is unknown: of an
expression to its parts, of a name to what was stored there, of a call of the student's
own function to its arguments and then to what it returned.  Where all operands are known
and the result is not, there it goes wrong.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from autograder.tracing.known import Known, is_plain
from autograder.tracing.record import Event, Trace

DEEPEST = 200
# On known numbers these may begin a way that the key does not have: what uses them is
# marked, where that is wrong, too.
OTHER_ORDER = """
    T append arange array asanyarray asarray ascontiguousarray astype atleast_1d atleast_2d
    broadcast_to cast clone concat concatenate contiguous copy cumsum detach double empty
    empty_like enumerate expand expand_dims eye flatten flip float full full_like hstack
    insert list mT moveaxis numpy ones ones_like pad permute range ravel repeat reshape
    reversed roll sorted split squeeze stack swapaxes tensor tile tolist transpose tri tril
    triu tuple unsqueeze view vstack zeros zeros_like zip
"""
ELEMENTWISE = """
    abs cos exp exp2 expm1 float32 float64 log log1p log2 negative power reciprocal rsqrt
    sigmoid sin sqrt square tanh
"""
ANOTHER_WAY = frozenset((OTHER_ORDER + ELEMENTWISE).split())


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
    place: str = ""


class _Walk:
    def __init__(self, trace: Trace, known: Known) -> None:
        self.trace, self.known = trace, known
        self.code = trace.code
        self.at: dict[tuple[int, int], list[int]] = defaultdict(list)  # (node, frame)
        self.stored: dict[tuple[int, str], list[int]] = defaultdict(list)
        for place, event in enumerate(trace.events):
            if event.name:
                frame = -2 if "." in event.name else event.frame  # an object's is shared
                self.stored[frame, event.name].append(place)
            else:
                self.at[event.node, event.frame].append(place)
        self.seen: set[tuple[int, int]] = set()
        self.other_way: list[int] = []  # what was made of numbers of another way, in order

    def is_unknown(self, place: int) -> bool:
        value = self.trace.events[place].value
        return value is not None and not self.known.has(value)

    def is_return(self, place: int) -> bool:
        return isinstance(self.code.nodes[self.trace.events[place].node], ast.Return)

    def explain(self, place: int, part: int = -1) -> int | None:
        """The place of the first wrong operation behind an event; ``None`` for unsure.

        ``part`` says which of several values is meant, where it gives a tuple.
        """
        if (place, part) in self.seen or len(self.seen) > DEEPEST:
            return None
        self.seen.add((place, part))
        event = self.trace.events[place]
        node = self.code.nodes[event.node]
        if event.name:
            return self._of_store(place, event, node)
        if isinstance(node, ast.Name | ast.Attribute) and (
            (stored := self._store_before(ast.unparse(node), event.frame, place))
            is not None
        ):
            value = self.trace.events[stored].value
            is_number = event.value is not None and value is not None
            if part < 0 and is_number and not self.is_unknown(stored):
                return self._changed_between(stored, place)
            return self.explain(stored, part)
        operands = self._operands(place)
        if part >= 0 and isinstance(node, ast.Tuple | ast.List):
            if len(operands) != len(node.elts):
                return None
            return self._go(operands[part])
        if part >= 0 and isinstance(node, ast.Return | ast.Name) and len(operands) == 1:
            return self.explain(operands[0], part)
        behind = [self.explain(operand) for operand in operands if self.is_unknown(operand)]
        for found in behind:
            if found is not None and not self._is_neutral(found):
                return found
        if any(found is None for found in behind):
            return None
        values = (self.trace.events[found].value for found in behind if found is not None)
        if any(value is not None and value.size > 1 for value in values):
            self.other_way.append(place)  # a size is no way of its own
        for operand in operands:  # of what is no array: is something within unknown?
            if self.trace.events[operand].value is None:
                found = self._inside(operand)
                if found is not None:
                    return found
        inner = self._returned_by(place, event) if isinstance(node, ast.Call) else None
        if inner is not None:
            return self.explain(inner, part) if part >= 0 else self._go(inner)
        if isinstance(node, ast.Return) and operands:
            return self._go(operands[-1])
        return place

    def _is_neutral(self, place: int) -> bool:
        """Whether a number may well be right though no right way of the key has it."""
        if place in self.other_way:
            return True
        node = self.code.nodes[self.trace.events[place].node]
        if isinstance(node, ast.UnaryOp):
            return True
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            return isinstance(node.right, ast.Constant | ast.UnaryOp)
        called = node.func if isinstance(node, ast.Call) else node
        name = getattr(called, "attr", getattr(called, "id", ""))
        return isinstance(node, ast.Call | ast.Attribute) and name in ANOTHER_WAY

    def _go(self, place: int) -> int | None:
        """On from a part that must be wrong, though its number may be known."""
        if self.is_unknown(place) or self.trace.events[place].value is None:
            return self.explain(place)
        node = self.code.nodes[self.trace.events[place].node]
        value = self.trace.events[place].value  # a name of zeros alone says nothing
        says_nothing = value is None or (isinstance(node, ast.Name) and is_plain(value))
        return None if says_nothing else place

    def _inside(self, place: int) -> int | None:
        """The first wrong operation within what is no array of numbers, if any."""
        event = self.trace.events[place]
        node = self.code.nodes[event.node]
        if isinstance(node, ast.Name):
            stored = self._store_before(node.id, event.frame, place)
            if stored is None or (stored, -1) in self.seen:
                return None
            self.seen.add((stored, -1))
            return self._any_unknown(self._value_events(stored))
        return self._any_unknown(self._operands(place))

    def _any_unknown(self, places: list[int]) -> int | None:
        for place in places:
            if self.is_unknown(place):
                return self.explain(place)
        return None

    def _changed_between(self, stored: int, used: int) -> int | None:
        """What made a stored number wrong afterwards, under another name."""
        for place in range(stored + 1, used):
            event = self.trace.events[place]
            node = self.code.nodes[event.node]
            if event.name and isinstance(node, ast.AugAssign) and self.is_unknown(place):
                return self.explain(place)
        return None

    def _of_store(self, place: int, event: Event, node: ast.AST) -> int | None:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = [*node.targets] if isinstance(node, ast.Assign) else [node.target]
            whole = any(ast.unparse(target) == event.name for target in targets)
            values = self._value_events(place)
            if not values:
                return None
            if whole:
                return self.explain(values[0])
            position = _position(targets, event.name)
            if position >= 0:
                return self.explain(values[0], position)
            return self._of_filled(event, place)
        if isinstance(node, ast.For):
            values = self._value_events(place)
            return self._any_unknown(values) if values else None
        return self._of_filled(event, place)

    def _of_filled(self, event: Event, last: int) -> int | None:
        """Of a container that statements fill: the first of something unknown."""
        frame = -2 if "." in event.name else event.frame
        for place in self.stored[frame, event.name]:
            if place > last:
                break
            for value in self._value_events(place):
                if self.is_unknown(value):
                    return self.explain(value)
        before = [p for p in self.stored[frame, event.name] if p < last]
        node = self.code.nodes[event.node]
        is_sum = isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
        if is_sum and before and self.is_unknown(before[-1]):
            first = self.trace.events[before[-1]]
            if first.node != event.node:  # it was wrong before anything was added
                return self.explain(before[-1])
        return last

    def _value_events(self, store: int) -> list[int]:
        """The events of what a statement stored, at the time it did."""
        event = self.trace.events[store]
        found = []
        for child in self.code.children(event.node):
            places = self.at[child, event.frame]
            i = bisect_left(places, store)
            if i:
                found.append(places[i - 1])
        return found

    def _operands(self, place: int) -> list[int]:
        """The events of a node's parts that belong to one of its own."""
        event = self.trace.events[place]
        own = self.at[event.node, event.frame]
        i = bisect_left(own, place)
        begin = own[i - 1] if i else -1
        found: list[int] = []
        for child in self.code.children(event.node):
            found += [p for p in self.at[child, event.frame] if begin < p < place]
        return found

    def _store_before(self, name: str, frame: int, place: int) -> int | None:
        places = self.stored.get((-2 if "." in name else frame, name), [])
        i = bisect_left(places, place)
        return places[i - 1] if i else None

    def _returned_by(self, place: int, event: Event) -> int | None:
        """The return of the student's own function that a call ended with."""
        call = self.code.nodes[event.node]
        called = getattr(call, "func", None)
        name = getattr(called, "attr", getattr(called, "id", ""))
        for frame, (node, _, stop) in reversed(list(enumerate(self.trace.frames))):
            if stop == place and getattr(self.code.nodes[node], "name", "") == name:
                last = place - 1
                found = self.trace.events[last] if last >= 0 else None
                if found is not None and found.frame == frame:
                    is_return = isinstance(self.code.nodes[found.node], ast.Return)
                    return last if is_return else None
        return None


def _position(targets: Sequence[ast.expr], name: str) -> int:
    """Which of several values a name gets."""
    for target in targets:
        if isinstance(target, ast.Tuple | ast.List):
            names = [ast.unparse(part) for part in target.elts]
            if name in names:
                return names.index(name)
    return -1


def first_wrong(
    trace: Trace, known: Known, result: int, part: int = -1
) -> FirstWrong | None:
    """Find the first operation of a recorded call that gave a wrong number.

    Parameters
    ----------
    trace
        The call.
    known
        The numbers of right ways.
    result
        The place of the result that is wrong.
    part
        Which of several results is wrong, counted from 0; -1 where there is one.

    Returns
    -------
    The operation; ``None`` where it is not sure.
    """
    if not trace.is_complete or result < 0:
        return None
    walk = _Walk(trace, known)
    place = walk.explain(result, part)
    if place is None:  # all of it may be another way: what first uses that is marked
        made = (p for p in walk.other_way if not walk.is_return(p))
        place = next(made, None)
    if place is None or trace.events[place].value is None:
        return None  # of what is no number nothing is known
    if _is_carried(trace, trace.events[place].node):
        return None
    return _described(trace, place, not walk.is_unknown(place))


def _is_carried(trace: Trace, number: int) -> bool:
    """Whether an operation in a loop uses what an earlier round has left.

    Halfway through a loop numbers are right that no other way has.
    """
    node = trace.code.nodes[number]
    loops = [
        loop
        for loop in trace.code.nodes.values()
        if isinstance(loop, ast.For | ast.While) and node in ast.walk(loop)
    ]
    if not loops:
        return False
    used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    for inner in ast.walk(loops[0]):
        if isinstance(inner, ast.AugAssign) and ast.unparse(inner.target) in used:
            return True
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            before = [
                n
                for n in ast.walk(loops[0])
                if isinstance(n, ast.Name)
                and n.id == inner.id
                and isinstance(n.ctx, ast.Load)
                and n.lineno <= inner.lineno
            ]
            if inner.id in used and before:
                return True
    return False


def _described(trace: Trace, place: int, is_known: bool) -> FirstWrong:
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
        code.source_of[event.node].place,
    )
