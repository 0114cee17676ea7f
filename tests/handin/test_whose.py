"""Whose a hand-in is, by the roster and by what no rule can know."""

import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from making import content, notebook

from autograder.gradebook.roster import Roster, Student
from autograder.gradebook.roster_file import read_roster
from autograder.handin.collect import Collected, collect_class
from autograder.handin.submission import SubmissionsProblem
from handin.people import CLASS, keys

REST = CLASS.students[1:]
DATA = notebook("a = 1")

# --- whose it is -------------------------------------------------------------


def handed_in(folder: Path, known: Roster, **names: bytes) -> Collected:
    for name, data in names.items():
        (folder / f"{name}.ipynb").write_bytes(data)
    return collect_class(folder, known)


def students(found: Collected) -> list[str]:
    return [item.student for item in found.handed]


def note(found: Collected, key: str) -> str:
    return " ".join(*(s.notes for s in found.roster.students if s.key == key))


PAIR = Roster(
    (
        Student("s1", "Ada Lovelace", group="Team 3", ids={"id": "s1"}),
        Student("s2", "Grace Hopper", group="Team 3", ids={"id": "s2"}),
        Student("s3", "Alan Turing", ids={"id": "s3"}),
    ),
    complete=True,
)


def test_who_is_missing_and_who_is_unknown_is_said(tmp_path):
    found = handed_in(tmp_path, PAIR, **{"Lovelace Ada": DATA, "Mallory": DATA})
    assert students(found) == ["Mallory", "s1"]
    assert found.unknown == ("Mallory",)
    assert found.missing == ("s2", "s3")


def test_who_fits_two_is_given_to_neither_and_not_lost(tmp_path):
    found = handed_in(tmp_path, CLASS, **{"John Smith": DATA})
    assert students(found) == ["John Smith"]
    assert "fits more than one student of the roster (s3 and s4): not guessed" in " ".join(
        found.said
    )


def test_somebody_unknown_never_takes_a_students_place(tmp_path):
    known = Roster((Student("ada"), Student("s2", "Ada L", "ada@uni.example")), True)
    found = handed_in(tmp_path, known, ada=DATA)
    assert students(found) == ["ada (not on the roster)"]
    assert found.missing == ("ada", "s2")


def test_two_canvas_users_of_one_name_are_not_one(tmp_path):
    names = ("lovelaceada_41_1_a", "lovelaceada_42_2_a", "hoppergrace_43_3_a")
    found = handed_in(tmp_path, PAIR, **dict.fromkeys(names, DATA))
    assert students(found) == ["lovelaceada 41", "lovelaceada 42", "s2"]
    assert "fits the name of two people" in " ".join(found.said)


def test_two_names_of_one_student_are_one(tmp_path):
    found = handed_in(tmp_path, PAIR, **{"s1": DATA, "Ada Lovelace": DATA})
    assert students(found) == ["s1"]
    assert len(found.handed[0].files) == 2


def test_canvas_ids_are_kept_for_the_way_back(tmp_path):
    found = handed_in(tmp_path, PAIR, lovelaceada_41_1_a=DATA, hoppergrace_42_2_a=DATA)
    assert [s.ids.get("canvas_id") for s in found.roster.students] == ["41", "42", None]


METADATA = {"authors": [{"name": "Grace Hopper"}, {"name": "s1"}]}
AUTHORS = json.dumps(content("a = 1", metadata=METADATA)).encode()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("Team 3", DATA),
        ("Ada Lovelace + Grace Hopper", DATA),
        ("s1 and s2", DATA),
    ],
)
def test_two_students_in_one_notebook_both_get_it(tmp_path, name, data):
    found = handed_in(tmp_path, PAIR, **{name: data})
    assert students(found) == ["s1", "s2"]
    assert note(found, "s1") == "Handed in with Grace Hopper."
    assert found.missing == ("s3",)


def test_a_canvas_group_is_its_members(tmp_path):
    ids = {"id": "s1", "canvas_id": "41"}
    ada = Student("s1", "Ada", group="Team 3", ids=ids)
    known = Roster((ada, *PAIR.students[1:]), complete=True)
    names = ("team3_41_1_a", "turingalan_43_2_a")
    found = handed_in(tmp_path, known, **dict.fromkeys(names, DATA))
    assert students(found) == ["s1", "s2", "s3"]
    assert [s.ids.get("canvas_id") for s in found.roster.students] == ["41", None, "43"]


