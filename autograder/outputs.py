"""What a run leaves for people and programs: pages, records and a table."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from autograder.exercise import Chapter
from autograder.feedback import feedback_page
from autograder.key import Key
from autograder.records import SubmissionResult
from autograder.report import class_report

NAME_BYTES = 100  # of a student's name, in the name of a file


class Outputs:
    """``results/``, ``feedback/``, ``grades.csv`` and ``report.html``.

    Results are added one at a time; of each only its line of the table is kept.
    """

    def __init__(self, folder: Path, key: Key, students: Iterable[str]) -> None:
        self._folder, self._key = folder, key
        self._names = file_names(students)
        self._lines: list[tuple[tuple[Any, ...], dict[str, float]]] = []
        self._ids: dict[str, None] = {}  # of the exercises, in order
        for name in ("results", "feedback"):
            (folder / name).mkdir(exist_ok=True)

    def add(self, result: SubmissionResult) -> None:
        """Write one student's record and page."""
        name = self._names[result.student]
        text = json.dumps(result.public_dict(), indent=2) + "\n"
        _write(self._folder / "results" / f"{name}.json", text)
        _write(self._folder / "feedback" / f"{name}.html", feedback_page(result))
        points = {exercise.id: exercise.points for exercise in result.exercises}
        self._ids.update(dict.fromkeys(points))
        start = (result.student, result.status, result.score, result.max_score)
        self._lines.append((start, points))

    def finish(self, results: Iterable[SubmissionResult]) -> None:
        """Write what is about the whole class; ``results`` are all of it again."""
        self._write_grades()
        chapters = [c for c in self._key.chapters if any(_of(c, i) for i in self._ids)]
        says = {
            exercise.id: {m.id: m.says for m in exercise.misconceptions}
            for chapter in chapters
            for exercise in self._key.exercises(chapter)
        }
        titles = [chapter.title for chapter in chapters]
        title = ": ".join(["Class report", *[", ".join(titles)][: len(titles)]])
        report = class_report(results, says, title=title)
        _write(self._folder / "report.html", report)

    def _write_grades(self) -> None:
        path = self._folder / "grades.csv"
        part = path.with_name(path.name + ".part")
        with part.open("w", newline="", encoding="utf-8", errors="replace") as out:
            # In quotes, a semicolon in a name starts no new cell, wherever it is opened.
            table = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC)
            table.writerow(["student", "status", "score", "max_score", *self._ids])
            for start, points in self._lines:
                row = (*start, *map(points.get, self._ids))
                table.writerow([_harmless(cell) for cell in row])
        part.replace(path)


def _of(chapter: Chapter, exercise_id: str) -> bool:
    return exercise_id.startswith(chapter.prefix + ".")


def _write(path: Path, text: str) -> None:
    """Write whole or not at all: a reader never meets half a file."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8", errors="replace")
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
