"""A class in which names, ids and addresses are to be found, and whom a search found."""

from autograder.gradebook.roster import Roster, Student

CLASS = Roster(
    (
        Student("s1", "Ada King Lovelace", "ada@uni.example", ids={"login": "alovelace"}),
        Student("s2", "Zoë O'Brien-Ångström", "zoe@uni.example", ids={"canvas_id": "41"}),
        Student("s3", "John Smith", "js1@uni.example", group="Team 3"),
        Student("s4", "Smith, John", "js2@uni.example", group="Team 3"),
        Student("s5", "Łukasz Øster", "lo@uni.example", ids={"github": "lukasz-o"}),
    ),
    complete=True,
)


def keys(found: Roster | tuple[Student, ...]) -> list[str]:
    return [s.key for s in (found.students if isinstance(found, Roster) else found)]
