"""``autograder from-notebook``: a chapter from an author's own notebook."""

from pathlib import Path

import click
from click.core import ParameterSource

from autograder.authoring.own_notebook import chapter_of
from autograder.commands.common import key_option
from autograder.exercise.key import load_key
from autograder.pages.render import count


@click.command("from-notebook")
@click.argument("notebook", type=click.Path(path_type=Path))
@click.option("--prefix", default="", help="What its exercises' ids begin with: basics.")
@click.option("--title", default="", help="What pages call it; default: its first heading.")
@key_option
def from_notebook_command(notebook: Path, prefix: str, title: str, key_name: str) -> None:
    """Make a chapter of NOTEBOOK, which holds its solutions between marks.

    Reads nbgrader's and Otter's notebooks, and cells with # BEGIN SOLUTION and
    # END SOLUTION.  Writes the key's modules and the notebook for students, adds the
    chapter to the key, and lists what could not be taken over.  NOTEBOOK is only read.
    """
    made = chapter_of(notebook, load_key(key_name), prefix, title)
    chapter = made.chapter
    click.echo(
        f"{chapter.name}: {count(len(made.ids), 'exercise')}, {', '.join(made.ids)}."
    )
    click.echo(f"Wrote {made.notebook}, and the key in {chapter.module}.")
    for task in made.left:
        click.echo(f"To do: {task}")
    said = click.get_current_context().get_parameter_source("key_name")
    key = "" if said is ParameterSource.DEFAULT else f" --key {key_name}"
    click.echo(f"Then: autograder verify{key}")
