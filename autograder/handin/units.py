"""What lies under one name of a class's folder, before and after it is known whose."""

from __future__ import annotations

from dataclasses import dataclass, field

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
