"""Which chapters of a course hand-ins speak of."""

import contextlib
import re
from collections.abc import Iterable

from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key
from autograder.handin.reader import look
from autograder.handin.submission import Submission
from autograder.notebooks.read import UnreadableNotebook


def chapters_needed(key: Key, handed: Iterable[Submission]) -> list[Chapter]:
    """Find the chapters that submissions speak of.

    All of them where none is named.
    """
    known = [chapter.prefix for chapter in key.chapters]
    found: set[str] = set()
    for item in handed:
        if found.issuperset(known):
            break
        with contextlib.suppress(UnreadableNotebook):  # it is said where it is graded
            found |= look(f"What {item.student} handed in", _spoken_of, item, known)
    needed = [chapter for chapter in key.chapters if chapter.prefix in found]
    return needed or list(key.chapters)


def _spoken_of(item: Submission, prefixes: list[str]) -> set[str]:
    """Which of these chapters the files of a submission name an exercise of."""
    # An id stands in quotes; in prose it is a mere word.
    an_id = re.compile(rf"[\"']({'|'.join(map(re.escape, prefixes))})\.\w".encode())
    texts = (data for _, data in item.contents() if isinstance(data, bytes))
    return {found.decode() for data in texts for found in an_id.findall(data)}
