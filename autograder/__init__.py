"""Check and grade exercises on tensor code against an answer key.

Students call ``check``; instructors run the ``autograder`` command; an answer
key is made of ``Exercise`` and its parts.
"""

from autograder.checking.check import check
from autograder.exercise.definition import Case, Chapter, Exercise, Misconception, Property

__all__ = ["Case", "Chapter", "Exercise", "Misconception", "Property", "check"]
__version__ = "0.1.0"
