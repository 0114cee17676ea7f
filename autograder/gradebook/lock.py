"""One command at a time writes to a folder of results."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from autograder.gradebook.private_files import private_file
from autograder.gradebook.schema import GradebookProblem

LOCK = "gradebook.lock"


class Busy(GradebookProblem):
    """Somebody else writes to the folder."""


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Let nobody else write there; the lock goes with this process, whatever ends it."""
    try:
        import fcntl
    except ImportError:  # Windows, where nothing is graded
        yield
        return
    private_file(folder / LOCK)
    with (folder / LOCK).open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sentence = (
                f"Another command is writing to {folder}. When it has ended, run this"
            )
            raise Busy(f"{sentence} again.") from None
        except OSError:  # a file system without locks
            pass
        yield
