"""``autograder practice``: the questions about your own code that are due today."""

from datetime import date

import click

from autograder.checking.show import visible
from autograder.commands.common import Stop
from autograder.pages.render import count
from autograder.questions import practice
from autograder.questions.draft import LETTERS, judge
from autograder.questions.why import as_text


@click.command("practice")
def practice_command() -> None:
    """Ask what is due today of the code that you got right.

    `why` in a notebook asks three questions about an answer of yours; others about the
    same answer come back here after 1, 4 and 15 days.  They are kept on this machine, in
    your home folder, and nowhere else.
    """
    kept, today = practice.read(), date.today()
    due, coming = kept.due(today), min((r.due for r in kept.rounds), default="")
    if not due:
        click.echo(f"Nothing is due today{f'. Next: {coming}' if coming else ''}.")
    for each in due:
        click.echo(f"\n{visible(each.title)}")
        choices = []
        for question in each.questions:
            click.echo(visible(as_text([question])))
            letters = click.Choice([*LETTERS[: len(question.options)]])
            choices.append(LETTERS.index(click.prompt("Your letter", type=letters)))
            click.echo(visible("\n   ".join(judge(question, choices[-1]))))
        kept = kept.answered(each, choices, today)
        try:
            practice.write(kept)
        except OSError as error:
            raise Stop(f"What you answered cannot be kept ({error}).") from None
    if kept.asked:
        click.echo(f"\n{kept.right} of {count(kept.asked, 'question')} right so far.")
