"""A class in parts, and the parts put together again."""

from __future__ import annotations

import csv
import json
import shutil
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from engine.making import OFFSET_AFTER, SOURCES, STUB, autograder, hand_in, solved
from hypothesis import given
from hypothesis import strategies as st

from autograder.gradebook import Gradebook
from autograder.spread.shard import Shard, ShardProblem

NAMES = [f"student-{number}" for number in range(400)]


@given(st.lists(st.text(), unique=True), st.integers(1, 20))
def test_everybody_is_in_exactly_one_shard_whatever_the_order(students, count):
    shards = [Shard(i, count) for i in range(1, count + 1)]
    parts = [{s for s in students if shard.holds(s)} for shard in shards]
    assert Counter(s for part in parts for s in part) == Counter(set(students))
    assert parts == [{s for s in reversed(students) if shard.holds(s)} for shard in shards]


def test_shards_are_of_like_size():
    sizes = [sum(Shard(i, 8).holds(name) for name in NAMES) for i in range(1, 9)]
    assert sum(sizes) == len(NAMES)
    assert min(sizes) > 25


def test_who_is_in_a_shard_never_changes():
    """Results of shards graded last week are merged today."""
    assert [name for name in NAMES[:12] if Shard(1, 3).holds(name)] == KEPT


KEPT = ["student-0", "student-6", "student-9", "student-11"]


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "a/b", "1/0", "-1/3", "1/3/5", ""])
def test_what_is_no_shard_is_refused_with_an_example(text):
    with pytest.raises(ShardProblem, match="such as 3/8"):
        Shard.parse(text)


# --- the commands, on a class of twelve in three parts ------------------------


@pytest.fixture(scope="module")
def unsafe(tier) -> tuple[str, ...]:
    return ("--unsafe-no-sandbox",) if tier == "none" else ()


@pytest.fixture(scope="module")
def grade(unsafe):
    def grade_part(folder: Path, out: str, *more: object):
        words = ("grade", "class", "--out", out, "--key", "toy_key", *unsafe, *more)
        return autograder(folder, *words)

    return grade_part


@pytest.fixture(scope="module")
def graded(tmp_path_factory, grade) -> Path:
    """The whole class in ``whole``, and its three shards in ``part-1`` to ``-3``."""
    folder = tmp_path_factory.mktemp("graded")
    answers = [{}, {"to_celsius": OFFSET_AFTER}, {"to_celsius": STUB}]
    hand_in(
        folder / "class",
        **{name: solved(**answers[i % 3]) for i, name in enumerate(NAMES[:12])},
    )
    assert grade(folder, "whole", "--seed", 7).returncode == 0
    for i in (1, 2, 3):
        done = grade(folder, f"part-{i}", "--seed", 7, "--shard", f"{i}/3")
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def parts(graded, tmp_path) -> Path:
    """A copy of the graded parts that a test may change."""
    for place in graded.glob("part-*"):
        shutil.copytree(place, tmp_path / place.name)
    return tmp_path


def merge(folder: Path, *more: str):
    parts = more or ("part-1", "part-2", "part-3")
    return autograder(folder, "merge", *parts, "--out", "all")


def grades(folder: Path) -> list[list[str]]:
    with (folder / "grades.csv").open(newline="") as table:
        return list(csv.reader(table))


def record(folder: Path, student: str) -> dict:
    return json.loads((folder / "results" / f"{student}.json").read_text())


def test_a_merged_class_is_the_class_graded_at_once(graded, parts):
    done = merge(parts)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "12 students from 3 folders" in done.stdout
    assert grades(parts / "all") == grades(graded / "whole")
    for name in NAMES[:12]:
        merged, at_once = (record(f, name) for f in (parts / "all", graded / "whole"))
        assert merged["exercises"] == at_once["exercises"]
    assert "12" in (parts / "all" / "report.html").read_text()
    assert len(list((parts / "all" / "feedback").iterdir())) == 12


