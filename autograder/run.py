"""Grade a class: spread the work, keep every result, write what people read."""

from __future__ import annotations

import csv
import hashlib
import json
import multiprocessing
import os
import platform
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

import autograder
from autograder.exercise import Chapter
from autograder.feedback import feedback_page
from autograder.grade import Assignment, Handed, grade
from autograder.gradebook import Gradebook
from autograder.key import Key, load_key
from autograder.records import SubmissionResult
from autograder.report import class_report
from autograder.sandbox.isolation import Tier
from autograder.sandbox.pool import (
    Limits,
    WarmProcesses,
    WarmProcessFailed,
    hidden_folders,
)
from autograder.soundness import sources

NAME_BYTES = 100  # of a student's name, in the name of a file
TRIES = 2  # how often a submission may lose its worker before it is given up
INFRASTRUCTURE = "infrastructure_error"


@dataclass(frozen=True)
class Settings:
    """How to grade a class; everything here crosses to the workers as it is."""

    key: str
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    chapters: tuple[str, ...] = ()
    tier: Tier = "none"

    def fingerprint(self) -> str:
        """A hash of the key, the grader and these settings, without the seed."""
        parts = [self.limits, self.chapters, *sources(self.key), *sources("autograder")]
        return hashlib.sha256(repr(parts).encode()).hexdigest()


_worker: dict[str, object] = {}


def _start_worker(settings: Settings) -> None:
    key = load_key(settings.key)
    _worker["settings"] = settings
    _worker["assignment"] = Assignment(
        key, settings.seed, settings.limits, settings.chapters
    )


def _grade_in_worker(handed: Handed) -> SubmissionResult:
    warm = _worker.get("warm")
    if not isinstance(warm, WarmProcesses):
        settings: Settings = _worker["settings"]  # type: ignore[assignment]
        warm = WarmProcesses(settings.tier, hidden_folders(settings.key))
        _worker["warm"] = warm
    try:
        return grade(handed, _worker["assignment"], warm)  # type: ignore[arg-type]
    except Exception as error:
        # Not the student's doing: say so, and let the next one have a new start.
        _worker.pop("warm").close()  # type: ignore[attr-defined]
        if isinstance(error, WarmProcessFailed):
            return _not_graded(handed, str(error))
        return _not_graded(handed, f"The grader failed: {type(error).__name__}: {error}")


def _not_graded(handed: Handed, why: str) -> SubmissionResult:
    return SubmissionResult(handed.student, (), INFRASTRUCTURE, None, None, message=why)


def grade_all(
    handed: Iterable[Handed], settings: Settings, jobs: int
) -> Iterator[SubmissionResult]:
    """Grade every submission in worker processes; results come as they finish.

    A worker that dies takes nothing with it: whatever was being graded then is
    tried again, one at a time, so that only the cause can lose its worker
    twice.  That one is reported, not scored.
    """
    waiting = [(item, 0) for item in handed]
    while waiting:
        suspects = [pair for pair in waiting if pair[1]]
        batch, at_once, ahead = (suspects, 1, 1) if suspects else (waiting, jobs, 2 * jobs)
        lost: list[tuple[Handed, int]] = []
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(
            at_once, mp_context=context, initializer=_start_worker, initargs=(settings,)
        ) as pool:
            yield from _drain(pool, batch, lost, ahead)
        waiting = [pair for pair in waiting if not pair[1]] if suspects else []
        for item, tries in lost:
            if tries >= TRIES:
                yield _not_graded(item, f"The worker grading this ended {tries} times.")
            else:
                waiting.append((item, tries))


def _drain(
    pool: ProcessPoolExecutor,
    waiting: list[tuple[Handed, int]],
    lost: list[tuple[Handed, int]],
    ahead: int,
) -> Iterator[SubmissionResult]:
    """Keep ``ahead`` submissions in the pool, so that memory stays flat."""
    queue = iter(waiting)
    running: dict[Future[SubmissionResult], tuple[Handed, int]] = {}
    broken = False
    while True:
        while not broken and len(running) < ahead and (item := next(queue, None)):
            try:
                running[pool.submit(_grade_in_worker, item[0])] = item
            except BrokenProcessPool:
                broken = True
                lost.append(item)
        if not running:
            break
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            item, tries = running.pop(future)
            try:
                yield future.result()
            except BrokenProcessPool:
                broken = True
                lost.append((item, tries + 1))
    lost.extend(queue)


@dataclass(frozen=True)
class RunSummary:
    """What happened, for the last lines of the command."""

    results: tuple[SubmissionResult, ...]
    graded_now: int
    folder: Path

    @property
    def problems(self) -> list[tuple[str, str]]:
        """``(student, sentence)`` for all that could not be graded."""
        found = []
        for result in self.results:
            if result.status != "graded":
                found.append((result.student, f"{result.status}: {result.message}"))
            for exercise in result.ungraded:
                words = f"{exercise.id} {exercise.status}: {exercise.message}"
                found.append((result.student, words))
        return found


