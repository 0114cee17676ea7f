"""Reading a roster, finding students in it, and saying whose a hand-in is."""

from __future__ import annotations

import contextlib
import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from making import content, notebook

from autograder.gradebook.matching import run_together, same_words, simplified
from autograder.gradebook.roster import Roster, Student
from autograder.handin.collect import (
    Collected,
    SubmissionsProblem,
    collect_class,
)
from autograder.handin.roster_file import RosterProblem, read_roster

DATA = notebook("a = 1")
CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Week 3 (301)\n"
    ",,,,,Manual Posting\n"
    "    Points Possible,,,,,11\n"
    '"Lovelace, Ada",4021,S1,alovelace,A01,\n'
    '"Hopper, Grace",4022,S2,ghopper,A01,\n'
    '"Student, Test",4099,,abcdef,A01,\n'
)
MOODLE = (
    '\ufeff"First name","Last name","ID number","Email address",Groups\n'
    "Ada,Lovelace,77001,ada@uni.example,Team 3\n"
    "Grace,Hopper,77002,grace@uni.example,Team 3\n"
)
WORKSHEET = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade\n"
    "Participant 12345,Ada Lovelace,ada@uni.example,Submitted for grading,,11\n"
)
CLASSROOM = '"identifier","github_username","github_id","name"\n"a1","adal","99",""\n'


def roster(folder: Path, text: str | bytes, **columns: str) -> Roster:
    path = folder / "roster.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_roster(path, columns)


def keys(found: Roster | tuple[Student, ...]) -> list[str]:
    return [s.key for s in (found.students if isinstance(found, Roster) else found)]


# --- files as systems write them ---------------------------------------------


def test_canvas_own_export_is_a_roster(tmp_path):
    found = roster(tmp_path, CANVAS)
    assert keys(found) == ["S1", "S2"]
    ada = found.students[0]
    assert (ada.name, ada.section) == ("Ada Lovelace", "A01")
    assert ada.ids["canvas_id"] == ada.ids["ID"] == "4021"
    assert ada.ids["SIS Login ID"] == "alovelace"


def test_moodles_participants_are_a_roster(tmp_path):
    (ada, grace) = roster(tmp_path, MOODLE).students
    assert (ada.key, ada.name, ada.email) == ("77001", "Ada Lovelace", "ada@uni.example")
    assert grace.group == "Team 3"


def test_moodles_grading_worksheet_is_a_roster(tmp_path):
    (ada,) = roster(tmp_path, WORKSHEET).students
    assert (ada.key, ada.ids["moodle_id"]) == ("ada@uni.example", "12345")


def test_github_classrooms_roster_is_a_roster(tmp_path):
    (ada,) = roster(tmp_path, CLASSROOM).students
    assert (ada.key, ada.ids["github"]) == ("a1", "adal")


@pytest.mark.parametrize(
    "data",
    [
        "id;name\n007;Zoë\n".encode(),
        "id\tname\n007\tZoë\n".encode("utf-16"),
        "\ufeffid,name\r\n007,Zoë\r\n".encode(),
        "id;name\r\n007;Zoë\r\n".encode("cp1252"),
        "sep=;\nid;name\n007;Zoë\n".encode(),
        'id,name\n"=""007""",Zoë\n'.encode(),
        "id,name\n'007,Zoë\n\n,,\n".encode(),
        'Student ID,"Full\nname"\n007,Zoë\n'.encode(),
        "student,name\n007,Zoë\n".encode(),
    ],
)
def test_however_a_spreadsheet_wrote_it(tmp_path, data):
    (zoe,) = roster(tmp_path, data).students
    assert (zoe.key, zoe.name) == ("007", "Zoë")


def test_a_column_can_be_named(tmp_path):
    found = roster(tmp_path, "Kennung,Wer\nk1,Ada\n", id="Kennung", name="Wer")
    assert (found.students[0].key, found.students[0].name) == ("k1", "Ada")


