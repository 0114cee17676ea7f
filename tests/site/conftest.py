"""What the tests of the book's files and of the built site share."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from filelock import FileLock

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
BUILT = ROOT / "_build" / ".built"  # touched when a build gave no warning


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def site() -> Path:
    """The built site: as ``make book`` left it, or built now if that is older."""
    lock = ROOT / ".build" / "site.lock"
    lock.parent.mkdir(exist_ok=True)
    with FileLock(lock):
        if not BUILT.exists() or BUILT.stat().st_mtime < _newest_source():
            environment = {k: v for k, v in os.environ.items() if k != "MAKEFLAGS"}
            built = subprocess.run(
                ["make", "book"], cwd=ROOT, env=environment, capture_output=True, text=True
            )
            assert built.returncode == 0, built.stdout + built.stderr
    return SITE


def _newest_source() -> float:
    return max(path.stat().st_mtime for path in _sources())


def _sources() -> Iterator[Path]:
    yield ROOT / "_config.yml"
    yield from (ROOT / "notebooks").glob("*.ipynb")
    for path in (ROOT / "book").rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path
