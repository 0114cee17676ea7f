"""What is wrong with a key before anything of it is run, or that no run would show."""

import inspect
from collections.abc import Iterator

from autograder.exercise.definition import Exercise
from autograder.exercise.hints import about

PLACEHOLDER = "TODO"  # what ``new-exercise`` leaves to be written


def faults(exercise: Exercise) -> Iterator[str]:
    """One sentence for each fault of an exercise that would corrupt grades or cards."""
    if not exercise.points > 0:
        yield f"It is worth {exercise.points:g} points; they must be more than 0."
    if any(case.weight < 0 for case in exercise.cases):
        yield "A case has a weight below 0."
    names = [case.name for case in exercise.cases]
    for twice in sorted({each for each in names if names.count(each) > 1}):
        yield f"Two cases are called {twice!r}."
    seen = [misconception.id for misconception in exercise.misconceptions]
    for twice in sorted({each for each in seen if seen.count(each) > 1}):
        yield f"Two mistakes are called {twice!r}."
    if exercise.is_read:
        yield from _rubric_faults(exercise)
    elif exercise.rubric:
        yield "It has a rubric, which only an answer in words (kind text) is read by."
    if not exercise.hints:
        yield "It has no hints."
    asked = {case.name for case in exercise.cases}
    asked |= {each.name for each in exercise.properties}
    asked |= {rule.name for rule in exercise.rules}
    for name in sorted({name for hint in exercise.hints for name in about(hint)} - asked):
        yield f"A hint is about {name!r}, which is no case, property or rule of it."
    for where, words in _texts(exercise):
        if PLACEHOLDER in words:
            yield f"{where} still says {PLACEHOLDER}: write what is meant there."


def _rubric_faults(exercise: Exercise) -> Iterator[str]:
    """What is wrong with a rubric: nothing else says what an answer in words is worth."""
    if not exercise.rubric:
        yield "It has no rubric: nobody knows what an answer should say."
    if any(item.points <= 0 for item in exercise.rubric):
        yield "An item of the rubric is worth nothing."
    most = sum(item.points for item in exercise.rubric)
    if abs(most - exercise.points) > 1e-9:
        yield f"Its rubric adds up to {most:g} points, and it is worth {exercise.points:g}."
    if exercise.misconceptions:
        yield "It has mistakes, and no check recognises one in words."
    if not str(exercise.reference()).strip():
        yield "Its reference is empty: write an answer in full, for who studies alone."


def _texts(exercise: Exercise) -> Iterator[tuple[str, str]]:
    """Everything that people read, and what it is."""
    yield "Its title", exercise.title
    yield "Its section", exercise.section
    yield from (("A case", case.name) for case in exercise.cases)
    yield "The docstring of its reference", inspect.getdoc(exercise.reference) or ""
    yield from (("An item of the rubric", item.says) for item in exercise.rubric)
    if exercise.is_read:
        yield "Its reference", str(exercise.reference())
    yield from (("A hint", hint) for hint in exercise.hints)
    yield from ((f"The property {p.name!r}", p.name + p.says) for p in exercise.properties)
    for wrong in exercise.misconceptions:
        yield f"The mistake {wrong.id!r}", f"{wrong.id} {wrong.says}"
