"""What grades a class by the command, for tests of it in several modules."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from making import autograder

Grade = Callable[..., CompletedProcess]


@pytest.fixture(scope="session")
def grade(unsafe) -> Grade:
    """Grade what lies in a folder, into ``out``, with the toy key."""

    def grade_class(
        folder: Path,
        *more: object,
        what="class",
        out="out",
        key="toy_key",
        jobs=1,
        status=None,
    ) -> CompletedProcess:
        wanted = ("grade", what, "--out", out, "--key", key)
        if "--dask" not in more:  # which has as many processes as it has workers
            wanted += ("--jobs", jobs)
        return autograder(folder, *wanted, *unsafe, *more, status=status)

    return grade_class
