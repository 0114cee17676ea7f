"""Who a grade belongs to, in the words of the system that it goes to."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from autograder.gradebook.final import FinalGrade
from autograder.gradebook.matching import first_name_first

# What each column is also called, in rosters made by hand or by another system.
ALIASES = {
    "canvas id": ("canvas user id",),
    "sis user id": ("sis id",),
    "sis login id": ("login id", "username", "login"),
    "id number": ("idnumber", "student number", "id"),
    "identifier": ("participant", "moodle id"),
    "email address": ("email", "e-mail"),
    "first name": ("firstname", "given name"),
    "last name": ("lastname", "surname", "family name"),
}


def normalised(text: str) -> str:
    """A column's title or a name, for comparing."""
    return " ".join(text.replace("_", " ").casefold().split())


def roster_value(grade: FinalGrade, title: str) -> str:
    """What a roster says about a student under a title, or a name for it; or ``""``."""
    known = {normalised(column): value for column, value in grade.ids.items()}
    wanted = normalised(title)
    for name in (wanted, *ALIASES.get(wanted, ())):
        if known.get(name, "").strip():
            return known[name].strip()
    return ""


def canvas_id(grade: FinalGrade) -> str:
    """Canvas's own number for a student; ``""`` when it is not known.

    A column called ``ID`` counts only beside Canvas's other columns: the
    university's number in its place would be another student's.
    """
    if own := roster_value(grade, "Canvas ID"):
        return own
    columns = {normalised(column) for column in grade.ids}
    from_canvas = columns & {"sis login id", "sis user id"}
    return grade.ids.get("ID", "").strip() if from_canvas else ""


def first_and_last(grade: FinalGrade) -> tuple[str, str]:
    """First and last name; guessed from the whole one where a roster does not say."""
    first, last = roster_value(grade, "First name"), roster_value(grade, "Last name")
    if first or last:
        return first, last
    name = grade.name or grade.student
    if ", " in name:
        last, _, first = name.partition(", ")
        return first, last
    first, _, last = name.rpartition(" ")
    return first, last


def unique(pairs: Iterable[tuple[str, FinalGrade]]) -> Mapping[str, FinalGrade]:
    """Grades by a value, without the values that two students share."""
    by_value: dict[str, list[FinalGrade]] = defaultdict(list)
    for value, grade in pairs:
        if value and all(other is not grade for other in by_value[value]):
            by_value[value].append(grade)
    return {value: grades[0] for value, grades in by_value.items() if len(grades) == 1}


def normalised_name(name: str) -> str:
    """``Lovelace, Ada`` and ``Ada  Lovelace`` as one, for comparing."""
    return normalised(first_name_first(name))
