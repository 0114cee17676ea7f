"""``autograder from-notebook``: a chapter from an author's own notebook."""

import os
import shutil
import sys
from pathlib import Path

import click

from autograder.authoring.new_course import take_away_example
from autograder.authoring.own_notebook import chapter_of
from autograder.commands.common import SOME_NOT_GRADED, key_option, near, say
from autograder.exercise.course_folder import HANDED_OUT, course_folder
from autograder.exercise.key import load_key
from autograder.pages.render import count
from autograder.sandbox import processes

GRADE = "autograder grade ../submissions.zip --export"


@click.command("from-notebook")
@click.argument("notebook", type=click.Path(path_type=Path))
@click.option("--prefix", default="", help="What its exercises' ids begin with: basics.")
@click.option("--title", default="", help="What pages call it; default: its first heading.")
@click.option(
    "--mark",
    is_flag=True,
    help="Functions above assertions, and text below questions, are answers unmarked.",
)
@key_option
def from_notebook_command(
    notebook: Path, prefix: str, title: str, mark: bool, key_name: str
) -> None:
    """Make a chapter of NOTEBOOK, which holds its solutions between marks.

    Reads nbgrader's and Otter's notebooks, and cells with # BEGIN SOLUTION and
    # END SOLUTION.  Writes the key's modules and the notebook for students, adds the
    chapter to the key, lists what could not be taken over, proves the chapter as
    `autograder verify` does, and writes the folder that students get as
    `autograder release` does, and a zip of it.  NOTEBOOK is only read.
    """
    key = load_key(key_name)
    made = chapter_of(notebook, key, prefix, title, mark=mark)
    again = f"Mend it in {notebook}, and run this again."
    name, of_it = made.chapter.name, ("--key", key.name)
    click.echo(f"{count(len(made.ids), 'exercise')}: {', '.join(made.ids)}.")
    if made.taken:
        say(f"Taken as answers: {', '.join(made.taken)}.")
    for task in made.left:
        click.echo(f"To do: {task}")
    if made.wrong:
        say(*made.wrong, again, err=True)
        raise SystemExit(SOME_NOT_GRADED)
    root = course_folder(key.name).root
    if take_away_example(key.name, root):
        click.echo("The example chapter that the course began with is removed.")
    folder = os.path.relpath(root / HANDED_OUT)
    for command in (
        ("verify", made.chapter.prefix),
        ("release", "--chapters", name, "--out", folder),
    ):
        # In a process of its own: this one has imported the key as it was before.
        program = [sys.executable, "-m", "autograder", *command, *of_it]
        if status := processes.run(program, stdout=processes.DEVNULL).returncode:
            if command[0] == "verify":
                click.echo(again, err=True)
            raise SystemExit(status)
    packed = shutil.make_archive(folder, "zip", root, HANDED_OUT)
    if made.left:  # what is to be done stands above, where it may no longer be in sight
        say("See what is left to do above, and run this again after it.")
    say(f"Upload {near(Path(packed))}. When it is handed in:", GRADE)
