"""Modules that a student wrote and handed in beside a notebook, which imports them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from autograder.handin.members import ending, without_ending
from autograder.notebooks.read import UnreadableNotebook

if TYPE_CHECKING:
    from autograder.handin.submission import Submission

MOST = 20  # modules of one student
MAX_BYTES = 200_000  # of all of them together
# What a system puts behind the name of a file that is handed in again.
_AGAIN = re.compile(r"(?:-\d+| ?\(\d+\))$")


def module_name(file: str) -> str:
    """What a notebook imports a file as; "" for what is no module."""
    name = _AGAIN.sub("", without_ending(file)) if ending(file) == ".py" else ""
    return name if name.isidentifier() else ""


def sources(submission: Submission) -> tuple[dict[str, str], list[str]]:
    """The sources of a student's modules by name, and what is wrong with others."""
    found: dict[str, str] = {}
    problems = []
    for file, stored in submission.modules[-MOST:]:
        try:
            data = stored if isinstance(stored, bytes) else stored.read(MAX_BYTES)
        except UnreadableNotebook as problem:
            problems.append(str(problem))
            continue
        if sum(map(len, found.values())) + len(data) > MAX_BYTES:
            problems.append(f"{file} was not read: with it, modules would be too large.")
        else:
            found[module_name(file)] = data.decode("utf-8-sig", errors="replace")
    return found, problems
