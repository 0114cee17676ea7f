"""Code to repair, as it was handed out, is no answer: in a notebook, a copy, a class."""

import json
import textwrap

import pytest
from exercise_ids import exercise_ids
from making import notebook

from autograder.checking.check import evaluate
from autograder.exercise.key import load_key
from autograder.exercise.source_lines import keep_source
from autograder.exercise.status import Status
from autograder.exercise.stubs import UNTOUCHED, stub
from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission
from autograder.handout.recorded import read_exercises
from autograder.handout.recording import ChapterFile

KEY = load_key()
REPAIRS = exercise_ids(having=r"^from solutions\.repairs import")
NUMPY = KEY.exercise("numpy.attention_in_chunks")
OTHER = "\n    # a comment is no repair\n"


def made(exercise, source: str):
    """What a cell defines, as the notebook of a reader has it."""
    label = f"<cell of {exercise.id} {len(source)}>"
    keep_source(label, source)
    names = {**vars(__import__(exercise.reference.__module__, fromlist=["x"]))}
    exec(compile(source, label, "exec"), names)
    return names[exercise.name]


def test_the_course_has_code_to_repair():
    assert len(REPAIRS) > 5


@pytest.mark.parametrize("exercise_id", REPAIRS)
def test_code_that_was_not_touched_is_not_attempted(exercise_id):
    """Also where layout, comments and the docstring are all that changed."""
    exercise = KEY.exercise(exercise_id)
    given = stub(exercise)
    for source in (given, textwrap.indent(given, "").rstrip() + OTHER):
        verdict = evaluate(exercise, made(exercise, source))
        assert (verdict.status, verdict.message) == (Status.NOT_ATTEMPTED, UNTOUCHED)


def test_code_that_was_touched_is_looked_at():
    given = stub(NUMPY)
    touched = given.replace("return ", "return 0 * ", 1)
    assert touched != given
    assert evaluate(NUMPY, made(NUMPY, touched)).status == Status.FAILED


def test_the_same_is_said_in_a_students_copy(tmp_path):
    file = ChapterFile()
    file.add(NUMPY, 1.0)
    (tmp_path / "copy.bin").write_bytes(file.to_bytes())
    (recorded,) = read_exercises(tmp_path / "copy.bin")
    assert evaluate(recorded, made(NUMPY, stub(NUMPY))).status == Status.NOT_ATTEMPTED


def test_the_same_is_said_of_a_class(warm_processes):
    check = f"{NUMPY.name} = check({json.dumps(NUMPY.id)}, {NUMPY.name})"
    imports = "import numpy as np\nfrom autograder import check"
    handed = Submission("ada", (("a.ipynb", notebook(imports, stub(NUMPY), check)),))
    result = grade(handed, Assignment(KEY, seed=5), warm_processes)
    (found,) = [e for e in result.exercises if e.id == NUMPY.id]
    assert (found.status, found.message) == (Status.NOT_ATTEMPTED, UNTOUCHED)


def test_code_whose_annotations_alone_are_gone_was_not_touched():
    given = stub(NUMPY)
    bare = given.replace(": np.ndarray", "").replace(": int", "")
    assert bare != given
    assert evaluate(NUMPY, made(NUMPY, bare)).status == Status.NOT_ATTEMPTED
