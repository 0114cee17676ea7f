"""What ``autograder doctor`` tries of what results need of this machine."""

import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from autograder.exercise.status import SubmissionStatus
from autograder.gradebook.database import Gradebook, GradebookProblem
from autograder.gradebook.dates import DateProblem, zone
from autograder.gradebook.records import SubmissionResult
from autograder.pages.file_names import file_names

PYTHONS = ((3, 11), (3, 12), (3, 13))
ROOM = 1.0  # GB: the results of some hundred students, and their pages
ALIKE = ("Ada", "ada", "Zoë", "Zoe\u0308")  # what some file systems take for one name
Said = tuple[bool, str]


def probes() -> Iterator[Said]:
    """Whether each thing is so here, and what it says."""
    is_known = sys.version_info[:2] in PYTHONS
    tried = "" if is_known else ": tried are " + ", ".join(f"{a}.{b}" for a, b in PYTHONS)
    yield is_known, f"Python {platform.python_version()}{tried}"
    with tempfile.TemporaryDirectory() as folder:
        yield _keeps(Path(folder, "results"))
        yield _keeps_apart(Path(folder))
    yield _knows_time_zones()
    free = shutil.disk_usage(Path.cwd()).free / 1e9
    yield free >= ROOM, f"{free:.1f} GB are free where you are"


def _keeps(folder: Path) -> Said:
    """Whether a later run finds what an earlier one kept."""
    unreadable = SubmissionStatus.UNREADABLE
    try:
        with Gradebook(folder) as book:
            book.store(SubmissionResult.without_score("ada", unreadable, ""), "")
        with Gradebook(folder) as book:
            book.set_times({"ada": "2026-03-01T12:00:00+00:00"})
            times = [result.handed_in for result in book.results()]
    except (GradebookProblem, OSError, ValueError) as problem:
        return False, f"what was graded is not found by the next run: {problem}"
    return bool(times and times[0]), "what was graded is kept, and the next run finds it"


def _keeps_apart(folder: Path) -> Said:
    """Whether students of names that are nearly the same get a file each."""
    for name in file_names(ALIKE).values():
        (folder / f"{name}.html").touch()
    files = len([*folder.glob("*.html")])
    return files == len(ALIKE), "two students never share a file"


def _knows_time_zones() -> Said:
    try:
        zone("Europe/Paris")
    except DateProblem:
        return (
            False,
            "no time zones are installed, by which dates are read: pip install tzdata",
        )
    return True, "time zones are known, by which dates are read"
