"""Read a roster: a CSV as learning systems and spreadsheets write it.

Commas, semicolons or tabs; with or without a byte order mark; UTF-8, UTF-16 or
Windows' own encoding; Canvas's gradebook export and Moodle's lists of
participants as they are.  Headers are known by many names, see ``HEADERS``.
"""

import re
from collections.abc import Container, Mapping
from pathlib import Path

from autograder.exercise.problem import or_all
from autograder.gradebook.dates import DateProblem, system_moment
from autograder.gradebook.matching import first_name_first, simplified
from autograder.gradebook.roster import IDS, Roster, Student
from autograder.gradebook.system_words import bare, in_english, is_worksheet
from autograder.gradebook.table import TableProblem, read_table

NOBODY = ("Points Possible", "Student, Test")  # lines of Canvas's gradebook
SHORTENED = re.compile(r"\d[.,]?\d*[eE]\+\d+")
SHOWN = 5  # lines named in a sentence

# What a column is, by its header without case, spaces and punctuation.
HEADERS = {
    "id": "id studentid idnumber studentnumber matriculationnumber orgdefinedid "
    "sisuserid sisid identifier number usernumber personid",
    "login": "login loginid username user sisloginid userid account",
    "email": "email emailaddress mail primaryemail",
    "name": "name fullname studentname displayname sortablename",
    "first": "firstname givenname forename first",
    "last": "lastname surname familyname last",
    "section": "section sections class",
    "group": "group groups team groupname teamname project",
    "canvas_id": "canvasid canvasuserid",
    "moodle_id": "moodleid participant participantid",
    "brightspace_id": "brightspaceid d2lid",
    "github": "github githubusername githublogin githubuser",
    "handed_in": "handedin submitted submittedat handedinat submissiontime "
    "lastmodifiedsubmission",
}
ROLES = tuple(HEADERS)
_ROLE = {header: role for role, headers in HEADERS.items() for header in headers.split()}
UNIQUE = ("id", "login", "email", "canvas_id", "moodle_id", "brightspace_id", "github")
ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
KEYS = ("id", "login", "email", "canvas_id", "moodle_id", "github", "name")
_Person = tuple[int, dict[str, str], list[str]]  # line, what each role says, its cells


def read_roster(
    path: Path, columns: Mapping[str, str] | None = None, timezone: str = ""
) -> Roster:
    """Read the class from a CSV file; ``columns`` says which header is what."""
    rows = read_table(path, "roster")
    if not rows:
        raise TableProblem(f"The roster {path} is empty.")
    (_, header), *rows = rows
    roles = _roles(path, header, columns or {})
    if not roles.keys() & {*KEYS, "first", "last"}:
        raise TableProblem(_no_key(path, header))
    people = [
        (line, {role: row[i] for role, i in roles.items() if i < len(row)}, row)
        for line, row in rows
        if row[0] not in NOBODY
    ]
    # A line that says nothing of anybody, such as Canvas's "Manual Posting".
    people = [item for item in people if any(item[1].values())]
    if not people:
        raise TableProblem(f"The roster {path} has a header and no students.")
    for _, person, _ in people:
        _name(person)
    _refuse_twice(path, people, roles)
    _refuse_shortened(path, people)
    role = _key(path, people, header)
    students = []
    for line, person, row in people:
        time = person.get("handed_in", "")
        try:
            what = f"{path}, line {line}: the time of hand-in"
            handed_in = system_moment(time, what, timezone)
        except DateProblem as problem:
            raise TableProblem(str(problem)) from None
        students.append(
            Student(
                person[role],
                name=person.get("name", ""),
                email=person.get("email") or _address(person.get("login", "")),
                group=person.get("group", ""),
                section=person.get("section", ""),
                handed_in=handed_in,
                ids=_ids(header, row, person),
            )
        )
    return Roster(tuple(students), complete=True)


def _address(login: str) -> str:
    """A login that is an e-mail address, as many schools have it; else ""."""
    return login if ADDRESS.fullmatch(login) else ""


# --- what each column is -----------------------------------------------------


