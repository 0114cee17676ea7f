"""The command that makes a student's copy, run in this process."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

from click.testing import CliRunner

from autograder.cli import main


def released(out: Path, *more: str):
    return CliRunner().invoke(main, ["release", "--out", str(out), *more])


def in_copy(copy: Path, program: str) -> str:
    """What a program prints that runs as a student's does: with the copy alone."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        cwd=copy / "notebooks",
        env={**os.environ, "PYTHONPATH": str(copy), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
