"""``autograder verify``: prove an answer key."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from autograder.authoring.mutation import tallies
from autograder.authoring.soundness import remember
from autograder.authoring.verify import Problem, verify_chapter, verify_exercises
from autograder.commands.common import SOME_NOT_GRADED, Stop, key_option, open_key
from autograder.commands.proof import chosen, watched
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
    try:
        wanted = chosen(key, ids)
    except KeyProblem as problem:
        raise Stop(str(problem)) from None
    if mutated:
        _prove_by_mutation(key, wanted)
        return
    exercises = [key.exercise(one) for one in wanted]
    problems: list[Problem] = []
    faulty: set[str] = set()
    found = verify_exercises(key, exercises)
    for exercise, wrong in watched(found, "Proving the key", len(exercises)):
        problems += wrong
        faulty |= {exercise.id for _ in wrong}
    with_book = (root / "book" / "chapters").is_dir()
    try:
        for chapter in key.chapters:
            own = {exercise.id for exercise in key.exercises(chapter)}
            if own <= set(wanted) - faulty:
                remember(key, chapter)  # grade need not prove it again
            if with_book and not own.isdisjoint(wanted):
                problems += verify_chapter(key, chapter, root)
    except ChapterProblem as problem:
        raise Stop(str(problem)) from None
    _list(problems)
    counted = sum(len(exercise.misconceptions) for exercise in exercises)
    book = "chapters and notebooks agree" if with_book else "no book here to compare"
    click.echo(
        f"The key {key.name!r} holds: {len(exercises)} exercises, {counted} "
        f"misconceptions, each named as itself; {book}."
    )


def _list(problems: Sequence[Problem]) -> None:
    """Say every problem, and end if there is one."""
    for problem in problems:
        click.echo(f"{problem.where}: {problem.sentence}", err=True)
    if problems:
        raise SystemExit(SOME_NOT_GRADED)


def _prove_by_mutation(key: Key, wanted: Sequence[str]) -> None:
    done = list(watched(tallies(key.name, wanted), "Mutants", len(wanted)))
    _list([problem for tally in done for problem in tally.problems])
    total, killed, marked, named = (
        sum(getattr(tally, part) for tally in done)
        for part in ("mutants", "killed", "marked", "named")
    )
    click.echo(
        f"The key {key.name!r} holds: of {total} mutants {killed} fail and {marked} mean "
        f"the same; {named} have a misconception's name, and it is true of each."
    )
