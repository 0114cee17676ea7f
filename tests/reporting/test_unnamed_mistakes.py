"""Wrong answers without a name, in the page an instructor opens."""

from dataclasses import replace

from autograder.checking.fingerprint import ONLY_HIDDEN
from autograder.reporting.report import GROUPS_LISTED, ReportExtras, render_report
from reporting.reports import TANH, TITLE, class_report, of, summarise, tanh, unnamed
from tests.made_results import SAYS, judged, read, submission


def test_wrong_answers_are_grouped_by_what_they_do():
    summary = summarise(unnamed(), SAYS)
    assert [(one.kind, one.count) for one in summary.unnamed_groups] == [
        ("same", 2),
        ("same", 1),
    ]
    assert of(summary, "softmax").unexplained == 3


def test_a_shared_mistake_comes_with_code_and_the_start_of_a_misconception():
    text = read(class_report(unnamed(), SAYS, TITLE)).text
    assert "2 students share this one." in text
    assert "return 1 - 2 / (np.exp(2 * s) + 1)" in text  # the shorter of the two
    assert "autograder add-misconception numpy.softmax answer.py" in text
    for name in ("Eli", "Fay", "Gil"):
        assert name not in text


def test_names_are_beside_the_examples_only_when_asked_for():
    page = render_report(summarise(unnamed(), SAYS), TITLE, extras=ReportExtras(named=True))
    assert "One student’s answer: Fay" in read(page).text


def test_what_is_right_in_public_is_not_taken_for_one_mistake():
    result = replace(judged("softmax", tanh, TANH), behaviour=ONLY_HIDDEN)
    results = [submission("A", softmax=result), submission("B", softmax=result)]
    (one,) = summarise(results, SAYS).unnamed_groups
    assert (one.kind, one.count) == ("hidden", 2)
    text = read(class_report(results, SAYS, TITLE)).text
    assert "these may be several mistakes" in text


def test_a_thousand_different_mistakes_are_cut_short():
    one = judged("softmax", tanh, TANH)
    results = (
        submission(f"S{i}", softmax=replace(one, behaviour=f"{i:016x}"))
        for i in range(1_000)
    )
    html = class_report(results, SAYS, TITLE)
    assert f"And {1_000 - GROUPS_LISTED} more behaviours" in read(html).text
    assert len(html) < 400_000
