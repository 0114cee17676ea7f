"""Options that several commands have, under the same names in each."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

Option = Callable[[Callable[..., None]], Callable[..., None]]


def out_option(help_: str, *, name: str = "out", **more: Any) -> Option:
    """Where to write: ``-o``, ``--out`` or ``--output``."""
    more.setdefault("type", click.Path(path_type=Path))
    return click.option("-o", "--out", "--output", name, help=help_, **more)


group_option = click.option(
    "--group",
    default="",
    metavar="NAME",
    help="Let this machine's group NAME read and write it, too; else nobody but you.",
)

column_option = click.option(
    "--export",
    "column",
    is_flag=False,
    flag_value="",
    metavar="[NAME]",
    help="Then fill the roster's column NAME; left out: the chapter's or the empty one.",
)


def chapters_option(help_: str) -> Option:
    """Which chapters: ``--chapter`` or ``--chapters``, repeated or with commas."""
    names = "--chapter", "--chapters"
    return click.option(*names, "chapters", multiple=True, callback=_split, help=help_)


def _split(
    _: click.Context, __: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    return tuple(name.strip() for one in values for name in one.split(",") if name.strip())


def course_option(help_: str) -> Option:
    """A course's settings file: ``--course``."""
    path = click.Path(path_type=Path)
    return click.option("--course", "course_file", type=path, help=help_)


roster_option = click.option(
    "--roster",
    "roster_file",
    type=click.Path(path_type=Path),
    help="Who is in the class (CSV).",
)
