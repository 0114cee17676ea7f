"""The gradebook: results that outlive the program that wrote them."""

import contextlib
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from toy_key.temperatures import TO_CELSIUS

from autograder.checking.card import make_card
from autograder.checking.check import evaluate
from autograder.exercise.status import SubmissionStatus
from autograder.gradebook.database import Gradebook, GradebookProblem
from autograder.gradebook.records import ExerciseResult, NotebookFile, SubmissionResult


def result(student: str = "ana", score: float = 1.5) -> SubmissionResult:
    """A result with everything in it."""
    verdict = evaluate(TO_CELSIUS, lambda f: f / 1.8)
    card = make_card(verdict, hint=1)
    exercise = ExerciseResult.of(verdict, card=card, notes=("A note.",))
    return SubmissionResult(
        student,
        (NotebookFile("03-numpy.ipynb", "0" * 64),),
        SubmissionStatus.GRADED,
        score,
        2.0,
        exercises=(exercise,),
        notes=("Two notebooks.",),
        seed="7",
        versions={"numpy": "2"},
        seconds=0.1,
    )


@pytest.fixture
def book(tmp_path):
    """A new gradebook."""
    opened = Gradebook(tmp_path / "results")
    yield opened
    opened.close()


def test_a_result_comes_back_as_it_was_stored(book):
    book.store(result(), "hash")
    assert [*book.results()] == [result()]


def test_results_come_in_alphabetical_order(book):
    for student in ("zoe", "ana", "Ben"):
        book.store(result(student), "hash")
    assert [r.student for r in book.results()] == ["Ben", "ana", "zoe"]


def test_a_student_has_one_result_the_last(book):
    book.store(result(score=1.0), "first")
    book.store(result(score=2.0), "second")
    assert [r.score for r in book.results()] == [2.0]
    assert book.known() == {"ana": "second"}


@pytest.mark.parametrize("student", ["=1+1", "'; DROP TABLE results; --", "\U0001f600"])
def test_a_student_may_be_called_anything(book, student):
    book.store(result(student), "hash")
    assert [r.student for r in book.results()] == [student]
    assert [*book.known()] == [student]


def test_a_seed_is_drawn_once_and_kept(tmp_path):
    seeds = []
    for _ in range(2):
        book = Gradebook(tmp_path)
        seeds.append(book.seed(None))
        book.close()
    assert seeds[0] == seeds[1]


def test_two_runs_do_not_draw_the_same_seed(tmp_path):
    books = [Gradebook(tmp_path / name) for name in ("a", "b")]
    assert len({book.seed(None) for book in books}) == 2
    for book in books:
        book.close()


def test_a_largest_seed_is_kept_whole(book):
    assert book.seed(2**64 - 1) == 2**64 - 1
    assert book.seed(None) == 2**64 - 1


# --- what cannot be used -----------------------------------------------------


@pytest.mark.parametrize("version", ["99", "²"])
def test_a_gradebook_of_another_version_is_refused(tmp_path, version):
    book = Gradebook(tmp_path)
    book.remember("version", version)
    book.close()
    with pytest.raises(GradebookProblem, match="another version"):
        Gradebook(tmp_path)


# --- what survives -----------------------------------------------------------

STORE_AND_WAIT = """
import sys, time
from pathlib import Path
from gradebook.test_gradebook import result
from autograder.gradebook.database import Gradebook
from autograder.exercise.status import SubmissionStatus
book = Gradebook(Path(sys.argv[1]))
for number in range(20):
    book.store(result(f"student{number:02}"), "hash")
print("stored", flush=True)
time.sleep(60)
"""


def test_what_was_stored_survives_the_process_being_killed(tmp_path):
    tests = str(Path(__file__).parents[1])
    program = subprocess.Popen(
        [sys.executable, "-c", STORE_AND_WAIT, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": tests},
    )
    assert program.stdout.readline() == "stored\n"
    program.send_signal(signal.SIGKILL)
    program.wait()
    program.stdout.close()
    book = Gradebook(tmp_path)
    assert len([*book.results()]) == 20
    book.close()


def test_the_public_record_has_the_documented_form():
    public = result().public_dict()
    documented = {"student", "notebooks", "score", "max_score", "status", "exercises"}
    assert documented | {"seed", "versions", "seconds"} <= set(public)
    (exercise,) = public["exercises"]
    documented = {"id", "status", "points", "max_points", "cases", "message"}
    assert documented | {"misconceptions"} <= set(exercise)
    assert exercise["cases"][0] == {"name": "one reading", "passed": False}
    assert "card" not in exercise


# --- an older format ----------------------------------------------------------

FORMAT_1 = Path(__file__).parent / "gradebooks" / "format-1.sqlite"


@pytest.fixture
def old(tmp_path):
    """A results folder as the first version of the grader left it."""
    (tmp_path / "out").mkdir()
    shutil.copy(FORMAT_1, tmp_path / "out" / "gradebook.sqlite")
    return tmp_path / "out"


def test_a_gradebook_of_format_1_is_brought_up_to_date(old):
    with contextlib.closing(sqlite3.connect(old / "gradebook.sqlite")) as raw:
        tables = {row[0] for row in raw.execute("SELECT name FROM sqlite_master")}
        assert "overrides" not in tables
        before = dict(raw.execute("SELECT student, score FROM results"))
    with Gradebook(old) as book:
        assert {r.student: r.score for r in book.results()} == before
        assert book.recall("version") == "5"
        assert book.seed(None) == 5
        assert (book.overrides(), book.history()) == ((), ())
        book.override("wrong", "temperature.to_celsius", 1, "The sign was in the task.")
    with Gradebook(old) as again:
        assert [o.points for o in again.overrides()] == [1.0]


def test_what_was_decided_before_is_kept(old):
    with Gradebook(old) as book:
        book.override("wrong", "temperature.to_celsius", 1, "First.")
        book.override("wrong", "temperature.to_celsius", 2, "Second.")
        book.remove_override("wrong", "temperature.to_celsius", "E. Noether")
        book.override("wrong", "", 3, "All of it.")
        told = [(one.points, one.reason) for one in book.decisions()]
        now = [(one.exercise_id, one.points) for one in book.overrides()]
    assert told == [(1, "First."), (2, "Second."), (None, "taken back"), (3, "All of it.")]
    assert now == [("", 3)]


def test_two_programs_may_bring_it_up_to_date_at_once(old):
    open_it = (
        "from pathlib import Path\nfrom autograder.gradebook.database import Gradebook\n"
    )
    command = [sys.executable, "-c", open_it + f"Gradebook(Path({str(old)!r})).close()"]
    programs = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(2)]
    for program in programs:
        assert program.communicate()[1] == b""
        assert program.returncode == 0


