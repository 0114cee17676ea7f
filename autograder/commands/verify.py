"""``autograder verify``: prove an answer key."""

from collections.abc import Sequence
from pathlib import Path

import click

from autograder.authoring.chapter_proof import verify_chapter
from autograder.authoring.doubtful import READ, all_doubts, marks_read
from autograder.authoring.mutation import tallies
from autograder.authoring.proofs import digests, drawn, read_proofs, write_proofs
from autograder.authoring.side_by_side import ENDED
from autograder.authoring.soundness import remember
from autograder.authoring.verify import Fault, verify_exercises
from autograder.commands.common import (
    SOME_NOT_GRADED,
    key_option,
    root_option,
)
from autograder.commands.proof import selected_ids, with_progress
from autograder.exercise.course_folder import course_folder
from autograder.exercise.definition import Exercise
from autograder.exercise.key import Key, load_key
from autograder.pages.render import count


@click.command("verify")
@root_option
@click.option(
    "--mutants",
    "mutated",
    is_flag=True,
    help="Prove instead that no small change of a reference passes or is misnamed.",
)
@click.option(
    "--doubtful",
    is_flag=True,
    help="List instead the names that answers made of another mistake get.",
)
@click.option(
    "--proofs",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A file that keeps what holds: of what did not change since, a sixth is proved.",
)
@click.argument("ids", nargs=-1)
@key_option
def verify_command(
    root: Path | None,
    mutated: bool,
    doubtful: bool,
    proofs: Path | None,
    ids: tuple[str, ...],
    key_name: str,
) -> None:
    """Prove the key: right answers pass, wrong ones fail and are named.

    With --mutants every reference is changed in one place at a time: an operator, a
    constant, an argument, a call left out.  Each change must fail, or stand in the
    exercise's ``same`` with the reason why it means the same.

    With --doubtful every named mistake is changed in one place at a time.  Listed is who
    gets the name of another one without giving all of its results: read the sentence
    beside the code, for it must be true of every answer that gets it.  Where it is, put
    the mark that is listed into the key's names_read.txt, with the exercise and why.

    IDS narrow this to exercises, or to chapters by their prefix.
    """
    key = load_key(key_name)
    wanted = selected_ids(key, ids)
    course = course_folder(key.name, root)
    exercises = [key.exercise(one) for one in wanted]
    chapters = list(dict.fromkeys(map(key.chapter_of, wanted)))
    ids_of = {chapter: {e.id for e in key.exercises(chapter)} for chapter in chapters}
    if mutated:
        _prove_by_mutation(key, wanted)
        return
    if doubtful:
        _list_doubts(key, wanted)
        return
    kept = digests(key, exercises, course.root) if proofs else {}
    due = _due(exercises, kept, proofs) if proofs else exercises
    problems: list[Fault] = []
    faulty: set[str] = set()
    files = [
        file
        for c in key.chapters
        for file in (course.text(c.name), course.notebook(c.name))
    ]
    with_book = any(file.is_file() for file in files)
    proved = verify_exercises(key, due, course.root)
    for exercise, wrong in with_progress(proved, "Proving the key", len(due)):
        problems += wrong
        faulty |= {exercise.id for _ in wrong}
    for chapter, chapter_ids in ids_of.items():
        if chapter_ids <= set(wanted) - faulty:
            remember(key, chapter)  # grade need not prove it again
        if with_book:
            problems += verify_chapter(key, chapter, course.root)
    if proofs:
        sound = {one: digest for one, digest in kept.items() if one not in faulty}
        others = {o: d for o, d in read_proofs(proofs).items() if o not in kept}
        write_proofs(proofs, others | sound)
    _list(problems)
    counted = sum(len(exercise.misconceptions) for exercise in exercises)
    book = "chapters and notebooks agree" if with_book else "no book here to compare"
    part = f" in {', '.join(ids)}" if ids else ""
    click.echo(
        f"The key {key.name!r} holds{part}: {count(len(exercises), 'exercise')}, "
        f"{count(counted, 'mistake')}, each named as itself; {book}."
    )


def _due(
    exercises: Sequence[Exercise], now: dict[str, str], proofs: Path
) -> list[Exercise]:
    """What is to be proved: whatever changed, and a drawn part of the rest."""
    stored = read_proofs(proofs)
    proved = [one for one, digest in now.items() if stored.get(one) == digest]
    again = drawn(proved)
    changed = count(len(exercises) - len(proved), "exercise")
    click.echo(
        f"{changed} changed since {proofs.name} was written; of the other {len(proved)} "
        f"these are proved again: {', '.join(again) or 'none'}."
    )
    left_out = {*proved} - {*again}
    return [one for one in exercises if one.id not in left_out]


def _list_doubts(key: Key, ids: Sequence[str]) -> None:
    """Each doubtful name that nobody has read, its sentence, and what got it."""
    doubts_of = dict(with_progress(all_doubts(key.name, ids), "Names", len(ids)))
    every = [doubt for some in doubts_of.values() for doubt in some or ()]
    read = marks_read(key.name)
    doubts = [doubt for doubt in every if doubt.mark not in read]
    names = list(dict.fromkeys((each.exercise_id, each.name) for each in doubts))
    for exercise_id, name in names:
        here = [d for d in doubts if (d.exercise_id, d.name) == (exercise_id, name)]
        click.echo(f"{exercise_id}: {name!r} says: {here[0].says}")
        for doubt in here:
            click.echo(f"  {doubt.mark} is said of {doubt.made_of!r} with `{doubt.change}`")
    tried = tuple(f"{one} " for one, some in doubts_of.items() if some is not None)
    for mark in read.keys() - {doubt.mark for doubt in every}:
        if read[mark].startswith(tried):
            click.echo(f"{READ}: {mark} marks no doubt any more: {read[mark]}")
    click.echo(
        f"Doubtful: {count(len(names), 'name')}, of {count(len(doubts), 'mistake')}; "
        f"{len(every) - len(doubts)} more were read."
    )
    _list([Fault(one, ENDED) for one, some in doubts_of.items() if some is None])


def _list(problems: Sequence[Fault]) -> None:
    """Say every problem, and end if there is one."""
    for problem in problems:
        click.echo(f"{problem.where}: {problem.sentence}", err=True)
    if problems:
        raise SystemExit(SOME_NOT_GRADED)


def _prove_by_mutation(key: Key, wanted: Sequence[str]) -> None:
    done = list(with_progress(tallies(key.name, wanted), "Mutants", len(wanted)))
    _list([problem for tally in done for problem in tally.problems])
    total, killed, marked, named = (
        sum(getattr(tally, part) for tally in done)
        for part in ("mutants", "killed", "marked", "named")
    )
    click.echo(
        f"The key {key.name!r} holds: of {total} mutants {killed} fail and {marked} mean "
        f"the same; {named} have a misconception's name, and it is true of each."
    )
