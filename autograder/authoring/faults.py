"""What is wrong with a key before anything of it is run, or that no run would show."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

from autograder.exercise.definition import Exercise
from autograder.exercise.hints import about

PLACEHOLDER = "TODO"  # what ``new-exercise`` leaves to be written
# Of code to repair a card sees what is handed in, and not what was changed for it.
HISTORY = re.compile(r"\b(now|no longer|any more|used to be|again|took off|moved it)\b")
UNDRAWN = re.compile(r"\b(?:never|nothing is|not) drawn\b")
# Untrue where the answer has another mistake as well.
REST_IS_RIGHT = re.compile(
    r"\b(?:[Nn]umbers?|[Oo]utputs?|[Ff]ormula|[Cc]ode|[Rr]esults?|[Pp]atches|[Pp]airs|[Mm]ask|"
    r"[Pp]ositions|[Ww]eights|[Ss]hape|[Cc]ut) (?:is|are) right\b|\b[Rr]ight for one\b"
)


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
        yield f"Two misconceptions are called {twice!r}."
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
    yield from _sentence_faults(exercise)


def _sentence_faults(exercise: Exercise) -> Iterator[str]:
    """Sentences of marks and misconceptions that need not be true where they are said."""
    for mark in exercise.same:
        if found := UNDRAWN.search(mark.why):
            yield (
                f"A mark in Exercise.same says {found[0]!r}: what is not drawn still means "
                "something else. Draw it, or say in the docstring that it does not come."
            )
    for wrong in exercise.misconceptions if exercise.is_code else ():
        if not wrong.alone and (found := REST_IS_RIGHT.search(wrong.says)):
            yield (
                f"The misconception {wrong.id!r} says {found[0]!r}, and may be named "
                "beside another: say what is wrong alone, or mark it (alone=True)."
            )
    for wrong in exercise.misconceptions if exercise.broken else ():
        if found := HISTORY.search(wrong.says):
            yield (
                f"The misconception {wrong.id!r} says {found[0]!r}: not every answer "
                "that gets its name was changed into it. Say what the answer does."
            )


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
        yield "It has misconceptions, and no check recognises one in words."
    if not str(exercise.reference()).strip():
        yield "Its reference is empty: write an answer in full, for who studies alone."


def _texts(exercise: Exercise) -> Iterator[tuple[str, str]]:
    """Everything that people read, and what it is."""
    yield "Its title", exercise.title
    yield from (("A case", case.name) for case in exercise.cases)
    yield "The docstring of its reference", inspect.getdoc(exercise.reference) or ""
    yield from (("An item of the rubric", item.says) for item in exercise.rubric)
    if exercise.is_read:
        yield "Its reference", str(exercise.reference())
    yield from (("A hint", hint) for hint in exercise.hints)
    yield from ((f"The property {p.name!r}", p.name + p.says) for p in exercise.properties)
    for wrong in exercise.misconceptions:
        yield f"The misconception {wrong.id!r}", f"{wrong.id} {wrong.says}"
