"""What is known of a recorded value: its numbers, what it was made of, and by whom."""

from __future__ import annotations

import ast

from autograder.tracing.history import History
from autograder.tracing.instrument import walked
from autograder.tracing.known import Known
from autograder.tracing.loops import (
    PUTS,
    called,
    calls_recursive,
    is_in_open_loop,
    is_left_by_loop,
)
from autograder.tracing.record import Trace

MOST_PARTS = 4  # within one another
ROOM = ("empty", "empty_like", "new_empty")


class Evidence(History):
    """A recorded call beside the numbers of right ways."""

    def __init__(self, trace: Trace, known: Known) -> None:
        super().__init__(trace)
        self.known = known
        self._unknown: dict[int, bool] = {}

    def is_unknown(self, place: int) -> bool:
        """Whether no part of the right computation has this value."""
        if place not in self._unknown:
            value = self.event(place).value
            self._unknown[place] = not (
                value is None
                or self._is_constant(place)
                or self.is_room(place)
                or self.known.has(value)
            )
        return self._unknown[place]

    def _is_constant(self, place: int) -> bool:
        """Whether it is a number of a library, such as ``np.pi``."""
        is_name = isinstance(self.node(place), ast.Attribute)
        owners = self.operands(place) if is_name else []
        return any(self.event(owner).kind == "module object" for owner in owners)

    def is_room(self, place: int) -> bool:
        """Whether an array has not been filled: what is in it is chance."""
        node = self.node(place)
        if isinstance(node, ast.Call):
            return called(node) in ROOM
        if not isinstance(node, ast.Name):
            return False
        stored = self.store_before(node.id, place)
        values = self.values_of(stored) if stored is not None else []
        is_whole = stored is not None and self.is_whole(stored)
        return is_whole and any(self.is_room(value) for value in values[:1])

    def is_handed_on(self, place: int) -> bool:
        """Whether something is what the answer was called with, or made of that alone."""
        node = self.node(place)
        if isinstance(node, ast.Name | ast.Attribute):
            return self.store_before(ast.unparse(node), place) is None
        if not any(isinstance(each, ast.Name) for each in walked(node)):
            return True  # a number that is written there
        is_made = isinstance(node, ast.Call)
        return is_made and all(self.is_handed_on(each) for each in self.operands(place))

    def last_filled(self, place: int) -> int | None:
        """Of a name of a container: the statement that filled it last."""
        node = self.node(place)
        if not isinstance(node, ast.Name | ast.Attribute):
            return None
        stored = self.store_before(ast.unparse(node), place)
        if stored is None or self.is_whole(stored):
            return None
        for value in self.values_of(stored):  # rows that are filled themselves
            is_put = called(self.node(value)) in PUTS
            for each in self.operands(value) if is_put else []:
                deeper = self.last_filled(each)
                if deeper is not None and deeper < stored:
                    return deeper
        return stored

    def is_settled(self, place: int) -> bool:
        """Whether what a right number in a wrong place is made of was made once.

        What a loop without a set end, a function that calls itself or an object's methods
        leave behind may be right, but for an earlier round or call.
        """
        nodes, number = self.code.nodes, self.event(place).node
        if self.event(place).name:
            return not is_in_open_loop(nodes, number)
        names = {
            ast.unparse(each)
            for each in walked(nodes[number])
            if isinstance(each, ast.Name | ast.Attribute)
        }
        if calls_recursive(nodes, number) or is_left_by_loop(nodes, names, number):
            return False
        own = {f"self.{name.rpartition('.')[2]}" for name in names if "." in name}
        kept = (p for p, each in enumerate(self.trace.events) if each.name in own)
        return all(self._is_made_at_once(store) for store in kept)

    def _is_made_at_once(self, store: int) -> bool:
        """Whether an object got what it keeps when it was made."""
        frame = self.event(store).frame
        head = self.code.nodes[self.trace.frames[frame][0]] if frame >= 0 else None
        return self.is_whole(store) and getattr(head, "name", "") == "__init__"

    def is_clear(self, place: int, depth: int = 0) -> bool:
        """Whether nothing unknown is in what is a number, was given, or is made of such."""
        if self.is_number(place) or self._is_given(place):
            return True
        node = self.node(place)
        if depth > MOST_PARTS or any(isinstance(n, ast.Lambda) for n in walked(node)):
            return False
        if not isinstance(node, ast.Name | ast.Attribute):
            if self.code.defines(called(node)):
                return False  # what it does may be wrong, and is not known
            return all(self.is_clear(each, depth + 1) for each in self.operands(place))
        last = self.store_before(ast.unparse(node), place)
        stores = self.stores(last) if last is not None else []
        values = [value for store in stores for value in self.values_of(store)]
        return bool(values) and not any(
            self.is_unknown(value) or not self.is_clear(value, depth + 1)
            for value in values
        )

    def _is_given(self, place: int) -> bool:
        """Whether something that is no number is a module, or came with the call."""
        node = self.node(place)
        is_name = isinstance(node, ast.Name | ast.Attribute)
        return is_name and self.store_before(ast.unparse(node), place) is None
