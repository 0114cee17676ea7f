"""A bound on memory that cannot tell what it should is a fault of the key."""

from dataclasses import replace

import numpy as np
import pytest
from toy_key.temperatures import TO_CELSIUS

from autograder import Case, Misconception
from autograder.authoring.hoarding import memory_faults

HOARDING = """
def to_celsius(q, k):
    return (q @ k.T).max(axis=1)
"""
HOARDED = Misconception("hoarded", "You hold all rows at once.", HOARDING)
PLAIN = replace(TO_CELSIUS, properties=(), misconceptions=(HOARDED,))


def highest(q: np.ndarray, k: np.ndarray) -> np.ndarray:
    """The largest score of each query."""
    return np.array([(k @ row).max() for row in q])


def rows(rng: np.random.Generator):
    return rng.normal(size=(500, 2)), rng.normal(size=(500, 2))


def test_a_bound_into_which_what_is_never_held_fits_is_found():
    for peak_mb, found in ((0.2, []), (1.0, ["what is never held fits"])):
        case = Case(
            *("many", rows, 1),
            peak_mb=peak_mb,
            never_held=lambda q, k: np.ones((len(q), len(k)), bool),
        )
        words = list(memory_faults(replace(PLAIN, reference=highest, cases=(case,))))
        assert len(words) == len(found)
        assert all(one in each for one, each in zip(found, words, strict=True))


def test_a_bound_that_the_reference_nearly_takes_is_found():
    """Of what is never held nothing is said, and the key is to say it."""
    case = Case("many", rows, 1, peak_mb=0.02)
    first, second = memory_faults(replace(PLAIN, reference=highest, cases=(case,)))
    assert "Case.never_held" in first
    assert "the reference takes nearly all of peak_mb" in second


def test_a_bound_without_the_mistake_of_who_holds_too_much_is_found():
    case = Case("many", rows, 1, peak_mb=0.2, never_held=lambda q, k: np.ones((500, 500)))
    unnamed = replace(PLAIN, reference=highest, cases=(case,), misconceptions=())
    assert [*memory_faults(unnamed)] == [
        "It bounds memory: give the mistake of an answer that holds too much."
    ]


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

    def all_given(_: tuple, calls: tuple) -> np.ndarray:
        return np.array([given for _, given in calls[:-1]])

    case = Case("many", draw, 1, peak_mb=peak_mb, never_held=all_given)
    newest = replace(PLAIN, kind="object", reference=Newest, cases=(case,))
    words = [w for w in memory_faults(newest) if "what is never held fits" in w]
    assert len(words) == found
