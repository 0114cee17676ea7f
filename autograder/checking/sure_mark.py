"""Which marks a card leaves out: where a mistake has a name, one that may lie beside it."""

import ast

from autograder.checking.outcome import FORM, Verdict
from autograder.exercise.building import reference_source
from autograder.exercise.changes import Change
from autograder.tracing.mark import FirstWrong


def is_sure(verdict: Verdict, mark: FirstWrong) -> bool:
    """Whether a mark helps whoever is told the name of the mistake."""
    if not verdict.misconceptions:
        return True
    difference = verdict.example and verdict.example.difference
    is_made_before = mark.is_known or (difference and difference.kind in FORM)
    if is_made_before and mark.is_moved:
        return False  # it only comes out there
    edits = [m.wrong for m in verdict.misconceptions if isinstance(m.wrong, Change)]
    is_known = len(edits) == len(verdict.misconceptions)
    if not is_known or not isinstance(verdict.exercise.reference, type):
        return True
    source = reference_source(verdict.exercise)
    starts = [start for edit in edits for start, _, _ in edit.places(source)]
    lines = {source.count("\n", 0, start) + 1 for start in starts}
    methods = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef)]
    spans = {n.name: {*range(n.lineno, (n.end_lineno or n.lineno) + 1)} for n in methods}
    changed = {name for name, span in spans.items() if span & lines}
    return not changed or mark.function not in spans.keys() - changed
