"""Gradescope: ``results.json``, as its autograder documentation has it.

A score that is not known is left out, never 0.  Without any score Gradescope
counts the run as failed and asks for a person, which is what it needs.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from autograder.checking.card_forms import as_text
from autograder.export.files import ExportProblem, Files
from autograder.gradebook.course import AFTER_DUE, AT_ONCE
from autograder.gradebook.final import ExerciseGrade, FinalGrade
from autograder.gradebook.records import ExerciseResult, SubmissionResult
from autograder.pages.cells import number
from autograder.pages.file_names import file_names


def results_json(
    grade: FinalGrade, result: SubmissionResult, verdicts: str = AT_ONCE
) -> dict[str, Any]:
    """Make one student's ``results.json``, from public inputs only."""
    if grade.score is None:
        why = result.message or "An exercise could not be judged."
        raise ExportProblem(f"{grade.student} has no score: {why}")
    by_id = {exercise.id: exercise for exercise in result.exercises}
    visibility = "after_due_date" if verdicts == AFTER_DUE else "visible"
    return {
        "score": grade.score,
        "execution_time": result.seconds,
        "output": "\n".join(_about_all(grade, result)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": visibility,
        "stdout_visibility": "hidden",
        "extra_data": {
            **({"seed": result.seed} if result.seed else {}),
            "versions": result.versions,
            "notebooks": {n.name: n.sha256 for n in result.notebooks},
        },
        "tests": [_test(e, by_id.get(e.id), visibility) for e in grade.exercises],
    }


def folder(
    grades: Sequence[FinalGrade],
    results: Iterable[SubmissionResult],
    verdicts: str = AT_ONCE,
) -> Files:
    """Make a class's ``results.json`` files. The class's secret seed is left out."""
    by_student = {grade.student: grade for grade in grades if grade.score is not None}
    names = file_names(grade.student for grade in grades)
    there = {r.student: replace(r, seed="") for r in results if r.student in by_student}
    files = {
        f"{names[student]}.json": as_file(
            results_json(by_student[student], result, verdicts)
        )
        for student, result in there.items()
    }
    without = len(names) - len(files)
    notes = [f"Without a score, so without a file: {without}."]
    return Files(files, tuple(notes[: bool(without)]), frozenset(there))


def _about_all(grade: FinalGrade, result: SubmissionResult) -> list[str]:
    """What the student reads above the exercises; the grade's notes are not theirs."""
    sentences = list(result.remarks)
    if grade.penalty:
        sentences.append(f"Handed in late: {number(grade.penalty)} points fewer.")
    return sentences


def _test(
    grade: ExerciseGrade, result: ExerciseResult | None, visibility: str
) -> dict[str, Any]:
    right = grade.points is not None and grade.points >= grade.max_points
    sentences = []
    waits = grade.points is None and not grade.excused
    if result and (result.status.is_judged or waits):
        sentences += [as_text(result.card)] if result.card else [result.message]
        sentences += [f"Note: {note}" for note in result.notes]
    if grade.override_reason:
        sentences.append(f"Points set by hand: {grade.override_reason}")
    return {
        "name": grade.title,
        "score": grade.points,
        "max_score": grade.max_points,
        "status": "passed" if right else "failed",
        "output": "\n\n".join(sentence for sentence in sentences if sentence),
        "output_format": "text",
        "visibility": visibility,
        "tags": [grade.id],
    }


def as_file(results: Mapping[str, Any]) -> bytes:
    """The bytes of a ``results.json``."""
    return (json.dumps(results, indent=2) + "\n").encode()
