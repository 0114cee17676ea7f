"""Check and grade exercises on tensor code against an answer key.

A key is made of ``Exercise`` and its parts; students call ``check``; instructors
run the ``autograder`` command.  Each folder imports from those above it in this list
alone, which ``lint-imports`` checks:

    frameworks   the tensor libraries behind one interface
    exercise     what an exercise is, its kinds, the questions it asks, the key
    tracing      what each expression of an answer gives, and the first wrong number
    checking     ask an answer, compare, judge, name the mistake, make the card
    questions    what an answer's own code does: questions about it, answered by running it
    notebooks    read a notebook, find the answer in it, cut out what it needs
    sandbox      run that in a student's process, and ask it from outside
    pages        the template engine of every page for people
    gradebook    what is kept of a class, and what a student is given
    handin       what a class handed in: whose, when, which attempt
    reporting, export, similarity, handout, authoring   what is made of it
    grading      one submission, a class, the workers that share it
    review, hub  pages that a server gives: to who reads answers, to a hub's students
    assist       what a student's assistant may ask
    commands     where they meet: the verbs of the command line

An answer takes one way: read, cut out (``notebooks``), run (``sandbox``), normalise,
compare, diagnose, report (``checking``), store (``gradebook``).  What comes from a
student is turned into a plain value once, where it comes in (``exercise.values.plain``).
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # it imports nothing: `python -m autograder` begins here, wherever one is
    from typing import Any

__version__ = "0.1.0"
__all__ = [
    *("Case", "Chapter", "Exercise", "Hint", "Misconception", "Property", "RubricItem"),
    *("Same", "cells_beside", "change", "check", "why"),
]


def __getattr__(name: str) -> "Any":
    """Import a name of the public interface when it is asked for, and not before.

    A student's process imports this package, and none of these.
    """
    if name not in __all__:
        raise AttributeError(f"module 'autograder' has no attribute {name!r}")
    from autograder.checking import check
    from autograder.exercise import changes, definition, hints, key_cells

    modules: list[Any] = [definition, changes, hints, key_cells, check]
    if name == "why":
        from autograder.questions import why

        modules = [why]
    return next(vars(m)[name] for m in modules if name in vars(m))
