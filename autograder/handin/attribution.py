"""Who handed in what: names of files and students of the roster brought together.

Nothing is guessed and nothing is lost: what fits nobody, or more than one, is
graded under its own name, and a sentence says so.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from autograder.gradebook.matching import plain
from autograder.gradebook.roster import Roster, Student
from autograder.handin.handed import Stored
from autograder.handin.naming import names_in, split_names
from autograder.notebooks.read import UnreadableNotebook

SHOWN = 3
File = tuple[int, str, str, Stored]  # attempt, time, name, where it is


@dataclass
class Unit:
    """What lies under one name, before anybody asked whose name it is."""

    who: str
    ids: dict[str, str]
    files: list[File] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)  # handed in, but no notebook
    folders: list[str] = field(default_factory=list)
    late: bool = False


@dataclass
class Attributed(Unit):
    """A unit, or several, with the student they belong to."""

    student: str = ""
    notes: list[str] = field(default_factory=list)
    handed_in: str = ""


@dataclass(frozen=True)
class Attribution:
    """Everybody who handed in something, and what is to be said about it."""

    people: list[Attributed]
    roster: Roster
    said: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def attribute(units: list[Unit], roster: Roster) -> Attribution:
    """Give every unit to its student, or to its students."""
    labels = _labels(units)
    if not roster.complete:
        return _without_roster(units, labels)
    whose: list[tuple[Student, ...]] = []
    said: list[str] = []
    for unit in units:
        members, words = _members(unit, roster)
        whose.append(members)
        said += [words] if words else []
    said += _refuse_two_people(units, whose)
    alone = {members[0].key for members in whose if len(members) == 1}
    people: dict[str, Attributed] = {}
    unknown: list[str] = []
    keys = {student.key for student in roster.students}
    for unit, label, members in zip(units, labels, whose, strict=True):
        own = [m for m in members if len(members) == 1 or m.key not in alone]
        for member in members:
            if member not in own:
                words = "too, who also handed in alone: that counts."
                said.append(f"{label} names {member.key} {words}")
        if not own:
            unknown.append(label)
            taken = label in keys
            _add(people, f"{label} (not on the roster)" if taken else label, unit)
        for member in own:
            _add(people, member.key, unit, shared=len(members) > 1)
            people[member.key].handed_in = member.handed_in
            others = [m.name or m.key for m in members if m != member]
            if others:
                people[member.key].notes.append(f"Handed in with {', '.join(others)}.")
    missing = tuple(s.key for s in roster.students if s.key not in people)
    return Attribution(
        list(people.values()), roster, tuple(said), tuple(sorted(unknown)), missing
    )


def _add(
    people: dict[str, Attributed], key: str, unit: Unit, shared: bool = False
) -> None:
    """A unit of a student; who has two has the files of both."""
    if key not in people:
        people[key] = Attributed(unit.who, {}, student=key)
    person = people[key]
    if not shared:
        person.ids |= unit.ids
    for name in ("files", "problems", "others", "folders"):
        getattr(person, name).extend(getattr(unit, name))
    person.late = person.late or unit.late


# --- without a roster --------------------------------------------------------


def _labels(units: list[Unit]) -> list[str]:
    """What to call each unit: its name, with its id where two have the same."""
    counts = Counter(unit.who for unit in units)
    return [
        " ".join([unit.who, *unit.ids.values()]) if counts[unit.who] > 1 else unit.who
        for unit in units
    ]


def _without_roster(units: list[Unit], labels: list[str]) -> Attribution:
    people: dict[str, Attributed] = {}
    students, said = [], []
    for unit, label in zip(units, labels, strict=True):
        _add(people, label, unit)
        is_name = "moodle_id" in unit.ids
        students.append(Student(label, unit.who if is_name else "", ids=dict(unit.ids)))
        names = _names(unit)
        if len(names) > 1:
            people[label].notes.append(f"Names {len(names)} students: {', '.join(names)}.")
            said.append(
                f"{label} names {len(names)} students ({', '.join(names)}) and gets one "
                "grade. With --roster each of them gets it."
            )
    return Attribution(list(people.values()), Roster(tuple(students)), tuple(_short(said)))


def _names(unit: Unit) -> tuple[str, ...]:
    """The names that the last notebook says itself."""
    for _, _, _, stored in unit.files[-1:]:
        try:
            return names_in(stored.read())
        except UnreadableNotebook:
            return ()
    return ()


# --- with a roster -----------------------------------------------------------


def _members(unit: Unit, roster: Roster) -> tuple[tuple[Student, ...], str]:
    """Whose this is: nobody's known, one student's, or a group's; and what to say."""
    found = roster.find(unit.who, unit.ids) or _behind_group(unit.who, roster)
    if len(found) > 1:
        names = " and ".join(student.key for student in found[:SHOWN])
        return (), (
            f"{unit.who} fits more than one student of the roster ({names}): not guessed. "
            "Rename it to an id."
        )
    group = roster.of_group(unit.who)
    # Canvas names a group's files after the group, with the id of one of its members.
    if not found or found[0] in group:
        found = group or _each(split_names(unit.who), roster)
    if len(found) < 2:
        # What the notebook says counts if its own student is among those it names.
        named = _each(_names(unit), roster)
        if named and all(student in named for student in found):
            found = named
    return found, ""


def _each(names: Iterable[str], roster: Roster) -> tuple[Student, ...]:
    """The students of these names, if there are two or more and all are known."""
    found = [roster.find(name) for name in names]
    if len(found) < 2 or any(len(students) != 1 for students in found):
        return ()
    return tuple({students[0].key: students[0] for students in found}.values())


def _behind_group(who: str, roster: Roster) -> tuple[Student, ...]:
    """Moodle writes ``Team 3-Ada Lovelace``: the roster must know her to be in Team 3."""
    for place in (i for i, letter in enumerate(who) if letter == "-"):
        group = plain(who[:place]).strip()
        found = roster.find(who[place + 1 :])
        if inside := tuple(s for s in found if plain(s.group).strip() == group):
            return inside
    return ()


def _refuse_two_people(units: list[Unit], whose: list[tuple[Student, ...]]) -> list[str]:
    """Two ids of a learning system are two people, even if one name fits both."""
    by_student: dict[str, list[int]] = defaultdict(list)
    for place, members in enumerate(whose):
        if len(members) == 1:
            by_student[members[0].key].append(place)
    said = []
    for key, places in by_student.items():
        unsure = [p for p in places if units[p].ids and not _by_id(units[p], whose[p][0])]
        ids = {tuple(units[p].ids.items()) for p in places if units[p].ids}
        if len(ids) > 1 and unsure:
            for place in unsure:
                whose[place] = ()
            called = [" ".join([units[p].who, *units[p].ids.values()]) for p in unsure]
            names = ", ".join(called)
            said.append(
                f"{key} of the roster fits the name of two people ({names}): not guessed. "
                "Give the roster their ids."
            )
    return said


def _by_id(unit: Unit, student: Student) -> bool:
    return any(plain(student.ids.get(name, "")) == plain(v) for name, v in unit.ids.items())


def _short(said: list[str]) -> list[str]:
    if len(said) <= SHOWN:
        return said
    return [*said[:SHOWN], f"And {len(said) - SHOWN} more name several students."]


