"""Who is named in the page an instructor opens, and what happened to them."""

from dataclasses import replace

from autograder.gradebook.course import Course
from autograder.gradebook.final import final_grades
from autograder.gradebook.records import Move, Override
from autograder.gradebook.roster import Roster, Student
from autograder.reporting.class_tally import ClassTally
from autograder.reporting.report import ReportExtras, render_report
from reporting.reports import TITLE, a_class, class_report, summarise
from tests.made_results import (
    EXERCISES,
    SAYS,
    everything,
    judged,
    read,
    submission,
    unanswered,
)


def test_who_has_less_than_half_is_listed_lowest_first():
    wrong = {n: judged(n, lambda *_: None) for n in ("softmax", "attention_weights")}
    most = {**wrong, "self_attention": judged("self_attention", lambda *_: None)}
    results = [submission("Ada"), submission("Bea", **most), submission("Cem", **most)]
    results.append(everything("Dot", lambda name: judged(name, lambda *_: None)))
    summary = summarise(results, SAYS)
    names = [row.student for row in summary.help]
    assert names == sorted(names, key=lambda n: n != "Dot")
    assert "Ada" not in names
    assert summary.help[0].right == 0


def test_who_may_need_help_is_listed_as_far_as_there_is_room_the_lowest_first():
    low = everything("x", lambda name: judged(name, lambda *_: None))
    all_but_one = {e.id[6:]: low.exercises[i] for i, e in enumerate(EXERCISES) if i}
    other = submission("x", **all_but_one)
    many = [replace(other, student=f"better {i:04}") for i in range(600)]
    summary = summarise([*many, replace(low, student="zoe")], SAYS)
    assert len(summary.help) == 601
    assert [row.student for row in summary.help[:2]] == ["zoe", "better 0000"]
    page = read(class_report([*many, low], SAYS, TITLE)).text
    assert "And 541 more, in grades.csv." in page


def test_names_begin_below_a_line_that_says_so():
    results = [*a_class(), everything("Zed", lambda name: judged(name, lambda *_: None))]
    above, line, below = class_report(results, SAYS, TITLE).partition("there are names")
    assert line
    for name in ("Zed", "Flo", "Gus", "Hal"):
        assert f"<bdi>{name}</bdi>" not in above
        assert f"<bdi>{name}</bdi>" in below


def test_identical_files_are_named_and_the_untouched_notebook_is_not():
    def with_files(result, sha):
        files = tuple(replace(n, sha256=sha) for n in result.notebooks)
        return replace(result, notebooks=files)

    results = [with_files(submission(name), "a") for name in ("Ada", "Bo")]
    results += [with_files(everything(n, unanswered), "b") for n in ("Cy", "Di")]
    summary = summarise([*results, submission("Eli")], SAYS)
    assert summary.alike == (("Ada", "Bo"),)


def test_a_regrade_says_who_lost_points_first():
    moves = tuple(
        Move(2, "2026-03-01T10:00:00+00:00", who, "numpy.softmax", before, after, *rest)
        for who, before, after, *rest in [
            ("Ada", 1.0, 2.0, "partial", "passed", "the key changed"),
            ("Bo", 2.0, 0.5, "passed", "partial", "the key changed"),
            ("<b>", 2.0, 2.0, "timeout", "passed", "the key changed"),
        ]
    )
    page = render_report(
        summarise(a_class(), SAYS), TITLE, extras=ReportExtras(moves=moves)
    )
    text = read(page).text.partition("Who moved What")[2]
    assert "1 up, 1 down, 1 with the same points and another status; the key" in text
    assert text.index("Bo 2 → 0.5") < text.index("<b> 2 → 2") < text.index("Ada 1 → 2")


def test_an_override_counts_and_is_pointed_out_when_the_verdict_changed():
    one = Override("Flo", "numpy.softmax", 2.0, "It works.", "Kit", "2026-03-01", "timeout")
    results = a_class()
    grades = {g.student: g for g in final_grades(results, overrides=[one])}
    tally = ClassTally(SAYS, grades)
    for result in results:
        tally.add(result)
    summary = tally.summary()
    assert (summary.graded, summary.in_part) == (7, 0)  # nothing of Flo's is open now
    extras = ReportExtras(overrides=(one,), stale=((one, "failed, 0 of 2"),))
    text = read(render_report(summary, TITLE, extras=extras)).text
    assert "Was timeout; now failed, 0 of 2. Set to 2: It works." in text


def test_points_and_penalties_of_the_course_are_those_of_the_report():
    course = Course(points={"numpy.softmax": 9.0})
    results = [submission("Ada"), submission("Bo")]
    grades = {g.student: g for g in final_grades(results, course)}
    tally = ClassTally(SAYS, grades)
    for result in results:
        tally.add(result)
    scores = tally.summary().scores
    assert (scores.top, scores.mean) == (18, 18)


def test_who_handed_in_nothing_is_no_zero():
    roster = Roster((Student("Ada"), Student("Zed", "Zed Zero")), complete=True)
    results = [submission("Ada")]
    grades = final_grades(results, roster=roster)
    tally = ClassTally(SAYS, {grade.student: grade for grade in grades})
    tally.add(results[0])
    summary = tally.summary()
    assert (summary.missing, summary.scores.count) == (("Zed Zero",), 1)
    assert "That is no zero" in read(render_report(summary, TITLE)).text
