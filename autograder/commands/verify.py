"""``autograder verify``: prove an answer key."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from autograder.authoring.mutation import tallies
from autograder.authoring.soundness import remember
from autograder.authoring.verify import Problem, verify_chapter, verify_exercises
from autograder.commands.common import SOME_NOT_GRADED, Stop, key_option, open_key
from autograder.exercise.key import Key, KeyProblem
from autograder.notebooks.convert import ChapterProblem


@click.command("verify")
@click.option(
    "--root",
    default=".",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder that holds book/chapters and notebooks.",
)
@click.option(
    "--mutants",
    "mutated",
    is_flag=True,
    help="Prove instead that no small change of a reference passes or is misnamed.",
)
@click.argument("ids", nargs=-1)
@key_option
def verify_command(root: Path, mutated: bool, ids: tuple[str, ...], key_name: str) -> None:
    """Prove the key: right answers pass, wrong ones fail and are named.

    With --mutants every reference is changed in one place at a time: an operator, a
    constant, an argument, a call left out.  Each change must fail, or stand in the
    exercise's ``same`` with the reason why it means the same.  IDS narrow this to
    exercises, or to chapters by their prefix.
    """
    key = open_key(key_name)
    if mutated:
        _prove_by_mutation(key, ids)
        return
    if ids:
        raise Stop("Only --mutants can be narrowed to some exercises. Add it.")
    problems: list[Problem] = []
    counted = 0
    try:
        faulty: set[str] = set()
        for exercise, found in verify_exercises(key):
            problems += found
            faulty |= {exercise.id for _ in found}
            counted += len(exercise.misconceptions)
        for chapter in key.chapters:
            if faulty.isdisjoint(e.id for e in key.exercises(chapter)):
                remember(key, chapter)  # grade need not prove it again
        with_book = (root / "book" / "chapters").is_dir()
        for chapter in key.chapters if with_book else ():
            problems += verify_chapter(key, chapter, root)
    except (KeyProblem, ChapterProblem) as problem:
        raise Stop(str(problem)) from None
    _list(problems)
    exercises = len(key.all_exercises())
    book = "chapters and notebooks agree" if with_book else "no book here to compare"
    click.echo(
        f"The key {key.name!r} holds: {exercises} exercises, {counted} misconceptions, "
        f"each named as itself; {book}."
    )


def _list(problems: Sequence[Problem]) -> None:
    """Say every problem, and end if there is one."""
    for problem in problems:
        click.echo(f"{problem.where}: {problem.sentence}", err=True)
    if problems:
        raise SystemExit(SOME_NOT_GRADED)


def _prove_by_mutation(key: Key, ids: tuple[str, ...]) -> None:
    try:
        chosen = [e.id for e in key.all_exercises()] if not ids else []
        for one in ids:
            chapter = key.chapter_of(one)
            found = [key.exercise(one)] if "." in one else key.exercises(chapter)
            chosen += [exercise.id for exercise in found]
    except KeyProblem as problem:
        raise Stop(str(problem)) from None
    watched = Console(stderr=True)
    done = list(
        track(
            tallies(key.name, chosen),
            "Mutants",
            total=len(chosen),
            console=watched,
            disable=not watched.is_terminal,
        )
    )
    _list([problem for tally in done for problem in tally.problems])
    total, killed, marked, named = (
        sum(getattr(tally, part) for tally in done)
        for part in ("mutants", "killed", "marked", "named")
    )
    click.echo(
        f"The key {key.name!r} holds: of {total} mutants {killed} fail and {marked} mean "
        f"the same; {named} have a misconception's name, and it is true of each."
    )