def test_who_handed_in_alone_keeps_that(tmp_path):
    found = handed_in(tmp_path, PAIR, **{"s1 and s2": DATA, "s2": DATA})
    by = {item.student: [name for name, _ in item.files] for item in found.handed}
    assert by == {"s1": ["s1 and s2.ipynb"], "s2": ["s2.ipynb"]}
    assert "s1 and s2 names s2 too, who also handed in alone" in " ".join(found.said)


@pytest.mark.parametrize(
    ("name", "data", "whose"),
    [
        ("s1", AUTHORS, "s1"),
        ("work", AUTHORS, "work"),
        ("work", notebook("# Students: Ada Lovelace, Grace Hopper\na = 1"), "work"),
    ],
)
def test_what_a_notebook_says_of_itself_gives_nobody_a_grade(tmp_path, name, data, whose):
    strangers = tuple(replace(student, group="") for student in PAIR.students)
    found = handed_in(tmp_path, replace(PAIR, students=strangers), **{name: data})
    assert students(found) == [whose]
    assert f"{name} names" in " ".join(found.said)
    assert "gives nobody a grade" in " ".join(found.said)


# --- what no rule can know -----------------------------------------------------


def test_an_alias_says_whose_a_name_is(tmp_path):
    (tmp_path / "work.ipynb").write_bytes(DATA)
    (tmp_path / "ali.ipynb").write_bytes(DATA)
    given = {"Work": ("s1", "Grace Hopper"), "ali": ("s3",)}
    found = collect_class(tmp_path, PAIR, aliases=given)
    assert students(found) == ["s1", "s2", "s3"]
    assert found.unknown == ()


def test_an_alias_may_be_an_id_of_the_system(tmp_path):
    (tmp_path / "lovelaceada_41_1_a.ipynb").write_bytes(DATA)
    (tmp_path / "lovelaceada_42_1_a.ipynb").write_bytes(DATA)
    given = {"41": ("s1",), "42": ("s3",)}
    assert students(collect_class(tmp_path, PAIR, aliases=given)) == ["s1", "s3"]


def test_an_alias_without_a_roster_names_the_student(tmp_path):
    (tmp_path / "xX_ada_Xx.ipynb").write_bytes(DATA)
    given = {"xX_ada_Xx": ("s1",)}
    assert students(collect_class(tmp_path, aliases=given)) == ["s1"]


def test_an_alias_for_nobody_is_refused(tmp_path):
    (tmp_path / "work.ipynb").write_bytes(DATA)
    with pytest.raises(
        SubmissionsProblem, match="alias 'work' is for 's9', who is not one"
    ):
        collect_class(tmp_path, PAIR, aliases={"work": ("s9",)})


JOSE = Roster(
    (
        Student("s1", "José García"),
        Student("s2", "Jose Garcia"),
        Student("s3", "Zoë Öz"),
    ),
    complete=True,
)


def test_an_exact_name_beats_one_without_its_accents():
    assert keys(JOSE.find("José García")) == ["s1"]
    assert keys(JOSE.find("garcia jose")) == ["s2"]
    assert keys(JOSE.find("Zoe Oz")) == ["s3"]
    assert keys(JOSE.find("Josè Garcia")) == ["s1", "s2"]


def test_somebody_without_the_accents_is_somebody_else(tmp_path):
    """Beside the one whose name it is: alone, a name without accents will do."""
    found = handed_in(tmp_path, JOSE, **{"Zoë Öz": DATA, "Zoe Oz": DATA})
    assert students(found) == ["Zoe Oz", "s3"]


def test_moodles_group_is_known_by_all_having_one(tmp_path):
    names = ("Team 3-Ada Lovelace_1", "Team 3-Alan Turing_2")
    for name in names:
        folder = tmp_path / f"{name}_assignsubmission_file_"
        folder.mkdir()
        (folder / "a.ipynb").write_bytes(DATA)
    known = Roster((Student("s1", "Ada Lovelace"), Student("s3", "Alan Turing")), True)
    assert students(collect_class(tmp_path, known)) == ["s1", "s3"]


