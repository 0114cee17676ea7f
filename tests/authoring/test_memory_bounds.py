"""A bound on memory that cannot tell what it should is a fault of the key."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from toy_key.temperatures import TO_CELSIUS

from autograder import Case
from autograder.authoring.hoarding import memory_faults
from tests.authoring.test_weaknesses import _bounded

PLAIN = replace(TO_CELSIUS, properties=())
FREEZING = Case("where water freezes", lambda rng: (np.array([32.0]),))


def test_a_bound_that_a_table_of_bytes_meets_is_found():
    assert list(memory_faults(_bounded(0.2))) == []
    (words,) = memory_faults(_bounded(1.0))
    assert words.startswith("A table of rows by rows, bool, fits")


def mixed(weights: np.ndarray, latents: np.ndarray) -> np.ndarray:
    """Weighted means of what is never made for all heads at once.

    weights: (heads, n).  latents: (n, d).
    Holds nothing with heads * n * d numbers.
    """
    return weights @ latents


@pytest.mark.parametrize(("peak_mb", "found"), [(1.0, 0), (9.0, 1)])
def test_a_bound_is_held_against_what_the_docstring_says_is_never_held(peak_mb, found):
    def draw(rng: np.random.Generator):
        return rng.normal(size=(20, 300)), rng.normal(size=(300, 50))

    case = Case("many", draw, peak_mb=peak_mb)
    of_heads = replace(PLAIN, reference=mixed, cases=(case,), misconceptions=())
    words = list(memory_faults(of_heads))
    assert len(words) == found
    assert all("heads * n * d, float32, fits" in each for each in words)


class Newest:
    """The last rows it was given."""

    def append(self, rows: np.ndarray) -> None:
        """Keep these and none before."""
        self.rows = rows.copy()

    def kept(self) -> np.ndarray:
        """What is kept."""
        return self.rows


@pytest.mark.parametrize(("peak_mb", "found"), [(0.65, 0), (2.0, 1)])
def test_a_bound_is_held_against_an_object_that_keeps_all_it_is_given(peak_mb, found):
    def draw(rng: np.random.Generator):
        rows = rng.normal(size=(20, 100, 50)).astype(np.float32)
        return (), (*(("append", (each,)) for each in rows), ("kept", ()))

    case = Case("many", draw, peak_mb=peak_mb)
    newest = replace(PLAIN, kind="object", reference=Newest, cases=(case,))
    words = [w for w in memory_faults(newest) if "All that it is ever given" in w]
    assert len(words) == found
