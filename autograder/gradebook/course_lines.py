"""Every line that a course file may have: its type, what it means, what it is without.

These types are the file's only description: it is read by them, what does not fit is
refused by them, and the page of all settings is made of them
(``python -m autograder.gradebook.course_lines``).
"""

import contextlib
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field, inspect

from autograder.exercise.problem import Problem, or_all


class CourseProblem(Problem):
    """The settings cannot be used; the text says what to write instead."""


def _line(means: str) -> Meta:
    return Meta(description=means)


When = Any  # a TOML date and time, or one in quotes: ``dates.moment`` reads it
Share = Annotated[float, Meta(ge=0, le=1)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Amount = Annotated[float, Meta(ge=0, le=1e6)]
Days = Annotated[float, Meta(ge=0, le=1e4)]
Hours = Annotated[float, Meta(ge=0, le=1e5)]
Names = list[str | int]


class _Lines(Struct, frozen=True):
    """A table of the file."""


class LateLines(_Lines, frozen=True):
    """What lateness costs: the table ``[late]``."""

    policy: Annotated[
        str, _line("`none`, `per_day`, or `FILE:FUNCTION`: `f(points, seconds_late)`")
    ] = "none"
    rate: Annotated[Share, _line("what each day begun costs, as a share of the points")] = (
        0.1
    )
    cap: Annotated[Share, _line("the most that lateness costs, as a share")] = 1.0
    grace_minutes: Annotated[Amount, _line("a hand-in so many minutes late is on time")] = (
        0.0
    )
    free_days: Annotated[
        Count, _line("late days of the term that cost nothing, for each student")
    ] = 0


class ExtensionLines(_Lines, frozen=True):
    """More time, for a student or a section: a table ``[[extensions]]`` for each, or a CSV
    file with these columns (``extensions = "extensions.csv"``)."""

    student: Annotated[str, _line("an id, a name or an address")] = ""
    section: Annotated[str, _line("all students of this section")] = ""
    chapter: Annotated[str, _line("for this chapter alone")] = ""
    assignment: Annotated[str, _line("for this assignment alone")] = ""
    until: Annotated[When, _line("a new date")] = None
    days: Annotated[Days, _line("how many days more")] = 0.0
    hours: Annotated[Hours, _line("how many hours more")] = 0.0
    reason: Annotated[str, _line("a note for yourself")] = ""


class AssignmentLines(_Lines, frozen=True):
    """An assignment of the term: a table ``[[assignments]]`` for each."""

    name: Annotated[str, _line("its name for `--assignment`, and of its folder")] = ""
    title: Annotated[str, _line("its name on pages")] = ""
    chapters: Annotated[Names, _line("what is to be handed in")] = field(
        default_factory=list
    )
    due: Annotated[When, _line("its due date; else as `due` says")] = None
    weight: Annotated[Amount, _line("its share of the term beside the others")] = 1.0
    results: Annotated[str, _line("its folder, relative to this file")] = ""
    always_counts: Annotated[bool, _line("whether it is never dropped as the lowest")] = (
        False
    )


class Excuse(_Lines, frozen=True):
    """What does not count: a table ``[[excused]]`` for each."""

    student: Annotated[str, _line("who; without it, all students")] = ""
    assignment: Annotated[str, _line("in which assignment")] = ""
    exercise: Annotated[str, _line("which exercise; without it, all of them")] = ""
    reason: Annotated[str, _line("the reason, which the student reads")] = ""


class TermRules(_Lines, frozen=True):
    """How assignments add up: the table ``[term]``."""

    drop_lowest: Annotated[Count, _line("how many of the lowest do not count")] = 0
    missing: Annotated[
        Literal["open", "zero"], _line("how one not handed in counts once it is due")
    ] = "open"
    out_of: Annotated[Amount, _line("the points of the whole term")] = 100.0


class CourseLines(_Lines, frozen=True):
    """The course: the lines above all tables."""

    title: Annotated[str, _line("the course's name on pages")] = ""
    book_url: Annotated[str, _line("the book's address, for links in the feedback")] = ""
    timezone: Annotated[str, _line("for dates without a zone, such as `Europe/Berlin`")] = (
        ""
    )
    due: Annotated[Any, _line("one date for all, or a table `[due]` of chapters")] = None
    points: Annotated[
        dict[str, Any],
        _line("a table `[points]` of ids and what they are worth here"),
    ] = field(default_factory=dict)
    bonus: Annotated[
        list[str], _line("exercises whose points count on top, by their ids")
    ] = field(default_factory=list)
    late: LateLines = LateLines()
    extensions: list[ExtensionLines] | str = field(default_factory=list)
    roster: Annotated[
        str | dict[str, str],
        _line("a CSV file; or a table `[roster]`: `file`, and columns"),
    ] = ""
    chapters: Annotated[Names, _line("what is to be handed in; without it, what was")] = (
        field(default_factory=list)
    )
    attempts: Annotated[
        Literal["last", "best", "last on time"],
        _line("which of several notebooks on one chapter counts"),
    ] = "last"
    aliases: Annotated[
        dict[str, str | list[str]],
        _line("a table `[aliases]` of names or ids and their students"),
    ] = field(default_factory=dict)
    unfinished: Annotated[
        Literal["open", "counts"],
        _line("whether code that ran too long keeps what it earned"),
    ] = "open"
    words: Annotated[
        Literal["counted", "left out"], _line("whether answers in words count")
    ] = "counted"
    verdicts: Annotated[
        Literal["at once", "after due"],
        _line("when students of Gradescope see their verdicts"),
    ] = "at once"
    assist: Annotated[
        Literal["full", "hints", "off"],
        _line("how much a released copy tells a student's assistant"),
    ] = "full"
    file_dates: Annotated[
        bool, _line("trust the dates of files, if nothing has copied them")
    ] = False
    assignments: list[AssignmentLines] = field(default_factory=list)
    excused: list[Excuse] = field(default_factory=list)
    term: TermRules = TermRules()


# --- reading ------------------------------------------------------------------------


def lines_in(data: dict[str, Any], path: object) -> CourseLines:
    """A course file's lines, from what TOML has of them."""
    for misfit in _misfits(CourseLines, data, ""):
        raise CourseProblem(f"{path}: {misfit}")
    return msgspec.convert(data, CourseLines)


def extension_in(row: dict[str, str], path: object) -> ExtensionLines:
    """A line of a table of extensions, in which every value is a text."""
    given: dict[str, Any] = {name: cell for name, cell in row.items() if cell}
    for name in {"days", "hours"} & given.keys():
        with contextlib.suppress(ValueError):
            given[name] = float(given[name].replace(",", "."))
    for misfit in _misfits(ExtensionLines, given, ""):
        raise CourseProblem(f"{path}: {misfit}")
    return msgspec.convert(given, ExtensionLines)


def _misfits(kind: type[Struct], data: dict[str, Any], where: str) -> Iterator[str]:
    """A sentence for each line that is unknown or of another type."""
    known = {each.name: each for each in msgspec.structs.fields(kind)}
    for name, value in data.items():
        line = f"{where}.{name}" if where else name
        if name not in known:
            has = f"[{where}]" if where else "the settings"
            yield f"{has} has no line {name!r}.{or_all(name, known)}"
            continue
        info = inspect.type_info(known[name].type)
        inner = _table_of(info)
        is_table = isinstance(info, inspect.StructType)
        if inner and isinstance(value, list) and not is_table:
            for table in value:
                if isinstance(table, dict):
                    yield from _misfits(inner, table, name)
                else:
                    yield f"{name} are written as [[{name}]], one for each."
        elif inner and isinstance(value, dict) and is_table:
            yield from _misfits(inner, value, line)
        elif value != value or not _fits(value, known[name].type):  # a nan fits nothing
            yield f"{line} must be {_described(info, name)}, not {value!r}."
        elif isinstance(value, str) and "\0" in value:
            yield f"{line} must be a text, not {value!r}."


def _fits(value: Any, kind: Any) -> bool:
    try:
        msgspec.convert(value, kind)
    except (msgspec.ValidationError, OverflowError):
        return False
    return True


def _bare(info: Any) -> Any:
    return info.type if isinstance(info, inspect.Metadata) else info


def _table_of(info: Any) -> type[Struct] | None:
    """The type of a table, or of each of several."""
    kinds = info.types if isinstance(info, inspect.UnionType) else (_bare(info),)
    for each in kinds:
        item = each.item_type if isinstance(each, inspect.ListType) else each
        if isinstance(item, inspect.StructType):
            return item.cls
    return None


def _described(info: Any, name: str) -> str:
    """What a line can hold, in words."""
    info = _bare(info)
    if isinstance(info, inspect.UnionType):
        return " or ".join(_described(each, name) for each in info.types)
    if isinstance(info, inspect.LiteralType):
        return " or ".join(f'"{value}"' for value in info.values)
    if isinstance(info, (inspect.FloatType, inspect.IntType)):
        kind = "number" if isinstance(info, inspect.FloatType) else "whole number"
        return f"a {kind} from {info.ge:g} to {info.le:g}"
    if isinstance(info, inspect.ListType):
        if _table_of(info):
            return f"written as [[{name}]], one for each"
        return 'a list: ["one", "another"]'
    if isinstance(info, (inspect.DictType, inspect.StructType)):
        return f"a table: write [{name}] above its lines"
    if isinstance(info, inspect.BoolType):
        return "true or false"
    return "a text in quotes" if isinstance(info, inspect.StrType) else "a date and time"


# --- the page -----------------------------------------------------------------------


def page() -> str:
    """The page of all settings, as the book has it."""
    parts = [
        "# Settings of a course",
        "A course file (`--course FILE`, else the `course.toml` of the course that you are "
        "in) may have these lines, and each may be left out. A line that does not fit is "
        "refused in one sentence.",
    ]
    tables = (CourseLines, LateLines, ExtensionLines, AssignmentLines, Excuse)
    for kind in (*tables, TermRules):
        doc = " ".join((kind.__doc__ or "").replace("``", "`").split())
        title, _, where = doc.partition(": ")
        rows = ["| line | what it can be | without it | meaning |", "|---|---|---|---|"]
        rows += [row for row in map(_row, msgspec.structs.fields(kind)) if row]
        parts += [f"## {title}", where[0].upper() + where[1:], "\n".join(rows)]
    return "\n\n".join(parts) + "\n"


def _row(line: msgspec.structs.FieldInfo) -> str:
    if _table_of(inspect.type_info(line.type)):
        return ""  # has a table of its own
    info = inspect.type_info(line.type)
    extra = info.extra_json_schema if isinstance(info, inspect.Metadata) else None
    means = (extra or {}).get("description", "")
    described = _described(info, line.name).partition(": write")[0].partition(': ["')[0]
    default = line.default if line.default is not msgspec.NODEFAULT else ""
    shown = "" if default in ("", None) else f"`{str(default).lower()}`"
    return f"| `{line.name}` | {described} | {shown} | {means} |"


if __name__ == "__main__":
    print(page(), end="")
