"""The late days of a term: so many cost nothing, and each is taken once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from autograder.gradebook.course import Course
from autograder.gradebook.database import Gradebook
from autograder.gradebook.final import final_grades
from autograder.gradebook.reviews import decisions_in_force
from autograder.gradebook.roster import Roster


def days_used(course: Course) -> dict[str, int]:
    """The late days that each student took in the assignments before this one.

    As those stand in their folders of results now: who regrades an earlier one grades
    the later ones again. Raises what reading a gradebook raises.
    """
    due = {one.name: one.due for one in course.assignments}
    before = [
        one
        for one in course.assignments
        if one.due and one.name != course.assignment and one.due < due[course.assignment]
    ]
    used: Counter[str] = Counter()
    for one in before:
        folder = Path(one.results)
        if not (folder / "gradebook.sqlite").is_file():
            continue
        with Gradebook(folder, create=False) as book:
            said = Course.from_json(book.recall("course"))
            roster = Roster.from_json(book.recall("roster"))
            grades = final_grades(book.results(), said, decisions_in_force(book), roster)
        for grade in grades:
            used[grade.student] += course.late.days(grade.late_seconds or 0.0)
    return dict(used)
