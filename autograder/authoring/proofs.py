"""What was proved of a key, kept in a file: as long as nothing changes, a part is enough.

An exercise's proof stands on its own modules, on those that these import, on the code of
its chapter and on the engine's code; its digest is of all that.  The library versions of
the machine do not count, so each run proves a drawn part of the rest again.
"""

import ast
import hashlib
import json
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from autograder.authoring.collected import code_around
from autograder.exercise.definition import Exercise
from autograder.exercise.imports import file_of, module_dependencies
from autograder.exercise.key import Key
from autograder.exercise.key_cells import cells_file
from autograder.exercise.stubs import without_docstrings
from autograder.notebooks.convert import ChapterProblem

SHARE = 6  # one in so many of what was proved is proved again
PROVES = "autograder.authoring.verify"
ASKS = "autograder.questions"


def read_proofs(path: Path) -> dict[str, str]:
    """The digest of each exercise that was proved; none where there is no such file."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return dict(stored) if isinstance(stored, dict) else {}


def write_proofs(path: Path, proofs: dict[str, str]) -> None:
    """Store the digests, where one is new."""
    if proofs != read_proofs(path):
        text = json.dumps(dict(sorted(proofs.items())), indent=0)
        path.write_text(text + "\n", encoding="utf-8")


def digests(key: Key, exercises: Sequence[Exercise], root: Path) -> dict[str, str]:
    """What the proof of each exercise stands on, as one hash."""
    engine = _engine_digest(ASKS)
    return {e.id: _digest_of(key, e, root, engine) for e in exercises}


def drawn(proved: Sequence[str]) -> list[str]:
    """One of each ``SHARE`` ids that follow each other, others at each call.

    So no run draws many of one chapter, which may be one of exercises that take long.
    """
    choice = random.SystemRandom().choice
    return [choice(proved[i : i + SHARE]) for i in range(0, len(proved), SHARE)]


def _digest_of(key: Key, exercise: Exercise, root: Path, engine: str) -> str:
    chapter = key.chapter_of(exercise.id)
    module = f"{chapter.module}.{exercise.id.partition('.')[2]}"
    start = chapter.module if file_of(module) is None else module
    files = module_dependencies(
        [start], [key.name.partition(".")[0], start.partition(".")[0]]
    )
    own = files.get(start)
    if own is not None and (cells := cells_file(own)).is_file():
        files[cells.name] = cells
    try:
        code = [cell["source"] for cell in code_around(key, exercise, root)]
    except ChapterProblem:  # which is said of the chapter
        code = []
    parts = [engine, *code]
    parts += [
        f"{name} {path.read_text(encoding='utf-8')}" for name, path in sorted(files.items())
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


@cache
def _engine_digest(unused: str) -> str:
    """A hash of what proves a key; no proof uses ``why``, which the package offers."""
    files = module_dependencies([PROVES], ["autograder"])
    return _code_digest({n: path for n, path in files.items() if not n.startswith(unused)})


def _code_digest(files: dict[str, Path]) -> str:
    """A hash of what modules do: comments, docstrings and layout do not count."""
    whole = hashlib.sha256()
    for name, path in sorted(files.items()):
        tree = without_docstrings(ast.parse(path.read_text(encoding="utf-8")))
        whole.update(f"{name} {ast.dump(tree)}".encode())
    return whole.hexdigest()
