"""Print how answers are judged by both routes; for whoever writes answers.

    PYTHONPATH=tests python -m answers.show numpy.softmax [...]

An argument is the beginning of an exercise's id.
"""

from __future__ import annotations

import sys

from answers.corpus import everything
from answers.routes import as_expected, by_check, by_grader
from autograder.sandbox import isolation
from autograder.sandbox.pool import WarmProcesses, hidden_folders


def show(beginnings: tuple[str, ...]) -> None:
    """One line an answer, and what was said where it is not as expected."""
    processes = WarmProcesses(isolation.choose(), hidden_folders("solutions"))
    for given in everything():
        if not given.exercise_id.startswith(beginnings):
            continue
        answer = given.answer
        graded, checked = by_grader(given, processes), by_check(given)
        fine = as_expected(given, graded) and graded[:2] == checked[:2]
        mark = ("ok  " if fine else "LOOK") if not answer.pending else "due "
        if fine and answer.pending:
            mark = "DONE"  # what was pending is mended: take the mark away
        print(f"{mark} {given} [{answer.verdict}, {answer.name}] {answer.pending}")
        if not fine:
            print(f"       {mark} grader: {graded}\n       {mark} check:  {checked}")
    processes.close()


if __name__ == "__main__":
    show(tuple(sys.argv[1:]) or ("",))
