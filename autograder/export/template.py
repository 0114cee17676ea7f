"""A table that came out of another system: read, one column filled, given back.

Its rows, ids and other columns stay as they were, down to its delimiter and
byte order mark.  Only a row whose student is known for certain is filled, and
a score that is not known leaves what the cell held.
"""

import csv
import io
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

from autograder.exercise.status import SubmissionStatus
from autograder.export.files import BOM, Export, ExportProblem, table
from autograder.export.people import normalised_name, unique
from autograder.gradebook.final import FinalGrade
from autograder.gradebook.matching import without_zeros
from autograder.gradebook.system_words import MAXIMUM, in_english, is_worksheet
from autograder.pages.cells import number, one_line
from autograder.pages.render import count, few

MAX_BYTES = 100 << 20
NAMES_SHOWN = 5
Values = Callable[[FinalGrade], Iterable[str]]


@dataclass(frozen=True)
class Template:
    """A table from another system; every row is as long as the header."""

    name: str
    header: list[str]
    rows: list[list[str]]
    delimiter: str
    bom: bool

    @cached_property
    def titles(self) -> list[str]:
        """The header in English, whichever language the other system spoke."""
        return in_english(self.header)

    def column(self, title: str) -> int:
        """Where a column is, by a title as it stands or in English; -1 for none."""
        titles = self.header if title in self.header else self.titles
        return titles.index(title) if title in titles else -1

    def writer(self, column: int) -> Callable[[float | None], str]:
        """How the table, as it came, writes the numbers of this column and of maxima."""
        columns = [column, self.column(MAXIMUM)]
        cells = [row[i].strip() for row in self.rows for i in columns if i >= 0]
        has_commas = any(re.fullmatch(r"[\d.  ]*\d,\d{1,2}", cell) for cell in cells)
        return lambda value: number(value).replace(".", "," if has_commas else ".")


class System(Protocol):
    """A module of this package: the tables of one learning system."""

    def gradebook(self, grades: Sequence[FinalGrade], assignment: str) -> Export:
        """A table of one assignment, without one of the system's."""

    def from_template(
        self, template: Template, grades: Sequence[FinalGrade], assignment: str
    ) -> Export:
        """Fill one assignment's column of a table that the system exported."""


@dataclass(frozen=True)
class FillRules:
    """How one system's table is filled."""

    column: int
    keys: Sequence[tuple[str, Values]]  # columns that say who a row is, the surest first
    name_columns: Sequence[str]  # together a name, for people to read
    skip: Callable[[list[str]], bool]  # rows that are not a student's
    locked: Callable[[list[str]], bool]  # cells that must stay
    maximum: Callable[[list[str]], float | None]  # what a score is out of; None: as here
    excused: str = ""  # the system's word for who is; "" where it has none


