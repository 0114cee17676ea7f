"""The ``autograder`` command."""

from __future__ import annotations

import importlib
import os

import click

from autograder import __version__
from autograder.commands.examples import examples
from autograder.commands.stopping import (
    end_in_order_when_terminated,
    exit_statuses,
    stopped,
)

# Each verb and its module, which is imported only when it is used.
VERBS = {
    "grade": "autograder.commands.grade",
    "check": "autograder.commands.check",
    "export": "autograder.commands.export",
    "solve": "autograder.commands.solve",
    "release": "autograder.commands.release",
    "similarity": "autograder.commands.similarity",
    "verify": "autograder.commands.verify",
    "doctor": "autograder.commands.doctor",
    "new-exercise": "autograder.commands.new_exercise",
    "new-course": "autograder.commands.new_course",
    "add-misconception": "autograder.commands.add_misconception",
    "override": "autograder.commands.override",
    "term": "autograder.commands.term",
    "show": "autograder.commands.show",
    "review": "autograder.commands.review",
    "hub": "autograder.commands.hub",
    "questions": "autograder.commands.questions",
    "practice": "autograder.commands.practice",
}


class _Verbs(click.Group):
    """A group whose verbs are looked up in ``VERBS``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in VERBS:
            return None
        module = importlib.import_module(VERBS[name])
        command: click.Command = getattr(module, f"{name.replace('-', '_')}_command")
        command.epilog = f"{examples(name)}\n\n{exit_statuses(name)}"
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the verb; where it is stopped, end with the status of that."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as how:
            raise stopped(how) from None


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """Check and grade notebooks against an answer key."""
    # Small products: a second thread costs more than it brings.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    end_in_order_when_terminated()
