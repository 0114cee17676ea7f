"""A kind of exercise: a generator, compared by the first items it gives."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from autograder.exercise.kinds.kind import Kind
from autograder.exercise.values import copy, plain
from autograder.frameworks.base import Framework

ITEMS = 5


class Generator(Kind):
    """Called with what a case draws; what it yields is the answer."""

    name = "toy_extension.generator"

    def call(
        self, framework: Framework, answer: Callable[..., Any], arguments: tuple
    ) -> tuple[list[Any], tuple]:
        """The first items, and the arguments."""
        given = copy(arguments)
        return plain(list(itertools.islice(answer(*given), ITEMS))), given


KIND = Generator()
