"""``autograder release``: what students get, without the reference solutions."""

from dataclasses import replace
from pathlib import Path

import click

from autograder.commands.common import key_option, root_option, say, settings_of
from autograder.commands.options import chapters_option, out_option
from autograder.commands.proof import with_progress
from autograder.exercise.course_folder import HANDED_OUT, course_folder
from autograder.exercise.key import load_key
from autograder.gradebook.course import EVERY, Course
from autograder.gradebook.course_file import load_course
from autograder.gradebook.dates import moment
from autograder.handout.bundle import release
from autograder.pages.render import count


@click.command("release")
@out_option("A new folder, or an earlier copy.", default=HANDED_OUT, show_default=True)
@chapters_option("These only: 03-numpy, or 2,3,7; else as --course lists them.")
@click.option("--due", help="When all of it is due: 2026-12-01T18:00+01:00.")
@click.option(
    "--points",
    type=click.Path(path_type=Path),
    help="A settings file (TOML) with a [points] table.",
)
@click.option(
    "--course",
    type=click.Path(path_type=Path),
    help="A course's settings file; default: course.toml of the course you are in.",
)
@root_option
@key_option
def release_command(
    out: Path,
    chapters: tuple[str, ...],
    due: str | None,
    points: Path | None,
    course: Path | None,
    root: Path | None,
    key_name: str,
) -> None:
    """Make the folder that students get.

    Notebooks without outputs, public examples with what is known of common
    mistakes, the tool that checks them, and one page to start with.  Nothing of
    the reference solutions is in it.  In an earlier copy notebooks are written anew,
    but not those that somebody has changed there.
    """
    key = load_key(key_name)
    course = settings_of(key.name, course)
    settings = load_course(course, key) if course else Course()
    if points:
        settings = replace(settings, points=load_course(points, key).points)
    if due:
        settings = replace(settings, due={EVERY: moment(due, "--due").isoformat()})
    chapters = chapters or settings.chapters  # of the assignment, as it is graded
    made = release(
        *(key, course_folder(key.name, root), out, chapters, settings),
        watch=lambda chapters: with_progress(chapters, "Recording chapters", len(chapters)),
    )
    chapters_made = count(len(made.chapters), "chapter")
    counted = f"{chapters_made}, {count(made.exercises, 'exercise')}"
    click.echo(f"{counted}: {made.folder}")
    if made.checked_later:
        say(f"Checked only when handed in: {', '.join(made.checked_later)}.", err=True)
    if made.built_upon:
        ids = ", ".join(made.built_upon)
        click.echo(f"Later chapters build on the student's own: {ids}.")
    for name in made.missing_chapters:
        click.echo(f"Note: they solve that in {name}, which is not in this copy.")
    if made.renewed:
        click.echo(f"Written anew: {', '.join(made.renewed)}.")
    click.echo(f"Students begin with {made.folder / 'START-HERE.md'}")
    if made.changed:
        names, one = ", ".join(made.changed), len(made.changed) == 1
        click.echo(
            f"{names} {'has' if one else 'have'} changed in {made.folder} since, so your "
            f"new version is not there. Delete {'it' if one else 'them'} in "
            f"{made.folder / 'notebooks'}, and release again.",
            err=True,
        )
        raise SystemExit(1)
