"""``autograder solve``: a notebook with the reference solutions filled in."""

import json
from pathlib import Path

import click

from autograder.authoring.solve import solve_notebook
from autograder.commands.common import Stop, key_option
from autograder.commands.options import out_option
from autograder.exercise.key import load_key


@click.command("solve")
@click.argument("notebook", type=click.Path(path_type=Path))
@out_option("The notebook to write.", name="output", required=True)
@key_option
def solve_command(notebook: Path, output: Path, key_name: str) -> None:
    """Write a notebook again with the reference solutions filled in."""
    solved = solve_notebook(notebook, load_key(key_name))
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(json.dumps(solved, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise Stop(f"{output} cannot be written: {error.strerror}.") from None
    click.echo(f"Wrote {output}")
