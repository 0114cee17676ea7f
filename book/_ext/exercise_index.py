"""What the pages know about the exercises: the key's facts, without its code.

Reading the key imports TensorFlow and PyTorch, which takes longer than building
the site.  So what is read is kept beside Sphinx's own files, under a name made
from the key's sources, and read again only when those change.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path

from autograder.exercise.definition import Exercise
from autograder.exercise.key import Key, load_key
from autograder.notebooks.stubs import stub

# What the facts are made from; a change makes those that are kept stale.
SOURCES = ("solutions/**/*.py", "autograder/exercise/*.py")
# What a page may know before anything is answered.
PUBLIC = (
    "id",
    "title",
    "chapter",
    "chapter_title",
    "kind",
    "framework",
    "points",
    "minutes",
    "difficulty",
    "anchor",
    "given",
)


@dataclass(frozen=True)
class Facts:
    """One exercise as the pages need it; ``why_not`` and ``answer``: of a choice."""

    id: str
    title: str
    chapter: str
    chapter_title: str
    page: str  # from the site's root
    kind: str
    framework: str
    points: float
    minutes: int
    difficulty: int
    anchor: str
    name: str
    given: str = ""  # the cell as it is handed out, where it holds code to repair
    answer: str = ""
    why_not: dict[str, str] = field(default_factory=dict)  # by letter


def slug(exercise_id: str) -> str:
    """An id as it may stand in an address: ``numpy.softmax``, ``numpy-softmax``."""
    return re.sub(r"[^a-zA-Z0-9-]+", "-", exercise_id)


@lru_cache(maxsize=4)
def all_facts(cache: Path) -> tuple[Facts, ...]:
    """Every exercise of the key, in the book's order.

    Raises
    ------
    KeyProblem
        When the key cannot be loaded; the text says what to do.
    """
    kept = cache / f"exercises-{fingerprint()}.json"
    if kept.is_file():
        return tuple(Facts(**raw) for raw in json.loads(kept.read_text(encoding="utf-8")))
    facts = tuple(_facts_of_key(load_key()))
    cache.mkdir(parents=True, exist_ok=True)
    for old in cache.glob("exercises-*.json"):
        old.unlink()
    kept.write_text(json.dumps([asdict(each) for each in facts]), encoding="utf-8")
    return facts


def public_index(facts: tuple[Facts, ...]) -> str:
    """``index.json``, what every script may read: names, then a row of values for each."""
    rows = [PUBLIC, *([getattr(each, name) for name in PUBLIC] for each in facts)]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")) + "\n"


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """What the key's sources are now, in 16 letters."""
    root = Path(__file__).resolve().parents[2]
    paths = [path for pattern in SOURCES for path in sorted(root.glob(pattern))]
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for path in paths:
        digest.update(f"\n{path.relative_to(root)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _facts_of_key(key: Key) -> list[Facts]:
    return [
        Facts(
            id=exercise.id,
            title=exercise.title,
            chapter=chapter.name,
            chapter_title=chapter.title,
            page=f"notebooks/{chapter.name}.html",
            kind=exercise.kind,
            framework=exercise.framework,
            points=exercise.points,
            minutes=exercise.minutes,
            difficulty=exercise.difficulty,
            anchor=f"exercise-{slug(exercise.id)}",
            name=exercise.name,
            given=stub(exercise) if exercise.broken else "",
            **_choice(exercise),
        )
        for chapter in key.chapters
        for exercise in key.exercises(chapter)
    ]


def _choice(exercise: Exercise) -> dict:
    if exercise.kind != "choice":
        return {}
    wrong = {str(each.wrong()): each.says for each in exercise.misconceptions if each.wrong}
    return {"answer": str(exercise.reference()), "why_not": wrong}
