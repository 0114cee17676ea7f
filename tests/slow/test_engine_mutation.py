"""Drawn changes of each package of the engine are found by that package's own tests."""

from __future__ import annotations

import pytest

from tests import mutating

pytestmark = pytest.mark.slow
DRAWN = 4  # of each package; by hand as many as one likes: see ``tests/mutating.py``
PACKAGES = sorted(
    path.parent.name
    for path in (mutating.ROOT / "autograder").glob("*/__init__.py")
    if (mutating.ROOT / "tests" / path.parent.name).is_dir()
)


@pytest.mark.parametrize("package", PACKAGES)
def test_drawn_changes_are_found(package: str):
    assert [*mutating.survivors(package, DRAWN)] == []


def test_every_explained_change_can_still_be_made():
    made = {each.name for package in PACKAGES for each in mutating.changes(package)}
    assert mutating.explained().keys() <= made
