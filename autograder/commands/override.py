"""``autograder override``: points from a person instead of the grader."""

from contextlib import nullcontext
from datetime import date
from pathlib import Path

import click

from autograder.commands.common import Stop, say, user_name
from autograder.gradebook.database import Gradebook
from autograder.gradebook.final import FinalGrade
from autograder.gradebook.lock import alone
from autograder.gradebook.overrides_table import overrides_in
from autograder.gradebook.records import Override
from autograder.gradebook.reviews import grades_of
from autograder.pages.cells import as_number
from autograder.reporting.outputs import write_outputs


def _number(_: click.Context, __: click.Parameter, text: str | None) -> float | None:
    """A number with a decimal point or comma, as in tables and on the review's page."""
    number = as_number(text or "")
    if text is not None and number is None:
        raise click.BadParameter(f"{text!r} is no number of points.")
    return number


@click.command("override")
@click.argument("results", type=click.Path(path_type=Path))
@click.argument("student", default="")
@click.argument("exercise", default="")
@click.option(
    "--points",
    callback=_number,
    metavar="NUMBER",
    help="What the exercise is worth instead.",
)
@click.option("--reason", default="", help="Why; the student reads it too.")
@click.option("--by", default="", help="Who decided; default: your user name.")
@click.option(
    "--freeze",
    is_flag=True,
    help="Keep what STUDENT has now, or everybody: no later run or setting moves it.",
)
@click.option(
    "--from",
    "from_file",
    type=click.Path(path_type=Path),
    help="Many at once: a CSV with the columns student, exercise, points, reason.",
)
@click.option("--remove", is_flag=True, help="Go back to what the grader found.")
@click.option("--list", "list_all", is_flag=True, help="Show every override.")
def override_command(
    results: Path,
    student: str,
    exercise: str,
    points: float | None,
    reason: str,
    by: str,
    freeze: bool,
    from_file: Path | None,
    remove: bool,
    list_all: bool,
) -> None:
    """Give STUDENT's EXERCISE points by hand, with a reason, kept through regrades.

    Without EXERCISE the points are for the whole submission: one that nobody can
    read, or that came on paper.  With --from every line of a table is one override,
    and unless all of them can be made none is.

    Grades, the student's page and the report are written again.  An override
    whose exercise gets another verdict later is pointed out by `grade`, in the
    report and by --list.
    """
    many = from_file is not None
    if list_all + remove + freeze + many + (points is not None) != 1:
        raise Stop("Say one of --points with --reason, --from, --freeze, --remove, --list.")
    if many and student:
        raise Stop("--from names the students in its table: leave out STUDENT.")
    if freeze and exercise:
        raise Stop("--freeze keeps the whole grade: leave out the exercise.")
    if not (list_all or freeze or many) and not student:
        raise Stop("Name a student, and an exercise by its id such as chapter.name.")
    if points is not None and not reason.strip():
        raise Stop('An override needs a reason: --reason "...".')
    try:
        with (
            Gradebook(results, create=False) as book,
            nullcontext() if list_all else alone(results),
        ):
            student = book.student_called(student)
            if list_all:
                _list(book)
            elif from_file:
                made = overrides_in(book, from_file, by or user_name())
                write_outputs(book, results, only=frozenset(o.student for o in made))
                click.echo(f"{len(made)} overrides made. To see them all: --list.")
            elif freeze:
                _freeze(book, results, student, reason, by or user_name())
            elif remove:
                if not book.remove_override(student, exercise, by or user_name()):
                    what = exercise or "the whole submission"
                    raise Stop(f"There is no override of {what} for {student}.")
                _say(book, results, student, exercise)
            else:
                by = by or user_name()
                book.override(student, exercise, points or 0.0, reason, by)
                _say(book, results, student, exercise)
    except OSError as error:
        raise Stop(
            f"The pages in {results} cannot be written ({error}). The override is kept: "
            "make room, and `autograder grade` writes them."
        ) from None


def _freeze(book: Gradebook, results: Path, student: str, reason: str, by: str) -> None:
    """Give by hand what they have: one student, or everybody whose grade is known."""
    wanted = [
        g
        for g in grades_of(book)
        if student in ("", g.student) and not (g.by_hand or g.frozen)
    ]
    known = {g.student: g.score for g in wanted if g.score is not None}
    if student and not known:
        raise Stop(f"{student} has no grade to freeze, or one that a person gave.")
    why = reason or f"Frozen on {date.today()}."
    for key, score in known.items():
        book.override(key, "", score, why, by, frozen=True)
    write_outputs(book, results, only=frozenset(known))
    open_ = len(wanted) - len(known)
    more = f" {open_} whose grade is not known: left as they are." if open_ else ""
    click.echo(f"Frozen: {len(known)}.{more} To undo it: --remove with the student.")


def _say(book: Gradebook, results: Path, student: str, exercise: str) -> None:
    """Write what changed, and say what the student has now."""
    grades = write_outputs(book, results, only=frozenset({student}))
    grade = next((g for g in grades if g.student == student), None)
    if grade is None:
        raise Stop(f"{student} is in the class no more; what was decided is kept.")
    if not exercise:
        say(f"{student}: {_total(grade)}")
        return
    exercise_grade = next(e for e in grade.exercises if e.id == exercise)
    given = "not known" if exercise_grade.points is None else f"{exercise_grade.points:g}"
    sentence = f"{student}: {exercise} is {given} of {exercise_grade.max_points:g} points"
    say(f"{sentence}; {_total(grade)}")


def _total(grade: FinalGrade) -> str:
    if grade.score is None:
        return "the whole is not known yet."
    most = "" if grade.max_points is None else f" of {grade.max_points:g}"
    return f"{grade.score:g}{most} in all."


def _list(book: Gradebook) -> None:
    stale = {(o.student, o.exercise_id): now for o, now in book.stale_overrides()}
    overrides = book.overrides()
    if not overrides:
        click.echo("There are no overrides.")
    for override in overrides:
        say(_line(override, stale.get((override.student, override.exercise_id), "")))
    earlier = [override for override in book.decisions() if override not in overrides]
    if earlier:
        click.echo("Before:")
    for override in earlier:
        say(f"  {_line(override, '')}")


def _line(override: Override, now: str) -> str:
    by = f", {override.by}" if override.by else ""
    what = override.exercise_id or "the whole submission"
    before = f"“{override.verdict}”" if override.verdict else "nothing"
    instead = (
        f"{override.points:g} instead of {before}: " if override.points is not None else ""
    )
    line = (
        f"{override.student}  {what}  {instead}{override.reason} ({override.at[:10]}{by})"
    )
    return f"{line}\n  look again: the verdict is “{now}” by now" if now else line
