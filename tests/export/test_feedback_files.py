"""Feedback pages on their way back: names as the systems take them, and mail."""

import csv
import email.policy
import io
import re
import zipfile
from dataclasses import replace

import pytest

from autograder.export.feedback_files import canvas, hub, mail, moodle
from autograder.export.files import Export, ExportProblem
from tests.export.class_of_five import HOSTILE, student

PAGE = b"<p>Well done, Zo\xc3\xab</p>"
ADA = student("ada", "Ada_King Lovelace", 14.0, moodle_id="501")
BEN = student("ben", HOSTILE[0], None, "unreadable", Identifier="Participant 502")
CY = student("cy", "Cy", 3.0)
PAGES = dict.fromkeys(("ada", "ben", "cy"), PAGE)


def members(made: Export) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(made.data)) as archive:
        assert {archive.read(name) for name in archive.namelist()} == {PAGE}
        return archive.namelist()


def test_moodle_finds_the_participants_number_behind_the_first_mark():
    """As its importer does: explode('_', $pathpart, 5)."""
    made = moodle([ADA, BEN, CY], PAGES)
    parts = [name.split("/")[0].split("_", 4) for name in members(made)]
    assert [part[1:4] for part in parts] == [
        ["501", "assignsubmission", "file"],
        ["502", "assignsubmission", "file"],
    ]
    assert "Without Moodle's participant number, so left out: 1" in made.notes[1]


def test_canvas_finds_the_user_and_the_file_by_the_first_two_numbers():
    """As it does: split on the mark, and the first two that are digits alone."""
    ids = {"canvas_id": "4021", "canvas_upload": "98765", "canvas_name": "kingada_3_LATE"}
    (name,) = members(canvas([replace(ADA, ids=ids), CY], PAGES))
    assert name.startswith("kingada_LATE_")
    assert [p for p in name.split("_") if re.fullmatch(r"\d+", p)][:2] == ["4021", "98765"]


@pytest.mark.parametrize("upload", ["", "98a65"])
def test_canvas_is_given_no_page_without_the_number_of_its_upload(upload):
    ada = replace(ADA, ids={"canvas_id": "4021", "canvas_upload": "98765"})
    cy = replace(CY, ids={"canvas_id": "4022", "canvas_upload": upload})
    made = canvas([ada, cy], PAGES)
    assert len(members(made)) == 1
    assert "so left out: 1 (Cy" in made.notes[1]


def test_nobody_that_the_system_knows_makes_no_empty_zip():
    with pytest.raises(ExportProblem, match="There is no student with a page and Moodle"):
        moodle([CY], PAGES)


def test_a_hub_knows_students_by_the_rosters_logins_in_small_letters():
    files, notes, _ = hub(
        [student("s1", "Ada", 1.0, login="Ada"), CY], PAGES | {"s1": PAGE}
    )
    assert set(files) == {"ada.html"}
    assert "left out: 1 (Cy" in notes[1]


def test_a_hub_knows_students_by_what_they_handed_in_under_where_no_roster_says():
    assert set(hub([ADA, BEN, CY], PAGES)[0]) == {"ada.html", "ben.html", "cy.html"}


@pytest.mark.parametrize("login", ["../ben", ".hidden", "a/b", "x y", "ada"])
def test_a_name_that_is_a_place_or_two_students_is_nobodys(login: str):
    one, other = (
        student(key, key, 1.0, login=name)
        for key, name in (("one", login), ("other", "ada"))
    )
    files, *_ = hub([one, other], {"one": PAGE, "other": PAGE})
    assert set(files) == (set() if login == "ada" else {"ada.html"})


def test_who_has_no_page_gets_none():
    assert len(members(moodle([ADA, BEN], {"ada": PAGE}))) == 1


def test_a_message_for_each_student_with_the_page_attached():
    files, notes, _ = mail([ADA, CY], PAGES, {"ada": "ada", "cy": "cy"}, "Week 3")
    message = email.message_from_bytes(files["ada.eml"], policy=email.policy.default)
    (page,) = message.iter_attachments()
    assert (message["To"], message["Subject"]) == (
        "Ada_King Lovelace <ada@example.org>",
        "Feedback: Week 3",
    )
    assert "You have 14 of 14 points." in message.get_body().get_content()
    assert page.get_content().strip() == PAGE.decode()
    assert notes == ("Messages: 2.",)


def test_a_score_that_is_not_known_is_no_zero_in_a_message():
    files, *_ = mail([BEN], PAGES, {"ben": "ben"}, "")
    message = email.message_from_bytes(files["ben.eml"], policy=email.policy.default)
    assert "waits for a person" in message.get_body().get_content()


def test_the_table_for_merging_mails_holds_no_formula():
    files, *_ = mail([ADA, BEN], PAGES, {"ada": "ada", "ben": "ben"}, "")
    header, ada, ben = csv.reader(io.StringIO(files["mail.csv"].decode("utf-8-sig")))
    assert header == ["email", "name", "score", "max_points", "message", "page"]
    assert ada == [
        *("ada@example.org", "Ada_King Lovelace", "14", "14", "ada.eml"),
        "feedback/ada.html",
    ]
    assert ben[1].startswith("'=")


@pytest.mark.parametrize("address", ["", "nobody", "a@b\nBcc: c@d", "a b@c", "@"])
def test_what_is_no_address_gets_no_message(address):
    odd = replace(ADA, email=address)
    files, notes, _ = mail([odd, CY], PAGES, {"ada": "ada", "cy": "cy"}, "")
    assert set(files) == {"cy.eml", "mail.csv"}
    assert "Without an e-mail address, so left out: 1" in notes[1]
