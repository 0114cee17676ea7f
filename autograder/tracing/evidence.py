"""What is known of a recorded value: its numbers, what it was made of, and by whom."""

import ast
from collections.abc import Mapping

from autograder.tracing.history import ROOM, History, called
from autograder.tracing.instrument import walked
from autograder.tracing.known import Known
from autograder.tracing.record import Trace

PARAMETERS = ("weight", "bias", "kernel")  # of a library's layer
PUTS = ("append", "extend", "insert")  # something into a list


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
        """Whether it is a number of a library, as ``np.pi``, or what a layer was given."""
        node = self.node(place)
        is_name = isinstance(node, ast.Attribute)
        if isinstance(node, ast.Attribute) and node.attr in PARAMETERS:
            return self.store_before(ast.unparse(node), place) is None
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

    def is_put(self, place: int) -> bool:
        """Whether a statement puts something into a container."""
        return bool(self.event(place).name) and not self.is_whole(place)

    def last_filled(self, place: int) -> int | None:
        """Of a name of a container: the statement that filled it last."""
        node = self.node(place)
        if not isinstance(node, ast.Name | ast.Attribute):
            return None
        stored = self.store_before(ast.unparse(node), place)
        if stored is None or self.is_whole(stored):
            return None
        for value in self.values_of(stored):  # rows that are filled themselves
            call = self.node(value)
            given = getattr(call, "args", []) if called(call) in PUTS else []
            for each in self.operands(value):
                deeper = self.last_filled(each) if self.node(each) in given else None
                if deeper is not None and deeper < stored:
                    return deeper
        return stored


def is_recursive(nodes: Mapping[int, ast.AST], number: int) -> bool:
    """Whether a node takes a number from the function in which it stands, or hands it one.

    That number belongs to other runs of the same lines, below this one too.
    """
    node = nodes[number]
    for function in nodes.values():
        if not isinstance(function, ast.FunctionDef):
            continue
        inside = walked(function)
        own = [n for n in inside if isinstance(n, ast.Call) and called(n) == function.name]
        if own and node in inside:
            within = walked(node)
            if any(call in within or node in walked(call) for call in own):
                return True
    return False
