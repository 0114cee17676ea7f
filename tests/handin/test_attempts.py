"""Which of several files of one student is the later one."""

import itertools

import pytest

from autograder.handin.submission import StoredFile
from autograder.handin.units import as_people_count, in_order

ORDERED = [
    "03-numpy_old.ipynb",
    "03-numpy.ipynb",
    "03-numpy-Copy1.ipynb",
    "03-numpy-Copy2.ipynb",
    "03-numpy_final.ipynb",
]
DOWNLOADED = [
    "03-numpy.ipynb",
    "03-numpy (1).ipynb",
    "03-numpy (2).ipynb",
    "03-numpy (10).ipynb",
    "03-numpy_final.ipynb",
    "03-numpy_final (1).ipynb",
    "03-numpy_final2.ipynb",
]


@pytest.mark.parametrize(
    ("earlier", "later"), [*itertools.pairwise(ORDERED), *itertools.pairwise(DOWNLOADED)]
)
def test_names_are_ordered_as_people_mean_them(earlier, later):
    assert as_people_count(earlier) < as_people_count(later)


def file(name: str, order: int = 0, time: str = "") -> tuple:
    return order, time, name, StoredFile(f"/class/{name}")


def test_the_system_and_the_clock_come_before_the_name():
    early, late = "2026-03-01T12:00:00+00:00", "2026-03-01T12:00:00-05:00"
    given = [file("a_final.ipynb", 0, early), file("a.ipynb", 0, late), file("b.ipynb", 1)]
    assert [one[2] for _, one in in_order(given)] == ["a_final.ipynb", "a.ipynb", "b.ipynb"]


def test_only_equal_times_have_equal_ranks():
    made = in_order([file("a.ipynb"), file("a (1).ipynb"), file("b.ipynb", 1)])
    assert [rank for rank, _ in made] == [0, 0, 1]


def test_equal_names_are_told_apart():
    made = in_order([file("a.ipynb", 2), file("A.ipynb", 1), file("b.ipynb", 3)])
    assert [one[2] for _, one in made] == [
        "A.ipynb (1 of 2)",
        "a.ipynb (2 of 2)",
        "b.ipynb",
    ]
