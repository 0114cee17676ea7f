"""What a slice leaves out, and what it needs from outside of the notebook."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from autograder.exercise.imports import imports
from autograder.exercise.questions import error_type
from autograder.notebooks.finding import FoundAnswer
from autograder.notebooks.read import SHARED_CHARACTERS
from autograder.notebooks.slicing import Slice
from autograder.notebooks.statements import Statement

NAMING = ("NameError", "AttributeError", "KeyError")
# How a module, or a file, is not there: the second is Landlock's way to say it.
ABSENT = ("ModuleNotFoundError", "PermissionError")
_ASIDES = re.compile(r"\. Did you mean.*| \(in .*\)$", re.S)


def may_be_above(
    raised: str, answer: FoundAnswer, known: Sequence[Statement], cut: Slice
) -> bool:
    """Tell whether an error may come from what the slice left out.

    It must name something, and a statement above the answer that is not in the slice
    must speak of it, if only in a text: a misspelt name stands nowhere else.  A module
    that only a drawing needs is not there at all: nothing of the answer may need it.
    """
    if (name := error_type(raised)) in ABSENT:
        return True
    if name not in NAMING:
        return False
    words = _ASIDES.sub("", raised.removeprefix(f"{name}: "))
    name = (re.findall(r"'([^']*)'", words) or [words])[-1]
    missing = re.compile(rf"\b{re.escape(name)}\b")
    kept = "\n".join(source for _, source in cut.cells)
    return any(
        not (s.checks or s.source in kept) and (not answer.end or s.place <= answer.end)
        for s in known
        if missing.search(s.source)
    )


def imported(cut: Slice) -> frozenset[str]:
    """The top-level packages that a slice imports, wherever in it."""
    packages: set[str] = set()
    for _, source in cut.cells:
        if "import" in source:
            long = len(source) > SHARED_CHARACTERS
            packages |= _imports.__wrapped__(source) if long else _imports(source)
    return frozenset(packages)


# The chapter's own imports stand in every notebook of a class.
@lru_cache(maxsize=512)
def _imports(source: str) -> frozenset[str]:
    return frozenset(each.module.partition(".")[0] for each in imports(source).found)
