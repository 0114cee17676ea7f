"""Canvas: the gradebook's import CSV.

Canvas finds a student by ID, else by SIS User ID, else by SIS Login ID, and only
then by name; so where one of them is there a name may be made harmless.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from autograder.export.files import Export, ExportProblem, table
from autograder.export.people import canvas_id, roster_value
from autograder.export.template import FillRules, Template, chosen_column, fill
from autograder.gradebook.final import FinalGrade
from autograder.pages.cells import as_number, number, one_line, plain_id

STUDENT = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
ABOUT_STUDENTS = {*STUDENT, "LastName", "FirstName", "Integration ID", "Root Account"}
POINTS_POSSIBLE = "    Points Possible"  # with four spaces, as Canvas writes it
READ_ONLY = "read only"
COMPUTED = re.compile(r"(?:Current|Final|Unposted)\b", re.I)
EXCUSED = "EX"
KEPT = (EXCUSED, "N/A")  # excused, and not assigned to this student


def gradebook(grades: Sequence[FinalGrade], assignment: str) -> Export:
    """Make a table of one assignment, without one from Canvas."""
    if not assignment:
        raise ExportProblem(
            "Say which assignment, as Canvas has it with its number: "
            "--assignment 'Homework 3 (12345)'. Or give --template."
        )
    most = max((g.max_points for g in grades if g.max_points), default=None)
    rows = [
        [*STUDENT, assignment],
        [POINTS_POSSIBLE, "", "", "", "", number(most)],
    ]
    for grade in grades:
        ids = (
            canvas_id(grade),
            roster_value(grade, "SIS User ID"),
            roster_value(grade, "SIS Login ID") or grade.student,
        )
        name = one_line(roster_value(grade, "Student") or grade.name or grade.student)
        section = one_line(grade.section or roster_value(grade, "Section"))
        score = EXCUSED if grade.excused else number(grade.score)
        rows.append([name, *map(plain_id, ids), section, score])
    notes = [f"Canvas makes a new assignment {assignment!r} when it has none of that name."]
    notes = notes[: "(" not in assignment] + ignored(assignment)
    return Export(table(rows, kept=1), tuple(notes))


def ignored(assignment: str) -> list[str]:
    """What to say where Canvas takes a column for a total of its own and skips it."""
    if not COMPUTED.match(assignment):
        return []
    return [
        f"Canvas takes a column called {assignment!r} for a total of its own, and ignores "
        "it: give the assignment another name there."
    ]


def from_template(
    template: Template, grades: Sequence[FinalGrade], assignment: str
) -> Export:
    """Fill one assignment's column of a table that Canvas exported.

    Other assignments' columns are left out: grades given since would be written over.
    """
    names = ("LastName", "FirstName") if "LastName" in template.header else ("Student",)
    if not all(title in template.header for title in (*names, "ID")):
        raise ExportProblem(
            f"{template.name} is no gradebook from Canvas: it has no columns "
            f"{' and '.join((*names, 'ID'))}. Export it in Canvas: Grades, Export."
        )
    title = chosen_column(template, assignment, assignments(template))
    template = _with_one(template, template.column(title))
    possible = next((r for r in template.rows if _is_points(r)), None)
    column = template.column(title)
    most = as_number(possible[column]) if possible else None
    id_column = template.column("ID")
    keys = (
        ("ID", lambda g: [canvas_id(g)]),
        ("SIS User ID", lambda g: [roster_value(g, "SIS User ID")]),
        ("SIS Login ID", lambda g: [roster_value(g, "SIS Login ID"), g.email, g.student]),
    )
    rules = FillRules(
        column,
        keys,
        names,
        # The points' row, and the one that says which grades are posted by hand.
        skip=lambda row: _is_points(row) or not (row[0].strip() or row[id_column].strip()),
        locked=lambda row: row[column].strip().upper() in KEPT,
        maximum=lambda row: most,
        excused=EXCUSED,
    )
    made = fill(template, rules, grades)
    return replace(made, notes=(*made.notes, *ignored(title)))


def _with_one(template: Template, column: int) -> Template:
    """Of a table what is about students, and one column."""
    kept = [i for i, t in enumerate(template.header) if t in ABOUT_STUDENTS or i == column]
    header, *rows = ([row[i] for i in kept] for row in (template.header, *template.rows))
    return replace(template, header=header, rows=rows)


def _is_points(row: list[str]) -> bool:
    return "Points Possible" in row[0]


def assignments(template: Template) -> dict[str, bool]:
    """The columns of assignments, not about students nor computed, and whose have marks."""
    possible = next((r for r in template.rows if _is_points(r)), None)
    students = [r for r in template.rows if r[0].strip() and r is not possible]
    last = max(
        (i for i, title in enumerate(template.header) if title in ABOUT_STUDENTS),
        default=0,
    )
    return {
        title: any(row[index].strip().upper() not in ("", *KEPT) for row in students)
        for index, title in enumerate(template.header)
        if index > last and not (possible and READ_ONLY in possible[index])
    }
