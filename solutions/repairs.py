"""Exercises that give broken code and ask for its repair."""

from autograder import Misconception
from autograder.exercise.changes import Change
from autograder.exercise.definition import AS_GIVEN

UNTOUCHED = (
    "In every call that was tried this still gives what the code you were given gives, "
    "so it earns nothing yet. Find an input for which you know the right answer, and run "
    "it."
)


def given(broken: Change | str) -> Misconception:
    """The code that a stub holds; an answer that does the same earns nothing."""
    return Misconception(AS_GIVEN, UNTOUCHED, broken)
