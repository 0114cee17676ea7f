"""What a student is told of a verdict: nothing that came from hidden inputs.

The hidden run gives marks, points and names of misconceptions; every other word
comes from a run on public inputs.  Where values or code of the key were beside the
student's code in that run, an error may hold them: then its type and line are told.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from autograder.checking.outcome import ENDED, Ask, Outcome, Verdict
from autograder.exercise.definition import Arguments
from autograder.exercise.questions import Question
from autograder.exercise.values import Opaque

HIDDEN_ONLY = (
    "Your code is right on the public examples, but not on other inputs. "
    "Does it depend on particular numbers or sizes?"
)
NO_TIME_LEFT = "Your code is not right yet. It took too long to show you an example."
_PLACE = re.compile(r"code cell \d{1,4}(, line \d{1,6})?", re.I)


def told(hidden: Verdict, public: Verdict) -> Verdict:
    """The marks of ``hidden`` with the words of ``public``."""
    marks = {"status": hidden.status, "points": hidden.points, "cases": hidden.cases}
    named = hidden.misconceptions or public.misconceptions
    shown = replace(public, **marks, misconceptions=named)
    if public.status == "passed":
        return replace(shown, message=HIDDEN_ONLY)
    if public.status in ENDED:
        return replace(shown, message=NO_TIME_LEFT, example=None)
    return shown


def sealed_error(raised: str, where: str = "") -> str:
    """``TypeName (code cell 3, line 2)``: an error without its text.

    The name too is the student's to choose: only Python's own are told.
    """
    name = raised.partition(":")[0]
    known = getattr(builtins, name, None)
    if not (isinstance(known, type) and issubclass(known, BaseException)):
        name = "an error"
    where = sealed_place(where or raised.rpartition("(in ")[2])
    return f"{name} ({where})" if where else name


def sealed_place(where: str) -> str:
    """The cell and the line of a place, without the source that stands there."""
    found = _PLACE.search(where)
    return found[0].lower() if found else ""


@dataclass(frozen=True)
class Sealed:
    """Asks, and takes every text out of what comes."""

    ask: Ask

    def __call__(self, arguments: Arguments, peak_mb: float = 0.0) -> Outcome:
        """The answer to one call."""
        return _sealed(self.ask(arguments, peak_mb))

    def many(self, questions: Sequence[Question]) -> list[Outcome]:
        """The answers in order."""
        return [_sealed(outcome) for outcome in self.ask.many(questions)]


def _sealed(outcome: Outcome) -> Outcome:
    if outcome.status in ENDED:
        return replace(outcome, printed="")
    where = sealed_place(outcome.where)
    raised = outcome.raised and sealed_error(outcome.raised, where)
    value = _textless(outcome.value)
    return replace(outcome, value=value, raised=raised, printed="", where=where)


def _textless(value: Any) -> Any:
    if isinstance(value, str):
        return Opaque("str")
    if isinstance(value, (tuple, list)):
        return type(value)(map(_textless, value))
    if isinstance(value, dict):
        return {name: _textless(item) for name, item in value.items()}
    return value
