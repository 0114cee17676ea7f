"""What a course's notebook asks above the cell of an exercise."""

import contextlib
import json
import re

from autograder.exercise.course_folder import course_folder
from autograder.exercise.key import Key, KeyProblem

HEADING = re.compile(r"^#{2,6} ", re.M)  # "# ..." may stand in code


def question(key: Key, exercise_id: str) -> str:
    """The texts right above the exercise's cell, from the last heading on.

    "" where its notebook is not here.
    """
    chapter = key.chapter_of(exercise_id).name
    texts: list[str] = []
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError, KeyProblem):
        path = course_folder(key.name).notebook(chapter)
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            mark = cell["metadata"].get("exercise", {})
            if mark.get("id") == exercise_id:
                above = "\n\n".join(texts)
                begin = max(
                    (heading.start() for heading in HEADING.finditer(above)), default=0
                )
                return above[begin:]
            is_text = cell["cell_type"] == "markdown" and not mark
            texts = [*texts, "".join(cell["source"])] if is_text else []
    return ""
