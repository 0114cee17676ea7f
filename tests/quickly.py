"""Cases of one test of which a few run in ``make test``, and all in ``make test-all``."""

from collections.abc import Container, Iterable
from typing import Any

import pytest


def quickly(cases: Iterable[Any], quick: Container[Any]) -> list[Any]:
    """Mark as slow what is not ``quick``, where cases seldom fail one without another."""
    slow = pytest.mark.slow
    return [case if case in quick else pytest.param(case, marks=slow) for case in cases]
