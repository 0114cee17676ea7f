"""``autograder new-exercise``: the files to begin an exercise from."""

import importlib
import sys
from pathlib import Path

import click

from autograder.authoring.new_exercise import KINDS, begin, begin_chapter
from autograder.commands.common import key_option, root_option
from autograder.exercise.key import load_key


@click.command("new-exercise")
@click.argument("exercise_id", metavar="ID")
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default="function",
    show_default=True,
    help="What the student hands in.",
)
@click.option("--title", default="", help="What reports call it.")
@click.option("--new-chapter", default="", help="A chapter to begin with it: 02-means.")
@root_option
@key_option
def new_exercise_command(
    exercise_id: str,
    kind: str,
    title: str,
    new_chapter: str,
    root: Path | None,
    key_name: str,
) -> None:
    """Begin an exercise, ID, which is the chapter's prefix, a dot and a function's name.

    Writes a reference, cases, a known mistake and two answers into the chapter's
    folder of the key, and its cells at the end of the chapter's text, or of its
    notebook where there is no text.  It works as it is; what says TODO is yours to
    write, and verify does not hold before.
    """
    key = load_key(key_name)
    if new_chapter:
        begin_chapter(key, new_chapter, exercise_id.partition(".")[0])
        importlib.invalidate_caches()
        importlib.reload(sys.modules[key.name])
        load_key.cache_clear()
        key = load_key(key_name)
    begun = begin(key, exercise_id, root, title, kind)
    for path in begun.paths:
        click.echo(f"Wrote {path}")
    if begun.chapter_file:
        click.echo(f"Wrote the end of {begun.chapter_file}: move it to where it belongs.")
    click.echo("Then: write what says TODO in them.")
    if begun.chapter_file and begun.chapter_file.suffix == ".md":
        click.echo(f"Then: make notebooks CHAPTERS={begun.chapter.name}")
    elif not begun.chapter_file:
        click.echo(f"\nInto the text of {begun.chapter.name}:\n\n{begun.cells}")
    click.echo(f"Then: autograder verify {exercise_id} --key {key_name}")
