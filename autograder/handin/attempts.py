"""Several files of one student: which is the later one, and what to call each."""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime

from autograder.handin.units import File

_FINAL = re.compile(r"(?<![a-z])(?:final|finished|submit|submission|corrected)(?![a-z])")
_OLD = re.compile(r"(?<![a-z])(?:old|backup|bak|draft|original)(?![a-z])")


def as_people_count(name: str) -> tuple[int, list[tuple[bool, int | str]]]:
    """Sorts names as people mean them: ``a``, ``a-Copy1``, ``a (2)``, ``a (10)``,
    ``a_final``; ``a_old`` before all of them."""
    stem = re.sub(r"\.ipynb\b.*$", "", name.casefold())
    kind = bool(_FINAL.search(stem)) - bool(_OLD.search(stem))
    parts = re.findall(r"\d+|[^\W\d_]+", stem)
    # Not isdigit(): a "²" is a digit, and no number.
    return kind, [(p.isdecimal(), int(p) if p.isdecimal() else p) for p in parts]


def in_order(files: list[File]) -> list[tuple[int, File]]:
    """The files, oldest first, each with its rank: equal where only names tell them apart.

    Their names are made to differ: of two attempts at ``a.ipynb`` the first is
    ``a.ipynb (1 of 2)``.
    """

    def when(file: File) -> tuple[int, float]:
        seconds = datetime.fromisoformat(file[1]).timestamp() if file[1] else 0.0
        return file[0], seconds

    def age(file: File) -> tuple[object, ...]:
        stored = file[3]
        place = (stored.path, stored.member, stored.inner, stored.numbers)
        return *when(file), as_people_count(file[2]), file[2], place

    ordered = sorted(files, key=age)
    ranks = {moment: rank for rank, moment in enumerate(sorted({*map(when, ordered)}))}
    counts = Counter(file[2].casefold() for file in ordered)
    seen: Counter[str] = Counter()
    made = []
    for order, time, name, stored in ordered:
        same = name.casefold()
        seen[same] += 1
        if counts[same] > 1:
            name = f"{name} ({seen[same]} of {counts[same]})"
            while name.casefold() in counts:  # another file is called so
                name += "'"
        made.append((ranks[when((order, time, name, stored))], (order, time, name, stored)))
    return made
