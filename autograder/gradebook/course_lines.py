"""Every line that a course file may have: its type, what it means, what it is without.

These types are the file's only description: it is read by them, what does not fit is
refused by them, and the page of all settings is made of them
(``python -m autograder.gradebook.course_lines``).
"""

from __future__ import annotations

import contextlib
import difflib
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field, inspect

from autograder.gradebook.course import CourseProblem

When = Any  # a TOML date and time, or one in quotes: ``dates.moment`` reads it


class _Lines(Struct, kw_only=True):
    """A table of the file."""


class LateLines(_Lines):
    """What lateness costs: the table ``[late]``."""

    policy: Annotated[
        str,
        Meta(
            description="`none`, `per_day`, or `FILE:FUNCTION`: `f(points, seconds_late)`"
        ),
    ] = "none"
    rate: Annotated[
        float,
        Meta(ge=0, le=1, description="what each day begun costs, as a share of the points"),
    ] = 0.1
    cap: Annotated[
        float, Meta(ge=0, le=1, description="the most that lateness costs, as a share")
    ] = 1.0
    grace_minutes: Annotated[
        float, Meta(ge=0, le=1e6, description="a hand-in so many minutes late is on time")
    ] = 0.0
    free_days: Annotated[
        int,
        Meta(
            ge=0,
            le=1000,
            description="late days of the term that cost nothing, for each student",
        ),
    ] = 0


class ExtensionLines(_Lines):
    """More time, for a student or a section: a table ``[[extensions]]`` for each, or a CSV
    file with these columns (``extensions = "extensions.csv"``)."""

    student: Annotated[str, Meta(description="an id, a name or an address")] = ""
    section: Annotated[str, Meta(description="all students of this section")] = ""
    chapter: Annotated[str, Meta(description="for this chapter alone")] = ""
    assignment: Annotated[str, Meta(description="for this assignment alone")] = ""
    until: Annotated[When, Meta(description="a new date")] = None
    days: Annotated[float, Meta(ge=0, le=1e4, description="how many days more")] = 0.0
    hours: Annotated[float, Meta(ge=0, le=1e5, description="how many hours more")] = 0.0
    reason: Annotated[str, Meta(description="a note for yourself")] = ""


class AssignmentLines(_Lines):
    """An assignment of the term: a table ``[[assignments]]`` for each."""

    name: Annotated[
        str, Meta(description="its name for `--assignment`, and of its folder of results")
    ] = ""
    title: Annotated[str, Meta(description="its name on pages")] = ""
    chapters: Annotated[list[str | int], Meta(description="what is to be handed in")] = (
        field(default_factory=list)
    )
    due: Annotated[When, Meta(description="its due date; else as `due` says")] = None
    weight: Annotated[
        float, Meta(ge=0, le=1e6, description="its share of the term beside the others")
    ] = 1.0
    results: Annotated[str, Meta(description="its folder, relative to this file")] = ""
    always_counts: Annotated[
        bool, Meta(description="whether it is never dropped as the lowest")
    ] = False


class ExcuseLines(_Lines):
    """What does not count: a table ``[[excused]]`` for each."""

    student: Annotated[str, Meta(description="who; without it, all students")] = ""
    assignment: Annotated[str, Meta(description="in which assignment")] = ""
    exercise: Annotated[
        str, Meta(description="which exercise; without it, the whole assignment")
    ] = ""
    reason: Annotated[str, Meta(description="the reason, which the student reads")] = ""


class TermLines(_Lines):
    """How assignments add up: the table ``[term]``."""

    drop_lowest: Annotated[
        int, Meta(ge=0, le=1000, description="how many of the lowest do not count")
    ] = 0
    missing: Annotated[
        Literal["open", "zero"],
        Meta(description="how an assignment counts that was not handed in when due"),
    ] = "open"
    out_of: Annotated[
        float, Meta(ge=0, le=1e6, description="the points of the whole term")
    ] = 100.0


