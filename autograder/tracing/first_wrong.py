"""Walk back from a wrong result to the first operation that gave a wrong number.

From an unknown value one goes to the first of its operands that is unknown: of an
expression to its parts, of a name to what was stored there, of a call of the student's
own function to its arguments and then to what it returned.  Where all operands are known
and the result is not, there it goes wrong.
"""

import ast
from dataclasses import replace

import numpy as np

from autograder.tracing.better_place import (
    first_nan,
    has_nan,
    is_known_by_accident,
    is_only_returned,
    is_parameter,
    is_unfinished,
    may_come_of_its_parts,
    too_short_a_loop,
    where_called,
)
from autograder.tracing.evidence import PUTS, Evidence, is_recursive
from autograder.tracing.history import called, part_of_result
from autograder.tracing.known import Known, is_even, is_plain
from autograder.tracing.mark import FirstWrong, at_node, described
from autograder.tracing.neutral import is_rearranged, looks_right
from autograder.tracing.not_finite import marked_not_finite
from autograder.tracing.record import TEXT, Trace
from autograder.tracing.repair import Retry, first_that_repairs

DEEPEST = 200
FORMS = ("array", "asarray", "reshape", "stack")  # calls that keep what a list holds
MOST_STEPS = 4  # of another way before a mark


class _Walk(Evidence):
    def __init__(
        self,
        trace: Trace,
        known: Known,
        wrong: np.ndarray | None,
        is_whole_wrong: bool = False,
    ) -> None:
        super().__init__(trace, known)
        self.wrong, self.is_whole_wrong = wrong, is_whole_wrong
        self.explained: dict[tuple[int, int], int | None] = {}
        self.entered: set[int] = set()
        self.other_way: list[int] = []  # what was made of numbers of another way, in order

    def explain(self, place: int, part: int = -1) -> int | None:
        """The place of the first wrong operation behind an event; ``None`` for unsure.

        ``part`` says which of several values is meant, where it gives a tuple.
        """
        if (place, part) not in self.explained and len(self.explained) <= DEEPEST:
            self.explained[place, part] = None  # while it is looked for
            self.explained[place, part] = self._explained(place, part)
        return self.explained.get((place, part))

    def _explained(self, place: int, part: int) -> int | None:
        event, node = self.event(place), self.node(place)
        if event.name:
            return self._of_store(place)
        if isinstance(node, ast.Name | ast.Attribute):
            stored = self.store_before(ast.unparse(node), place)
            if stored is not None:
                return self._of_name(place, stored, part)
            behind = self.gone_through(place)
            if behind is not None:
                return self._any_unknown([behind])
        operands = self.operands(place)
        if part >= 0 and isinstance(node, ast.Tuple | ast.List):
            if len(operands) != len(node.elts):
                return None
            wrong = self._go(operands[part])
            return wrong if wrong is None else self._stored_there(wrong)
        if part >= 0 and isinstance(node, ast.Return | ast.Name) and len(operands) == 1:
            return self.explain(operands[0], part)
        return self._of_operation(place, operands, part)

    def _of_name(self, place: int, stored: int, part: int) -> int | None:
        are_numbers = self.is_number(place) and self.is_number(stored)
        if part < 0 and are_numbers and not self.is_unknown(stored):
            return None  # it was changed since, under another name
        return self.explain(stored, part)

    def _of_operation(self, place: int, operands: list[int], part: int) -> int | None:
        """Of an expression: one of its operands, or what it calls, or itself."""
        behind = [self.explain(operand) for operand in operands if self.is_unknown(operand)]
        sure = self._first_sure(place, behind)
        if sure is not None or None in behind:
            return sure
        for operand in operands:  # of what is no array: is something within unknown?
            if not self.is_number(operand):
                inside = self._inside(operand)
                if inside is not None:
                    return self._sure_or(place, inside)
        returned = self.returns(place, operands)
        if self.code.is_handed_in(self.event(place).node):
            # What it calls in turn is no value of its own.
            returned = [each for each in returned if self.is_unknown(each)]
        if returned:
            inner = next((p for p in returned if self.is_unknown(p)), returned[-1])
            return self.explain(inner, part) if part >= 0 else self._go(inner)
        if self.is_return(place) and operands:
            return self._go(operands[-1])
        return place

    def _first_sure(self, place: int, behind: list[int | None]) -> int | None:
        """The first of several places that is surely wrong, by what is known of it."""
        for each in behind:
            if each is not None and not self._is_neutral(each):
                return each
        values = (self.event(each).value for each in behind if each is not None)
        if any(value is not None and value.size > 1 for value in values):
            self.other_way.append(place)  # a size is no way of its own
        return None

    def _sure_or(self, place: int, inside: int) -> int:
        sure = self._first_sure(place, [inside])
        return place if sure is None else sure

    def _is_neutral(self, place: int) -> bool:
        """Whether a number may well be right though no right way of the key has it."""
        value = self.event(place).value
        if value is not None and _is_same(value, self.wrong):
            return False
        return place in self.other_way or looks_right(self, place)

    def _go(self, place: int) -> int | None:
        """On from a part that must be wrong, though its number may be known."""
        value, node = self.event(place).value, self.node(place)
        if value is None or self.is_unknown(place):
            return self.explain(place)
        made = self._made_by(place)
        if made is not None:
            return made
        if not isinstance(node, ast.Name | ast.Attribute) or not self._says_nothing(place):
            return place
        is_own = self.store_before(ast.unparse(node), place) is not None
        return place if is_own else None

    def _stored_there(self, place: int) -> int:
        """Of a name among several that are returned: what was stored there as a whole.

        Not of small whole numbers, which may be wrong only because their parts are.
        """
        node = self.node(place)
        if not isinstance(node, ast.Name) or self._says_nothing(place):
            return place
        stored = self.store_before(node.id, place)
        if stored is None or not self.is_whole(stored) or self.position(stored) >= 0:
            return place
        values = self.values_of(stored)
        return values[0] if len(values) == 1 and self.is_number(values[0]) else place

    def _says_nothing(self, place: int) -> bool:
        value = self.event(place).value
        return value is None or is_plain(value) or is_even(value) or self.is_room(place)

    def _made_by(self, place: int) -> int | None:
        """What a known number, that is wrong in its place, was put together by.

        The return of the student's own function, or what filled a list, turned or not.
        """
        node, operands = self.node(place), self.operands(place)
        returned = self.returns(place, operands)
        if returned and all(self.is_handed_on(operand) for operand in operands):
            return self._go(returned[-1])
        if self.is_whole_wrong or self._is_telling(place):
            return None  # its numbers may be right, and in another order or place
        if isinstance(node, ast.Name | ast.Attribute):
            filled = self.last_filled(place)
            if filled is not None and (self._is_list(filled) or self._says_nothing(place)):
                return filled
            return None
        is_same = isinstance(node, ast.Return | ast.ListComp) or called(node) in FORMS
        if is_same or is_rearranged(self, place):
            made = (self._made_by(operand) for operand in operands)
            return next((each for each in made if each is not None), None)
        return None

    def _is_telling(self, place: int) -> bool:
        """Whether a known value is so of many numbers that it is so by no chance."""
        value = self.event(place).value
        is_many = value is not None and value.dtype.kind == "f" and value.size > 1
        return is_many and not self._says_nothing(place)

    def _is_list(self, stored: int) -> bool:
        """Whether a statement puts something into a list, or a truth into an array."""
        value = self.event(stored).value
        is_truth = value is not None and value.dtype.kind == "b"
        return is_truth or any(called(self.node(v)) in PUTS for v in self.values_of(stored))

    def _inside(self, place: int) -> int | None:
        """The first wrong operation within what is no array of numbers, if any."""
        if place in self.entered:
            return None
        self.entered.add(place)
        node, parts = self.node(place), self.operands(place)
        stored = None
        if isinstance(node, ast.Name | ast.Attribute):
            stored = self.store_before(ast.unparse(node), place)
        if stored is not None:
            parts = [v for store in self.stores(stored) for v in self.values_of(store)]
        return self._any_unknown([*parts, *self.returns(place, parts)])

    def _any_unknown(self, places: list[int]) -> int | None:
        for place in places:
            wrong = None
            if self.is_unknown(place):
                wrong = self.explain(place)
            elif not self.is_number(place):
                wrong = self._inside(place)
            if wrong is not None:
                return wrong
        return None

    def _of_store(self, place: int) -> int | None:
        node = self.node(place)
        values = self.values_of(place)
        if isinstance(node, ast.For):
            return self._any_unknown(values)
        if not self.is_whole(place):
            return self._of_filled(place)
        return self.explain(values[0], self.position(place)) if values else None

    def _of_filled(self, last: int) -> int | None:
        """Of a container that statements fill: the first of something unknown."""
        before = [place for place in self.stores(last) if place < last]
        for place in (*before, last):
            if self.is_whole(place):
                continue
            written = self.written_by(place)
            where = [each for each in self.values_of(place) if each not in written]
            wrong = self._any_unknown([*written, *where])
            if wrong is not None:
                return self._sure_or(last, wrong)
        nodes = {self.event(place).node for place in before if not self.is_whole(place)}
        if nodes - {self.event(last).node} and isinstance(self.node(last), ast.Assign):
            return None  # the last of several statements is not wrong for being the last
        is_step = isinstance(self.node(last), ast.AugAssign | ast.Expr)
        earlier = before[-1] if before and is_step else last
        is_other = self.event(earlier).node != self.event(last).node
        if is_other and self.is_unknown(earlier):  # it was wrong before this step
            wrong = self.explain(earlier)
            return None if wrong is None else self._sure_or(last, wrong)
        # What an object keeps between its calls may be laid out in any way.
        return None if self.event(last).name.startswith("self.") else last


