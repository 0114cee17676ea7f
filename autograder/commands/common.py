"""What every verb shares: options, how it ends, and how it opens a key."""

import getpass
from pathlib import Path
from typing import IO, Any

import click
from click.core import ParameterSource

from autograder.checking.show import visible
from autograder.exercise.course_folder import default_key, nearest
from autograder.exercise.key import KeyProblem
from autograder.sandbox import isolation

SOME_NOT_GRADED, WRONG_COMMAND = 1, 2


def _said_or_default(_: click.Context, __: click.Parameter, name: str) -> str:
    """A name for every command: that of the course one is in, unless another is said."""
    try:
        return name or default_key()
    except KeyProblem:
        return ""  # a folder of results may know it; who opens it hears why there is none


key_option = click.option(
    "--key",
    "key_name",
    default="",
    callback=_said_or_default,
    help="The answer key's package; left out: that of the course you are in.",
)


def key_of(results: Path | None, name: str) -> str:
    """The key's name: as said now, or else that of an earlier run into a folder."""
    from autograder.grading.class_input import EarlierRun  # only who asks waits for it

    source = click.get_current_context().get_parameter_source("key_name")
    is_said = source is not ParameterSource.DEFAULT
    return name if is_said else EarlierRun.of(results).key or name


def settings_of(
    key_name: str, said: Path | None, results: Path | None = None
) -> Path | None:
    """The course file: as said, else ``course.toml`` of the course that one is in.

    Results that are there keep what they were graded by, unless that file is another
    course's, of which this one is a copy, or is gone: then it is this course's.
    """
    here = nearest(Path())
    if said or here is None or here.key != key_name:
        return said
    own = here.root / "course.toml"
    if results is not None:
        from autograder.grading.class_input import EarlierRun

        earlier = EarlierRun.of(results)
        if earlier.key and not (own.is_file() and is_anothers(earlier.course.file)):
            return said
        if earlier.key:
            file = earlier.course.file
            say(f"Settings: {near(own)}, and no longer {file}.", err=True)
    return own if own.is_file() else None


def is_anothers(file: str) -> bool:
    """Whether a file lies in another copy of the course that one is in, or is gone."""
    here, path = nearest(Path()), Path(file)
    if not (here and file) or path.is_relative_to(here.root):
        return False
    other = nearest(path.parent)
    return not path.is_file() or bool(other and other.key == here.key)


root_option = click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False),
    help="The course's folder. Default: this one, else the key's.",
)

unsafe_option = click.option(
    "--unsafe-no-sandbox",
    "unsafe",
    is_flag=True,
    help="Run students' code without isolation: only files you trust as your own.",
)


class Stop(click.ClickException):
    """End with one sentence and an exit status, mostly 2."""

    def __init__(self, sentence: str, status: int = WRONG_COMMAND) -> None:
        super().__init__(sentence)
        self.exit_code: int = status  # type: ignore[misc]

    def show(self, file: IO[Any] | None = None) -> None:
        """The sentence on standard error, and nothing that moves the cursor."""
        click.echo(visible(self.format_message()), err=True)


def refuse_course_in(submissions: Path) -> None:
    """``Stop`` where the course's file that one is under lies among what was handed in."""
    here = nearest(Path())
    if here and here.root.is_relative_to(submissions.resolve()):
        raise Stop(
            f"{here.root / 'pyproject.toml'} says which course this is, and lies among "
            "what was handed in. Run this in another folder."
        )


def choose_tier(unsafe: bool) -> isolation.Tier:
    """The strongest isolation here, or none where these files are trusted."""
    return "none" if unsafe else isolation.choose()


def say(*lines: str, err: bool = False) -> None:
    """Print lines, and nothing in them that moves the cursor."""
    for line in lines:
        click.echo(visible(line), err=err)


def near(path: Path) -> str:
    """The path, as seen from the current folder where it is in that."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def user_name() -> str:
    """Who runs this program, or "" in a container that runs as nobody it knows."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""