# --- files that cannot be used -----------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id,name\na,Ada\nb,Ben\na,Ann\n", "has the id 'a' twice, on lines 2 and 4"),
        ("id,name\na,Ada\nA,Ann\n", "twice, on lines 2 and 3"),
        ("id,email\na,x@y\nb,X@y\n", "has the e-mail address 'x@y' twice"),
        ("id,name\na,Ada\n,Ben\n,Cy\n", "has no id on lines 3 and 4. Fill it in"),
        ('id,name\na,"Ada\nLovelace"\n,Ben\n', "has no id on line 4"),
        ("name\nAda\nAda\n", "'Ada' twice, on lines 2 and 3. .*Give them an id column"),
        ("Kennung,Wer\nk1,Ada\n", "no column that tells students apart.*'Kennung', 'Wer'"),
        ("id,name\n", "a header and no students"),
        ("", "is empty"),
        ("PK\x03\x04", "is an Excel workbook. Save it as CSV"),
        ("id\0,name\nx\0,y\n", "is no text"),
        ("id,handed_in\na,2026-03-01T12:00\n", "line 2: the time of hand-in has no time"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(tmp_path, text, said):
    with pytest.raises(RosterProblem, match=f"(?s){said}") as caught:
        roster(tmp_path, text)
    assert "\n" not in str(caught.value)


def test_a_named_column_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(RosterProblem, match=r"'Kenung'. Did you mean 'Kennung'\?"):
        roster(tmp_path, "Kennung\nk1\n", id="Kenung")
    with pytest.raises(RosterProblem, match=r"\[roster\] has no line 'nick'"):
        roster(tmp_path, "Kennung\nk1\n", nick="Kennung")


def test_a_roster_that_is_not_there_is_said(tmp_path):
    with pytest.raises(RosterProblem, match="cannot be read: No such file"):
        read_roster(tmp_path / "roster.csv")


@given(st.binary(max_size=300))
def test_any_bytes_are_a_roster_or_a_sentence(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("roster") / "roster.csv"
    path.write_bytes(data)
    with contextlib.suppress(RosterProblem):
        assert read_roster(path).students


# --- finding somebody --------------------------------------------------------

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


@pytest.mark.parametrize(
    ("label", "found"),
    [
        ("s1", ["s1"]),
        ("ALovelace", ["s1"]),
        ("ada@uni.example", ["s1"]),
        ("ada", ["s1"]),
        ("Lovelace Ada King", ["s1"]),
        ("ada_king_lovelace", ["s1"]),
        ("lovelaceadaking", ["s1"]),  # Canvas
        ("obrienangstromzoe", ["s2"]),
        ("zoe o'brien ångstrom", ["s2"]),
        ("Lukasz Oster", ["s5"]),
        ("lukasz-o", ["s5"]),
        ("John Smith", ["s3", "s4"]),
        ("js2", ["s4"]),
        ("Ada Lovelace", []),
        ("", []),
        ("...", []),
    ],
)
def test_names_ids_and_addresses_are_found(label, found):
    assert keys(CLASS.find(label)) == found


def test_an_id_of_the_learning_system_decides():
    assert keys(CLASS.find("John Smith", {"canvas_id": "41"})) == ["s2"]


WORD = st.from_regex(r"[A-Za-zà-öø-ž]{2,8}", fullmatch=True)
NAMES = st.lists(WORD, min_size=1, max_size=4)


@given(NAMES, st.randoms())
def test_order_case_accents_and_forms_of_a_name_do_not_matter(parts, random):
    name = " ".join(parts)
    other = list(parts)
    random.shuffle(other)
    written = unicodedata.normalize("NFD", "_".join(other).upper())
    found = Roster((Student("x", name),), True).find(written)
    assert keys(found) == ["x"]


@given(NAMES, NAMES)
def test_who_is_found_has_the_same_words(one, other):
    assume(same_words(" ".join(one)) != same_words(" ".join(other)))
    label = " ".join(other)
    found = Roster((Student("id", " ".join(one)),), True).find(label)
    assert not found or simplified(label).strip() in {"id", *run_together(" ".join(one))}


@given(st.text(max_size=40))
def test_a_plain_name_stays_as_it_is(text):
    assert simplified(simplified(text)) == simplified(text)


def test_a_roster_comes_back_from_the_gradebook():
    there = Roster(
        (Student("a", notes=("late",), times={"a.ipynb": "x"}),), True, (Student("b"),)
    )
    assert Roster.from_json(there.to_json()) == there
    assert Roster.from_json(None) == Roster()


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
    found = handed_in(tmp_path, PAIR, **{name: data})
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


def test_a_notebook_gives_nothing_to_somebody_it_does_not_belong_to(tmp_path):
    """Alan's file that names two others is Alan's."""
    others = notebook("# Students: Ada Lovelace, Grace Hopper\na = 1")
    assert students(handed_in(tmp_path, PAIR, s3=others)) == ["s3"]


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
