"""The command that makes a student's copy, run in this process."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from autograder.cli import main


def released(out: Path, *more: str):
    return CliRunner().invoke(main, ["release", "--out", str(out), *more])
