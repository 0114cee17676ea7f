"""``autograder hub``: the page of a JupyterHub where students hand in."""

from collections.abc import Callable
from pathlib import Path

import click

from autograder.commands.common import Stop, key_option, say
from autograder.exercise.key import Key, load_key
from autograder.gradebook.course import Course
from autograder.gradebook.course_file import load_course
from autograder.gradebook.course_lines import CourseProblem
from autograder.gradebook.roster_file import read_roster
from autograder.gradebook.table import TableProblem
from autograder.hub.store import Store

NO_HUB = "JupyterHub starts this page: see the book, “A JupyterHub”."


@click.command("hub")
@click.argument("course_file", metavar="COURSE", type=click.Path(path_type=Path))
@click.option(
    "--hand-ins",
    required=True,
    type=click.Path(path_type=Path),
    help="Where to keep what is handed in: this account's alone.",
)
@click.option(
    "--feedback",
    required=True,
    type=click.Path(path_type=Path),
    help="Where `autograder export --format hub` writes students' pages.",
)
@click.option(
    "--notebooks",
    required=True,
    metavar="FOLDER",
    help="Where a student's notebooks are, below the root of the student's server.",
)
@click.option(
    "--proxy",
    default="http://127.0.0.1:8000",
    show_default=True,
    help="The hub's own address, on this machine.",
)
@key_option
def hub_command(
    course_file: Path,
    hand_ins: Path,
    feedback: Path,
    notebooks: str,
    proxy: str,
    key_name: str,
) -> None:
    """Serve the page where a hub's students hand in the assignments of the file COURSE.

    JupyterHub starts it as a service, and says who asks.  Students' files are read over
    their own servers.  Grade them with: autograder grade HAND-INS/NAME --assignment NAME.
    """
    try:
        from autograder.hub.service import ServiceSettings, serve
    except ImportError:
        raise Stop("The page needs JupyterHub: pip install jupyterhub.") from None
    key = load_key(key_name)
    try:
        course = _followed(course_file, key)
        if not course().assignments:
            raise CourseProblem(f"{course_file} has no [[assignments]].")
        settings = ServiceSettings(
            course=course,
            names=lambda student: _names(course(), student),
            store=Store(hand_ins, feedback),
            notebooks=notebooks.strip("/"),
            proxy=proxy,
        )
        serve(settings)
    except KeyError:
        raise Stop(NO_HUB) from None
    except OSError as error:
        raise Stop(f"The page cannot be served ({error}).") from None


def _followed(path: Path, key: Key) -> Callable[[], Course]:
    """Read the course file now, and again whenever it has changed.

    While a change cannot be read, what was read before counts, and a line says so.
    """
    read = [(path.stat().st_mtime_ns if path.exists() else 0, load_course(path, key))]

    def current() -> Course:
        try:
            changed = path.stat().st_mtime_ns
            if changed != read[0][0]:
                read[0] = (changed, read[0][1])
                read[0] = (changed, load_course(path, key))
        except (OSError, CourseProblem) as problem:
            say(f"The course file is as before: {problem}", err=True)
        return read[0][1]

    return current


def _names(course: Course, student: str) -> list[str]:
    """What a student of the hub is called: extensions go by any of it."""
    if not course.roster:
        return [student]
    try:
        roster = read_roster(Path(course.roster), course.columns, course.timezone)
    except TableProblem as problem:
        say(f"Extensions by the roster are not shown: {problem}", err=True)
        return [student]
    students = roster.find(student)
    return [student, *(students[0].names() if len(students) == 1 else [])]
