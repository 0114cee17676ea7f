"""Each sentence at the end of a run is said where it is true, and only there."""

from itertools import combinations
from pathlib import Path

import pytest

from autograder.gradebook.records import Move, Override
from autograder.grading.summary import RunSummary

MOVE = Move(1, "", "ada", "numpy.softmax", 1.0, 2.0, "partial", "passed", "the key changed")
OVERRIDE = Override("ada", "numpy.softmax", 1.0, "Read.", "R", "", "failed, 0 of 2")
# What a run can have found, and the sentence that is true then alone.
STATES = {
    "copied": (1, "was the same files as somebody else's"),
    "moves": ((MOVE,), "Grading again moved 1 student"),
    "stale": (((OVERRIDE, "passed, 2 of 2"),), "Look again: ada's numpy.softmax"),
    "kept": (("bo",), "Graded before, not in this run, and kept: 1 (bo)"),
    "gone": (("bo",), "taken out of the grades, the feedback and the report: 1 (bo)"),
    "outdated": (("bo",), "had another key, grader or limits"),
    "renamed": (("bo",), "under names that the roster replaces: 1 (bo)"),
    "waiting": (("bo",), "Handed in, and not graded yet: 1 (bo)"),
    "to_read": (2, "Answers for a person to read: 2."),
    "earlier": (("bo",), "What was handed in before counts, in whole or in part: 1 (bo)"),
}
OF_OTHERS = {"kept", "gone", "outdated", "renamed"}


@pytest.mark.parametrize("some", [False, True])
@pytest.mark.parametrize("states", [(), *combinations(STATES, 1), *combinations(STATES, 2)])
def test_a_run_says_what_happened_and_nothing_else(states, some):
    fields = {name: STATES[name][0] for name in states}
    summary = RunSummary(2, 2, 2, (), Path("out"), **fields)
    said = " ".join(summary.lines(some=some))
    expected = {name for name in states if not (some and name in OF_OTHERS)}
    assert {name for name, (_, words) in STATES.items() if words in said} == expected
