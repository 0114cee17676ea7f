"""Moodle: the gradebook's import CSV, and an assignment's offline grading worksheet.

In the gradebook's import the instructor says which column names the student:
the address or the ID number.  The worksheet goes by ``Identifier``, which is
another for every assignment: it can only be filled, not made.
"""

from collections.abc import Callable, Iterable, Sequence

from autograder.export.files import Export, ExportProblem, table
from autograder.export.people import first_and_last, roster_value
from autograder.export.template import FillRules, Template, chosen_column, fill
from autograder.gradebook.final import FinalGrade
from autograder.gradebook.system_words import (
    CHANGEABLE,
    EMAIL,
    GRADE,
    IDENTIFIER,
    MAXIMUM,
    NAME,
    NO,
    bare,
    is_worksheet,
)
from autograder.pages.cells import as_number, number, one_line, plain_id

IMPORT = ("First name", "Last name", "ID number", "Email address")
WORKSHEET = (IDENTIFIER, GRADE, "Last modified (grade)")  # Moodle asks for these


def gradebook(grades: Sequence[FinalGrade], assignment: str) -> Export:
    """Make a table of one assignment, without one from Moodle."""
    if not assignment:
        raise ExportProblem(
            "Say what the column is to be called: --assignment 'Homework 3'. "
            "Or give --template."
        )
    rows = [[*IMPORT, assignment]]
    for grade in grades:
        first, last = first_and_last(grade)
        email = grade.email or roster_value(grade, EMAIL)
        ids = roster_value(grade, "ID number"), email
        rows.append(
            [one_line(first), one_line(last), *map(plain_id, ids), number(grade.score)]
        )
    nameless = sum(not (row[2] or row[3]) for row in rows)
    notes = [
        "Moodle finds a student by ID number or address. Students with neither: "
        f"{nameless}. Grade again with a roster that has one."
    ]
    return Export(table(rows, kept=1), tuple(notes[: bool(nameless)]))


def from_template(
    template: Template, grades: Sequence[FinalGrade], assignment: str
) -> Export:
    """Fill one assignment's column of a table that Moodle exported."""
    if is_worksheet(template.header):
        return _worksheet(template, grades)
    if EMAIL not in template.titles and "ID number" not in template.titles:
        raise ExportProblem(
            f"{template.name} is neither a grading worksheet nor a gradebook from "
            "Moodle: it has no column Identifier, Email address or ID number. If it is in "
            "a language that is not known, download it with Moodle in English."
        )
    about = {*IMPORT, "Institution", "Department", "Last downloaded from this course"}
    others = {
        title: any(row[i].strip() for row in template.rows)
        for i, title in enumerate(template.titles)
        if title not in about
    }
    title = chosen_column(template, assignment, others)
    names = [t for t in ("First name", "Last name") if t in template.titles]
    keys = (("ID number", lambda g: [roster_value(g, "ID number")]), (EMAIL, _addresses))
    return fill(template, _rules(template, template.column(title), keys, names), grades)


def _worksheet(template: Template, grades: Sequence[FinalGrade]) -> Export:
    missing = [title for title in WORKSHEET if title not in template.titles]
    if missing:
        raise ExportProblem(
            f"{template.name} is no whole grading worksheet: it has no column "
            f"{missing[0]!r}. Download it again."
        )
    names = [NAME] if NAME in template.titles else []
    keys = ((IDENTIFIER, _identifiers), (EMAIL, _addresses))
    column = template.column(GRADE)
    return fill(template, _rules(template, column, keys, names), grades)


def _rules(
    template: Template,
    column: int,
    keys: Sequence[tuple[str, Callable[[FinalGrade], Iterable[str]]]],
    names: Sequence[str],
) -> FillRules:
    most, free = template.column(MAXIMUM), template.column(CHANGEABLE)
    return FillRules(
        column,
        keys,
        names,
        skip=lambda row: not any(cell.strip() for cell in row),
        locked=lambda row: free >= 0 and bare(row[free]) in NO,
        maximum=lambda row: as_number(row[most]) if most >= 0 else None,
    )


def _addresses(grade: FinalGrade) -> Iterable[str]:
    return (grade.email, roster_value(grade, EMAIL), grade.student)


def _identifiers(grade: FinalGrade) -> Iterable[str]:
    """The participant's number, whether a roster has it or the names of files."""
    return (roster_value(grade, IDENTIFIER), grade.ids.get("moodle_id", ""))
