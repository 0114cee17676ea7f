"""What speaks for a recorded value being right, wrong, or a step of another way."""

from __future__ import annotations

import ast
from collections.abc import Callable

import numpy as np

from autograder.tracing.history import History
from autograder.tracing.instrument import walked
from autograder.tracing.known import Known, is_plain
from autograder.tracing.other_way import (
    PUTS,
    called,
    calls_recursive,
    is_left_by_loop,
    is_product,
    may_be_another_way,
)
from autograder.tracing.record import TEXT, Trace

# Whether a node gives unknown numbers where the result is right, too.
IsProven = Callable[[int], bool]

MOST_PARTS = 4  # within one another
ROOM = ("empty", "empty_like", "new_empty")


class Evidence(History):
    """A recorded call beside the numbers of right ways."""

    def __init__(
        self, trace: Trace, known: Known, is_proven: IsProven = lambda _: False
    ) -> None:
        super().__init__(trace)
        self.known, self._is_proven = known, is_proven
        self._unknown: dict[int, bool] = {}

    def is_unknown(self, place: int) -> bool:
        """Whether no part of the right computation has this value."""
        if place not in self._unknown:
            value = self.event(place).value
            is_known = value is None or self._is_constant(place)
            is_known = is_known or self.is_room(place) or self.known.has(value)
            self._unknown[place] = not is_known
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

    def looks_right(self, place: int) -> bool:
        """Whether its operation, or numbers near by, say that it may well be right."""
        value = self.event(place).value
        if may_be_another_way(self.node(place)) and not self._is_other_power(place):
            return True
        if value is None:
            return False
        return (
            _is_between(value)
            or self._is_other_unit(place)
            or self._is_before_shares(place, value)
            or self._is_proven(self.event(place).node)
        )

    def _is_other_power(self, place: int) -> bool:
        """Whether a right way squares what is taken to another power here."""
        node, operands = self.node(place), self.operands(place)
        if not isinstance(node, ast.BinOp) or not operands:
            return False
        base = self.event(operands[0]).value
        square = None if base is None or base.dtype == TEXT else base * base
        return square is not None and not is_plain(square) and self.known.has(square)

    def _is_other_unit(self, place: int) -> bool:
        """Whether an argument was scaled, before anything else was done with it.

        Or a number by what a right way divides by: queries before they meet the keys.
        """
        node, operands = self.node(place), self.operands(place)
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult | ast.Div):
            return False
        values = [self.event(operand).value for operand in operands]
        sizes = [value.size for value in values if value is not None]
        is_name = bool(operands) and isinstance(self.node(operands[0]), ast.Name)
        if is_name and self.is_handed_on(operands[0]) and min(sizes, default=0) <= 1:
            return True
        factor = values[-1] if len(values) == 2 else None
        if factor is None or factor.size != 1 or factor.dtype.kind != "f" or not factor:
            return False
        is_divided = isinstance(node.op, ast.Div)
        divided_by = factor if is_divided else np.asarray(1 / factor)
        return not is_plain(divided_by) and self.known.has(divided_by)

    def _is_before_shares(self, place: int, value: np.ndarray) -> bool:
        """Whether a known number is this, divided or shifted row by row, or summed."""
        if called(self.node(place)) == "mean":
            operands = [self.event(p).value for p in self.operands(place)]
            whole = [each for each in operands if each is not None][:1]
            counts = [each.size // max(value.size, 1) for each in whole]
            return any(self.known.has(value * count) for count in counts)
        return is_product(self.node(place)) and self.known.is_near(value)

    def is_sure(self, place: int) -> bool:
        """Whether all that an operation uses was looked at, and little of it is new."""
        operands = self.values_of(place) if self.event(place).name else self.operands(place)
        if self.returns(place, operands):
            return False
        node = self.node(place)
        if not self.is_number(place) and not isinstance(node, ast.Call | ast.Subscript):
            return False
        if _is_empty(node) or self._is_argument(place):
            return False
        if self.code.is_handed_in(self.event(place).node):
            return False  # which function it is was said elsewhere
        return all(self._is_clear(each) for each in operands)

    def is_settled(self, place: int) -> bool:
        """Whether what a right number in a wrong place is made of was made once.

        What a loop without a set end, a function that calls itself or an object's methods
        leave behind may be right, but for an earlier round or call.
        """
        if self.event(place).name:
            return True
        nodes, number = self.code.nodes, self.event(place).node
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

    def _is_clear(self, place: int, depth: int = 0) -> bool:
        """Whether nothing unknown is in what is a number, was given, or is made of such."""
        if self.is_number(place) or self._is_given(place):
            return True
        node = self.node(place)
        if depth > MOST_PARTS or any(isinstance(n, ast.Lambda) for n in walked(node)):
            return False
        if not isinstance(node, ast.Name | ast.Attribute):
            if self.code.defines(called(node)):
                return False  # what it does may be wrong, and is not known
            return all(self._is_clear(each, depth + 1) for each in self.operands(place))
        last = self.store_before(ast.unparse(node), place)
        stores = self.stores(last) if last is not None else []
        values = [value for store in stores for value in self.values_of(store)]
        return bool(values) and not any(
            self.is_unknown(value) or not self._is_clear(value, depth + 1)
            for value in values
        )

    def _is_given(self, place: int) -> bool:
        """Whether something that is no number is a module, or came with the call."""
        node = self.node(place)
        is_name = isinstance(node, ast.Name | ast.Attribute)
        return is_name and self.store_before(ast.unparse(node), place) is None

    def _is_argument(self, place: int) -> bool:
        is_name = isinstance(self.node(place), ast.Name)
        return is_name and self.is_unknown(place) and self.is_handed_on(place)


def _is_between(value: np.ndarray) -> bool:
    """Whether it may be a step of many ways: a text, a complex number, ones and zeros."""
    if value.dtype == TEXT:
        return not value.ndim
    is_truth = value.dtype.kind == "b" or value.size < 2
    return value.dtype.kind == "c" or (not is_truth and bool(np.isin(value, (0, 1)).all()))


def _is_empty(node: ast.AST) -> bool:
    parts = getattr(node, "elts", getattr(node, "keys", None))
    return isinstance(node, ast.List | ast.Tuple | ast.Dict) and not parts
