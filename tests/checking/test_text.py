"""A question in words: never judged by a program, and never a zero for that."""

from dataclasses import replace

import pytest

from autograder import check
from autograder.authoring.key_faults import faults
from autograder.authoring.verify import verify_exercises
from autograder.checking.check import evaluate
from autograder.exercise.definition import RubricItem
from autograder.exercise.key import load_key
from autograder.exercise.questions import source_of
from autograder.exercise.status import Status
from autograder.handout.recorded import read_exercises
from autograder.handout.recording import ChapterFile

KEY = load_key("text_key")
WHY = KEY.exercise("scales.why_offset")


@pytest.mark.parametrize("answer", ["Because.", "  Because \n of zero.", 3, ["a"]])
def test_an_answer_waits_for_a_person(answer):
    verdict = evaluate(WHY, answer)
    assert (verdict.status, verdict.points) == (Status.AWAITING_REVIEW, 0)
    assert not verdict.status.is_judged


@pytest.mark.parametrize("answer", [..., None, "", "  \n"])
def test_nothing_written_is_not_attempted(answer):
    assert evaluate(WHY, answer).status == Status.NOT_ATTEMPTED


def test_the_rubric_unfolds_once_something_is_written(capsys):
    check("scales.why_offset", ..., key="text_key")
    assert "zero is another temperature" not in capsys.readouterr().out
    assert check("scales.why_offset", "Because.", key="text_key") == "Because."
    said = capsys.readouterr().out
    assert "awaiting review (3 points open)" in said
    assert "- says that zero is another temperature" in said
    assert "One answer that does: Zero is another temperature on each scale." in said


def test_what_stands_in_the_cell_above_is_for_a_person(capsys):
    assert check("scales.why_offset", key="text_key") is None
    said = capsys.readouterr().out
    assert "awaiting review (3 points open)" in said
    assert "What you write in the cell above is handed in" in said


def test_verify_proves_the_key():
    exercises = KEY.exercises(KEY.chapters[0])
    found = dict(verify_exercises(KEY, exercises))
    assert not [problem for problems in found.values() for problem in problems]


FAULTS = {
    "has no rubric": {"rubric": ()},
    "adds up to 1 points, and it is worth 3": {"rubric": (RubricItem("a"),)},
    "is worth nothing": {"rubric": (RubricItem("a", 3), RubricItem("b", 0))},
    "still says TODO": {"rubric": (RubricItem("TODO", 3),)},
    "Its reference is empty": {"reference": lambda: " "},
}


@pytest.mark.parametrize("words", FAULTS)
def test_a_rubric_that_says_nothing_is_a_fault(words):
    assert words in " ".join(faults(replace(WHY, **FAULTS[words])))


def test_a_rubric_is_for_answers_in_words_alone():
    double = KEY.exercise("scales.double")
    said = " ".join(faults(replace(double, rubric=(RubricItem("a"),))))
    assert "only an answer in words" in said


def test_a_students_copy_has_neither_rubric_nor_answer(tmp_path):
    made = ChapterFile()
    made.add(WHY, WHY.points)
    path = tmp_path / "chapter.bin"
    path.write_bytes(made.to_bytes())
    (copied,) = read_exercises(path)
    assert source_of(copied).checked_later
    assert b"zero is another" not in path.read_bytes().lower()
