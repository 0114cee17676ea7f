"""What runs in Gradescope's container, for one submission.

    python -m autograder.grading.on_gradescope --submission DIR --results FILE

Without a score no ``results.json`` is written and the exit status is 1:
Gradescope then says that the autograder failed, and shows the instructor the
sentence printed here.
"""

import argparse
import platform
import secrets
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

import autograder
from autograder.exercise.key import KeyProblem, load_key
from autograder.export.files import ExportProblem, write
from autograder.export.gradescope import as_file, results_json
from autograder.gradebook.course import Course
from autograder.gradebook.final import final_grades
from autograder.gradebook.records import SubmissionResult
from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import StoredFile, Submission
from autograder.sandbox import isolation
from autograder.sandbox.pool import WarmProcesses, WarmProcessFailed, hidden_folders

PROBLEMS = (ExportProblem, KeyProblem, WarmProcessFailed, isolation.NoIsolation, OSError)


def main(arguments: Sequence[str] | None = None) -> int:
    """Grade and write; 0 when there is a ``results.json``."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--submission", type=Path, required=True)
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--key", required=True)
    parser.add_argument("--course", type=Path)
    parser.add_argument("--chapter", dest="chapters", action="append", default=[])
    parser.add_argument("--unsafe-no-sandbox", dest="unsafe", action="store_true")
    given = parser.parse_args(arguments)
    given.results.unlink(missing_ok=True)
    try:
        text = given.course.read_text(encoding="utf-8") if given.course else None
        course = Course.from_json(text)
        tier: isolation.Tier = "none" if given.unsafe else isolation.choose()
        result = _graded(given.submission, given.key, given.chapters, tier)
        final = final_grades([result], course)[0]
        write(given.results, as_file(results_json(final, result, course.verdicts)))
    except PROBLEMS as problem:
        print(problem)
        return 1
    print(f"{final.score:g} of {final.max_points:g} points; isolation: {tier}.")
    return 0


def _graded(
    folder: Path, key_name: str, chapters: Sequence[str], tier: isolation.Tier
) -> SubmissionResult:
    """Grade all notebooks of one submission, on inputs drawn anew each time."""
    key, seed = load_key(key_name), secrets.randbits(64)
    submission = handed_in(folder)
    warm = WarmProcesses(tier, hidden_folders(key_name))
    try:
        result = grade(submission, Assignment(key, seed, chapters=tuple(chapters)), warm)
    finally:
        warm.close()
    versions = {
        "autograder": autograder.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
    return replace(result, seed=str(seed), versions=versions)


def handed_in(folder: Path) -> Submission:
    """The submission's notebooks, oldest first; links are not followed."""
    root = folder.resolve()
    paths = [
        path
        for path in sorted(folder.rglob("*.ipynb"))
        if path.is_file()
        and path.resolve() == root / path.relative_to(folder)
        and ".ipynb_checkpoints" not in path.parts
    ]
    paths.sort(key=lambda path: path.stat().st_mtime)
    if not paths:
        return Submission("submission", (), "It holds no notebook (*.ipynb).")
    files = tuple((path.name, StoredFile(str(path))) for path in paths)
    return Submission("submission", files)


if __name__ == "__main__":
    sys.exit(main())
