"""The feedback card: what a verdict has to tell the student."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from autograder.checking.clue import clue_in
from autograder.checking.faults import in_plain_words
from autograder.checking.in_its_place import in_its_place
from autograder.checking.outcome import (
    EARNS_NOTHING,
    CaseResult,
    Verdict,
    sentence,
)
from autograder.checking.pattern import only_when, where_in
from autograder.checking.picture import Picture, extent, picture_of
from autograder.checking.show import ENTRIES_SHOWN, Side, show
from autograder.checking.smallest_call import smallest_call
from autograder.checking.sure_mark import is_sure
from autograder.checking.wrong_part import are_others_right
from autograder.exercise.definition import Exercise
from autograder.exercise.hints import still_needed
from autograder.exercise.status import Status
from autograder.tracing.mark import FirstWrong, about, marked
from autograder.tracing.steps import Step
from autograder.tracing.value_kind import as_it_was, is_array


@dataclass(frozen=True)
class Seen:
    """A statement of the answer: where and what it is, and what it made."""

    where: str
    source: str
    made: Side
    mark: str = ""  # what is known of it, in a few words
    picture: Picture | None = None
    is_marked: bool = False  # it holds the operation that the card marks


Arguments = tuple[tuple[str, Side], ...]
Marks = tuple[tuple[str, str], ...]  # (passed | failed | skipped | HELD, name)


@dataclass(frozen=True)
class Card:
    """What a card says, before it is given a form."""

    exercise_id: str
    title: str
    status: Status
    headline: str
    points: str
    marks: Marks = ()
    lessons: tuple[str, ...] = ()  # what to read first
    problem: str = ""
    where: str = ""  # the line of the student's own code, with a mark
    meaning: str = ""  # an error in plain words
    in_place: Arguments = ()  # what is marked, and what would make the result right there
    call: str = ""
    arguments: Arguments = ()
    expected: Side | None = None
    got: Side | None = None
    printed: str = ""
    inside: tuple[Seen, ...] = ()  # the run, statement by statement
    hint: str = ""
    more: tuple[str, ...] = ()  # what else is known of it
    after: tuple[str, ...] = ()  # once it is right: why it matters, what comes next
    reference: str = ""  # and what to compare it with
    ways: tuple[tuple[str, str], ...] = ()  # other right answers: what differs, the code
    footer: str = ""
    rubric: tuple[str, ...] = ()  # what an answer in words should say


def make_card(
    verdict: Verdict,
    *,
    hint: int = 0,
    onward: str = "",
    footer: str = "",
    pointed: FirstWrong | None = None,
    inside: Sequence[Step] = (),
    once_more: str = "",
) -> Card:
    """The feedback card of a verdict: what the student is to read, without a form.

    ``hint``: which hint is shown; once there is none left, what stands in ``onward``.
    ``once_more``: what is said of a call that gave something else when it was repeated.
    """
    exercise = verdict.exercise
    points = earned(verdict.points, verdict.max_points)
    status = verdict.status
    card = Card(
        *(exercise.id, exercise.title, status, status.headline, points), footer=footer
    )
    if status == Status.NOT_ATTEMPTED:
        return replace(card, problem=verdict.message) if exercise.broken else card
    if pointed and not is_sure(verdict, pointed):
        pointed, inside = None, [replace(step, is_first=False) for step in inside]
    by_cases = exercise.is_code
    groups = (*verdict.cases, *verdict.properties, *verdict.rules) if by_cases else ()
    held = _right_but_for_a_property(verdict)
    marks = tuple((_mark(group, held), group.name) for group in groups)
    if status == Status.PASSED:
        wishes = tuple(m.says for m in verdict.misconceptions)
        return replace(card, marks=marks, lessons=wishes)
    if status == Status.AWAITING_REVIEW:
        most = f"{verdict.max_points:g} points open"
        return replace(card, points=most, problem=verdict.message)
    right = {group.name for group in groups if group.passed}
    hints = still_needed(exercise.hints, right)
    example = verdict.example
    problem = (example and sentence(exercise, example)) or verdict.message
    if example and not verdict.misconceptions and are_others_right(example):
        problem += OTHERS_RIGHT[len(example.expected) > 2]
    lessons, more = _lessons(verdict)
    if not verdict.points and {state for state, _ in marks} & {"passed", HELD}:
        more += (EARNS_NOTHING,)
    call = smallest_call(exercise, example) if example else {}
    if after := _after_change(_changed_names(verdict), inside):
        call["arguments"] += after
    meaning = _meaning(verdict, pointed) if pointed else _plain_words(verdict, problem)
    unnamed = pointed if not verdict.misconceptions else None
    says, numbers = in_its_place(unnamed, example) if unnamed else ("", ())
    named = any(each is not exercise.broken for each in verdict.misconceptions)
    number = max(hint - named, 0)  # a name is the first try's hint
    return replace(
        card,
        marks=marks,
        lessons=lessons,
        problem=problem,
        where=marked(pointed) if pointed else (example.outcome.where if example else ""),
        meaning=once_more or says or meaning,
        in_place=numbers,
        inside=seen(inside),
        hint=_hint(exercise, hints, number, onward) if takes_hint(verdict) else "",
        more=more,
        **call,
    )


def _meaning(verdict: Verdict, pointed: FirstWrong) -> str:
    """What a mark means; nothing where a name or a clue says more."""
    is_named = bool(verdict.misconceptions) and (pointed.is_known or not pointed.form)
    if is_named or (pointed.is_known and _is_of_shape(verdict) and clue_in(verdict)):
        return ""
    return about(pointed)


def _is_of_shape(verdict: Verdict) -> bool:
    difference = verdict.example and verdict.example.difference
    return bool(difference and difference.kind == "shape")


def _hint(exercise: Exercise, needed: Sequence[str], number: int, onward: str) -> str:
    """The hint of this number, as the notebook counts; after the last where to read on."""
    if number > len(needed) and onward:
        return onward
    if not number or not needed:
        return ""
    hint = needed[min(number, len(needed)) - 1]
    return f"Hint {exercise.hints.index(hint) + 1} of {len(exercise.hints)}: {hint}"


def with_rubric(card: Card, exercise: Exercise) -> Card:
    """The card of an answer in words with what one should say, and one that does."""
    rubric = tuple(item.says for item in exercise.rubric)
    return replace(card, rubric=rubric, reference=str(exercise.reference()))


def seen(made: Sequence[Step]) -> tuple[Seen, ...]:
    """The steps of a run as a card says them."""
    steps: list[Seen] = []
    for step in made:
        where = f"{step.place}, line {step.line}" if step.place else f"Line {step.line}"
        mark = IN_STATEMENT if step.is_first else ""
        picture = picture_of(step.value) if step.value is not None else None
        side = _made(step)
        side = replace(side, what=f"{step.name}: {side.what}")
        shown = Seen(where, step.source, side, mark, picture, step.is_first)
        before = steps[-1] if steps else None
        if before and _is_continued(before, shown):  # b, n, d = x.shape
            both = Side(f"{before.made.what}, {shown.made.what}", "")
            steps[-1] = replace(before, made=both, mark=shown.mark)
        else:
            steps.append(shown)
    return tuple(steps)


def _is_continued(before: Seen, after: Seen) -> bool:
    """Whether two steps are single numbers that one statement made."""
    same = (before.where, before.source) == (after.where, after.source)
    return same and not any(each.made.shown or each.picture for each in (before, after))


def _made(step: Step) -> Side:
    """What a step made: the numbers where they are few, else how far they go."""
    array, what = step.value, step.kind
    if array is None:
        return Side(what, "")
    value = as_it_was(array, what) if array.size <= ENTRIES_SHOWN else None
    if isinstance(value, bool | int | float | complex):
        return Side(show(value), "")
    if is_array(what):
        what = f"{array.dtype} {what} of shape {array.shape}"
    what += f", {extent(array)}" if array.size > 1 else ""
    return Side(what, "" if value is None else show(value))


OTHERS_RIGHT = (" The other result is right.", " The other results are right.")
HELD = "the results are right, but a check further down fails on them"
IN_STATEMENT = "the mark above is in this statement"


def takes_hint(verdict: Verdict) -> bool:
    """Whether a hint on the task helps: not with a typing mistake, nor before a try."""
    settled = (Status.PASSED, Status.NOT_ATTEMPTED, Status.ERROR, Status.AWAITING_REVIEW)
    if verdict.status in settled:
        return False
    if not verdict.example and any(not rule.passed for rule in verdict.rules):
        return False  # all is right but for a rule, and the card says which
    example = verdict.example
    if example is None:
        return True
    if example.right:
        return False  # only an argument is changed, and the card says which
    outcome, handler = example.outcome, verdict.exercise.handler
    if outcome.status == Status.RETURNED:
        return handler.is_answer(outcome.value)
    return not outcome.has_raised or bool(verdict.misconceptions)


def _plain_words(verdict: Verdict, problem: str) -> str:
    outcome = verdict.example.outcome if verdict.example else None
    difference = verdict.example.difference if verdict.example else None
    of_entry = verdict.exercise.entry
    if of_entry and difference and difference.where and not verdict.misconceptions:
        return of_entry.format(*difference.where)
    is_engines = outcome and outcome.status == Status.RAISED and not outcome.has_raised
    if verdict.misconceptions or is_engines:
        return ""
    meaning = in_plain_words(problem, outcome.where if outcome else "")
    return "" if meaning in problem else meaning


def earned(points: float, most: float) -> str:
    """Points as people say them: ``1½ of 2 points``, ``38% of the point``."""
    whole, half = divmod(round(points * 2), 2)
    if abs(points * 2 - round(points * 2)) < 1e-2:
        amount = f"{whole or ''}½" if half else f"{whole}"
        return f"{amount} of {most:g} points"
    share = min(max(round(100 * points / most), 1), 99)
    return f"{share}% of {'the point' if most == 1 else f'{most:g} points'}"


def _mark(group: CaseResult, held: Collection[str]) -> str:
    if not group.tried:
        return "skipped"  # not earned, which does not say that it does not hold
    return "passed" if group.passed else HELD if group.name in held else "failed"


def _right_but_for_a_property(verdict: Verdict) -> set[str]:
    """The cases whose results are right, and of which a property does not hold."""
    wrong = [a for a in verdict.attempts if not a.right]
    failed = {a.case.name for a in wrong if a.difference or not a.broken}
    return {a.case.name for a in wrong} - failed


def _lessons(verdict: Verdict) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What to say first, and what else: named misconceptions before all, else one thing."""
    named = [m.says for m in verdict.misconceptions]
    others = [_changed(verdict), clue_in(verdict)]
    if not named:
        others.append(" ".join(filter(None, (only_when(verdict), where_in(verdict)))))
        broken = _broken_there(verdict)
        others += [p.says for p in verdict.exercise.properties if p.name in broken]
    broken = {rule.name for rule in verdict.rules if not rule.passed}
    others += [rule.says for rule in verdict.exercise.rules if rule.name in broken]
    others = [words for words in others if words and words not in verdict.told]
    first = [words for words in named if words not in verdict.told] or others[:1]
    more = [words for words in others if words not in first]
    return tuple(first), tuple(more)


def _broken_there(verdict: Verdict) -> set[str]:
    """The properties that do not hold in calls of the case that is shown."""
    shown = verdict.example and verdict.example.case
    seen = (a for a in verdict.attempts if a.case is shown and not a.untried)
    return {attempt.broken for attempt in seen}


def _changed_names(verdict: Verdict) -> list[str]:
    example, exercise = verdict.example, verdict.exercise
    if example is None or not example.outcome.mutated:
        return []
    names = exercise.handler.parameter_names(exercise, len(example.arguments))
    return [names[i] for i in example.outcome.mutated]


def _after_change(changed: Sequence[str], inside: Sequence[Step]) -> Arguments:
    """A changed argument as the marked statement left it."""
    return tuple(
        (f"{step.name} after the marked line", _made(step))
        for step in inside
        if step.is_first and step.name in changed
    )


def _changed(verdict: Verdict) -> str:
    which = _changed_names(verdict)
    if not which:
        return ""
    argument = "argument" if len(which) == 1 else "arguments"
    return (
        f"Your code changes its {argument} {' and '.join(which)}. The caller still needs "
        f"{'it' if len(which) == 1 else 'them'} unchanged, so work on a copy."
    )
