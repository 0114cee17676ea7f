"""Reading a roster, and finding students in it."""

import contextlib
import unicodedata
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from autograder.gradebook.matching import run_together, same_words, simplified
from autograder.gradebook.roster import Roster, Student
from autograder.gradebook.roster_file import read_roster
from autograder.gradebook.table import TableProblem
from handin.people import CLASS, keys

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


# --- files as systems write them ---------------------------------------------


def test_canvas_own_export_is_a_roster(tmp_path):
    found = roster(tmp_path, CANVAS)
    assert keys(found) == ["S1", "S2"]
    ada = found.students[0]
    assert (ada.name, ada.section) == ("Ada Lovelace", "A01")
    assert ada.ids["canvas_id"] == ada.ids["ID"] == "4021"
    assert ada.ids["SIS Login ID"] == "alovelace"


def test_a_login_that_is_an_address_is_where_a_student_is_written_to(tmp_path):
    addressed = CANVAS.replace("alovelace", "ada@uni.example")
    people = roster(tmp_path, addressed).students
    assert [each.email for each in people] == ["ada@uni.example", ""]


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
        ('sep="\nid"name\na"b\n', "no column that tells students apart"),
        ("id,handed_in\na,2026-03-01T12:00\n", "line 2: the time of hand-in has no time"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(tmp_path, text, said):
    with pytest.raises(TableProblem, match=f"(?s){said}") as caught:
        roster(tmp_path, text)
    assert "\n" not in str(caught.value)


def test_a_named_column_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(TableProblem, match=r"'Kenung'. Did you mean 'Kennung'\?"):
        roster(tmp_path, "Kennung\nk1\n", id="Kenung")
    with pytest.raises(TableProblem, match=r"\[roster\] has no line 'nick'"):
        roster(tmp_path, "Kennung\nk1\n", nick="Kennung")


def test_a_roster_that_is_not_there_is_said(tmp_path):
    with pytest.raises(TableProblem, match="cannot be read: No such file"):
        read_roster(tmp_path / "roster.csv")


@given(st.binary(max_size=300))
def test_any_bytes_are_a_roster_or_a_sentence(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("roster") / "roster.csv"
    path.write_bytes(data)
    with contextlib.suppress(TableProblem):
        assert read_roster(path).students


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


@given(st.just("\ud800") | st.text(st.sampled_from("a\0\n\udfff\U0001f600"), max_size=6))
def test_whatever_a_hand_in_says_comes_back_from_the_gradebook(text):
    there = Roster((Student("a", text, notes=(text,), times={text: text}),))
    kept = there.to_json().encode()
    assert Roster.from_json(kept.decode()) == there
