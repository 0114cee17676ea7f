"""What a course's notebook asks above the cell of an exercise."""

import contextlib
import json

from autograder.exercise.course_folder import course_folder
from autograder.exercise.key import Key, KeyProblem


def question(key: Key, exercise_id: str) -> str:
    """The texts right above the exercise's cell; "" where its notebook is not here."""
    chapter = key.chapter_of(exercise_id).name
    texts: list[str] = []
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError, KeyProblem):
        path = course_folder(key.name).notebook(chapter)
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            mark = cell["metadata"].get("exercise", {})
            if mark.get("id") == exercise_id:
                return "\n\n".join(texts)
            is_text = cell["cell_type"] == "markdown" and not mark
            texts = [*texts, "".join(cell["source"])] if is_text else []
    return ""
