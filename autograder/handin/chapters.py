"""Which chapters of a course hand-ins speak of."""

import contextlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence

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


def chapter_of_most(key: Key, handed: Sequence[Submission]) -> Chapter | None:
    """The one chapter that more than half of the submissions speak of; else ``None``."""
    known = [chapter.prefix for chapter in key.chapters]
    times: Counter[str] = Counter()
    for item in handed:
        with contextlib.suppress(UnreadableNotebook):
            times.update(look(f"What {item.student} handed in", _spoken_of, item, known))
    of_most = [c for c in key.chapters if 2 * times[c.prefix] > len(handed)]
    return of_most[0] if len(of_most) == 1 else None


def _spoken_of(item: Submission, prefixes: list[str]) -> set[str]:
    """Which of these chapters the files of a submission name an exercise of."""
    # An id stands in quotes; in prose it is a mere word.
    an_id = re.compile(rf"[\"']({'|'.join(map(re.escape, prefixes))})\.\w".encode())
    texts = (data for _, data in item.contents() if isinstance(data, bytes))
    return {found.decode() for data in texts for found in an_id.findall(data)}
