"""What the pages know about the exercises: the key's facts, without its code.

What is read is kept beside Sphinx's own files, under a name made from the key's sources,
and read again only when those change.  Reading an exercise imports its library; for those
that need TensorFlow or PyTorch the facts are stored in ``book/data``, by ``make
notebooks``, so that building the site takes neither.
"""

import hashlib
import importlib
import json
import pkgutil
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path

from attention_site.page_imports import runs_here
from attention_site.paths import path_of_exercises
from autograder.exercise.definition import Chapter, Exercise
from autograder.exercise.key import Key, KeyProblem, load_key
from autograder.exercise.sources import digest_of
from autograder.exercise.stubs import stub

ROOT = Path(__file__).resolve().parents[2]
STORED = ROOT / "book" / "data" / "exercise_facts.json"
# What the facts are made from; a change makes those that are kept stale.
SOURCES = ("solutions/**/*.py", "autograder/exercise/*.py", "book/data/exercise_facts.json")
# What a page may know before anything is answered.
PUBLIC = (
    "id",
    "title",
    "chapter",
    "chapter_title",
    "kind",
    "points",
    "minutes",
    "anchor",
    "section",
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
    section: str  # the heading below which it is taught
    name: str
    given: str = ""  # the cell as it is handed out, where it holds code to repair
    answer: str = ""
    why_not: dict[str, str] = field(default_factory=dict)  # by letter


def slug(exercise_id: str) -> str:
    """An id as it may stand in an address: ``numpy.softmax``, ``numpy-softmax``."""
    return re.sub(r"[^a-zA-Z0-9-]+", "-", exercise_id)


@lru_cache(maxsize=4)
def all_facts(cache: Path) -> tuple[Facts, ...]:
    """Every exercise of the key, in the book's order."""
    kept = cache / f"exercises-{fingerprint()}.json"
    if kept.is_file():
        return tuple(Facts(**raw) for raw in json.loads(kept.read_text(encoding="utf-8")))
    facts = tuple(_facts_of_key(load_key()))
    cache.mkdir(parents=True, exist_ok=True)
    for old in cache.glob("exercises-*.json"):
        old.unlink()
    kept.write_text(json.dumps([asdict(each) for each in facts]), encoding="utf-8")
    return facts


def minutes_of_exercises(cache: Path) -> dict[str, int]:
    """How long each exercise takes."""
    return {facts.id: facts.minutes for facts in all_facts(cache)}


def public_index(facts: tuple[Facts, ...]) -> str:
    """``index.json``, what every script may read: names, then a row of values for each."""
    paths = path_of_exercises()
    rows = [
        [*PUBLIC, "path"],
        *([*(getattr(f, name) for name in PUBLIC), paths[f.id]] for f in facts),
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")) + "\n"


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """What the key's sources are now, in 16 letters."""
    paths = [path for pattern in SOURCES for path in sorted(ROOT.glob(pattern))]
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for path in paths:
        digest.update(f"\n{path.relative_to(ROOT)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


# --- facts that are stored ----------------------------------------------------------


def store() -> bool:
    """Store the facts of the exercises that need more than NumPy; whether any changed."""
    key = load_key()
    made = {
        exercise_id: {
            "sources": digest_of(module),
            "order": (exercise := key.exercise(exercise_id)).order,
            "facts": asdict(_facts(chapter, exercise)),
        }
        for chapter in key.chapters
        for exercise_id, module in _modules(chapter)
        if not runs_here(module)
    }
    text = json.dumps(made, indent=1, sort_keys=True) + "\n"
    if STORED.exists() and STORED.read_text(encoding="utf-8") == text:
        return False
    STORED.write_text(text, encoding="utf-8", newline="\n")
    return True


def _facts_of_key(key: Key) -> list[Facts]:
    stored = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    return [facts for chapter in key.chapters for facts in _in_order(key, chapter, stored)]


def _in_order(key: Key, chapter: Chapter, stored: Mapping[str, dict]) -> list[Facts]:
    """A chapter's exercises; those that need a library as stored, if that holds."""
    found: list[tuple[float, str, Facts]] = []
    for exercise_id, module in _modules(chapter):
        kept = stored.get(exercise_id, {})
        if not runs_here(module) and kept.get("sources") == digest_of(module):
            found.append((kept["order"], exercise_id, Facts(**kept["facts"])))
            continue
        try:
            exercise = key.exercise(exercise_id)
        except KeyProblem as problem:
            if runs_here(module):
                raise
            words = f"What {STORED.name} holds of {exercise_id} is older than its exercise."
            raise KeyProblem(f"{words} Run: make notebooks. {problem}") from problem
        found.append((exercise.order, exercise_id, _facts(chapter, exercise)))
    return [facts for _, _, facts in sorted(found, key=lambda each: each[:2])]


def _modules(chapter: Chapter) -> Iterable[tuple[str, str]]:
    """Each exercise of a chapter's folder: its id, and the module that has it."""
    places = importlib.import_module(chapter.module).__path__
    for found in pkgutil.iter_modules(places):
        if not found.name.startswith("_"):
            yield f"{chapter.prefix}.{found.name}", f"{chapter.module}.{found.name}"


def _facts(chapter: Chapter, exercise: Exercise) -> Facts:
    return Facts(
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
        section=exercise.section.partition("#")[2],
        name=exercise.name,
        given=stub(exercise) if exercise.broken else "",
        **_choice(exercise),
    )


def _choice(exercise: Exercise) -> dict:
    if exercise.kind != "choice":
        return {}
    why_not = {each.id: each.says for each in exercise.misconceptions}
    return {"answer": str(exercise.reference()), "why_not": why_not}
