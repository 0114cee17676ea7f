"""A class's ``results.json`` files, for results that were graded elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from autograder.export.gradescope import as_file, results_json
from autograder.gradebook.course import AT_ONCE
from autograder.gradebook.final import FinalGrade
from autograder.gradebook.records import SubmissionResult
from autograder.pages.file_names import file_names


def folder(
    grades: Sequence[FinalGrade],
    results: Iterable[SubmissionResult],
    verdicts: str = AT_ONCE,
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Make a class's ``results.json`` files.

    The class's secret seed is left out.
    """
    by_student = {grade.student: grade for grade in grades if grade.score is not None}
    names = file_names(grade.student for grade in grades)
    files = {
        f"{names[result.student]}.json": as_file(
            results_json(by_student[result.student], replace(result, seed=""), verdicts)
        )
        for result in results
        if result.student in by_student
    }
    without = len(names) - len(files)
    notes = [f"Without a score, so without a file: {without}."]
    return files, tuple(notes[: bool(without)])
