"""What is shown as an exercise's question is the question."""

from autograder.exercise.key import load_key
from autograder.notebooks.question import question


def test_a_question_begins_with_its_heading_and_not_with_what_stands_before():
    asked = question(load_key(), "byhand.why_hidden")
    assert asked.startswith("### Exercise: why the example hides two mistakes")
    assert asked.endswith("what an answer should say.")
