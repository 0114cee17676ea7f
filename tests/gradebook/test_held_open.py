"""A gradebook that is held open, as the review page does, while other processes use it."""

import subprocess
import sys

from autograder.gradebook.database import Gradebook
from autograder.gradebook.journal import Review

ELSEWHERE = """
import sys
from pathlib import Path
from autograder.gradebook.database import Gradebook
with Gradebook(Path(sys.argv[1])) as book:
    book.remember("says", "[]")
    print(len(book.journal.reviews()))
"""


def elsewhere(folder) -> str:
    """How many reviews another process finds, which writes, too, and closes the file."""
    asked = [sys.executable, "-c", ELSEWHERE, str(folder)]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def test_what_is_written_after_others_came_and_went_is_kept(tmp_path):
    folder = tmp_path / "out"
    with Gradebook(folder) as held:
        held.journal.reviews()
        Gradebook(folder).close()  # which writes the feedback, in the same process
        assert elsewhere(folder) == "0"
        held.journal.add_review(Review(0, "", "Emmy", "a.b", "does:1", "So.", None), 0)
        assert elsewhere(folder) == "1"
    assert elsewhere(folder) == "1"
