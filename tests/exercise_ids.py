"""The exercises of the course by what stands in their files: nothing is imported.

Collecting the tests would else import TensorFlow and PyTorch in each of their processes.
"""

import re
from collections.abc import Iterator

from autograder.exercise.imports import file_of, submodules
from autograder.exercise.key import load_key

LIBRARIES = r"^ *(?:import|from) (?:torch|tensorflow|keras)\b"
WITHOUT_CODE = (
    r"^from solutions\.(?:choices|ch02_by_hand\._numbers) import .*\b(?:predict|ask)\b"
    r"|kind=\"(?:text|value)\""
)


def exercise_ids(having: str = "", lacking: str = r"(?!)") -> list[str]:
    """Ids of exercises, in order, by patterns over the file with the exercise."""
    return [
        exercise_id
        for exercise_id, source in _sources()
        if re.search(having, source, re.M) and not re.search(lacking, source, re.M)
    ]


def _sources() -> Iterator[tuple[str, str]]:
    for chapter in load_key().chapters:
        package = file_of(chapter.module)
        assert package is not None
        for module in submodules(chapter.module, package):
            path = file_of(module)
            name = module.rpartition(".")[2]
            if path is not None and not name.startswith("_"):
                yield f"{chapter.prefix}.{name}", path.read_text(encoding="utf-8")
