"""The page a student gets."""

from dataclasses import replace

import pytest

from autograder.checking.show import Side
from autograder.exercise.status import Status, SubmissionStatus
from autograder.gradebook.course import Course
from autograder.gradebook.final import final_grades
from autograder.gradebook.late import Late
from autograder.gradebook.records import Override, SubmissionResult
from autograder.gradebook.roster import Roster, Student
from autograder.reporting.feedback import ADVICE, feedback_page
from tests.made_results import (
    EXERCISES,
    SAYS,
    TWO,
    ended,
    everything,
    exercise,
    holding,
    judged,
    read,
    right,
    submission,
    unanswered,
    unreadable,
)


def page(result, book_url=""):
    return read(feedback_page(result, book_url))


def test_everything_right():
    text = page(submission("Ada")).text
    assert "Ada" in text
    assert "11 of 11 points" in text
    assert "Everything is right." in text
    assert "To reread" not in text
    for one in EXERCISES:
        assert one.title in text


@pytest.mark.parametrize("name", ["softmax", "attention_weights", "self_attention"])
def test_a_misconception_is_told_with_its_lesson_and_section(name):
    asked = exercise(name)
    for misconception in asked.misconceptions:
        text = page(submission("Ada", **{name: holding(name, misconception.id)})).text
        assert misconception.says in text
        assert "The sentence in bold says what happens." in text
        assert "To reread: chapter 03-numpy, “" in text


def test_inputs_are_said_to_be_drawn_only_where_they_are():
    whole = submission("Ada")
    fixed = tuple(e for e in whole.exercises if e.id == "numpy.predict_shift")
    for result, is_drawn in ((whole, True), (replace(whole, exercises=fixed), False)):
        assert ("drawn anew" in page(result).text) == is_drawn


def test_the_end_of_a_page_says_only_what_the_page_shows():
    examples, lent = "the examples above", "graded with a right version of that"
    last = {"self_attention": holding("self_attention", "unscaled")}
    for wrong, says in (
        ({}, (False, False)),
        ({"softmax": holding("softmax", "unstable")}, (True, True)),
        ({"softmax": unanswered("softmax")}, (False, True)),
        (last, (True, False)),
    ):
        result = submission("Ada", **wrong)
        while wrong is last and result.exercises[-1].id != "numpy.self_attention":
            result = replace(result, exercises=result.exercises[:-1])
        text = page(result).text
        assert (examples in text, lent in text) == says


def test_two_misconceptions_of_an_older_result_are_both_told():
    both = tuple(SAYS["numpy.softmax"][name] for name in TWO)
    result = holding("softmax", *TWO)
    card = replace(result.card, lessons=both)
    result = replace(result, misconceptions=TWO, card=card)
    text = page(submission("Ada", softmax=result)).text
    assert all(sentence in text for sentence in both)
    assert "The sentences in bold say what happens." in text


def test_what_passed_is_counted():
    result = holding("softmax", "unstable")
    passed, groups = sum(case.passed for case in result.cases), len(result.cases)
    text = page(submission("Ada", softmax=result)).text
    assert f"{9 + 2 * passed / groups:.2f} of 11 points" in text
    count = len(EXERCISES)
    said = f"{count - 1} of {count} exercises are right. Next: A stable softmax."
    assert said in text
    assert "Some of the checks hold." in text
    assert f"partly right, {2 * passed / groups:.2f} of 2 points" in text


def test_the_groups_shown_are_the_graded_ones():
    public = holding("softmax", "unstable")
    graded = tuple(replace(case, passed=case.name == "one row") for case in public.cases)
    html = feedback_page(submission("Ada", softmax=replace(public, cases=graded)))
    assert "✗ a few rows" in html  # which passes on the public inputs
    assert "✓ one row<" in html


def test_links_lead_to_the_section_where_the_book_is_known():
    links = page(
        submission("Ada", softmax=holding("softmax", "unstable")),
        "https://example.org/book/chapters/",
    ).of("href")
    section = exercise("softmax").section.replace("#", ".html#")
    assert f"https://example.org/book/chapters/{section}" in links


@pytest.mark.parametrize("status", [one for one in Status if one.ended_early])
def test_what_could_not_be_graded_is_no_wrong_answer(status):
    result = ended("softmax", status)
    one = submission("Ada", softmax=result)
    html = feedback_page(one)
    text = read(html).text
    assert result.message in text
    assert ADVICE[status] in text
    assert "9 of 11 points so far" in text
    assert "One is not graded: its points are open, not lost." in text
    assert "2 points open" in text
    assert " 0 of 2 points" not in text
    about_it = html.partition('id="numpy.softmax"')[2].partition("</section>")[0]
    assert "✗" not in about_it
    assert "✓" not in about_it


def test_points_of_code_that_stopped_half_way_are_kept():
    result = replace(ended("softmax", "timeout", "Still running."), points=1.5)
    text = page(submission("Ada", softmax=result)).text
    assert "1.5 of 2 points so far" in text
    assert "10.5 of 11 points so far" in text


