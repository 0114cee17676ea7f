"""Who is in the class: a roster, and finding in it who handed something in.

Nobody is guessed: who fits two students of the roster fits none.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

import msgspec

from autograder.gradebook.matching import (
    accented_words,
    run_together,
    same_words,
    simplified,
    without_zeros,
    words,
)

Form = TypeVar("Form")
IDS = ("id", "login", "canvas_id", "moodle_id", "brightspace_id", "github")


@dataclass(frozen=True)
class Student:
    """One line of the roster, and how that student handed in."""

    key: str  # what results are stored under
    name: str = ""
    email: str = ""
    group: str = ""
    section: str = ""
    handed_in: str = ""  # ISO 8601, where the roster says it
    ids: Mapping[str, str] = field(default_factory=dict)  # by header, and by IDS
    times: Mapping[str, str] = field(default_factory=dict)  # by a file's name
    notes: tuple[str, ...] = ()  # what was unusual

    def names(self) -> list[str]:
        """Everything this student may be called by, exactly."""
        ids = (self.ids.get(name, "") for name in IDS)
        return [n for n in (self.key, *ids, self.email, self.name) if n]

    def groups(self) -> tuple[str, ...]:
        """The groups of a cell, which Moodle parts by commas."""
        return tuple(filter(None, map(str.strip, re.split(r"[,;|]", self.group))))

    def is_called(self, label: str) -> bool:
        """Whether the student has this name or id, accents and all, in any order."""
        wanted = accented_words(label)
        return any(wanted == accented_words(name) for name in self.names())


@dataclass(frozen=True)
class Roster:
    """A class; without a roster's file what the names of files said."""

    students: tuple[Student, ...] = ()
    complete: bool = False  # from a file: who is not on it is unknown
    others: tuple[Student, ...] = ()  # handed in, and are not on it
    waiting: tuple[str, ...] = ()  # handed in, and graded by no run

    @property
    def everybody(self) -> tuple[Student, ...]:
        """Who is on it, and who handed in beside them."""
        return (*self.students, *self.others)

    def find(self, label: str, ids: Mapping[str, str] | None = None) -> tuple[Student, ...]:
        """Whom this label and these ids can mean: nobody, one student, or several.

        Ids of a learning system come first, then ids, logins and e-mail addresses,
        then names.  The first kind that fits anybody decides.
        """
        for name, value in (ids or {}).items():
            if indices := self._by_id.get((name, simplified(value))):
                return self._these(indices)
        bare = simplified(label).strip()
        if indices := self._by_exact.get(bare) or self._by_exact.get(without_zeros(bare)):
            return self._these(indices)
        indices = self._by_name.get(same_words(label), set())
        exact = {i for i in indices if self.students[i].is_called(label)}
        return self._these(exact or indices)

    def of_group(self, label: str) -> tuple[Student, ...]:
        """The members of the group of that name, written with its spaces or without.

        Nobody where only that tells two groups apart, as ``G1_1`` and ``G11``.
        """
        if indices := self._by_group.get(simplified(label).strip()):
            return self._these(indices)
        names = self._run_together.get("".join(words(label)), set())
        (name,) = names if len(names) == 1 else ("",)
        return self._these(self._by_group.get(name, set()))

    def _these(self, indices: Iterable[int]) -> tuple[Student, ...]:
        return tuple(self.students[i] for i in sorted(indices))

    @cached_property
    def _by_id(self) -> dict[tuple[str, str], set[int]]:
        return self._index(
            lambda s: ((n, simplified(s.ids[n])) for n in IDS if s.ids.get(n))
        )

    @cached_property
    def _by_exact(self) -> dict[str, set[int]]:
        return self._index(_exact_forms)

    @cached_property
    def _by_name(self) -> dict[str, set[int]]:
        return self._index(lambda student: _forms(student.name))

    @cached_property
    def _by_group(self) -> dict[str, set[int]]:
        return self._index(lambda student: map(simplified, student.groups()))

    def _index(self, forms: Callable[[Student], Iterable[Form]]) -> dict[Form, set[int]]:
        """Where the students of each form stand on the roster."""
        table: dict[Form, set[int]] = defaultdict(set)
        for i, student in enumerate(self.students):
            for form in forms(student):
                table[form].add(i)
        return table

    @cached_property
    def _run_together(self) -> dict[str, set[str]]:
        together: dict[str, set[str]] = defaultdict(set)
        for group in self._by_group:
            together["".join(words(group))].add(group)
        return together

    def with_submissions(self, people: Mapping[str, Student]) -> Roster:
        """The same class, knowing how each handed in; who is not on it is ``others``."""

        def now(student: Student) -> Student:
            handed = people.get(student.key, Student(student.key))
            ids = {**handed.ids, **student.ids}
            return replace(student, ids=ids, times=handed.times, notes=handed.notes)

        known = {student.key for student in self.students}
        others = tuple(s for key, s in sorted(people.items()) if key not in known)
        return Roster(tuple(map(now, self.students)), self.complete, others)

    def keeping(self, earlier: Roster, keys: Iterable[str]) -> Roster:
        """The same class, knowing of these students what an earlier one knew of them."""
        before = {s.key: s for s in earlier.everybody}
        kept = {key: before.get(key, Student(key)) for key in keys}

        def now(student: Student) -> Student:
            if student.key not in kept:
                return student
            was = kept.pop(student.key)
            ids = {**was.ids, **student.ids}
            return replace(student, ids=ids, times=was.times, notes=was.notes)

        made, left = self.with_each(now), tuple(kept.values())
        if self.complete:
            return replace(made, others=(*made.others, *left))
        return replace(made, students=(*made.students, *left))

    def renamed(self, names: Mapping[str, str]) -> Roster:
        """The same class, in which these students have other keys."""

        def now(student: Student) -> Student:
            return replace(student, key=names.get(student.key, student.key))

        waiting = tuple(names.get(key, key) for key in self.waiting)
        return replace(self.with_each(now), waiting=waiting)

    def with_each(self, change: Callable[[Student], Student]) -> Roster:
        """The same class, each of whom is as ``change`` makes them."""
        students, others = map(change, self.students), map(change, self.others)
        return replace(self, students=tuple(students), others=tuple(others))

    def to_json(self) -> str:
        """The roster as the gradebook keeps it: in ASCII, which holds half characters."""
        return json.dumps(msgspec.to_builtins(self))

    @classmethod
    def from_json(cls, text: str | None) -> Roster:
        """The roster again from ``to_json``'s form; nothing gives ``Roster()``."""
        return msgspec.convert(json.loads(text), cls) if text else cls()


def _exact_forms(student: Student) -> Iterator[str]:
    """Ids as people type them; an e-mail address whole or up to its ``@``."""
    for identifier in (student.key, student.email, *map(student.ids.get, IDS)):
        whole = simplified(identifier or "").strip()
        forms = (whole, whole.partition("@")[0], without_zeros(whole))
        yield from filter(None, forms)


def _forms(name: str) -> Iterator[str]:
    if same_words(name):
        yield same_words(name)
        yield from run_together(name)
