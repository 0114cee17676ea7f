"""What a term is made of: assignments, who is excused, and how they add up."""

from __future__ import annotations

from dataclasses import dataclass

OPEN, ZERO = "open", "zero"
MISSING = (OPEN, ZERO)


@dataclass(frozen=True)
class TermAssignment:
    """One assignment of a term.

    ``results`` is the folder that it is graded into.  ``due`` is an ISO 8601 moment, or
    empty where the chapters' own dates count.  ``weight`` is its share of the total,
    beside the weights of the others.  One that ``always_counts`` is never dropped as the
    lowest.  ``prefixes`` are those of its ``chapters``.
    """

    name: str
    chapters: tuple[str, ...]
    prefixes: tuple[str, ...]
    results: str
    title: str = ""
    due: str = ""
    weight: float = 1.0
    always_counts: bool = False

    @property
    def called(self) -> str:
        """Its title, or else its name."""
        return self.title or self.name


@dataclass(frozen=True)
class Excuse:
    """What does not count.

    An assignment for a ``student``; or an ``exercise``, for one student or, without one,
    for everybody.  With an ``assignment`` the exercise is that of this one alone.
    """

    student: str = ""
    assignment: str = ""
    exercise: str = ""
    reason: str = ""


@dataclass(frozen=True)
class TermRules:
    """How assignments add up.

    ``drop_lowest`` of a student's assignments do not count.  ``missing`` says what
    nothing handed in is once its date has passed: ``open`` until a person decides, or
    ``zero``.  A total is ``out_of`` so many points.
    """

    drop_lowest: int = 0
    missing: str = OPEN
    out_of: float = 100.0
