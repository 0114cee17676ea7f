"""Whom a word on the command line means, and who is at the keyboard."""

from __future__ import annotations

import getpass

from autograder.gradebook.database import Gradebook, GradebookProblem
from autograder.gradebook.roster import Roster


def find_student(book: Gradebook, label: str) -> str:
    """Whom a label means: who is stored so, else who is called so on the roster.

    A label that means nobody comes back as it is. Raises ``GradebookProblem`` when it is
    more than one student's.
    """
    if not label or book.results_of(label):
        return label
    found = Roster.from_json(book.recall("roster")).find(label)
    if len(found) > 1:
        keys = ", ".join(one.key for one in found)
        raise GradebookProblem(f"{label!r} is more than one student: {keys}.")
    return found[0].key if found else label


def user_name() -> str:
    """Who runs this program, or "" in a container that runs as nobody it knows."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""
