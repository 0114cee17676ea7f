"""The gradebook: results that outlive the program that wrote them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from toy_key.temperatures import TO_CELSIUS

from autograder.card import make_card
from autograder.check import evaluate
from autograder.gradebook import Gradebook, GradebookProblem
from autograder.records import ExerciseResult, NotebookFile, SubmissionResult


def result(student: str = "ana", score: float = 1.5) -> SubmissionResult:
    """A result with everything in it."""
    verdict = evaluate(TO_CELSIUS, lambda f: f / 1.8)
    card = make_card(verdict, hint=1)
    exercise = ExerciseResult.of(verdict, card=card, notes=("A note.",))
    return SubmissionResult(
        student,
        (NotebookFile("03-numpy.ipynb", "0" * 64),),
        "graded",
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


def test_another_seed_is_refused(book):
    book.seed(7)
    with pytest.raises(GradebookProblem, match="made with seed 7, not 8"):
        book.seed(8)


# --- what cannot be used -----------------------------------------------------


def test_a_folder_that_is_somebodys_is_refused(tmp_path):
    (tmp_path / "thesis.docx").write_text("years of work")
    with pytest.raises(GradebookProblem, match="holds other files"):
        Gradebook(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.docx"]


def test_a_file_instead_of_a_folder_is_refused(tmp_path):
    (tmp_path / "results").write_text("")
    with pytest.raises(GradebookProblem, match="is a file"):
        Gradebook(tmp_path / "results")


@pytest.mark.parametrize("place", ["/proc/results", "/dev/null/results"])
def test_a_place_that_cannot_be_written_is_refused(place):
    if not Path(place).parent.exists():
        pytest.skip("there is no such place here")
    with pytest.raises(GradebookProblem, match="cannot be written"):
        Gradebook(Path(place))


def test_a_file_that_is_no_gradebook_is_refused(tmp_path):
    (tmp_path / "gradebook.sqlite").write_bytes(b"not a database, but long enough" * 100)
    with pytest.raises(GradebookProblem, match="cannot be written"):
        Gradebook(tmp_path)


def test_a_gradebook_of_another_version_is_refused(tmp_path):
    book = Gradebook(tmp_path)
    with book._database:
        book._database.execute("UPDATE about SET value = '99' WHERE name = 'version'")
    book.close()
    with pytest.raises(GradebookProblem, match="another version"):
        Gradebook(tmp_path)


# --- what survives -----------------------------------------------------------

STORE_AND_WAIT = """
import sys, time
from pathlib import Path
from engine.test_gradebook import result
from autograder.gradebook import Gradebook
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