def test_merging_again_changes_nothing(parts):
    merge(parts)
    pages = [p for p in (parts / "all").rglob("*.*") if "sqlite" not in p.name]
    before = {page: page.read_bytes() for page in pages}
    assert len(before) > 24
    done = merge(parts)
    assert "(0 new or changed)" in done.stdout
    assert before == {p: p.read_bytes() for p in before}


def test_a_shard_that_is_missing_is_named_and_can_come_later(parts):
    done = merge(parts, "part-1", "part-3")
    assert done.returncode == 1
    assert "Not here yet: shards 2/3." in done.stdout
    done = merge(parts, "part-2")
    assert done.returncode == 0
    assert "12 students from 1 folders" in done.stdout


def test_overrides_come_along_and_the_later_one_holds(parts):
    student = next(name for name in NAMES[:12] if Shard(1, 3).holds(name))
    with closing(Gradebook(parts / "part-1")) as book:
        book.override(student, "temperature.to_celsius", 0.5, "half of it", "ada")
    merge(parts)
    with closing(Gradebook(parts / "all")) as book:
        (kept,) = book.overrides()
        assert (kept.points, kept.reason, kept.by) == (0.5, "half of it", "ada")
        book.keep_override(type(kept)(**{**vars(kept), "points": 1.0, "at": "2999"}))
    done = merge(parts)
    assert "1, the later one, holds." in done.stdout
    with closing(Gradebook(parts / "all")) as book:
        assert [one.points for one in book.overrides()] == [1.0]


def test_a_student_with_two_different_results_is_said(parts, grade):
    """Two runs that both hold a student, whose file changed between them."""
    hand_in(parts / "class", **{"student-0": solved(to_celsius=STUB)})
    assert grade(parts, "again", "--seed", 7).returncode == 0
    done = merge(parts, "part-1", "again")
    assert done.returncode == 1
    assert "student-0 has other results in again than in part-1: kept from part-1." in (
        done.stdout
    )
    assert record(parts / "all", "student-0") == record(parts / "part-1", "student-0")


def test_another_seed_is_refused(parts, grade):
    hand_in(parts / "class", eve=solved())
    assert grade(parts, "other", "--seed", 8).returncode == 0
    done = merge(parts, "part-1", "other")
    assert done.returncode == 2
    assert done.stderr.startswith("other was graded with another seed than part-1.")
    assert not (parts / "all").exists()


def test_another_version_of_the_key_is_refused(parts, grade):
    shutil.copytree(Path(SOURCES) / "toy_key", parts / "toy_key")  # found first
    with (parts / "toy_key" / "temperatures.py").open("a") as module:
        module.write("\n# mended\n")
    hand_in(parts / "class", eve=solved())
    assert grade(parts, "other", "--seed", 7).returncode == 0
    done = merge(parts, "part-1", "other")
    assert done.returncode == 2
    assert done.stderr.startswith("other was graded with another version of the key ")
    assert "than part-1." in done.stderr


def test_a_results_folder_holds_one_shard(parts, grade):
    hand_in(parts / "class", eve=solved())
    done = grade(parts, "part-1", "--seed", 7, "--shard", "2/3")
    assert done.returncode == 2
    assert done.stderr.startswith("part-1 holds shard 1/3, not 2/3.")


def test_a_shard_without_a_seed_is_refused(parts, grade):
    hand_in(parts / "class", eve=solved())
    done = grade(parts, "out", "--shard", "1/3")
    assert done.returncode == 2
    assert done.stderr.startswith("--shard needs --seed")
    assert not (parts / "out").exists()


def test_a_folder_without_a_gradebook_is_said(parts):
    done = merge(parts, "part-1", "part-9")
    assert done.returncode == 2
    assert done.stderr.startswith("There is no gradebook in part-9.")
    assert not (parts / "part-9").exists()
