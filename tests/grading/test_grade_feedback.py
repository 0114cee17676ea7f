"""What a student is shown comes from public inputs alone."""

from making import IMPORTS, check, notebook

from autograder.exercise.key import load_key
from autograder.exercise.questions import PUBLIC_SEED, questions
from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission

TELLTALE = """
seen = []
def to_celsius(fahrenheit):
    seen.append(fahrenheit)
    print("first seen:", repr(seen[0]))
    return fahrenheit
"""


def test_code_that_remembers_hidden_inputs_has_nobody_to_tell(warm_processes):
    key = load_key("toy_key")
    data = notebook(IMPORTS, TELLTALE, check("to_celsius"))
    assignment = Assignment(key, seed=123_456_789)
    result = grade(Submission("ana", (("ana.ipynb", data),)), assignment, warm_processes)
    exercise = next(e for e in result.exercises if e.id.endswith("to_celsius"))
    (first, *_) = questions(key.exercise(exercise.id), PUBLIC_SEED)[0].arguments
    assert exercise.card.printed.strip() == f"first seen: {first!r}"


WRONG = """
def to_celsius(fahrenheit):
    return fahrenheit * 17
"""
WRONG_TOO = """
def to_celsius(f):
    total = 0  # Ben's way
    for _ in range(17):
        total = total + f
    return total
"""
KNOWN = "def to_celsius(fahrenheit):\n    return fahrenheit * 5 / 9 - 32"
RIGHT = "def to_celsius(fahrenheit):\n    return (fahrenheit - 32) * 5 / 9"


def graded(source, warm_processes, seed):
    data = notebook(IMPORTS, source, check("to_celsius"))
    assignment = Assignment(load_key("toy_key"), seed=seed)
    result = grade(Submission("ana", (("ana.ipynb", data),)), assignment, warm_processes)
    return next(e for e in result.exercises if e.id.endswith("to_celsius"))


def test_the_same_mistake_has_the_same_behaviour_whatever_the_seed(warm_processes):
    one = graded(WRONG, warm_processes, 1)
    other = graded(WRONG_TOO, warm_processes, 2)
    assert one.misconceptions == other.misconceptions == ()
    assert one.behaviour == other.behaviour != ""
    assert one.source.strip() == WRONG.strip()
    assert one.source != other.source


def test_what_needs_no_grouping_costs_nothing(warm_processes):
    known, right = (graded(source, warm_processes, 1) for source in (KNOWN, RIGHT))
    assert (known.behaviour, known.source) == ("", KNOWN)
    assert (right.behaviour, right.source) == ("", "")
