"""Where a result comes from: the versions and sources that a verdict depends on."""

import hashlib
import importlib.util
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from autograder import frameworks
from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key, load_key
from autograder.exercise.sources import chapter_digest, engine_digest, libraries_of


def version_of(package: str) -> str:
    """A distribution's version, without importing it, which may take seconds."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def packages() -> tuple[str, ...]:
    """Every distribution that a verdict may depend on, NumPy first."""
    known = (name for framework in frameworks.known() for name in framework.packages)
    return tuple(dict.fromkeys(known))


def platform_versions() -> dict[str, str]:
    """What every verdict depends on: Python and NumPy."""
    return {"python": platform.python_version(), "numpy": version_of("numpy")}


def library_versions(key: Key, chapter: Chapter) -> dict[str, str]:
    """Look up the tensor libraries that a chapter's key runs on."""
    used = libraries_of(key, chapter)
    return {name: version_of(name) for name in packages()[1:] if name in used}


def dependencies_digest(key: Key, chapter: Chapter) -> str:
    """Hash the parts of a key that a chapter needs, and the versions of its libraries."""
    return digest(chapter_digest(key, chapter), library_versions(key, chapter))


def identity(key_name: str) -> dict[str, str]:
    """What a verdict depends on besides submission and settings, part by part."""
    key = load_key(key_name)
    parts = {
        f"the key {key_name!r}": digest(_files(key_name)),
        "the grader": engine_digest(),
        "Python": platform.python_version(),
        "numpy": version_of("numpy"),
    }
    for chapter in key.chapters:
        parts |= library_versions(key, chapter)
    return parts


def _files(package: str) -> list[tuple[str, str]]:
    spec = importlib.util.find_spec(package)
    folders = list(spec.submodule_search_locations or []) if spec else []
    files = [path for folder in folders for path in sorted(Path(folder).rglob("*.py"))]
    if spec and spec.origin and not folders:  # a key may be a single file
        files = [Path(spec.origin)]
    return [(path.name, hashlib.sha256(path.read_bytes()).hexdigest()) for path in files]


def digest(*parts: object) -> str:
    """A hash of plain data."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
