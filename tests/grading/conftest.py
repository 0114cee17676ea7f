"""What grades a class by the command, for tests of it in several modules."""

import subprocess
from pathlib import Path

import pytest
from making import autograder


@pytest.fixture(scope="module")
def grade(unsafe):
    """Grade ``folder/class`` into ``folder/out`` with the toy key."""

    def grade_class(folder: Path, *more: object, **options) -> subprocess.CompletedProcess:
        wanted = ("grade", "class", "--out", "out", "--key", "toy_key", *unsafe, *more)
        return autograder(folder, *wanted, **options)

    return grade_class
