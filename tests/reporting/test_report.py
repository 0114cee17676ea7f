"""The page an instructor opens."""

import re
from dataclasses import replace

import pytest

from autograder.checking.show import Side
from autograder.exercise.status import SubmissionStatus
from autograder.gradebook.records import Override, SubmissionResult
from autograder.reporting.class_summary import STANDINGS, share_out
from autograder.reporting.exercise_tally import CHANGES_INPUTS
from autograder.reporting.report import MISCONCEPTIONS_LISTED, ReportExtras, render_report
from reporting.reports import TITLE, a_class, class_report, of, summarise
from tests.made_results import (
    EXERCISES,
    SAYS,
    ended,
    everything,
    exercise,
    holding,
    judged,
    read,
    submission,
    unanswered,
    unreadable,
)


@pytest.fixture(scope="module")
def summary():
    return summarise(iter(a_class()), SAYS)


@pytest.fixture(scope="module")
def text():
    return read(class_report(a_class(), SAYS, TITLE)).text


def test_everybody_is_counted_once(summary):
    assert summary.handed_in == 8
    assert (summary.graded, summary.in_part, summary.not_graded) == (6, 1, 1)


def test_exercises_are_in_the_order_of_the_key(summary):
    assert [e.id for e in summary.exercises] == [e.id for e in EXERCISES]
    backwards = dict(reversed(SAYS.items()))
    again = summarise(a_class(), backwards)
    assert [e.id for e in again.exercises] == list(backwards)


def test_how_an_exercise_ended(summary):
    softmax = of(summary, "softmax")
    expected = {"right": 1, "partly": 3, "wrong": 1, "idle": 1, "open": 1}
    assert dict(softmax.standings) == expected
    assert tuple(softmax.standings) == STANDINGS
    assert softmax.tried == 5
    groups = {group.name: (group.passed, group.judged) for group in softmax.groups}
    assert groups["one row"] == (4, 5)  # of Ada, Bo, Cy and Di
    assert groups["a few rows"] == (3, 5)
    assert groups["rows far apart"] == (1, 5)
    assert {group.name for group in softmax.hardest} == {
        *("very large scores", "very negative scores", "large scores, float32"),
        *("one row of large scores", "rows far apart", "scores far apart in each row"),
    }


def test_misconceptions_are_ranked_by_students(summary):
    ranked = [(h.exercise.id, h.id, h.count) for h in summary.misconceptions]
    assert ranked == [
        ("numpy.softmax", "unstable", 3),
        ("numpy.softmax", "wrong-axis", 1),
        ("numpy.attention_weights", "unscaled", 1),
    ]


def test_the_example_is_of_one_mistake_alone(summary):
    first = summary.misconceptions[0]
    assert first.example.card == holding("softmax", "unstable").card


def test_wrong_answers_without_a_name(summary):
    softmax = of(summary, "softmax")
    assert (softmax.unexplained, softmax.raised) == (1, 0)
    assert softmax.example is not None
    assert of(summary, "self_attention").unexplained == 0


def test_what_could_not_be_graded_says_why(summary):
    rows = {(row.student, row.what): row.sentence for row in summary.ungraded}
    assert rows == {
        ("Flo", "ran too long"): "Still running after 2 s.",
        ("Hal", "could not be read"): "03-numpy.ipynb is empty.",
    }


def test_a_failure_of_the_grader_is_listed():
    broken = SubmissionResult(
        "Ivy", (), SubmissionStatus.INFRASTRUCTURE_ERROR, None, None, message="Oh."
    )
    summary = summarise([broken], SAYS)
    assert (summary.not_graded, summary.scores) == (1, None)
    assert "Ivy" in read(class_report([broken], SAYS, TITLE)).text


def test_scores_are_of_those_graded_in_full(summary):
    scores = summary.scores
    assert scores.count == 6
    assert scores.full == 1
    assert sum(b.count for b in scores.bins) == 6
    assert scores.bins[0].count == 1  # Gus, who handed in the chapter as it was
    assert scores.bins[-1] == scores.bins[-1].__class__(11, 12, 1)


def test_the_page_says_it_all(text):
    assert TITLE in text
    for words in (
        "8 handed in",
        "6 graded in full",
        "The misconception that most hold is in “A stable softmax”: 3 of the 5",
        "2 submissions wait",
        "14% right",
        "1 right, 3 partly right, 1 not right, 1 not attempted, 1 not graded",
        SAYS["numpy.softmax"]["unstable"],
        "Still running after 2 s.",
        "1 student handed in the notebook without an answer.",
    ):
        assert words in _in_reading_order(text), words
    for name in ("Flo", "Gus", "Hal"):
        assert name in text


def _in_reading_order(text):
    """A tile shows its number above its words, which come first in the page."""
    return re.sub(r"(handed in|graded in full) ([\d,]+)", r"\2 \1", text)


def test_nobody_is_named_beside_a_mistake(text):
    for name in ("Ada", "Bo", "Cy", "Di", "Eli"):
        assert not re.search(rf"\b{name}\b", text)


def test_the_histogram_has_words():
    html = class_report(a_class(), SAYS, TITLE)
    page = read(html)
    (label,) = [words for words in page.of("aria-label") if "Histogram" in words]
    assert label.startswith("Histogram of the scores. Median")
    assert "10 up to 11" in page.text


def test_links_lead_into_the_book():
    links = read(class_report(a_class(), SAYS, TITLE, "https://example.org/b")).of("href")
    section = exercise("softmax").section.replace("#", ".html#")
    assert f"https://example.org/b/{section}" in links


