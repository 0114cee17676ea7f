"""Code that may be right in the Python that wrote its notebook, and is not in this one."""

from __future__ import annotations

import re
import sys
from typing import Any

HERE = sys.version_info[:2]
# What came after 3.11: quotes within an f-string's braces, `type`, type parameters, `t""`,
# and `except A, B` without parentheses.
LATER = re.compile(
    r"""\b(?:r?[ft]|[ft]r)['"]|^\s*type\s+\w|\b(?:def|class)\s+\w+\s*\[|^\s*except\b.*,""",
    re.IGNORECASE,
)


def python_of(content: dict[str, Any]) -> str:
    """The Python that a notebook says wrote it, where that is later than this; or ""."""
    metadata = content.get("metadata")
    about = metadata.get("language_info") if isinstance(metadata, dict) else None
    version = about.get("version") if isinstance(about, dict) else None
    written_by = (
        re.match(r"(3)\.(\d{1,3})(?![\d])", version) if isinstance(version, str) else None
    )
    if written_by is None or tuple(map(int, written_by.groups())) <= HERE:
        return ""
    return written_by.group()


def may_be_right(source: str, error_line: int, python: str) -> bool:
    """Whether a syntax error in that line of a cell may be none in a later Python."""
    if not (python and error_line):
        return False
    line = source.split("\n")[error_line - 1 :][:1]
    return bool(line and LATER.search(line[0]))


def asks_for(python: str, error: str) -> str:
    """Say what such a cell may need."""
    here = ".".join(map(str, HERE))
    return (
        f"This may need Python {python}, which wrote the notebook; the grader runs {here}. "
        f"Grade it with the students' Python. ({error})"
    )
