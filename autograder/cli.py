"""The ``autograder`` command."""

import importlib
import os
import re

import click

from autograder import __version__
from autograder.commands.examples import examples
from autograder.commands.stopping import (
    end_in_order_when_terminated,
    exit_statuses,
    stopped,
)
from autograder.exercise.imports import file_of
from autograder.exercise.problem import Problem

# What one does with it, in the order of a term; a module is imported when it is used.
GROUPS = {
    "Write a course": (
        "new-course",
        "from-notebook",
        "new-exercise",
        "add-misconception",
        "verify",
        "solve",
    ),
    "Hand out and grade": (
        *("release", "check", "practice", "assist", "hub", "doctor", "grade"),
    ),
    "Decide": ("review", "questions", "override", "show", "similarity"),
    "Give back": ("export", "term"),
}
VERBS = {
    verb: f"autograder.commands.{verb.replace('-', '_')}"
    for verbs in GROUPS.values()
    for verb in verbs
}


def _first_sentence(command: click.Command) -> str:
    """What a command's help begins with."""
    paragraph = " ".join((command.help or "").split("\n\n")[0].split())
    return re.split(r"(?<=[.])\s", paragraph, maxsplit=1)[0]


class _Verbs(click.Group):
    """A group whose verbs are looked up in ``VERBS``; a student's copy has few of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [verb for verb, module in VERBS.items() if file_of(module)]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(VERBS[name])
        command: click.Command = getattr(module, f"{name.replace('-', '_')}_command")
        command.epilog = f"{examples(name)}\n\n{exit_statuses(name)}"
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The verbs in their groups, each with its whole first sentence."""
        for title, verbs in GROUPS.items():
            rows = []
            for verb in verbs:
                command = self.get_command(ctx, verb)
                assert command is not None, "every verb of a group has its module"
                rows.append((verb, _first_sentence(command)))
            with formatter.section(title):
                formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> object:
        """Run the verb; a problem ends it with its sentence, a stop with its status."""
        try:
            return super().invoke(ctx)
        except Problem as problem:
            from autograder.commands.common import Stop  # `autograder --help` does without

            raise Stop(str(problem)) from None
        except KeyboardInterrupt as how:
            raise stopped(how) from None


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """Check and grade notebooks against an answer key."""
    # Small products: a second thread costs more than it brings.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    end_in_order_when_terminated()
