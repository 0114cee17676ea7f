"""``autograder new-course``: a course to begin from."""

from pathlib import Path

import click

from autograder.authoring.new_course import begin_course


@click.command("new-course")
@click.argument("name")
@click.option("--title", default="", help="What people call it.")
@click.option(
    "--in",
    "where",
    default=".",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder to make it in.",
)
def new_course_command(name: str, title: str, where: Path) -> None:
    """Begin a course of your own, whose package is NAME, such as least_squares.

    Writes an answer key with a chapter and an exercise, the chapter's notebook, and a
    course's settings: they verify, release and grade as they are.
    """
    folder = begin_course(name, where, title)
    click.echo(f"Wrote {folder}: the key, an example chapter, course.toml")
    click.echo(f"Then: cd {folder}; pip install -e .")
    click.echo("and there: autograder from-notebook sources/YOURS.ipynb")
