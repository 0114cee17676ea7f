"""``autograder add-misconception``: make a misconception of a student's answer."""

from pathlib import Path

import click

from autograder.authoring.add_misconception import prepare, write
from autograder.commands.common import key_option, root_option
from autograder.exercise.course_folder import course_folder
from autograder.exercise.key import load_key


@click.command("add-misconception")
@click.argument("exercise_id", metavar="EXERCISE")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--id", "name", required=True, help="What results call it: wrong-axis.")
@click.option("--says", required=True, help="The sentence for the student.")
@click.option("--dry-run", is_flag=True, help="Print what would be written, and stop.")
@root_option
@key_option
def add_misconception_command(
    exercise_id: str,
    file: Path,
    name: str,
    says: str,
    dry_run: bool,
    root: Path | None,
    key_name: str,
) -> None:
    """Add a student's wrong answer to EXERCISE of the key, as a misconception.

    FILE is the student's notebook, or a .py file with the answer.  The answer is run
    here without isolation: read it first.  It is written as it stands, below all other
    cells; nothing is written unless the exercise verifies with it.
    """
    key = load_key(key_name)
    course = course_folder(key.name, root)
    added = prepare(key, exercise_id, file, name, says, course.root)
    if not dry_run:
        write(added)
    click.echo(added.cell)
    click.echo(f"{'Would write' if dry_run else 'Wrote'} {added.path}")
