"""``autograder check``: one notebook, on the public inputs."""

from pathlib import Path

import click

from autograder.checking.card_forms import as_text
from autograder.commands.common import (
    Stop,
    choose_tier,
    key_option,
    unsafe_option,
)
from autograder.exercise.key import load_key
from autograder.exercise.questions import PUBLIC_SEED
from autograder.exercise.status import SubmissionStatus
from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission
from autograder.sandbox.pool import WarmProcesses, hidden_folders


@click.command("check")
@click.argument("notebook", type=click.Path(path_type=Path))
@unsafe_option
@key_option
def check_command(notebook: Path, unsafe: bool, key_name: str) -> None:
    """Check one notebook and print its feedback, on the public inputs."""
    try:
        data = notebook.read_bytes()
    except OSError as error:
        raise Stop(f"{notebook} cannot be read: {error.strerror}.") from None
    assignment = Assignment(load_key(key_name), PUBLIC_SEED)
    warm = WarmProcesses(choose_tier(unsafe), hidden_folders(key_name))
    try:
        submission = Submission(notebook.stem, ((notebook.name, data),))
        result = grade(submission, assignment, warm)
    finally:
        warm.close()
    if result.status != SubmissionStatus.GRADED:
        raise Stop(result.message)
    for exercise in result.exercises:
        if exercise.card:
            click.echo(as_text(exercise.card) + "\n")
        for note in exercise.notes:
            click.echo(f"  Note: {note}\n")
    click.echo(f"{result.score:g} of {result.max_score:g} points.")
