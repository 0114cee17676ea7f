"""Which marks a card leaves out: where a mistake has a name, one that may lie beside it."""

import ast

from autograder.checking.outcome import Verdict
from autograder.exercise.building import reference_source
from autograder.exercise.changes import Change
from autograder.exercise.definition import Exercise
from autograder.tracing.mark import FirstWrong


def is_sure(verdict: Verdict, mark: FirstWrong) -> bool:
    """Whether a mark helps whoever is told the name of the mistake."""
    if not verdict.misconceptions:
        return True
    if mark.is_known and (mark.is_accident or mark.is_moved):
        return False  # it was made before, and only comes out there
    changed, others = _methods(verdict)
    return not changed or mark.function not in others - changed


def _methods(verdict: Verdict) -> tuple[set[str], set[str]]:
    """The methods of a class that the named mistakes change, and all of them."""
    changes = [m.wrong for m in verdict.misconceptions]
    edits = [each for each in changes if isinstance(each, Change)]
    if len(edits) < len(changes) or not isinstance(verdict.exercise.reference, type):
        return set(), set()
    return _changed(verdict.exercise, edits)


def _changed(exercise: Exercise, edits: list[Change]) -> tuple[set[str], set[str]]:
    source = reference_source(exercise)
    starts = [start for edit in edits for start, _, _ in edit.places(source)]
    lines = {source.count("\n", 0, start) + 1 for start in starts}
    methods = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef)]
    spans = {n.name: {*range(n.lineno, (n.end_lineno or n.lineno) + 1)} for n in methods}
    return {name for name, span in spans.items() if span & lines}, set(spans)
