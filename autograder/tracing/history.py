"""What happened in a recorded call: which values an expression or a name is made of."""

import ast
import contextlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from autograder.tracing.instrument import walked
from autograder.tracing.record import Event, Part, Put, Recording, Trace

COMPREHENSIONS = (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)
FILLS = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)  # statements that store
ROOM = ("empty", "empty_like", "new_empty")
SHARED = -2  # the frame of what an object keeps: all its methods see it


class History:
    """The events of a trace, by place: the number of an event, counted in order."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.code = trace, trace.code
        self._at: dict[tuple[int, int], list[int]] = defaultdict(list)  # (node, frame)
        self._stored: dict[tuple[int, str], list[int]] = defaultdict(list)
        self._whole: dict[tuple[int, str], bool] = {}
        rooms: set[tuple[int, str]] = set()
        for place, event in enumerate(trace.events):
            if event.name:
                key = _where_kept(event.name, event.frame), event.name
                stored = self._stored[key]
                if self.is_whole(place):
                    stored.append(place)
                    made = called(getattr(self.node(place), "value", None))
                    (rooms.add if made in ROOM else rooms.discard)(key)
                elif key in rooms or not self._changes_nothing(stored[-1:], place):
                    stored.append(place)  # of room, what is in it may be anything
            else:
                self._at[event.node, event.frame].append(place)

    def _changes_nothing(self, before: list[int], store: int) -> bool:
        """Whether a store fills an array with what stands there, and that is something."""
        old = self.event(before[0]).value if before else None
        new = self.event(store).value
        if old is None or new is None or not old.size:
            return False
        return bool((old != old.flat[0]).any()) and np.array_equal(old, new)

    def event(self, place: int) -> Event:
        """What happened at a place."""
        return self.trace.events[place]

    def node(self, place: int) -> ast.AST:
        """The part of the code that an event is of."""
        return self.code.nodes[self.event(place).node]

    def is_number(self, place: int) -> bool:
        """Whether numbers, or texts, were recorded there."""
        return self.event(place).value is not None

    def is_return(self, place: int) -> bool:
        """Whether a function returned there."""
        return isinstance(self.node(place), ast.Return)

    def is_whole(self, store: int) -> bool:
        """Whether a store gave a name its value, and did not fill what it had."""
        event = self.event(store)
        if (event.node, event.name) not in self._whole:  # a loop stores thousands of times
            node = self.node(store)
            targets = node.targets if isinstance(node, ast.Assign) else []
            is_whole = any(event.name in _names(target) for target in targets)
            is_whole |= isinstance(node, ast.AnnAssign | ast.For)
            self._whole[event.node, event.name] = is_whole
        return self._whole[event.node, event.name]

    def stores(self, store: int) -> list[int]:
        """The stores under the same name up to this one, since it was last made anew."""
        event = self.event(store)
        stores: list[int] = []
        for place in self._stored[_where_kept(event.name, event.frame), event.name]:
            if place > store:
                break
            stores = [place] if self.is_whole(place) else [*stores, place]
        return stores

    def store_before(self, name: str, place: int) -> int | None:
        """What was stored last under a name before an event, in its call."""
        key = (_where_kept(name, self.event(place).frame), name)
        places = self._stored.get(key, [])
        i = bisect_left(places, place)
        if not i and "." in name and self.is_number(place):
            return self._kept_by_itself(name, place)
        return places[i - 1] if i else None

    def _kept_by_itself(self, name: str, place: int) -> int | None:
        """What an object stored last under ``self.n``, where others read ``thing.n``."""
        own = f"self.{name.rpartition('.')[2]}"
        places = self._stored.get((SHARED, own), [])
        i = bisect_left(places, place)
        kept, read = self.event(places[i - 1]).value if i else None, self.event(place).value
        same = kept is not None and read is not None and np.array_equal(kept, read)
        return places[i - 1] if same else None

    def gone_through(self, place: int) -> int | None:
        """Of a name that a comprehension binds: what that goes through."""
        node = self.node(place)
        for each in self.code.nodes.values():
            if not isinstance(each, COMPREHENSIONS) or node not in walked(each):
                continue
            for part in each.generators:
                bound = {n.id for n in walked(part.target) if isinstance(n, ast.Name)}
                if getattr(node, "id", "") in bound:
                    key = self.code.numbers[part.iter], self.event(place).frame
                    places = self._at.get(key, [])
                    i = bisect_left(places, place)
                    return places[i - 1] if i else None
        return None

    def values_of(self, store: int) -> list[int]:
        """The events of what a statement stored, at the time it did.

        Of names that share what a comprehension makes, each has one run of it.
        """
        event, back = self.event(store), 1
        if isinstance(getattr(self.node(store), "value", None), COMPREHENSIONS):
            back = self._names_after(store)
        values = []
        for child in self.code.children(event.node):
            places = self._at[child, event.frame]
            i = bisect_left(places, store)
            if i >= back:
                values.append(places[i - back])
        return values

    def written_by(self, store: int) -> list[int]:
        """Of those what stands behind the equals sign, or is called."""
        node = self.node(store)
        written = node.value if isinstance(node, FILLS) else None
        if written is None:
            return []
        number = self.code.numbers[written]
        return [p for p in self.values_of(store) if self.event(p).node == number]

    def _names_after(self, store: int) -> int:
        """How many names from the one of a store on share several values, itself too."""
        position = self.position(store)
        targets = getattr(self.node(store), "targets", [])
        shares = [len(getattr(target, "elts", [])) for target in targets]
        return max(shares) - position if position >= 0 else 1

    def operands(self, place: int) -> list[int]:
        """The events of a node's parts that belong to one of its own."""
        event = self.event(place)
        own = self._at[event.node, event.frame]
        i = bisect_left(own, place)
        begin = own[i - 1] if i else -1
        parts: list[int] = []
        for child in self.code.children(event.node):
            parts += [p for p in self._at[child, event.frame] if begin < p < place]
        return parts

    def returns(self, place: int, operands: list[int]) -> list[int]:
        """The returns of own functions that an expression called, by name or not."""
        if not isinstance(self.node(place), ast.Call | ast.Subscript | ast.BinOp):
            return []
        after = max(operands, default=self._latest_before(place))
        returns, over = [], 0
        for frame, (_, begin, stop) in enumerate(self.trace.frames):
            if begin <= after or begin < over or not begin < stop <= place:
                continue
            over = stop
            if self.event(stop - 1).frame == frame and self.is_return(stop - 1):
                returns.append(stop - 1)
        return returns

    def _latest_before(self, place: int) -> int:
        """The last event of the same call before one, but what it called."""
        frame = self.event(place).frame
        earlier = range(place - 1, -1, -1)
        return next((p for p in earlier if self.event(p).frame == frame), -1)

    def position(self, store: int) -> int:
        """Which of several values the name of a store got; -1 where it got all."""
        node, name = self.node(store), self.event(store).name
        for target in getattr(node, "targets", []):
            if isinstance(target, ast.Tuple | ast.List) and name in _names(target):
                return _names(target).index(name)
        return -1


