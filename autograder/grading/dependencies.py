"""What a stored result depends on, and so what has to be graded again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property

import msgspec

from autograder import __version__
from autograder.exercise import provenance
from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key
from autograder.exercise.sources import engine_digest
from autograder.exercise.status import SubmissionStatus
from autograder.gradebook.course import LAST
from autograder.gradebook.database import Gradebook
from autograder.gradebook.records import ExerciseResult, SubmissionResult
from autograder.grading.settings import Settings
from autograder.handin.submission import Submission

OTHER_FILES = "other files were handed in"
OTHER_GRADER = "the grader or its settings changed"
OTHER_KEY = "the key changed"
TRIED_AGAIN = "the grader had failed before"
ASKED = "asked for"


@dataclass(frozen=True)
class Dependencies:
    """What a result was made from, as hashes."""

    files: str  # what was handed in
    conditions: str  # the grader, and how it was set
    chapters: Mapping[str, str]  # the parts of the key that each needs
    draw: int = 0  # which hidden inputs it met

    def to_text(self) -> str:
        """The form the gradebook keeps."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_text(cls, text: str) -> Dependencies | None:
        """The same again; ``None`` for a result to be tried again, or an old form."""
        try:
            return msgspec.json.decode(text, type=cls)
        except msgspec.MsgspecError:
            return None


@dataclass(frozen=True)
class FileHashes:
    """Hashes of the files of one submission."""

    whole: str  # with their names
    contents: str  # without: the same for the same bytes

    @classmethod
    def of(cls, submission: Submission) -> FileHashes:
        """The hashes of a submission, whose files are read once."""
        named, bare = hashlib.sha256(), hashlib.sha256()
        named.update(f"{submission.problem}\0".encode(errors="replace"))
        bare.update(f"{submission.problem}\0".encode(errors="replace"))
        if submission.attempts != LAST:  # then more decides than the files
            chosen = repr(_what_chooses(submission)).encode()
            named.update(chosen)
            bare.update(chosen)
        for name, data in submission.contents(modules=True):
            data = data if isinstance(data, bytes) else str(data).encode(errors="replace")
            digest = hashlib.sha256(data).digest()
            bare.update(digest)
            if submission.modules:  # what is imported by another name is something else
                bare.update(name.encode(errors="replace"))
            named.update(name.encode(errors="replace") + b"\0" + digest)
        return cls(named.hexdigest(), bare.hexdigest())


def _what_chooses(submission: Submission) -> tuple[object, ...]:
    """What decides which attempt counts, where that is not the last."""
    chosen = submission.attempts, submission.due, submission.times
    return (*chosen, *filter(None, (submission.shares, submission.points)))


@dataclass(frozen=True)
class Due:
    """A submission that has to be graded: all of it, or these chapters; and why."""

    chapters: tuple[str, ...] = ()
    cause: str = ""