def test_only_changing_the_arguments_has_a_name_everywhere():
    def changes(scores, axis=-1):
        scores -= scores.max(axis=axis, keepdims=True)
        return exercise("softmax").reference(scores, axis)

    summary = summarise([submission("Jo", softmax=judged("softmax", changes))], SAYS)
    assert [one.id for one in summary.misconceptions] == [CHANGES_INPUTS]
    assert of(summary, "softmax").unexplained == 0


NASTY = "</style><script>alert(1)</script>{{ 7 * 7 }}\ud800"


def test_what_students_made_is_only_text():
    card = replace(
        holding("softmax", "unstable").card,
        problem=NASTY,
        call=NASTY,
        got=Side(NASTY, NASTY),
        expected=Side(NASTY, NASTY),
        arguments=((NASTY, Side(NASTY, NASTY)),),
    )
    results = [
        submission(NASTY, softmax=replace(holding("softmax", "unstable"), card=card)),
        submission(NASTY, softmax=ended("softmax", "crashed", NASTY)),
        everything(NASTY, unanswered),
        unreadable(NASTY, NASTY),
    ]
    text = read(class_report(results, SAYS, NASTY)).text
    assert "{{ 7 * 7 }}" in text
    assert "<script>alert(1)</script>" in text


@pytest.mark.parametrize(
    "results",
    [[], [submission("Ada")], [everything("Ada", unanswered)], [unreadable("Ada", "No.")]],
    ids=["nobody", "one right", "one unanswered", "one unreadable"],
)
def test_small_classes(results):
    assert read(class_report(results, SAYS, TITLE)).text


@pytest.mark.slow
def test_a_large_class_stays_a_page_one_can_read():
    wrong = [
        submission(f"student {i}", softmax=holding("softmax", m))
        for i, m in enumerate(SAYS["numpy.softmax"])
    ]
    pool = [*a_class(), *wrong]
    many = (replace(pool[i % len(pool)], student=f"no. {i}") for i in range(10_000))
    html = class_report(many, SAYS, TITLE)
    assert len(html) < 1_000_000
    assert "10,000" in read(html).text


def test_long_lists_are_capped():
    ids = [f"m{i:03}" for i in range(MISCONCEPTIONS_LISTED + 25)]
    one = holding("softmax", "unstable")
    results = [
        submission("S", softmax=replace(one, misconceptions=(name,))) for name in ids
    ]
    text = read(class_report(results, {}, TITLE)).text
    assert "And 25 more" in text
    gone = [unreadable(f"lost {i}", "It is empty.") for i in range(1_000)]
    text = read(class_report(gone, SAYS, TITLE)).text
    assert "And 600 more" in text
    assert "lost 999" not in text


@pytest.mark.parametrize("top", [0.5, 1, 3, 7, 11, 12, 13, 20, 37.5, 100, 240])
def test_every_score_falls_in_a_bin(top):
    reached = [top * i / 40 for i in range(41)]
    scores = share_out((value, top) for value in reached)
    assert len(scores.bins) <= 13
    assert sum(b.count for b in scores.bins) == len(reached)
    assert scores.full == 1
    for before, after in zip(scores.bins, scores.bins[1:], strict=False):
        assert before.high == pytest.approx(after.low)


def test_different_top_scores_are_compared_in_percent():
    scores = share_out([(5, 10), (20, 20), (0, 0)])
    assert (scores.unit, scores.count, scores.median) == ("%", 2, 75)


def test_sections_have_the_books_own_headings():
    section = exercise("softmax").section
    page = render_report(
        summarise(a_class(), SAYS), TITLE, headings={section: "softmax() & its limits"}
    )
    assert "chapter 03-numpy, “softmax() & its limits”" in read(page).text


# --- the checks themselves ----------------------------------------------------


def test_a_small_class_is_told_that_it_says_nothing_about_checks():
    text = read(class_report(a_class(), SAYS, TITLE)).text
    assert "it takes 30 answers or more" in text
    assert "orrelation 0" not in text


def test_an_exercise_that_says_nothing_about_the_rest_is_flagged_in_a_large_class():
    good, poor = submission("x"), everything("x", lambda n: judged(n, lambda *_: None))
    first = EXERCISES[0].id
    wrong = {e.id: e for e in poor.exercises}[first]

    def with_first(result, found):
        exercises = tuple(found if e.id == first else e for e in result.exercises)
        return replace(result, exercises=exercises, score=sum(e.points for e in exercises))

    right = {e.id: e for e in good.exercises}[first]
    kinds = [with_first(r, f) for r in (good, poor) for f in (right, wrong)]
    summary = summarise([replace(kinds[i % 4], student=f"{i}") for i in range(200)], SAYS)
    flagged = {e.id: e.discrimination.kind for e in summary.exercises if e.discrimination}
    assert flagged == {first: "weak"}
    text = read(render_report(summary, TITLE)).text
    assert "Getting this right says little about the rest." in text
    assert "(95% interval" in text


def test_what_everybody_can_do_tells_nobody_apart():
    summary = summarise([submission(f"{i}") for i in range(40)], SAYS)
    assert {e.discrimination.kind for e in summary.exercises} == {"all"}
    assert "All 40 who tried it have it right" in read(render_report(summary, TITLE)).text


def test_what_a_person_decided_is_counted_whatever_it_is_of():
    summary = summarise([submission("Ada")], SAYS)
    whole = Override("Ada", "", 3.0, "On paper.", "R")
    made = ReportExtras(overrides=(whole, replace(whole, exercise_id="numpy.softmax")))
    text = read(render_report(summary, TITLE, extras=made)).text
    assert "2 decisions of a person count in place of what the grader found." in text
    assert "all of it" in text
