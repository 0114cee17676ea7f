"""Prove a key before it is used to grade, with a progress bar."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import click
from rich.console import Console
from rich.progress import track

from autograder.authoring.soundness import prove, unproved
from autograder.authoring.verify import MANY
from autograder.commands.common import Stop
from autograder.exercise.course_folder import refuse_other_copy
from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key
from autograder.pages.render import count

T = TypeVar("T")


def prove_first(key: Key, chapters: Iterable[Chapter]) -> None:
    """Prove the chapters' exercises that were not proved as they are now."""
    refuse_other_copy(key.name)
    due = unproved(key, chapters)
    total = sum(len(key.exercises(chapter)) for chapter in due)
    sentence = "Proving the key, once for each version of it"
    if total >= MANY:
        click.echo(f"{sentence}: {count(total, 'exercise')}, some minutes ...", err=True)
    faults = [fault for fault in with_progress(prove(key, due), sentence, total) if fault]
    if faults:
        raise Stop(
            f"The key {key.name!r} is not sound, so nothing was graded. {faults[0]} "
            f"Mend it first: autograder verify --key {key.name}"
        )


def with_progress(steps: Iterable[T], label: str, total: int) -> Iterator[T]:
    """The steps, with a bar that shows how far they are where somebody watches."""
    console = Console(stderr=True)
    hidden = not console.is_terminal or not total
    yield from track(
        steps, label, total=total, console=console, disable=hidden, transient=True
    )


def selected_ids(key: Key, ids: Sequence[str]) -> list[str]:
    """The ids of the exercises that ids and chapters' prefixes speak of; all for none."""
    refuse_other_copy(key.name)
    if not ids:
        return [one.id for one in key.all_exercises()]
    selected: list[str] = []
    for one in ids:
        chapter = key.chapter_of(one)
        selected += [one] if "." in one else [e.id for e in key.exercises(chapter)]
    return selected