class GradingState:
    """The key, the grader and its settings as they are in this run."""

    def __init__(self, key: Key, settings: Settings) -> None:
        self.key, self.settings = key, settings
        # Of the chapters that are asked for: to find their modules takes a while.
        self._digests: dict[str, str] = {}
        self._libraries: dict[str, dict[str, str]] = {}

    def dependencies_digest(self, chapter: Chapter) -> str:
        """A hash of the parts of the key that a chapter needs, and of its libraries."""
        if chapter.name not in self._digests:
            self._digests[chapter.name] = provenance.dependencies_digest(self.key, chapter)
        return self._digests[chapter.name]

    def libraries(self, chapter: Chapter) -> dict[str, str]:
        """The libraries that a chapter of the key runs on, and their versions."""
        if chapter.name not in self._libraries:
            versions = provenance.library_versions(self.key, chapter)
            self._libraries[chapter.name] = versions
        return self._libraries[chapter.name]

    @cached_property
    def grader(self) -> str:
        """A hash of the grader's own sources."""
        return engine_digest()

    @cached_property
    def conditions(self) -> str:
        """A hash of the grader, of what it runs on, and of its settings."""
        wanted = sorted(self.settings.chapters)
        on = provenance.platform_versions()
        return provenance.digest(self.grader, on, self.settings_text(), wanted)

    def settings_text(self) -> dict[str, str]:
        """The settings that a verdict may depend on, in words, without the seed."""
        limits = asdict(self.settings.limits)
        texts = {name: f"{value:g}" for name, value in limits.items()}
        return {**texts, "isolation": self.settings.tier}

    def versions(self, result: SubmissionResult) -> dict[str, str]:
        """What it takes to grade this result so again."""
        versions = {"autograder": __version__, **provenance.platform_versions()}
        hashes = {"grader": self.grader, "key": self.key.name}
        for chapter in self._graded(result):
            versions |= self.libraries(chapter)
            hashes[f"key {chapter.name}"] = self.dependencies_digest(chapter)
        return {**versions, **hashes}

    def of(self, result: SubmissionResult, files: FileHashes, draw: int) -> Dependencies:
        """What a result of this run depends on."""
        # In what could not be read, another version of any chapter may be found.
        graded = self._graded(result) or self.key.chapters
        chapters = {chapter.name: self.dependencies_digest(chapter) for chapter in graded}
        return Dependencies(files.whole, self.conditions, chapters, draw)

    def due(self, stored: str | None, files: FileHashes) -> Due | None:
        """What of a submission has to be graded; ``None`` when nothing has."""
        if stored is None:
            return Due()
        known = Dependencies.from_text(stored)
        if known is None:
            return Due(cause=OTHER_GRADER if stored else TRIED_AGAIN)
        if known.files != files.whole:
            return Due(cause=OTHER_FILES)
        if known.conditions != self.conditions:
            return Due(cause=OTHER_GRADER)
        touched = self.outdated(known)
        if not touched:
            return None
        gone = not {*touched} <= {chapter.name for chapter in self.key.chapters}
        some = len(touched) < len(known.chapters) and not gone
        return Due(tuple(touched) if some else (), OTHER_KEY)

    def is_outdated(self, stored: str) -> bool:
        """Whether a result was made with another key or grader than those of now."""
        known = Dependencies.from_text(stored)
        return known is None or bool(self.outdated(known))

    def outdated(self, known: Dependencies) -> list[str]:
        """The chapters that a result would be judged otherwise in by now, perhaps."""
        if known.conditions != self.conditions:
            return [*known.chapters]
        there = [c for c in self.key.chapters if c.name in known.chapters]
        now = {chapter.name: self.dependencies_digest(chapter) for chapter in there}
        return [name for name, was in known.chapters.items() if now.get(name) != was]

    def join(
        self, old: SubmissionResult, new: SubmissionResult, chapters: tuple[str, ...]
    ) -> SubmissionResult:
        """An earlier result with these chapters graded anew."""
        if new.status != SubmissionStatus.GRADED:
            return new
        exercises: list[ExerciseResult] = []
        for chapter in self.key.chapters:
            source = new if chapter.name in chapters else old
            exercises += source.of_chapter(chapter.prefix)
        return replace(
            new,
            score=round(sum(e.points for e in exercises), 4),
            max_score=round(sum(e.max_points for e in exercises), 4),
            exercises=tuple(exercises),
        )

    def _graded(self, result: SubmissionResult) -> list[Chapter]:
        return [c for c in self.key.chapters if result.of_chapter(c.prefix)]


OPEN = "open_draw"  # of a run that has not ended: nobody has seen what it found


class Draws:
    """The draws of a run, see ``settings.seed_of``; ``known`` is the gradebook's."""

    def __init__(self, book: Gradebook, known: Mapping[str, str]) -> None:
        self._book = book
        made = {student: Dependencies.from_text(text) for student, text in known.items()}
        self._known = {student: each for student, each in made.items() if each}
        before = max((each.draw for each in self._known.values()), default=-1)
        before = max(before, int(book.recall("draws") or "-1"))
        self._new = int(book.recall(OPEN) or before + 1)

    def of(self, student: str, files: FileHashes) -> int:
        """The draw that a student's hand-in meets."""
        before = self._known.get(student)
        if before and before.files == files.whole:
            return before.draw
        self._book.remember(OPEN, str(self._new))
        return self._new

    @staticmethod
    def told(book: Gradebook) -> None:
        """A run has ended: what it found may be seen from now on."""
        if used := book.recall(OPEN):
            book.remember("draws", used)
            book.remember(OPEN, "")
