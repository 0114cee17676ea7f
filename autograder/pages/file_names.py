"""Names of students as names of files."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

NAME_BYTES = 100  # of a student's name


def file_names(students: Iterable[str]) -> dict[str, str]:
    """A safe and unique file name for each student."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for student in students:
        safe = re.sub(r"[^\w.@ -]+", "_", unicodedata.normalize("NFC", student))
        # By bytes: that is how file systems count.
        safe = safe.encode(errors="replace")[:NAME_BYTES].decode(errors="ignore")
        safe = safe.strip(". ") or "student"
        if safe.casefold() in taken:
            safe += "-" + hashlib.sha256(student.encode(errors="replace")).hexdigest()[:8]
        taken.add(safe.casefold())
        names[student] = safe
    return names
