"""A class's ``results.json`` files, for results that were graded elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from autograder.export.gradescope import as_file, results_json
from autograder.gradebook.final import FinalGrade
from autograder.gradebook.records import SubmissionResult
from autograder.pages.file_names import file_names


def folder(
    grades: Sequence[FinalGrade], results: Iterable[SubmissionResult]
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """File names with contents, one for each student, and what was left out.

    The class's secret seed stays here: a regrade asks the same questions.
    """
    by_student = {grade.student: grade for grade in grades if grade.score is not None}
    names = file_names(grade.student for grade in grades)
    files = {
        f"{names[result.student]}.json": as_file(
            results_json(by_student[result.student], replace(result, seed=""))
        )
        for result in results
        if result.student in by_student
    }
    without = len(names) - len(files)
    notes = [f"Without a score, so without a file: {without}."]
    return files, tuple(notes[: bool(without)])
