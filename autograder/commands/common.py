"""What every verb shares: options, how it ends, and how it opens a key."""

from __future__ import annotations

import click

from autograder.checking.show import visible
from autograder.exercise.key import DEFAULT_KEY, Key, KeyProblem, load_key
from autograder.sandbox import isolation

SOME_NOT_GRADED, WRONG_COMMAND = 1, 2

key_option = click.option(
    "--key", "key_name", default=DEFAULT_KEY, show_default=True, help="The answer key."
)

unsafe_option = click.option(
    "--unsafe-no-sandbox",
    "unsafe",
    is_flag=True,
    help="Run students' code without isolation: only files you trust as your own.",
)


class Stop(click.ClickException):
    """End with one sentence and exit status 2."""

    exit_code = WRONG_COMMAND

    def show(self, file=None) -> None:
        """The sentence on standard error, and nothing that moves the cursor."""
        click.echo(visible(self.format_message()), err=True)


def open_key(name: str) -> Key:
    """The answer key of that import name, or ``Stop`` with a sentence."""
    try:
        return load_key(name)
    except KeyProblem as problem:
        raise Stop(str(problem)) from None


def choose_tier(unsafe: bool) -> isolation.Tier:
    """The strongest isolation here, or none where these files are trusted."""
    if unsafe:
        return "none"
    try:
        return isolation.choose()
    except isolation.NoIsolation as problem:
        raise Stop(str(problem)) from None
