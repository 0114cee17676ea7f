"""Which source files a chapter's verdicts depend on, found from what imports what.

A key is mended one module at a time; whoever answered other chapters need not
be graded again for it.
"""

import hashlib
from pathlib import Path

from autograder.exercise.definition import Chapter
from autograder.exercise.imports import file_of, imports_of, module_dependencies, submodules
from autograder.exercise.key import Key
from autograder.exercise.key_cells import cells_file, without_answers

# Where grading begins: in the coordinator's worker, and in the student's process.
ENGINE = ("autograder.grading.grade", "autograder.sandbox.warm", "autograder.sandbox.child")


def chapter_digest(key: Key, chapter: Chapter) -> str:
    """Hash the modules of a key that a chapter's exercises need."""
    return _digest(key_modules(key, chapter))


def engine_digest() -> str:
    """A hash of all of the grader that a verdict depends on; pages do not count."""
    return digest_of(*ENGINE)


def digest_of(*modules: str) -> str:
    """A hash of modules and of whatever they import from their own packages."""
    roots = {name.partition(".")[0] for name in modules}
    return _digest(module_dependencies(modules, roots))


def key_modules(key: Key, chapter: Chapter) -> dict[str, Path]:
    """The modules of a key that a chapter needs, by name: each with its file.

    All of the key's where one imports by a name that is made at run time.
    """
    start = (key.name, *chapter_modules(chapter))
    roots = {name.partition(".")[0] for name in start}
    needed = module_dependencies(start, roots)
    if any(imports_of(name, path).by_name for name, path in needed.items()):
        return {name: p for root in roots for name, p in _all_modules(root).items()}
    return needed


def chapter_modules(chapter: Chapter) -> tuple[str, ...]:
    """A chapter's own modules: one, or its folder and whatever lies in it."""
    path = file_of(chapter.module)
    return (chapter.module, *(submodules(chapter.module, path) if path else []))


def libraries_of(key: Key, chapter: Chapter) -> frozenset[str]:
    """Find the top-level packages that a chapter's modules import."""
    modules = key_modules(key, chapter).items()
    named = {each.module for name, path in modules for each in imports_of(name, path).found}
    return frozenset(name.partition(".")[0] for name in named)


def _all_modules(root: str) -> dict[str, Path]:
    top = file_of(root)
    if top is None or top.name != "__init__.py":
        return {root: top} if top else {}
    paths = sorted(top.parent.rglob("*.py"))
    return {path.relative_to(top.parent.parent).as_posix(): path for path in paths}


def _digest(modules: dict[str, Path]) -> str:
    """A hash of modules, and of what stands in cells beside them and decides verdicts."""
    hashes = []
    for name, path in sorted(modules.items()):
        hashes.append((name, hashlib.sha256(path.read_bytes()).hexdigest()))
        if (cells := cells_file(path)).is_file():
            text = without_answers(cells.read_text(encoding="utf-8"))
            hashes.append((cells.name, hashlib.sha256(text.encode()).hexdigest()))
    return hashlib.sha256(repr(hashes).encode()).hexdigest()[:32]
