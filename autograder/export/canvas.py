"""Canvas: the gradebook's import CSV.

Canvas finds a student by ID, else by SIS User ID, else by SIS Login ID, and only
then by name; so where one of them is there a name may be made harmless.
"""

import re
from collections.abc import Collection, Sequence
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


def column_for(template: Template, names: Collection[str], taken: Collection[str]) -> str:
    """The title of the column that is called so, or else of the only one without marks.

    ``taken``: what other assignments fill, whose marks the table may not have yet.
    """
    students = [row for row in template.rows if row[0].strip() and not _is_points(row)]
    columns = {title: template.column(title) for title in assignments(template)}
    plain = {_plain(name) for name in names if name}
    fitting = [t for t in columns if {_plain(t), _plain(t.rpartition(" (")[0])} & plain]
    fitting = fitting or [
        title
        for title, column in columns.items()
        if title not in taken
        and {row[column].strip().upper() for row in students} <= {"", *KEPT}
    ]
    if len(fitting) != 1:
        which = "several columns" if fitting else "no column"
        have = ", ".join(map(repr, fitting or columns)) or "none"
        raise ExportProblem(
            f"{template.name} has {which} that may be meant. Name one of: {have}. "
            "Download it again where the assignment is newer."
        )
    return fitting[0]


def _plain(title: str) -> str:
    return "".join(filter(str.isalnum, title.casefold()))


def _with_one(template: Template, column: int) -> Template:
    """Of a table what is about students, and one column."""
    kept = [i for i, t in enumerate(template.header) if t in ABOUT_STUDENTS or i == column]
    header, *rows = ([row[i] for i in kept] for row in (template.header, *template.rows))
    return replace(template, header=header, rows=rows)


def _is_points(row: list[str]) -> bool:
    return "Points Possible" in row[0]


def assignments(template: Template) -> list[str]:
    """The columns of assignments: not about students, not computed by Canvas."""
    possible = next((r for r in template.rows if _is_points(r)), None)
    last = max(
        (i for i, title in enumerate(template.header) if title in ABOUT_STUDENTS),
        default=0,
    )
    return [
        title
        for index, title in enumerate(template.header)
        if index > last and not (possible and READ_ONLY in possible[index])
    ]
