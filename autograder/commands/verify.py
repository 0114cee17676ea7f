"""``autograder verify``: prove an answer key."""

from __future__ import annotations

from pathlib import Path

import click

from autograder.authoring.soundness import remember
from autograder.authoring.verify import Problem, verify_chapter, verify_exercise
from autograder.commands.common import SOME_NOT_GRADED, Stop, key_option, open_key
from autograder.exercise.key import KeyProblem
from autograder.notebooks.convert import ChapterProblem


@click.command("verify")
@click.option(
    "--root",
    default=".",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder that holds book/chapters and notebooks.",
)
@key_option
def verify_command(root: Path, key_name: str) -> None:
    """Prove the key: right answers pass, wrong ones fail and are named."""
    key = open_key(key_name)
    problems: list[Problem] = []
    counted = 0
    try:
        for chapter in key.chapters:
            found: list[Problem] = []
            for exercise in key.exercises(chapter):
                found += verify_exercise(exercise)
                counted += len(exercise.misconceptions)
            problems += found
            if not found:
                remember(key, chapter)  # grade need not prove it again
        with_book = (root / "book" / "chapters").is_dir()
        for chapter in key.chapters if with_book else ():
            problems += verify_chapter(key, chapter, root)
    except (KeyProblem, ChapterProblem) as problem:
        raise Stop(str(problem)) from None
    for problem in problems:
        click.echo(f"{problem.where}: {problem.sentence}", err=True)
    if problems:
        raise SystemExit(SOME_NOT_GRADED)
    exercises = len(key.all_exercises())
    book = "chapters and notebooks agree" if with_book else "no book here to compare"
    click.echo(
        f"The key {key.name!r} holds: {exercises} exercises, {counted} misconceptions, "
        f"each named as itself; {book}."
    )