class CourseLines(_Lines):
    """The course: the lines above all tables."""

    title: Annotated[str, Meta(description="the course's name on pages")] = ""
    book_url: Annotated[
        str, Meta(description="the book's address, for links in the feedback")
    ] = ""
    timezone: Annotated[
        str, Meta(description="for dates without a zone, such as `Europe/Berlin`")
    ] = ""
    due: Annotated[
        Any, Meta(description="one date for all, or a table `[due]` of chapters")
    ] = None
    points: Annotated[
        dict[str, Any],
        Meta(description="a table `[points]` of ids and what they are worth here"),
    ] = field(default_factory=dict)
    bonus: Annotated[
        list[str], Meta(description="exercises whose points count on top, by their ids")
    ] = field(default_factory=list)
    late: LateLines = field(default_factory=LateLines)
    extensions: list[ExtensionLines] | str = field(default_factory=list)
    roster: Annotated[
        str | dict[str, str],
        Meta(description="a CSV file; or a table `[roster]`: `file`, and columns"),
    ] = ""
    chapters: Annotated[
        list[str | int], Meta(description="what is to be handed in; without it, what was")
    ] = field(default_factory=list)
    attempts: Annotated[
        Literal["last", "best", "last on time"],
        Meta(description="which of several notebooks on one chapter counts"),
    ] = "last"
    aliases: Annotated[
        dict[str, str | list[str]],
        Meta(description="a table `[aliases]` of names or ids and their students"),
    ] = field(default_factory=dict)
    unfinished: Annotated[
        Literal["open", "counts"],
        Meta(description="whether code that ran too long keeps what it earned"),
    ] = "open"
    words: Annotated[
        Literal["counted", "left out"], Meta(description="whether answers in words count")
    ] = "counted"
    verdicts: Annotated[
        Literal["at once", "after due"],
        Meta(description="when students of Gradescope see their verdicts"),
    ] = "at once"
    assist: Annotated[
        Literal["full", "hints", "off"],
        Meta(description="how much a released copy tells a student's assistant"),
    ] = "full"
    commit_dates: Annotated[
        bool, Meta(description="trust the dates of commits, from students' machines")
    ] = False
    file_dates: Annotated[
        bool, Meta(description="trust the dates of files, if nothing has copied them")
    ] = False
    assignments: list[AssignmentLines] = field(default_factory=list)
    excused: list[ExcuseLines] = field(default_factory=list)
    term: TermLines = field(default_factory=TermLines)


# --- reading ------------------------------------------------------------------------


def lines_in(data: dict[str, Any], path: object) -> CourseLines:
    """A course file's lines, from what TOML has of them.

    Raises ``CourseProblem`` with one sentence about the first that does not fit.
    """
    for words in _misfits(CourseLines, data, ""):
        raise CourseProblem(f"{path}: {words}")
    return msgspec.convert(data, CourseLines)


def extension_in(row: dict[str, str], path: object) -> ExtensionLines:
    """A line of a table of extensions, in which every value is a text."""
    given: dict[str, Any] = {name: cell for name, cell in row.items() if cell}
    for name in {"days", "hours"} & given.keys():
        with contextlib.suppress(ValueError):
            given[name] = float(given[name].replace(",", "."))
    for words in _misfits(ExtensionLines, given, ""):
        raise CourseProblem(f"{path}: {words}")
    return msgspec.convert(given, ExtensionLines)


def _misfits(kind: type[Struct], data: dict[str, Any], where: str) -> Iterator[str]:
    """A sentence for each line that is unknown or of another type."""
    known = {each.name: each for each in msgspec.structs.fields(kind)}
    for name, value in data.items():
        place = f"{where}.{name}" if where else name
        if name not in known:
            has = f"[{where}]" if where else "the settings"
            yield f"{has} has no line {name!r}. {_nearest(name, list(known))}"
            continue
        info = inspect.type_info(known[name].type)
        inner = _table_of(info)
        is_table = isinstance(info, inspect.StructType)
        if inner and isinstance(value, list) and not is_table:
            for one in value:
                if isinstance(one, dict):
                    yield from _misfits(inner, one, name)
                else:
                    yield f"{name} are written as [[{name}]], one for each."
        elif inner and isinstance(value, dict) and is_table:
            yield from _misfits(inner, value, place)
        elif value != value or not _fits(value, known[name].type):  # a nan fits nothing
            yield f"{place} must be {_described(info, name)}, not {value!r}."
        elif isinstance(value, str) and "\0" in value:
            yield f"{place} must be a text, not {value!r}."


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
        one = each.item_type if isinstance(each, inspect.ListType) else each
        if isinstance(one, inspect.StructType):
            return one.cls
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


def _nearest(name: str, known: list[str]) -> str:
    longer = [other for other in known if name and other.startswith(name)]
    close = longer or difflib.get_close_matches(name, known, 1, 0.5)
    return f"Did you mean {close[0]!r}?" if close else f"It has: {', '.join(known)}."


# --- the page -----------------------------------------------------------------------


def page() -> str:
    """The page of all settings, as the book has it."""
    parts = [
        "# Settings of a course",
        "A course file (`--course course.toml`) may have these lines, and each may be left "
        "out. A line that does not fit is refused in one sentence.",
    ]
    tables = (CourseLines, LateLines, ExtensionLines, AssignmentLines, ExcuseLines)
    for kind in (*tables, TermLines):
        words = " ".join((kind.__doc__ or "").replace("``", "`").split())
        title, _, where = words.partition(": ")
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
