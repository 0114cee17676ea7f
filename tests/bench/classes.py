"""Make classes of submissions: solved chapters, each one a little different."""

import json
from itertools import cycle, islice
from pathlib import Path

from measure import ROOT

from autograder.authoring.solve import solve_notebook
from autograder.exercise.building import wrong_source
from autograder.exercise.key import load_key

CHAPTER = ROOT / "notebooks" / "03-numpy.ipynb"


def hand_in(folder: Path, count: int, *, mistakes: int = 0) -> Path:
    """Write so many submissions; in every other one is one of the key's first ``mistakes``.

    They go round the exercises: the first of each, then the second of each.
    """
    folder.mkdir(parents=True, exist_ok=True)
    key = load_key()
    exercises = [e for e in key.exercises(key.chapter(CHAPTER.stem)) if e.is_code]
    known = [(e, m) for e in exercises for m in enumerate(e.misconceptions)]
    known = sorted(known, key=lambda each: each[1][0])[:mistakes]
    wrong = cycle([(e.id, wrong_source(e, [m])) for e, (_, m) in known] or [("", "")])
    notebook = solve_notebook(CHAPTER, key)
    stubs = [c for c in notebook["cells"] if _stub(c)]
    right = {_stub(cell): "".join(cell["source"]) for cell in stubs}
    for number, (exercise_id, source) in enumerate(islice(wrong, count)):
        answers = right | {exercise_id: source} if number % 2 else right
        for cell in stubs:
            cell["source"] = f"{answers[_stub(cell)]}\n# student {number}"
        path = folder / f"student-{number:05}.ipynb"
        path.write_text(json.dumps(notebook, indent=1) + "\n", encoding="utf-8")
    return folder


def _stub(cell: dict) -> str:
    exercise = cell["metadata"].get("exercise", {})
    return exercise["id"] if exercise.get("role") == "stub" else ""
