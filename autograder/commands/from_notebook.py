"""``autograder from-notebook``: a chapter from an author's own notebook."""

import os
import sys
from pathlib import Path

import click

from autograder.authoring.own_notebook import chapter_of
from autograder.commands.common import key_option
from autograder.exercise.key import load_key
from autograder.pages.render import count
from autograder.sandbox import processes


@click.command("from-notebook")
@click.argument("notebook", type=click.Path(path_type=Path))
@click.option("--prefix", default="", help="What its exercises' ids begin with: basics.")
@click.option("--title", default="", help="What pages call it; default: its first heading.")
@key_option
def from_notebook_command(notebook: Path, prefix: str, title: str, key_name: str) -> None:
    """Make a chapter of NOTEBOOK, which holds its solutions between marks.

    Reads nbgrader's and Otter's notebooks, and cells with # BEGIN SOLUTION and
    # END SOLUTION.  Writes the key's modules and the notebook for students, adds the
    chapter to the key, lists what could not be taken over, and proves the chapter as
    `autograder verify` does.  NOTEBOOK is only read.
    """
    key = load_key(key_name)
    made = chapter_of(notebook, key, prefix, title)
    chapter = made.chapter
    click.echo(
        f"{chapter.name}: {count(len(made.ids), 'exercise')}, {', '.join(made.ids)}."
    )
    click.echo(f"For students: {os.path.relpath(made.notebook)}")
    for task in made.left:
        click.echo(f"To do: {task}")
    # In a process of its own: this one has imported the key as it was before.
    verify = [sys.executable, "-m", "autograder", "verify", chapter.prefix]
    status = processes.run([*verify, "--key", key.name]).returncode
    if status:
        click.echo(f"Mend it in {notebook}, and run this again.", err=True)
    raise SystemExit(status)