def called(node: ast.AST | None) -> str:
    """The last name of what an expression calls, or is."""
    function = node.func if isinstance(node, ast.Call) else node
    return str(getattr(function, "attr", getattr(function, "id", "")))


def _where_kept(name: str, frame: int) -> int:
    return SHARED if "." in name else frame


def _names(target: ast.expr) -> list[str]:
    parts = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    return [ast.unparse(part) for part in parts]


def results(trace: Trace, names: Sequence[str] = ()) -> list[int]:
    """The place where each call from outside returned; -1 where it did not.

    ``names``: the functions that are meant; all of them, where there are none.
    """
    returns, over = [], 0
    for frame, (node, begin, end) in enumerate(trace.frames):
        if begin < over:
            continue  # called by what was called
        over = end
        if names and getattr(trace.code.nodes[node], "name", "") not in names:
            continue
        last = trace.events[end - 1 : end] if end > 0 else []
        is_return = [isinstance(trace.code.nodes[e.node], ast.Return) for e in last]
        returns.append(end - 1 if is_return == [True] and last[0].frame == frame else -1)
    return returns


def part_of_result(trace: Trace, place: int, part: int) -> np.ndarray | None:
    """The numbers of one of several results; ``None`` where it is no array."""
    value = trace.events[place].value if place >= 0 else None
    if part < 0 or place < 0:
        return value
    if value is not None:
        return np.asarray(value[part]) if part < len(value) else None
    history = History(trace)
    operands = history.operands(place)
    while len(operands) == 1:  # of a return, down to the tuple or what makes one
        operands = history.operands(operands[0])
    return trace.events[operands[part]].value if part < len(operands) else None


def result_with(
    recording: Recording, arguments: tuple[Any, ...], put: Put, of: Part
) -> np.ndarray | None:
    """A result of a call with another value in a place; ``None`` where none came."""
    with contextlib.suppress(Exception):  # it runs on numbers it does not expect
        if trace := recording.call(arguments, put):
            which, part = of
            return part_of_result(trace, results(trace)[which], part)
    return None
