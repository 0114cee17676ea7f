"""Who hands in together: what a notebook says counts where the roster says it too."""

from pathlib import Path

import pytest
from making import notebook

from autograder.gradebook.roster import Roster, Student
from autograder.handin.collect import Collected, collect_class

CLASS = Roster(
    (
        Student("s1", "Ada Lovelace", group="Red"),
        Student("s2", "Grace Hopper", group="Red"),
        Student("s3", "Emmy Noether", group="Red"),
        Student("s4", "Victim Rich", group="Blue"),
        Student("s5", "Lone Wolf"),
        Student("s6", "Lone Wolf"),
    ),
    complete=True,
)


def handed_in(folder: Path, **said: str) -> Collected:
    for name, words in said.items():
        (folder / f"{name}.ipynb").write_bytes(notebook(f"# {words}\na = 1"))
    return collect_class(folder, CLASS)


def students(found: Collected) -> list[str]:
    return [item.student for item in found.handed]


@pytest.mark.parametrize(
    ("words", "all_of_them"),
    [
        ("Students: Ada Lovelace, Grace Hopper", ["s1", "s2"]),
        ("Students: Grace Hopper and Emmy Noether", ["s1", "s2", "s3"]),
        ("Authors: s1, s3", ["s1", "s3"]),
    ],
)
def test_partners_of_the_rosters_group_each_have_it(tmp_path, words, all_of_them):
    found = handed_in(tmp_path, s1=words)
    assert students(found) == all_of_them
    files = {item.files for item in found.handed}
    assert len(files) == 1
    notes = {s.key: s.notes for s in found.roster.students if s.notes}
    assert all("Handed in with" in " ".join(notes[key]) for key in all_of_them)


@pytest.mark.parametrize(
    "words",
    [
        "Students: Ada Lovelace, Victim Rich",  # another group
        "Students: Ada Lovelace, Grace Hopper, Victim Rich",  # one is, one is not
        "Students: Ada Lovelace, Lone Wolf",  # two are called so
        "Students: Ada Lovelace, Nobody Known",
    ],
)
def test_what_the_roster_does_not_say_gives_nobody_anything(tmp_path, words):
    found = handed_in(tmp_path, s1=words)
    assert students(found) == ["s1"]
    assert any("which gives nobody a grade" in line for line in found.said)


def test_who_is_in_no_group_names_nobody(tmp_path):
    assert students(handed_in(tmp_path, s5="Students: Lone Wolf, Ada Lovelace")) == ["s5"]
