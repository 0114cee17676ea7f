"""What lies under one name of a class's folder, before and after it is known whose."""

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from autograder.handin.submission import StoredFile

File = tuple[int, str, str, StoredFile]  # attempt, time, name, where it is


@dataclass
class Unit:
    """What lies under one name, before anybody asked whose name it is."""

    who: str
    ids: dict[str, str]
    files: list[File] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)  # handed in, but no notebook
    modules: list[File] = field(default_factory=list)  # of them, beside a notebook
    folders: list[str] = field(default_factory=list)
    late: bool = False


@dataclass
class Attributed(Unit):
    """A unit, or several, with the student they belong to."""

    student: str = ""
    name: str = ""  # as the system has it, where it has one
    names: list[str] = field(default_factory=list)  # the units it came under
    notes: list[str] = field(default_factory=list)
    handed_in: str = ""


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
