"""Exercises that give broken code and ask for its repair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograder import Misconception

UNTOUCHED = (
    "This still gives, in every call, what the code that you were given gives. Find an "
    "input for which you know the right answer, and run it."
)


def given(broken: Callable[..., Any]) -> Misconception:
    """The code that a stub holds; who hands in what does the same has not begun."""
    return Misconception("as-given", UNTOUCHED, broken)