def _roles(path: Path, header: list[str], columns: Mapping[str, str]) -> dict[str, int]:
    columns_of: dict[str, int] = {}
    short = [bare(cell) for cell in in_english(header)]
    is_canvas = "sisuserid" in short or "sisloginid" in short
    for column, cell in enumerate(short):
        role = _ROLE.get(cell, "")
        if is_canvas and cell in ("id", "student"):
            role = {"id": "canvas_id", "student": "name"}[cell]
        if cell == "identifier" and is_worksheet(header):
            role = "moodle_id"
        if role and role not in columns_of:
            columns_of[role] = column
    if "student" in short and "name" not in columns_of:
        others = {"id", "login", "email"} & columns_of.keys()
        columns_of.setdefault("name" if others else "id", short.index("student"))
    elif "student" in short:
        columns_of.setdefault("id", short.index("student"))
    for role, name in columns.items():
        if role not in ROLES:
            raise TableProblem(
                f"[roster] has no line {role!r}. It can say what these are: file, "
                f"{', '.join(ROLES)}."
            )
        if name not in header:
            guess = or_all(name, header[:12])
            raise TableProblem(f"The roster {path} has no column {name!r}.{guess}")
        columns_of[role] = header.index(name)
    return columns_of


def _name(person: dict[str, str]) -> None:
    """One name, first name first; ``Participant 123`` is an id alone."""
    parts = [person.pop("first", ""), person.pop("last", "")]
    if any(parts) and not person.get("name"):
        person["name"] = " ".join(filter(None, parts))
    if name := person.get("name"):
        person["name"] = first_name_first(name).strip()
    if number := re.search(r"(?<!\d)\d+$", person.get("moodle_id", "")):
        person["moodle_id"] = number[0]


def _ids(header: list[str], row: list[str], person: dict[str, str]) -> dict[str, str]:
    ids = {name: cell for name, cell in zip(header, row, strict=False) if name}
    return ids | {name: person[name] for name in IDS if person.get(name)}


# --- who is who --------------------------------------------------------------


def _key(path: Path, people: list[_Person], header: list[str]) -> str:
    """The column that tells students apart: the first of ``KEYS`` that is filled."""
    for role in KEYS:
        filled = [line for line, person, _ in people if person.get(role)]
        if not filled:
            continue
        empty = [line for line, person, _ in people if not person.get(role)]
        if empty:
            raise TableProblem(
                f"The roster {path} has no {_called(role)} on {_lines(empty)}. Fill it "
                "in, or take these lines out."
            )
        if role == "name":
            _refuse_twice(path, people, ("name",), ("name",))
        return role
    raise TableProblem(_no_key(path, header))


def _no_key(path: Path, header: list[str]) -> str:
    titles = ", ".join(repr(cell[:40]) for cell in header[:12]) or "empty"
    return (
        f"The roster {path} has no column that tells students apart. Its first line "
        f"must name one, such as id, login, email or name; it is: {titles}. Or the course "
        f"file says which it is, as in [roster] id = {header[0][:40]!r}."
    )


def _refuse_twice(
    path: Path,
    people: list[_Person],
    roles: Container[str],
    which: tuple[str, ...] = UNIQUE,
) -> None:
    for role in which:
        seen: dict[str, list[tuple[int, str]]] = {}
        for line, person, _ in people:
            if role in roles and person.get(role):
                seen.setdefault(simplified(person[role]), []).append((line, person[role]))
        for same in seen.values():
            if len(same) > 1:
                lines, value = [line for line, _ in same], same[0][1]
                more = " Give them an id column." if role == "name" else ""
                raise TableProblem(
                    f"The roster {path} has the {_called(role)} {value!r} twice, on "
                    f"{_lines(lines)}. Mend it, so that nobody gets another's grade.{more}"
                )


def _refuse_shortened(path: Path, people: list[_Person]) -> None:
    """Refuse ids of which a spreadsheet has kept the first digits alone."""
    for role in ("id", "canvas_id", "brightspace_id"):
        lines = [n for n, person, _ in people if SHORTENED.fullmatch(person.get(role, ""))]
        if lines:
            raise TableProblem(
                f"The roster {path} has ids such as 1.23E+11 ({_called(role)}) on "
                f"{_lines(lines)}: a spreadsheet has cut it. Take the file as it was "
                "downloaded, or make the column a text before it is saved."
            )


def _called(role: str) -> str:
    return {"email": "e-mail address", "canvas_id": "Canvas id"}.get(role, role)


def _lines(numbers: list[int]) -> str:
    shown = [str(n) for n in numbers[:SHOWN]]
    if len(numbers) == 1:
        return f"line {shown[0]}"
    if len(numbers) > SHOWN:
        return f"lines {', '.join(shown)} and {len(numbers) - SHOWN} more"
    return f"lines {', '.join(shown[:-1])} and {shown[-1]}"