def read_template(path: Path) -> Template:
    """Read the table."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ExportProblem(f"{path} is larger than {MAX_BYTES >> 20} MB.")
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        sentence = f"{path} cannot be read: {error.strerror}."
        raise ExportProblem(sentence) from None
    except UnicodeDecodeError:
        raise ExportProblem(
            f"{path} is not UTF-8: use the file as it was downloaded, "
            "not one that a spreadsheet saved."
        ) from None
    bom = text.startswith(BOM)
    text = text.removeprefix(BOM)
    first = text.splitlines()[0] if text.strip() else ""
    delimiter = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise ExportProblem(f"{path} is no CSV table: {error}.") from None
    rows = [row for row in rows if row]
    if len(rows) < 2:
        raise ExportProblem(f"{path} has no rows: download it again.")
    width = len(rows[0])
    padded = [row + [""] * (width - len(row)) for row in rows[1:]]
    return Template(path.name, rows[0], padded, delimiter, bom)


def system_of(template: Template) -> str:
    """The format that a table is of, by its columns: canvas, moodle, or ""."""
    if {"Student", "LastName"} & {*template.header} and "ID" in template.header:
        return "canvas"
    return "moodle" if is_worksheet(template.header) else ""


def fill(template: Template, rules: FillRules, grades: Sequence[FinalGrade]) -> Export:
    """Fill one column of a template."""
    find, written = _finder(template, rules, grades), template.writer(rules.column)
    rows: list[list[str]] = []
    log = _FillLog({g.max_points for g in grades if g.max_points and _has_all(g)})
    for row in template.rows:
        row = list(row)
        if not rules.skip(row):
            grade, by_name = find(row)
            label = _name(template, rules, row)
            if grade is None:
                log.unmatched.append(label)
            elif grade.excused and rules.excused and not rules.locked(row):
                row[rules.column] = rules.excused
                log.excused.append(label)
                log.seen.add(grade.student)
                log.written[grade.student] = None
            elif grade.score is None:
                is_missing = grade.status == SubmissionStatus.MISSING
                (log.missing if is_missing else log.unknown).append(label)
                log.seen.add(grade.student)
            elif rules.locked(row):
                log.locked.append(label)
                log.seen.add(grade.student)
            else:
                score = _scaled(grade, rules.maximum(row), log)
                row[rules.column] = written(score)
                log.seen.add(grade.student)
                log.written[grade.student] = score
                log.filled += 1
                log.by_name += by_name
            for title in rules.name_columns:
                index = template.column(title)
                row[index] = one_line(row[index])
        rows.append(row)
    if not log.seen:
        raise ExportProblem(
            f"No row of {template.name} is a student of this class. Grade again with a "
            f"roster that has one of {', '.join(title for title, _ in rules.keys)}."
        )
    absent = [g.name or g.student for g in grades if g.student not in log.seen]
    all_rows, mark = [template.header, *rows], template.bom
    data = table(all_rows, delimiter=template.delimiter, bom=mark, kept=1)
    return Export(data, log.sentences(template.name, absent), log.written)


class _FillLog:
    """What happened while a template was filled, for the instructor."""

    def __init__(self, maxima: set[float]) -> None:
        self.maxima = maxima  # of the class: one, where the assignment is defined
        self.filled = self.by_name = 0
        self.seen: set[str] = set()
        self.written: dict[str, float | None] = {}
        self.unmatched: list[str] = []
        self.unknown: list[str] = []
        self.missing: list[str] = []
        self.excused: list[str] = []
        self.locked: list[str] = []
        self.scaled: dict[tuple[float, float], int] = {}

    def sentences(self, name: str, absent: list[str]) -> tuple[str, ...]:
        sentences = [f"Rows filled: {self.filled}."]
        for (ours, theirs), rows in self.scaled.items():
            sentences.append(
                f"Scaled from {number(ours)} points to the column's {number(theirs)}: "
                f"{count(rows, 'row')}."
            )
        if self.by_name:
            sentences.append(f"Found by their name alone, look at them: {self.by_name}.")
        for what, names in (
            ("Excused", self.excused),
            ("Handed in nothing, the cell is as it was", self.missing),
            ("Score not known, the cell is as it was", self.unknown),
            ("May not be changed, the cell is as it was", self.locked),
            (f"Only in {name}", self.unmatched),
            (f"Graded, and not in {name}", absent),
        ):
            if names:
                sentences.append(f"{what}: {few(map(one_line, names), NAMES_SHOWN, '; ')}.")
        return tuple(sentences)


def _has_all(grade: FinalGrade) -> bool:
    """Whether a score is out of what all have: nothing of it is excused for one alone."""
    return grade.score is not None and not any(e.excused for e in grade.exercises)


def _scaled(grade: FinalGrade, maximum: float | None, log: _FillLog) -> float | None:
    if not maximum or not grade.max_points or maximum == grade.max_points:
        return grade.score
    if len(log.maxima) > 1:
        maxima = " or ".join(map(number, sorted(log.maxima)))
        raise ExportProblem(
            f"Students have different maxima ({maxima} points), and the column "
            f"counts {number(maximum)}: nobody is scaled by their own. Say what the "
            'assignment is, chapters = ["03-numpy"] in the course file, and grade again.'
        )
    pair = (grade.max_points, maximum)
    log.scaled[pair] = log.scaled.get(pair, 0) + 1
    return (grade.score or 0.0) * maximum / grade.max_points


def _finder(
    template: Template, rules: FillRules, grades: Sequence[FinalGrade]
) -> Callable[[list[str]], tuple[FinalGrade | None, bool]]:
    """How a row's grade is found: by its ids, else by a name that is nobody else's."""
    indexes = [
        (template.column(title), unique((_id(v), g) for g in grades for v in of(g)))
        for title, of in rules.keys
        if template.column(title) >= 0
    ]
    names = unique((normalised_name(g.name or g.student), g) for g in grades)
    here: dict[str, int] = {}
    for row in template.rows:
        flat = normalised_name(_name(template, rules, row))
        here[flat] = here.get(flat, 0) + 1
    by_id = {
        id(grade)
        for row in template.rows
        for column, index in indexes
        if (grade := index.get(_id(row[column])))
    }

    def find(row: list[str]) -> tuple[FinalGrade | None, bool]:
        for column, index in indexes:
            if grade := index.get(_id(row[column])):
                return grade, False
        flat = normalised_name(_name(template, rules, row))
        grade = names.get(flat)
        alone = grade is not None and here[flat] == 1 and id(grade) not in by_id
        return (grade if alone else None), alone

    return find


PARTICIPANT = "participante?|partecipante|teilnehmer/in|deelnemer"


def _id(cell: str) -> str:
    """An id as it is compared: Moodle's ``Participant 12`` is 12 in every language."""
    plain = cell.strip().casefold()
    match = re.fullmatch(
        rf"(?:(?:{PARTICIPANT})\s*|[^\W\d_]+(?:/[^\W\d_]+)?\s+)(\d+)", plain
    )
    return without_zeros(match[1] if match else plain)


def _name(template: Template, rules: FillRules, row: list[str]) -> str:
    columns = [template.column(title) for title in rules.name_columns]
    return ", ".join(row[i] for i in columns if row[i].strip())


def chosen_column(
    template: Template,
    wanted: str,
    candidates: Mapping[str, bool],
    names: Collection[str] = (),
    taken: Collection[str] = (),
) -> str:
    """The title of the column to fill, which may lack what the system puts in brackets.

    ``candidates`` says of each whether it holds marks. Where none is ``wanted`` it is the
    one called as one of ``names``, or else the only one without marks and not ``taken``.
    """
    plain = {_plain(name) for name in (names if not wanted else [wanted]) if name}
    called = [t for t in candidates if {_plain(t), _plain(t.rpartition(" (")[0])} & plain]
    free = [t for t, is_marked in candidates.items() if not (is_marked or t in taken)]
    matching = [wanted] if wanted in candidates else called or ([] if wanted else free)
    if len(matching) != 1:
        what = "more than one column" if matching else "no column"
        which = repr(wanted) if wanted else "that may be meant, so name one"
        raise ExportProblem(
            f"{template.name} has {what} {which}. It has: "
            f"{', '.join(map(repr, candidates)) or 'none'}. "
            "Download it again where the assignment is newer."
        )
    return matching[0]


def _plain(title: str) -> str:
    return "".join(filter(str.isalnum, title.casefold()))
