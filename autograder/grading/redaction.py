"""Redact a verdict for the student: nothing that came from hidden inputs is left.

The hidden run gives status, points and the names of misconceptions; every other word
comes from a run on public inputs.  Where values or code of the key were in the
student's process during that run, an error's text may hold them: then only its type,
its line and what such an error means are shown.
"""

import builtins
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from autograder.checking.faults import in_fixed_words
from autograder.checking.outcome import OF_ENGINE, Ask, Outcome, Verdict
from autograder.exercise.definition import Arguments
from autograder.exercise.questions import Question, error_type
from autograder.exercise.status import Status
from autograder.exercise.values import Opaque, mapped
from autograder.grading.student_process import Started

HIDDEN_ONLY = (
    "Your code is right on the public examples, but not on other inputs. "
    "Does it depend on particular numbers or sizes?"
)
NO_TIME_LEFT = "Your code is not right yet. It took too long to show you an example."
LONGEST = 100  # characters of a line
_PLACE = re.compile(r"code cell \d{1,4}(, line \d{1,6})?", re.I)


def redact(hidden: Verdict, public: Verdict) -> Verdict:
    """The verdict on hidden inputs, in words that come from public ones."""
    shown = replace(
        public,
        status=hidden.status,
        points=hidden.points,
        cases=hidden.cases,
        misconceptions=hidden.misconceptions or public.misconceptions,
    )
    if public.status == Status.PASSED:
        return replace(shown, message=HIDDEN_ONLY)
    if public.status.ended_early:
        return replace(shown, message=NO_TIME_LEFT, example=None)
    return shown


def redact_start(started: Started) -> Started:
    """Code that was run beside values of the key, without any text of its own."""
    where = redact_place(started.where)
    raised = started.raised and redact_error(started.raised, where)
    return Started(_RedactedAsk(started.ask), raised, where)


def redact_error(raised: str, where: str = "") -> str:
    """``TypeName (code cell 3, line 2)``, and what it means: an error without its text.

    Students choose the names of their own errors: only Python's are shown.
    """
    name = error_type(raised)
    if name in OF_ENGINE:
        return f"{name}: {OF_ENGINE[name]}"
    known = getattr(builtins, name, None)
    if not (isinstance(known, type) and issubclass(known, BaseException)):
        name = "an error"
    where = redact_place(where or raised.rpartition("(in ")[2])
    named = f"{name} ({where})" if where else name
    meaning = in_fixed_words(raised)
    return f"{named}: {meaning}" if meaning else named


def redact_place(where: str) -> str:
    """The cell and the line of a place, without the source that stands there."""
    match = _PLACE.search(where)
    return match[0].lower() if match else ""


def with_line(where: str, sources: Mapping[int, str]) -> str:
    """A redacted place with its line, which is taken from what was handed in."""
    match = re.fullmatch(r"code cell (\d+), line (\d+)", where)
    if match is None:
        return where
    lines, number = sources.get(int(match[1]), "").splitlines(), int(match[2])
    if not 0 < number <= len(lines):
        return where
    return f"{where.capitalize()}\n    {lines[number - 1].strip()[:LONGEST]}"


@dataclass(frozen=True)
class _RedactedAsk:
    """Asks, and takes every text out of the outcomes."""

    ask: Ask

    def __call__(self, arguments: Arguments, peak_mb: float = 0.0) -> Outcome:
        return _redact_outcome(self.ask(arguments, peak_mb))

    def many(self, questions: Sequence[Question]) -> list[Outcome]:
        return [_redact_outcome(outcome) for outcome in self.ask.many(questions)]


def _redact_outcome(outcome: Outcome) -> Outcome:
    if outcome.status.ended_early:
        return replace(outcome, printed="")
    where = redact_place(outcome.where)
    raised = outcome.raised and redact_error(outcome.raised, where)
    value = mapped(outcome.value, lambda v: Opaque("str") if isinstance(v, str) else v)
    return replace(outcome, value=value, raised=raised, printed="", where=where)
