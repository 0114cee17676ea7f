"""How a call, an exercise and a submission end: the one list of statuses.

What cannot be judged is never a zero: ``is_judged`` says which statuses are verdicts on
an answer, and every sum, export and page goes by these properties.
"""

from enum import StrEnum
from typing import Self


class _Worded(StrEnum):
    """Statuses with the words for them.

    ``headline`` is what a card or a table says; ``explanation`` is a whole sentence,
    where nothing could be judged.
    """

    headline: str
    explanation: str

    def __new__(cls, value: str, headline: str = "", explanation: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.headline, member.explanation = headline, explanation
        return member


class Status(_Worded):
    """How one call ended, or what an exercise was found to be."""

    RETURNED = "returned"  # of a call alone, as is the next
    RAISED = "raised"
    PASSED = "passed", "right"
    PARTIAL = "partial", "partly right"
    FAILED = "failed", "not right yet"
    ERROR = "error", "raised an error"
    NOT_ATTEMPTED = "not_attempted", "not attempted yet"
    AWAITING_REVIEW = "awaiting_review", "awaiting review"  # a person reads it
    NOT_FOUND = "not_found", "not found by its name"
    TIMEOUT = "timeout", "ran too long", "Your code ran longer than its time limit."
    CRASHED = "crashed", "ended Python", "Your code ended the Python process."
    OUT_OF_MEMORY = (
        "out_of_memory",
        "used too much memory",
        "Your code used more memory than its limit.",
    )
    INFRASTRUCTURE_ERROR = (
        "infrastructure_error",
        "could not be checked",
        "The grader could not run this; it is not your code's fault.",
    )

    @property
    def was_compared(self) -> bool:
        """Whether an exercise's results were compared with the right ones."""
        return self in (Status.PASSED, Status.PARTIAL, Status.FAILED)

    @property
    def is_judged(self) -> bool:
        """Whether it is a verdict on an answer; its points count, 0 included."""
        return self.was_compared or self in (Status.ERROR, Status.NOT_ATTEMPTED)

    @property
    def ended_early(self) -> bool:
        """Whether who ended like this will not answer the next call either."""
        return bool(self.explanation)

    @property
    def is_unfinished(self) -> bool:
        """Whether the student's own doing kept the answer from being judged.

        A person has to say what it is worth, unless the course lets it count for what
        its other cases earned (``unfinished`` in the course file).
        """
        ended = (Status.TIMEOUT, Status.CRASHED, Status.OUT_OF_MEMORY)
        return self is Status.NOT_FOUND or self in ended


class SubmissionStatus(_Worded):
    """What became of a student's submission; only a graded one has a score."""

    GRADED = "graded", "graded"
    UNREADABLE = (
        "unreadable",
        "could not be read",
        "Your submission could not be read, so it is not graded yet.",
    )
    WRONG_NOTEBOOK = (
        "wrong_notebook",
        "wrong notebook",
        "You handed in another chapter's notebook, so nothing is graded yet.",
    )
    INFRASTRUCTURE_ERROR = (
        "infrastructure_error",
        "could not be checked",
        "Your submission is not graded yet.",
    )
    NOT_GRADED = "not_graded", "not graded yet"  # handed in, and no run has graded it
    MISSING = "missing", "missing"  # on the roster, and nothing handed in