def test_two_that_are_called_alike_never_become_one(tmp_path):
    names = ("smithjo_41_1_a", "smithjo_42_2_a", "smithjo 41_43_3_a")
    found = handed_in(tmp_path, Roster(), **dict.fromkeys(names, DATA))
    assert len(students(found)) == 3


def test_without_a_roster_two_names_are_said_and_nothing_is_lost(tmp_path):
    pair = notebook("# Students: Ada Lovelace and Grace Hopper\na = 1")
    found = handed_in(tmp_path, Roster(), team=pair)
    assert students(found) == ["team"]
    said = "team names 2 students (Ada Lovelace, Grace Hopper) and gets one grade."
    assert said in " ".join(found.said)


def test_moodles_group_before_a_name_is_known_from_the_roster(tmp_path):
    folder = tmp_path / "Team 3-Ada Lovelace_12345_assignsubmission_file_"
    folder.mkdir()
    (folder / "a.ipynb").write_bytes(DATA)
    assert students(collect_class(tmp_path, PAIR)) == ["s1"]


def test_the_rosters_time_of_hand_in_counts(tmp_path):
    path = tmp_path / "roster.csv"
    path.write_text("id,handed_in\ns1,2026-03-01T12:00:00+01:00\n")
    (tmp_path / "class").mkdir()
    found = handed_in(tmp_path / "class", read_roster(path), s1=DATA)
    assert found.handed[0].handed_in == "2026-03-01T12:00:00+01:00"


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Lovelace_Ada_02-by-hand", "s1"),
        ("02-by-hand-ADA-LOVELACE (1)", "s1"),
        ("Ada L <ada@uni.example>", "s1"),
        ("Zoë O'Brien-Ångström week 2", "s2"),
        ("02-by-hand-lovelaceada", "s1"),
        ("AdaLovelace_02", "s1"),
        ("johnsmith 2", ""),
        ("John Smith week 2", ""),  # two are called so
        ("John <js2@uni.example>", "s4"),
        ("Ada week 2", ""),  # a first name alone
        ("Ada Lovelace John Doe Oster Lukasz", ""),  # two whole names
        ("not-ada@uni.example.org", ""),
    ],
)
def test_a_name_that_holds_one_student_is_proposed_and_not_taken(tmp_path, name, key):
    known = replace(
        CLASS, students=(replace(CLASS.students[0], name="Ada Lovelace"), *REST)
    )
    (tmp_path / name).mkdir()
    (tmp_path / name / "a.ipynb").write_bytes(DATA)
    (tmp_path / "s5").mkdir()
    (tmp_path / "s5" / "a.ipynb").write_bytes(DATA)
    found = collect_class(tmp_path, known)
    assert found.unknown == (name,)
    lines = [said.partition("[aliases]: ")[2] for said in found.said if "may be" in said]
    assert len(lines) == bool(key)
    if key:  # as it stands, it is what the settings take
        aliases = tomllib.loads(f"[aliases]\n{lines[0]}")["aliases"]
        again = collect_class(
            tmp_path, known, aliases={k: tuple(v) for k, v in aliases.items()}
        )
        assert students(again) == sorted([key, "s5"])
        assert again.unknown == ()


def test_a_name_that_a_student_gave_herself_brings_nobody_elses_id(tmp_path):
    """Canvas puts it first: a name "a_41_1" is read as somebody's with the id 41."""
    known = Roster(
        (
            Student("s1", "Ada Lovelace", ids={"canvas_id": "41"}),
            Student("s2", "Eve Mallory", ids={"canvas_id": "42"}),
        ),
        complete=True,
    )
    names = ("lovelaceada_41_90_a", "a_41_1_42_99_b", "malloryeve_42_91_a")
    found = handed_in(tmp_path, known, **dict.fromkeys(names, DATA))
    assert {i.student: len(i.files) for i in found.handed} == {"s1": 1, "s2": 1, "a": 1}
    assert "s1 has one id under several names (a, lovelaceada)" in " ".join(found.said)
