"""Read what a course file says about the term: assignments, excuses, how they add up."""

from __future__ import annotations

from typing import Any

from autograder.exercise.key import Key
from autograder.gradebook.assignments import MISSING, Excuse, TermAssignment, TermRules
from autograder.gradebook.dates import moment
from autograder.gradebook.toml_values import TomlValues

MOST_WEIGHT, MOST_POINTS, MOST_DROPPED = 1e6, 1e6, 1e3


def read_assignments(
    values: TomlValues, key: Key, said: object, timezone: str
) -> tuple[TermAssignment, ...]:
    """Read ``[[assignments]]``.

    Parameters
    ----------
    values
        Reads values of the file.
    key
        The answer key, which knows the chapters.
    said
        What stands in the file.
    timezone
        That of dates without one.

    Returns
    -------
    The assignments, as they stand there.

    Raises
    ------
    CourseProblem
        When one has no name or no chapters, or two have one name or one folder.
    """
    found: list[TermAssignment] = []
    for table in values.tables(said, "assignments"):
        one = _assignment(values, key, table, timezone)
        for other in found:
            if other.name == one.name:
                raise values.problem(f"two assignments are called {one.name!r}.")
            if other.results == one.results:
                raise values.problem(
                    f"{other.name} and {one.name} have one folder of results: each needs "
                    "its own."
                )
        found.append(one)
    return tuple(found)


def _assignment(
    values: TomlValues, key: Key, table: dict[str, Any], timezone: str
) -> TermAssignment:
    fields = ("name", "title", "chapters", "due", "weight", "results", "always_counts")
    values.only(table, fields, "[[assignments]]")
    name = values.text(table, "name").strip()
    if not name:
        raise values.problem('an assignment has no name: name = "week-1".')
    what = f"the assignment {name}"
    chapters = table.get("chapters", [])
    if not isinstance(chapters, list) or not chapters:
        raise values.problem(f'{what} needs its chapters: chapters = ["03-numpy"].')
    known = [key.chapter(str(chapter)) for chapter in chapters]
    due = table.get("due")
    folder = values.path.parent / values.text(table, "results", name)
    return TermAssignment(
        name,
        tuple(chapter.name for chapter in known),
        tuple(chapter.prefix for chapter in known),
        str(folder.resolve()),
        values.text(table, "title"),
        "" if due is None else moment(due, f"{what}, due,", timezone).isoformat(),
        values.number(table.get("weight", 1.0), f"{what}, weight,", MOST_WEIGHT),
        values.truth(table, "always_counts"),
    )


def read_excuses(
    values: TomlValues, key: Key, said: object, assignments: tuple[TermAssignment, ...]
) -> tuple[Excuse, ...]:
    """Read ``[[excused]]``.

    Parameters
    ----------
    values
        Reads values of the file.
    key
        The answer key, which knows the exercises.
    said
        What stands in the file.
    assignments
        Those of the term.

    Returns
    -------
    The excuses.

    Raises
    ------
    CourseProblem
        When one says neither an exercise nor both a student and an assignment.
    """
    found = []
    for table in values.tables(said, "excused"):
        values.only(table, ("student", "assignment", "exercise", "reason"), "[[excused]]")
        student = values.text(table, "student").strip()
        exercise = values.text(table, "exercise")
        assignment = named_assignment(values, table, "an excuse", assignments)
        if not exercise and not (student and assignment):
            raise values.problem(
                "an excuse needs a student and an assignment, or an exercise: who, or "
                "without a student everybody, is excused from what?"
            )
        if exercise:
            exercise = key.exercise(exercise).id
        found.append(Excuse(student, assignment, exercise, values.text(table, "reason")))
    return tuple(found)


def named_assignment(
    values: TomlValues,
    table: dict[str, Any],
    what: str,
    assignments: tuple[TermAssignment, ...],
) -> str:
    """Read which assignment something is for.

    Parameters
    ----------
    values
        Reads values of the file.
    table
        Where it may stand.
    what
        What is for it, for the sentence.
    assignments
        Those of the term.

    Returns
    -------
    The name of one of them; empty where none is named.

    Raises
    ------
    CourseProblem
        When there is none of that name.
    """
    name = values.text(table, "assignment")
    if name and name not in {one.name for one in assignments}:
        has = ", ".join(one.name for one in assignments) or "none"
        raise values.problem(f"{what} is for {name!r}. The assignments are: {has}.")
    return name


def read_term(values: TomlValues, table: dict[str, Any]) -> TermRules:
    """Read ``[term]``.

    Parameters
    ----------
    values
        Reads values of the file.
    table
        What stands in the file.

    Returns
    -------
    The rules.

    Raises
    ------
    CourseProblem
        When a line is not known, or a number cannot be.
    """
    values.only(table, ("drop_lowest", "missing", "out_of"), "[term]")
    dropped = values.number(table.get("drop_lowest", 0), "drop_lowest", MOST_DROPPED)
    if dropped != int(dropped):
        raise values.problem(f"drop_lowest is a whole number, not {dropped:g}.")
    out_of = values.number(table.get("out_of", 100.0), "out_of", MOST_POINTS)
    if not out_of:
        raise values.problem("out_of must be more than 0: the points of the whole term.")
    return TermRules(int(dropped), values.one_of(table, "missing", MISSING), out_of)