def run(
    handed: list[Handed],
    folder: Path,
    settings: Settings,
    *,
    jobs: int | None = None,
    seed: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> RunSummary:
    """Grade a class into ``folder``, going on where an earlier run stopped."""
    book = Gradebook(folder)
    try:
        settings = replace(settings, seed=book.seed(seed))
        needs = {item.student: _depends_on(item, settings) for item in handed}
        known = book.known()
        due = [item for item in handed if known.get(item.student) != needs[item.student]]
        progress(len(handed) - len(due), len(handed))
        versions = _versions()
        jobs = jobs or os.cpu_count() or 1
        done = len(handed) - len(due)
        for result in grade_all(due, settings, min(jobs, max(len(due), 1))):
            stamped = replace(result, seed=str(settings.seed), versions=versions)
            # What the grader itself could not do is tried again next time.
            again = "" if result.status == INFRASTRUCTURE else needs[result.student]
            book.store(stamped, again)
            done += 1
            progress(done, len(handed))
        results = tuple(r for r in book.results() if r.student in needs)
    finally:
        book.close()
    write_outputs(results, folder, load_key(settings.key))
    return RunSummary(results, len(due), folder)


def _depends_on(handed: Handed, settings: Settings) -> str:
    digest = hashlib.sha256(settings.fingerprint().encode())
    for name, data in handed.files:
        digest.update(f"{name}\0{len(data)}\0".encode(errors="replace"))
        digest.update(data)
    digest.update(handed.problem.encode(errors="replace"))
    return digest.hexdigest()


def _versions() -> dict[str, str]:
    return {
        "autograder": autograder.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
    }


def write_outputs(results: tuple[SubmissionResult, ...], folder: Path, key: Key) -> None:
    """Write ``results/``, ``feedback/``, ``grades.csv`` and ``report.html``."""
    for name in ("results", "feedback"):
        (folder / name).mkdir(exist_ok=True)
    names = file_names(result.student for result in results)
    for result in results:
        name = names[result.student]
        text = json.dumps(result.public_dict(), indent=2) + "\n"
        _write(folder / "results" / f"{name}.json", text)
        _write(folder / "feedback" / f"{name}.html", feedback_page(result))
    _write_grades(results, folder / "grades.csv")
    graded = {e.id for result in results for e in result.exercises}
    says = {
        exercise.id: {m.id: m.says for m in exercise.misconceptions}
        for chapter in key.chapters
        if any(_of(chapter, i) for i in graded)
        for exercise in key.exercises(chapter)
    }
    titles = [c.title for c in key.chapters if any(_of(c, i) for i in graded)]
    title = ": ".join(["Class report", *[", ".join(titles)][: len(titles)]])
    _write(folder / "report.html", class_report(results, says, title=title))


def _of(chapter: Chapter, exercise_id: str) -> bool:
    return exercise_id.startswith(chapter.prefix + ".")


def _write(path: Path, text: str) -> None:
    """Write whole or not at all: a reader never meets half a file."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8", errors="replace")
    part.replace(path)


def _write_grades(results: tuple[SubmissionResult, ...], path: Path) -> None:
    ids = list(dict.fromkeys(e.id for result in results for e in result.exercises))
    part = path.with_name(path.name + ".part")
    with part.open("w", newline="", encoding="utf-8", errors="replace") as out:
        # In quotes, a semicolon in a name starts no new cell, wherever it is opened.
        table = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC)
        table.writerow(["student", "status", "score", "max_score", *ids])
        for result in results:
            points = {e.id: e.points for e in result.exercises}
            row = [result.student, result.status, result.score, result.max_score]
            table.writerow([_harmless(cell) for cell in (*row, *map(points.get, ids))])
    part.replace(path)


def _harmless(cell: object) -> object:
    """A spreadsheet must not take a student's name for a formula."""
    if isinstance(cell, str) and cell.lstrip().startswith(tuple("=+-@＝＋－＠|")):
        return "'" + cell
    return cell


def file_names(students: Iterable[str]) -> dict[str, str]:
    """A safe and unique file name for each student."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for student in students:
        safe = re.sub(r"[^\w.@ -]+", "_", unicodedata.normalize("NFC", student))
        # By bytes: that is how file systems count.
        safe = safe.encode(errors="replace")[:NAME_BYTES].decode(errors="ignore")
        safe = safe.strip(". ") or "student"
        if safe.casefold() in taken:
            safe += "-" + hashlib.sha256(student.encode(errors="replace")).hexdigest()[:8]
        taken.add(safe.casefold())
        names[student] = safe
    return names
