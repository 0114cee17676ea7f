"""Which of a student's notebooks on one chapter counts, and what is said of it."""

import pytest
from making import IMPORTS, STUB, check, notebook, solved

from autograder.exercise.definition import Exercise
from autograder.exercise.key import Key, load_key
from autograder.exercise.stubs import is_untouched, stub
from autograder.grading.selection import candidates_by_chapter, select
from autograder.handin.submission import Submission
from autograder.notebooks.read import read_notebook

KEY = load_key("toy_key")
CHAPTER = KEY.chapters[0]
UNTOUCHED = notebook(IMPORTS, STUB, check("to_celsius"))
HALF = notebook(IMPORTS, "def to_celsius(f):\n    return f", check("to_celsius"))
EARLY, LATE = "2026-03-01T12:00:00+00:00", "2026-03-03T12:00:00+00:00"


def selected(*files: tuple[str, bytes], **more) -> tuple[list[str], str]:
    submission = Submission("ada", files, **more)
    notebooks = [read_notebook(data, name) for name, data in files]
    found = candidates_by_chapter(notebooks, submission, KEY)
    selection = select(CHAPTER, found[CHAPTER.name], submission)
    return [one.notebook.name for one in selection.candidates], selection.reason


@pytest.mark.parametrize(
    ("files", "counts", "why"),
    [
        ((("a", solved()), ("b", solved())), ["b"], "the last"),
        ((("a", solved()), ("b", UNTOUCHED)), ["a"], "which has most of it"),
        ((("a", solved()), ("b", HALF)), ["a"], "which has most of it"),
        ((("a", UNTOUCHED), ("b", UNTOUCHED)), ["b"], "the last"),
    ],
)
def test_the_last_counts_unless_it_has_less_than_half(files, counts, why):
    assert selected(*files) == (counts, why)


def test_equal_times_are_said():
    files = ("a", solved()), ("a (1)", solved())
    names, why = selected(*files, ranks=(0, 0), times=(EARLY, EARLY))
    assert names == ["a (1)"]
    assert "their times are equal" in why


def test_where_the_best_counts_all_with_answers_are_graded():
    files = ("a", solved()), ("b", UNTOUCHED), ("c", solved())
    assert selected(*files, attempts="best")[0] == ["a", "c"]


@pytest.mark.parametrize(
    ("due", "counts", "why"),
    [
        ("2026-03-02T00:00:00+00:00", ["a"], "the last on time"),
        ("2026-03-04T00:00:00+00:00", ["b"], "the last on time"),
        ("2026-02-01T00:00:00+00:00", ["b"], "the last: none is known to be on time"),
    ],
)
def test_the_last_on_time(due, counts, why):
    files = ("a", solved()), ("b", solved())
    more = {"times": (EARLY, LATE), "attempts": "last on time"}
    assert selected(*files, **more, due=((CHAPTER.name, due),)) == (counts, why)


def test_on_time_an_untouched_copy_does_not_win_over_late_work():
    files = ("a", UNTOUCHED), ("b", solved())
    more = {"times": (EARLY, LATE), "attempts": "last on time"}
    due = ((CHAPTER.name, "2026-03-02T00:00:00+00:00"),)
    counts = ["b"], "the last: none is known to be on time"
    assert selected(*files, **more, due=due) == counts


# --- a repair: its stub holds code -------------------------------------------------


@pytest.fixture(scope="module")
def course() -> Key:
    return load_key("solutions")


@pytest.fixture(scope="module")
def repair(course: Key) -> Exercise:
    return course.exercise("numpy.attention_in_chunks")


@pytest.mark.parametrize("attempts", ["last", "best", "last on time"])
def test_an_untouched_repair_never_wins_over_work(
    course: Key, repair: Exercise, attempts: str
) -> None:
    """One real answer, and then a blank copy whose one repair holds code."""
    chapter = course.chapter_of(repair.id)
    answered = "def softmax(x):\n    return x"
    worked = notebook(IMPORTS, answered, 'softmax = check("numpy.softmax", softmax)')
    name = repair.name
    blank = notebook(IMPORTS, stub(repair), f'{name} = check("{repair.id}", {name})')
    files = (("a", worked), ("b", blank))
    times = (LATE, EARLY) if attempts == "last on time" else (EARLY, LATE)
    due = ((chapter.name, "2026-03-02T00:00:00+00:00"),)
    submission = Submission("ada", files, times=times, attempts=attempts, due=due)
    notebooks = [read_notebook(data, name) for name, data in files]
    found = candidates_by_chapter(notebooks, submission, course)[chapter.name]
    assert [one.answered for one in found] == [1, 0]
    chosen = select(chapter, found, submission)
    assert [one.notebook.name for one in chosen.candidates] == ["a"]


def test_a_repair_is_untouched_whatever_its_comments_say(repair: Exercise) -> None:
    given = stub(repair)
    assert is_untouched(repair, given)
    assert is_untouched(repair, f"{given}\n    # I looked at it\n\n")
    assert not is_untouched(repair, f"{given}\n    return 0")
    assert not is_untouched(repair, f"def {repair.name}(:")


@pytest.mark.slow
def test_every_repair_of_the_course_knows_its_own_stub(course: Key) -> None:
    repairs = [one for one in course.all_exercises() if one.broken]
    assert repairs
    assert all(is_untouched(one, stub(one)) for one in repairs)
