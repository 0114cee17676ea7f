"""Whether a key is fit to grade with: proved once for each version of it."""

import contextlib
import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key
from autograder.exercise.sources import chapter_digest, digest_of


def unproved(key: Key, chapters: Iterable[Chapter]) -> list[Chapter]:
    """The chapters whose exercises have not been proved as they are now.

    What was found sound is remembered under a hash of the key and the grader.
    """
    return [chapter for chapter in chapters if not _mark(key, chapter).exists()]


def prove(key: Key, chapters: Sequence[Chapter]) -> Iterator[str]:
    """Prove chapters, and remember those that hold: what is wrong with each exercise."""
    # Slow to import, and not needed where all is proved already.
    from autograder.authoring.verify import verify_exercises

    exercises = [e for chapter in chapters for e in key.exercises(chapter)]
    faulty = set()
    for exercise, problems in verify_exercises(key, exercises):
        yield " ".join(f"{problem.where}: {problem.sentence}" for problem in problems[:1])
        faulty |= {exercise.id for _ in problems}
    for chapter in chapters:
        if faulty.isdisjoint(e.id for e in key.exercises(chapter)):
            remember(key, chapter)


def remember(key: Key, chapter: Chapter) -> None:
    """Keep that this version of a chapter's exercises was proved."""
    mark = _mark(key, chapter)
    with contextlib.suppress(OSError):  # not remembered: proved again next time
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()


def _mark(key: Key, chapter: Chapter) -> Path:
    # What else changes, in other chapters or on pages, proves nothing and refutes nothing.
    version = f"{chapter_digest(key, chapter)} {digest_of('autograder.authoring.verify')}"
    name = hashlib.sha256(version.encode()).hexdigest()[:32]
    base = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    return base / "autograder" / "sound-keys" / f"{name}-{chapter.name}"