def _is_same(value: np.ndarray, other: np.ndarray | None) -> bool:
    if other is None or value.shape != other.shape or value.dtype != other.dtype:
        return False
    return value.tobytes() == other.tobytes()


def first_wrong(
    trace: Trace,
    known: Known,
    result: int,
    part: int = -1,
    *,
    is_whole_wrong: bool = False,
    retry: tuple[Retry, int] | None = None,
    is_named: bool = False,
) -> FirstWrong | None:
    """Find the first operation of a recorded call that gave a wrong number.

    ``part``: which of several results is wrong, counted from 0; -1 where there is one.
    ``retry``: calls it once more with another value in a place, and how many entries are
    wrong. ``is_named``: whether the mistake has a name: it is tried then only where the
    place is not sure, for the name says more than the mark.
    """
    if not trace.is_complete or result < 0:
        return None
    walk = _Walk(trace, known, trace.events[result].value, is_whole_wrong)
    place = _walked(walk, result, part)
    is_unsure, repaired = place is None or bool(walk.other_way), None
    if retry is not None and (is_unsure or not is_named):
        seen = {each for each, _ in walk.explained}
        repaired = first_that_repairs(walk, seen, result, *retry)
        if repaired is not None and _is_better(walk, repaired.place, place):
            place = repaired.place
    if place is None or is_recursive(walk.code.nodes, trace.events[place].node):
        return None
    place = where_called(walk, place)
    event = trace.events[place]
    is_known = event.value is not None and not walk.is_unknown(place)
    if is_known and has_nan(walk, place):
        return marked_not_finite(walk, first_nan(walk, place))
    if is_whole_wrong and walk.is_put(place):
        return None  # how many are put there is wrong, and not what
    of_parts = may_come_of_its_parts(walk, place)
    is_text = event.value is not None and event.value.dtype == TEXT
    if (of_parts or is_text) and is_only_returned(walk, place):
        return None  # that it is wrong is known already
    if is_parameter(walk, place):
        return None
    if walk.is_put(place) and is_unfinished(walk, place):  # who decides how often it runs
        loop = too_short_a_loop(walk, place, retry[1] if retry else 0)
        if loop is not None:
            return replace(at_node(trace.code, loop), form="unfilled")
        return replace(described(trace, place, True), is_accident=True)
    is_moved = isinstance(walk.node(place), ast.Name) or is_rearranged(walk, place)
    is_accident = is_known and is_known_by_accident(walk, place)
    mark = replace(described(trace, place, is_known), of_parts=of_parts)
    returned = part_of_result(trace, result, part)
    is_result = event.value is not None and _is_same(event.value, returned)
    right = repaired.right if repaired and repaired.place == place else None
    if walk.is_put(place):
        mark = replace(mark, kind="", run="")  # of all that something is put into
    mark = replace(mark, is_accident=is_accident, is_moved=is_moved)
    return replace(mark, is_result=is_result, right=right)


def _is_better(walk: _Walk, repaired: int, place: int | None) -> bool:
    """Whether a place that can be repaired comes first, or is made of the one walked to."""
    return place is None or repaired < place or walk.explain(repaired) == place


def _walked(walk: _Walk, result: int, part: int) -> int | None:
    """Where walking back from a result ends, if that is sure."""
    place = walk.explain(result, part)
    if place is None:  # all of it may be another way: what first uses that is marked
        made = [p for p in walk.other_way if not walk.is_return(p)]
        place = next((p for p in made if not looks_right(walk, p)), None)
        place = made[-1] if made and place is None else place
    if place is None or len(walk.other_way) > MOST_STEPS:
        return None
    is_made = isinstance(walk.node(place), ast.Call | ast.Subscript)
    return place if is_made or walk.is_number(place) else None  # others are no place
