"""Exercises that give broken code and ask for its repair."""

from autograder import Misconception
from autograder.exercise.changes import Change

UNTOUCHED = (
    "This still gives, in every call, what the code that you were given gives. Find an "
    "input for which you know the right answer, and run it."
)


def given(broken: Change | str) -> Misconception:
    """The code that a stub holds; who hands in what does the same has not begun."""
    return Misconception("as-given", UNTOUCHED, broken)
