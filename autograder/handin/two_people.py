"""Two people under one name of the roster, or under one id: neither is guessed."""

from collections import defaultdict
from collections.abc import Iterable

from autograder.gradebook.matching import run_together, same_words, simplified
from autograder.gradebook.roster import Roster, Student
from autograder.handin.units import Unit


def refuse_two_people(
    units: list[Unit], whose: list[tuple[Student, ...]], by_hand: set[int]
) -> list[str]:
    """Two ids of a learning system are two people, even if one name fits both.

    So are two names of which one has the roster's accents, and the other has not.
    """
    by_student: dict[str, list[int]] = defaultdict(list)
    for place, members in enumerate(whose):
        if len(members) == 1:
            by_student[members[0].key].append(place)
    sentences = []
    for key, places in by_student.items():
        asked = [p for p in places if p not in by_hand]
        unsure = [p for p in asked if units[p].ids and not _by_id(units[p], whose[p][0])]
        ids = {tuple(units[p].ids.items()) for p in places if units[p].ids}
        if len(ids) < 2:
            unsure = [p for p in asked if _without_accents(units[p], whose[p][0])]
        if unsure and (len(ids) > 1 or len(unsure) < len(places)):
            for place in unsure:
                whose[place] = ()
            called = [" ".join([units[p].who, *units[p].ids.values()]) for p in unsure]
            names = ", ".join(called)
            sentences.append(
                f"{key} of the roster fits the name of two people ({names}): not guessed. "
                "Give the roster their ids."
            )
    return sentences


def refuse_two_names(
    units: list[Unit], whose: list[tuple[Student, ...]], by_hand: set[int]
) -> list[str]:
    """One id of a learning system under two names: in one of them a student wrote it.

    Canvas puts a student's own name first, which may have another's id in it.
    """
    by_student: dict[str, list[int]] = defaultdict(list)
    for place, members in enumerate(whose):
        if len(members) == 1 and place not in by_hand and _by_id(units[place], members[0]):
            by_student[members[0].key].append(place)
    sentences = []
    for key, places in by_student.items():
        names = list(dict.fromkeys(units[p].who for p in places))
        refused = [p for p in places if not _by_name(units[p], whose[p][0])]
        for place in refused if names[1:] else ():
            whose[place] = ()
        if refused and names[1:]:
            sentences.append(
                f"{key} has one id under several names ({', '.join(names)}): what is not "
                "under the name of the roster is not guessed."
            )
    return sentences


def _by_name(unit: Unit, student: Student) -> bool:
    who, name = unit.who, student.name
    return same_words(who) == same_words(name) or simplified(who) in run_together(name)


def _by_id(unit: Unit, student: Student) -> bool:
    return any(
        simplified(student.ids.get(name, "")) == simplified(v)
        for name, v in unit.ids.items()
    )


def _without_accents(unit: Unit, student: Student) -> bool:
    """Whether the name alone fits, and only when its accents are left out."""
    return (
        not _by_id(unit, student)
        and not student.is_called(unit.who)
        and same_words(unit.who) == same_words(student.name)
    )


def confirmed_partners(
    owner: Student, names: Iterable[str], roster: Roster
) -> tuple[Student, ...]:
    """The owner and those that the notebook names, if the roster has all in one group.

    A notebook alone gives nobody anything: a name that is nobody's, more than one
    student's, or a student's of another group, and nothing of what it says counts.
    """
    group = {member.key for member in roster.of_group(owner.group)} if owner.group else ()
    together = {owner.key: owner}
    for name in names:
        found = roster.find(name)
        if len(found) != 1 or found[0].key not in group:
            return ()
        together[found[0].key] = found[0]
    return tuple(together.values()) if len(together) > 1 else ()