def test_only_looking_makes_no_gradebook(tmp_path):
    with pytest.raises(GradebookProblem, match="There is no gradebook in"):
        Gradebook(tmp_path / "mistyped", create=False)
    assert not (tmp_path / "mistyped").exists()


# --- what a person decides ----------------------------------------------------

EXERCISE = "temperature.to_celsius"


def test_an_override_is_kept_with_its_reason_and_the_verdict_it_overrules(book):
    book.store(result(), "hash")
    book.override("ana", EXERCISE, 0.5, " Right idea. ", by="Grace")
    book.override("ana", EXERCISE, 1, "Right idea.", by="Grace")
    (one,) = book.overrides()
    kept = (one.student, one.exercise_id, one.points, one.reason, one.by)
    assert kept == ("ana", EXERCISE, 1.0, "Right idea.", "Grace")
    assert one.verdict == "failed, 0 of 2"
    assert book.results_of("ana") == result()  # what was found stays what was found


@pytest.mark.parametrize(
    ("student", "exercise", "points", "reason", "words"),
    [
        ("an", EXERCISE, 1, "r", "no result of 'an' .* Did you mean 'ana'"),
        ("ana", "temperature.x", 1, "r", "no exercise 'temperature.x'. It has: temp"),
        ("ana", EXERCISE, -1, "r", "from 0 up, not -1"),
        ("ana", EXERCISE, float("nan"), "r", "from 0 up, not nan"),
        ("ana", EXERCISE, 1, "  ", "needs a reason"),
    ],
)
def test_an_override_that_makes_no_sense_is_refused(
    book, student, exercise, points, reason, words
):
    book.store(result(), "hash")
    with pytest.raises(GradebookProblem, match=words):
        book.override(student, exercise, points, reason)
    assert book.overrides() == ()


# --- what a regrade moves -----------------------------------------------------


def test_history_says_who_moved_and_why(book):
    book.begin_run()
    book.store(result("ana"), "1")
    book.store(result("ben"), "1")
    assert book.history() == ()  # the first time is no move
    run = book.begin_run()
    mended = replace(result("ana").exercises[0], status="passed", points=1.0)
    book.store(replace(result("ana"), exercises=(mended,)), "2", "the key changed")
    book.store(result("ben"), "2", "the key changed")
    (move,) = book.history(run)
    assert (move.student, move.exercise_id) == ("ana", EXERCISE)
    assert move.cause == "the key changed"
    assert (move.before, move.after, move.was, move.now) == (0.0, 1.0, "failed", "passed")
    assert (book.last_moving_run(), book.history()) == (run, (move,))


def test_a_submission_that_can_be_read_now_moved_as_a_whole(book):
    book.begin_run()
    book.store(SubmissionResult("ana", (), SubmissionStatus.UNREADABLE, None, None), "1")
    run = book.begin_run()
    book.store(result(), "2")
    (move,) = book.history(run)
    assert (move.exercise_id, move.before, move.after) == ("", None, 1.5)
    assert (move.was, move.now) == ("unreadable", "graded")


def test_who_left_the_class_is_kept_and_not_shown(book):
    for student in ("ana", "ben"):
        book.store(result(student), "hash")
    book.enrol(["ben", "cleo"])
    assert [r.student for r in book.results()] == book.students() == ["ben"]
    assert set(book.known()) == {"ana", "ben"}
    book.enrol(["ana", "ben"])
    assert book.students() == ["ana", "ben"]


def test_a_corrected_hand_in_time_is_taken_over(book):
    book.store(result(), "hash")
    book.set_times({"ana": "2026-03-01T12:00:00+01:00", "nobody": "x"})
    assert book.results_of("ana").handed_in == "2026-03-01T12:00:00+01:00"
    assert book.known() == {"ana": "hash"}


def test_what_is_private_is_in_no_public_record():
    whole = replace(result().exercises[0], source="secret code", behaviour="ab12")
    text = json.dumps(replace(result(), exercises=(whole,)).public_dict())
    assert "secret code" not in text
    assert "ab12" not in text
