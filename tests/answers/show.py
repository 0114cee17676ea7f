"""Print how answers are judged by both routes; for whoever writes answers.

    PYTHONPATH=tests python -m answers.show numpy.softmax [...]

An argument is the beginning of an exercise's id.
"""

from __future__ import annotations

import sys

from answers.corpus import WRONG, everything
from answers.routes import by_check, by_grader
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
        statuses = ("failed", "partial") if answer.verdict == WRONG else (answer.verdict,)
        fine = graded[0] in statuses and graded[1] == answer.name
        mark = "ok  " if fine and graded[:2] == checked[:2] else "LOOK"
        print(f"{mark} {given} [{answer.verdict}, {answer.name}] {answer.pending}")
        if mark == "LOOK":
            print(f"       grader: {graded}\n       check:  {checked}")
    processes.close()


if __name__ == "__main__":
    show(tuple(sys.argv[1:]) or ("",))
