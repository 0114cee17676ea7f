"""Whatever a class hands in ends no run and loses nobody; ``fuzzing`` draws it."""

from collections.abc import Iterator
from typing import Any

import pytest
from fuzzing import CLASSES, graded_to_the_end, graders
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
