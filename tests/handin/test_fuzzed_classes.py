"""Whatever a class hands in ends no run and loses nobody; ``fuzzing`` draws it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fuzzing import CLASSES, SPECIALS, graded_to_the_end, graders, written
from hypothesis import HealthCheck, given, settings

from autograder.sandbox.isolation import Tier

quick = settings(max_examples=8, deadline=None, suppress_health_check=[*HealthCheck])
long = settings(quick, max_examples=300, derandomize=False)


@pytest.fixture(scope="module")
def by(tier: Tier) -> Iterator[Any]:
    """One worker for all classes."""
    with graders(tier) as made:
        yield made


@quick
@given(files=CLASSES)
def test_a_class_of_anything_is_graded_to_its_end(files: list[Any], by: Any) -> None:
    graded_to_the_end(files, by)


@pytest.mark.slow
@long
@given(files=CLASSES)
def test_many_classes_of_anything_are(files: list[Any], by: Any) -> None:
    graded_to_the_end(files, by)


@pytest.mark.parametrize("later", [b"lost", "a hole"])
@pytest.mark.parametrize("place", ["", "ada/"])
def test_nothing_is_written_through_a_link_that_was_drawn_before(
    later: bytes | str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two draws may have one name, or one a folder that the other made a link."""
    outside = tmp_path / "outside"
    kept = outside / "kept.txt"
    outside.mkdir()
    kept.write_text("as it was")
    target = outside if place else kept
    monkeypatch.setitem(SPECIALS, "a link", lambda path: path.symlink_to(target))
    (tmp_path / "class").mkdir()
    name = "kept.txt" if place else "ada"
    written(tmp_path / "class", [("", "ada", "a link"), (place, name, later)])
    assert kept.read_text() == "as it was"
    assert [*outside.iterdir()] == [kept]