def test_an_exercise_without_a_card():
    result = replace(ended("softmax", "infrastructure_error"), card=None, cases=())
    text = page(submission("Ada", softmax=result)).text
    assert "not your code's fault" in text


def test_an_unreadable_submission_is_no_zero():
    why = "03-numpy.ipynb is empty."
    text = page(unreadable("Ada", why)).text
    assert why in text
    assert "This is no zero" in text
    assert "hand it in again" in text
    assert "0 of" not in text


def test_a_failure_of_the_grader_is_said_to_be_one():
    why = "The worker grading this ended 2 times."
    result = SubmissionResult(
        "Ada", (), SubmissionStatus.INFRASTRUCTURE_ERROR, None, None, message=why
    )
    text = page(result).text
    assert why in text
    assert "nothing for you to do" in text
    assert "Open the file" not in text


def test_nothing_attempted():
    text = page(everything("Ada", unanswered)).text
    assert "No exercise is answered yet" in text
    assert "not attempted yet, 0 of 2 points" in text


def test_nothing_right():
    text = page(everything("Ada", lambda name: judged(name, lambda *_: None))).text
    assert "No exercise is right yet" in text


def test_code_that_raises():
    def raises(*_):
        raise KeyError("weights")

    text = page(submission("Ada", softmax=judged("softmax", raises))).text
    assert "Your code raises an error, so nothing that it returns is checked." in text
    assert "KeyError: 'weights'" in text


def test_code_that_changes_its_arguments():
    def changes(scores, axis=-1):
        scores -= scores.max(axis=axis, keepdims=True)
        return exercise("softmax").reference(scores, axis)

    result = judged("softmax", changes)
    groups = len(result.cases)
    assert result.points == pytest.approx(2 * (groups - 1) / groups, abs=1e-4)
    text = page(submission("Ada", softmax=result)).text
    assert "changes what it is given" in text


def test_notes_are_shown():
    note = "softmax is defined 2 times; the last one counts."
    result = replace(right("softmax"), notes=(note,))
    one = replace(submission("Ada", softmax=result), notes=("second.ipynb is empty.",))
    text = page(one).text
    assert note in text
    assert "second.ipynb is empty." in text


NASTY = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&{{ 7 * 7 }}\ud800\u202e"


def test_what_a_student_made_is_only_text():
    result = holding("softmax", "unstable")
    card = replace(
        result.card,
        problem=NASTY,
        printed=NASTY,
        got=Side(NASTY, NASTY),
        arguments=((NASTY, Side(NASTY, NASTY)),),
        lessons=(NASTY,),
    )
    nasty = replace(result, card=card, notes=(NASTY,), message=NASTY)
    one = replace(submission(NASTY, softmax=nasty), notes=(NASTY,))
    text = page(one).text
    assert "{{ 7 * 7 }}" in text
    assert "<script>alert(1)</script>" in text
    assert "alert(1)" in page(unreadable(NASTY, NASTY)).text


def test_no_message_of_the_hidden_inputs_is_shown():
    result = replace(holding("softmax", "unstable"), message="expected 0.123, got nan")
    assert "0.123" not in page(submission("Ada", softmax=result)).text


def test_an_empty_submission_is_still_a_page():
    text = page(SubmissionResult("Ada", (), SubmissionStatus.GRADED, 0.0, 0.0)).text
    assert "No exercise of the course was found" in text


# --- what the course makes of it ----------------------------------------------


def graded(result, **how):
    return read(feedback_page(result, grade=final_grades([result], **how)[0])).text


def test_points_are_those_of_the_course():
    text = graded(submission("Ada"), course=Course(points={"numpy.softmax": 9.0}))
    assert "18 of 18 points" in text
    assert "right, 9 of 9 points" in text


def test_points_given_by_hand_come_with_their_reason():
    one = Override("Ada", "numpy.softmax", 1.5, "The loop ends; your laptop is slow.")
    result = submission("Ada", softmax=ended("softmax", "timeout", "Still running."))
    text = graded(result, overrides=[one])
    assert "10.5 of 11 points" in text
    assert "so far" not in text
    assert "points set by your instructor, 1.5 of 2 points" in text
    assert "Your instructor looked at this one: The loop ends; your laptop is slow." in text
    assert ADVICE["timeout"] not in text


def test_a_late_penalty_is_said():
    course = Course(due={"": "2026-03-01T12:00:00+00:00"}, late=Late("per_day", rate=0.1))
    result = replace(submission("Ada"), handed_in="2026-03-01T13:00:00+00:00")
    text = graded(result, course=course)
    assert "9.9 of 11 points" in text
    assert "1.1 points fewer because it was handed in late." in text


def test_the_page_is_addressed_to_the_person():
    roster = Roster((Student("a1", "Ada Lovelace"),), complete=True)
    text = graded(submission("a1"), roster=roster)
    assert "Ada Lovelace" in text


def test_a_section_is_called_by_its_heading():
    section = exercise("softmax").section
    result = submission("Ada", softmax=holding("softmax", "unstable"))
    html = feedback_page(result, headings={section: "A softmax that doesn't overflow"})
    assert "chapter 03-numpy, “A softmax that doesn't overflow”" in read(html).text
