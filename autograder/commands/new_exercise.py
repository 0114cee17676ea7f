"""``autograder new-exercise``: a module to begin an exercise from."""

from __future__ import annotations

import click

from autograder.authoring.new_exercise import NewExerciseProblem, begin
from autograder.commands.common import Stop, key_option, open_key


@click.command("new-exercise")
@click.argument("exercise_id", metavar="ID")
@click.option("--title", default="", help="What reports call it.")
@key_option
def new_exercise_command(exercise_id: str, title: str, key_name: str) -> None:
    """Begin an exercise: ID is the chapter's prefix, a dot and a function's name.

    Writes a module with a reference, cases and a known mistake into the chapter's
    folder of the key, and prints the cells for its text.
    """
    try:
        begun = begin(open_key(key_name), exercise_id, title)
    except NewExerciseProblem as problem:
        raise Stop(str(problem)) from None
    click.echo(f"Wrote {begun.path}")
    click.echo(f"\nInto book/chapters/{begun.chapter.name}.md:\n\n{begun.cells}")
    click.echo(f"Then: autograder verify --key {key_name}")
