"""``autograder doctor``: what isolation this machine gives."""

import itertools

import click

from autograder.commands.common import (
    SOME_NOT_GRADED,
    WRONG_COMMAND,
    key_option,
)
from autograder.exercise.key import load_key
from autograder.gradebook.storage_probes import probes as results
from autograder.handin.probes import probes as reading
from autograder.sandbox import isolation
from autograder.sandbox.doctor import Finding, examine


@click.command("doctor")
@key_option
def doctor_command(key_name: str) -> None:
    """Say what isolation this machine gives, and whether it keeps what is promised."""
    findings = []
    more = itertools.starmap(Finding, itertools.chain(reading(), results()))
    for finding in itertools.chain(examine(load_key(key_name)), more):
        findings.append(finding)
        click.echo(f"{'✓' if finding.good else '✗'} {finding.words}")
    try:
        isolation.choose()
    except isolation.NoIsolation:
        raise SystemExit(WRONG_COMMAND) from None
    escaped = [f for f in findings if f.escaped]
    raise SystemExit(SOME_NOT_GRADED if escaped else 0)
