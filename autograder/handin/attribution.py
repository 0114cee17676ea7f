"""Who handed in what: names of files and students of the roster brought together.

Nothing is guessed and nothing is lost: what fits nobody, or more than one, is
graded under its own name, and a sentence says so.  What a student wrote into a
notebook is told, and gives nobody anything that the roster does not say as well: else it
could name a victim.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from autograder.gradebook.matching import simplified
from autograder.gradebook.roster import Roster, Student
from autograder.handin.naming import names_in, split_names
from autograder.handin.proposals import alias_line, proposed
from autograder.handin.reader import look
from autograder.handin.submission import StoredFile, SubmissionsProblem
from autograder.handin.two_people import (
    confirmed_partners,
    refuse_two_names,
    refuse_two_people,
)
from autograder.handin.units import Attributed, Unit
from autograder.notebooks.read import UnreadableNotebook

SHOWN = 3
A_CLASS = 5  # hand-ins; of fewer, all may be guests


@dataclass(frozen=True)
class Attribution:
    """Everybody who handed in something, and what is to be said about it."""

    people: list[Attributed]
    roster: Roster
    said: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    strangers: int = 0  # that fit nobody of the roster, not even two


Aliases = Mapping[str, tuple[str, ...]]


def attribute(
    units: list[Unit], roster: Roster, aliases: Aliases | None = None
) -> Attribution:
    """Give every unit to its student, or to its students.

    ``aliases`` say whose a name or an id is that no rule can know. Raises
    ``SubmissionsProblem`` when one of them is for nobody on the roster.
    """
    labels = _labels(units)
    by_hand = _by_hand(units, labels, roster, aliases or {})
    if not roster.complete:
        return _without_roster(units, labels, by_hand)
    whose: list[tuple[Student, ...]] = []
    sentences: list[str] = []
    strangers = 0
    in_groups = len(units) > 1 and all("-" in unit.who for unit in units)
    for place, unit in enumerate(units):
        if place in by_hand:
            whose.append(tuple(roster.find(name)[0] for name in by_hand[place]))
            continue
        members, words = _members(unit, roster, in_groups)
        strangers += not (members or words)
        if len(members) == 1 and members[0].group:
            together = confirmed_partners(members[0], _names(unit), roster)
            members = together or members
        whose.append(members)
        sentences += [words] if words else []
    sentences += refuse_two_people(units, whose, {*by_hand})
    sentences += refuse_two_names(units, whose, {*by_hand})
    sentences += _short([s for u, m in zip(units, whose, strict=True) for s in _hint(u, m)])
    alone = {members[0].key for members in whose if len(members) == 1}
    people: dict[str, Attributed] = {}
    unknown: list[str] = []
    keys = {student.key for student in roster.students}
    for unit, label, members in zip(units, labels, whose, strict=True):
        own = [m for m in members if len(members) == 1 or m.key not in alone]
        for member in members:
            if member not in own:
                words = "too, who also handed in alone: that counts."
                sentences.append(f"{label} names {member.key} {words}")
        if not own:
            unknown.append(label)
            label = f"{label} (not on the roster)" if label in keys else label
            _add(people, label, unit)
        times = filter(None, (member.handed_in for member in members))
        came = max(times, key=datetime.fromisoformat, default="")  # one file, one time
        for member in own:
            _add(people, member.key, unit, shared=len(members) > 1)
            people[member.key].handed_in = came
            others = [m.name or m.key for m in members if m != member]
            if others:
                people[member.key].notes.append(f"Handed in with {', '.join(others)}.")
            if len(names := people[member.key].names) > 1:
                sentences.append(
                    f"{member.key} handed in under several names: {_list(names)}."
                )
    sentences += proposed(unknown, roster)
    missing = tuple(s.key for s in roster.students if s.key not in people)
    return Attribution(
        *(list(people.values()), roster, tuple(sentences), tuple(sorted(unknown)), missing),
        strangers,
    )


def refuse_another_class(found: Attribution, units: list[Unit]) -> None:
    """Refuse a roster on which hardly anybody is who handed in: it is another class's.

    Raises ``SubmissionsProblem`` when more than three quarters of the hand-ins of a class,
    or of a download of a learning system, fit nobody.
    """
    strangers, roster = found.strangers, found.roster
    is_class = len(units) >= A_CLASS or any(unit.ids for unit in units)
    if not (strangers and is_class) or strangers * 4 <= len(units) * 3:
        return
    first = units[0]
    ids = "".join(f", {name} {value}" for name, value in first.ids.items())
    who = roster.students[0]
    said = " or ".join(repr(name) for name in dict.fromkeys(who.names()))
    raise SubmissionsProblem(
        f"{strangers} of {len(units)} hand-ins are nobody's on the roster, so nothing was "
        f"graded. The first is called {first.who!r}{ids}; the first on the roster is "
        f"{said}. Is it this class's? Else say which column is what, [roster] in the "
        "course file, or whose a name is, [aliases]."
    )


def _add(people: dict[str, Attributed], key: str, unit: Unit, shared: bool = False) -> None:
    """A unit of a student; who has two has the files of both."""
    if key not in people:
        people[key] = Attributed(unit.who, {}, student=key)
    person = people[key]
    person.names.append(unit.who)
    if not shared:
        person.ids |= unit.ids
    for name in ("files", "problems", "others", "modules", "folders"):
        getattr(person, name).extend(getattr(unit, name))
    person.late = person.late or unit.late


# --- without a roster --------------------------------------------------------


def _labels(units: list[Unit]) -> list[str]:
    """What to call each unit: its name, with its id where two have the same."""
    counts = Counter(unit.who for unit in units)
    labels: dict[str, None] = {}
    for unit in units:
        label = unit.who
        if counts[label] > 1:
            label = " ".join([label, *unit.ids.values()])
        while label in labels or (label != unit.who and label in counts):
            label += "'"  # somebody is called as another one's name and id
        labels[label] = None
    return list(labels)


def _by_hand(
    units: list[Unit], labels: list[str], roster: Roster, aliases: Aliases
) -> dict[int, tuple[str, ...]]:
    """Which units the course file gives to whom."""
    wanted = {simplified(alias).strip(): names for alias, names in aliases.items()}
    for alias, names in aliases.items():
        for name in names if roster.complete else ():
            if len(roster.find(name)) != 1:
                raise SubmissionsProblem(
                    f"The alias {alias!r} is for {name!r}, who is not one student of the "
                    "roster. Write an id of the roster in [aliases]."
                )
    found = {}
    for place, (unit, label) in enumerate(zip(units, labels, strict=True)):
        said = (
            wanted.get(simplified(x).strip()) for x in (*unit.ids.values(), label, unit.who)
        )
        if names := next(filter(None, said), ()):
            found[place] = names
    return found


def _without_roster(
    units: list[Unit], labels: list[str], by_hand: Mapping[int, tuple[str, ...]]
) -> Attribution:
    people: dict[str, Attributed] = {}
    students: dict[str, Student] = {}
    sentences: list[str] = []
    for place, (unit, label) in enumerate(zip(units, labels, strict=True)):
        for name in by_hand.get(place, (label,)):
            _add(people, name, unit)
            is_name = {"moodle_id", "brightspace_id"} & unit.ids.keys()
            people[name].name = unit.who if is_name else ""
            known = students.get(name, Student(name, people[name].name))
            students[name] = replace(known, ids={**known.ids, **unit.ids})
        names = _names(unit)
        if len(names) > 1 and place not in by_hand:
            people[label].notes.append(f"Names {len(names)} students: {', '.join(names)}.")
            sentences.append(
                f"{label} names {len(names)} students ({', '.join(names)}) and gets one "
                f"grade. To give it to each, write in [aliases]: {alias_line(label, names)}"
            )
    roster = Roster(tuple(students.values()))
    return Attribution(list(people.values()), roster, tuple(_short(sentences)))


def _hint(unit: Unit, members: tuple[Student, ...]) -> Iterator[str]:
    """That a notebook names others: it may be true, and is not for it to say."""
    if len(members) < 2 and len(names := _names(unit)) > 1:
        yield (
            f"{unit.who} names {', '.join(names)} in the notebook, which gives nobody a "
            "grade. Did they work together? A column group in the roster says so, or in "
            f"[aliases]: {alias_line(unit.who, names)}"
        )


def _names(unit: Unit) -> tuple[str, ...]:
    """The names that the last notebook says itself."""
    for _, _, name, stored in unit.files[-1:]:
        try:
            return look(name, _names_of, stored)
        except UnreadableNotebook:
            return ()
    return ()


def _names_of(stored: StoredFile) -> tuple[str, ...]:
    return names_in(stored.read())


# --- with a roster -----------------------------------------------------------


def _members(
    unit: Unit, roster: Roster, in_groups: bool
) -> tuple[tuple[Student, ...], str]:
    """Whose this is: nobody's known, one student's, or a group's; and what to say."""
    found = roster.find(unit.who, unit.ids) or _behind_group(unit, roster, in_groups)
    if len(found) > 1:
        names = " and ".join(student.key for student in found[:SHOWN])
        return (), (
            f"{unit.who} fits more than one student of the roster ({names}): not guessed. "
            "Rename it to an id."
        )
    group = roster.of_group(unit.who)
    # Canvas names a group's files after the group, with the id of one of its members.
    if not found or found[0] in group:
        found = group or found or _each(split_names(unit.who), roster)
    return found, ""


def _each(names: Iterable[str], roster: Roster) -> tuple[Student, ...]:
    """The students of these names, if there are two or more and all are known."""
    found = [roster.find(name) for name in names]
    if len(found) < 2 or any(len(students) != 1 for students in found):
        return ()
    return tuple({students[0].key: students[0] for students in found}.values())


def _behind_group(unit: Unit, roster: Roster, in_groups: bool) -> tuple[Student, ...]:
    """Moodle writes ``Team 3-Ada Lovelace``: the roster knows her to be in Team 3, or
    knows no groups at all, and every name of the download has one before it."""
    if "moodle_id" not in unit.ids:
        return ()
    in_groups = in_groups and not any(student.group for student in roster.students)
    for place in (i for i, letter in enumerate(unit.who) if letter == "-"):
        group = simplified(unit.who[:place]).strip()
        students = roster.find(unit.who[place + 1 :])
        inside = tuple(
            s for s in students if in_groups or group in map(simplified, s.groups())
        )
        if inside:
            return inside
    return ()


def _list(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def _short(said: list[str]) -> list[str]:
    if len(said) <= SHOWN:
        return said
    return [*said[:SHOWN], f"And {len(said) - SHOWN} more name several students."]
