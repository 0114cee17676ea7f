"""``autograder new-exercise``: a module to begin an exercise from."""

from __future__ import annotations

from pathlib import Path

import click

from autograder.authoring.new_exercise import NewExerciseProblem, begin
from autograder.commands.common import Stop, key_option, open_key


@click.command("new-exercise")
@click.argument("exercise_id", metavar="ID")
@click.option("--title", default="", help="What reports call it.")
@click.option(
    "--root",
    type=click.Path(path_type=Path, file_okay=False),
    help="The course's folder. Default: this one, else the key's.",
)
@key_option
def new_exercise_command(
    exercise_id: str, title: str, root: Path | None, key_name: str
) -> None:
    """Begin an exercise: ID is the chapter's prefix, a dot and a function's name.

    Writes a module with a reference, cases and a known mistake into the chapter's
    folder of the key, and its cells at the end of the chapter's text; where there is
    no text, it prints them.
    """
    try:
        begun = begin(open_key(key_name), exercise_id, root, title)
    except NewExerciseProblem as problem:
        raise Stop(str(problem)) from None
    click.echo(f"Wrote {begun.path}")
    if begun.text:
        click.echo(f"Wrote the end of {begun.text}: move it to where it belongs.")
        click.echo(f"Then: make notebooks CHAPTERS={begun.chapter.name}")
    else:
        click.echo(f"\nInto the text of {begun.chapter.name}:\n\n{begun.cells}")
    click.echo(f"Then: autograder verify --key {key_name}")
