"""Learning systems in other languages; ids, groups and numbers as tables change them."""

import csv
import io
from pathlib import Path

import pytest
from export.class_of_five import student

from autograder.export import canvas, moodle
from autograder.export.files import ExportProblem
from autograder.export.template import read_template
from autograder.gradebook.dates import DateProblem, system_moment
from autograder.gradebook.roster import Roster, Student
from autograder.gradebook.roster_file import read_roster
from autograder.gradebook.table import TableProblem
from autograder.handin.collect import collect_class
from autograder.handin.submission import SubmissionsProblem
from autograder.pages.cells import as_number
from handin.downloads import files, folder, zipped
from handin.people import CLASS

MOODLE = "Ada Lovelace_4001_assignsubmission_file_/03.ipynb"
# As Moodle's own translations call the columns of its grading worksheet, and a participant.
WORKSHEETS = {
    "English": (
        "Identifier,Full name,Email address,Status,Grade,Maximum Grade,"
        "Grade can be changed,Last modified (submission),Last modified (grade)",
        ("Participant 4001", "10.00", "Yes", "Monday, 2 March 2026, 8:10 PM"),
    ),
    "German": (
        "ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung,"
        "Bewertung kann geändert werden,Zuletzt geändert (Abgabe),"
        "Zuletzt geändert (Bewertung)",
        ("Teilnehmer/in4001", "10,00", "Ja", "Montag, 2. März 2026, 20:10"),
    ),
    "French": (
        "Identifiant,Nom complet,Adresse de courriel,Statut,Note,Note maximale,"
        "La note peut être modifiée,Dernière modification (travail remis),"
        "Dernière modification (note)",
        ("Participant 4001", "10,00", "Oui", "lundi 2 mars 2026, 20:10"),
    ),
    "Spanish": (
        "Identificador,Nombre completo,Dirección de correo,Estado,"
        "Calificación,Calificación máxima,La calificación puede ser cambiada,"
        "Última modificación (entrega),Última modificación (calificación)",
        ("Participante 4001", "10,00", "Sí", "lunes, 2 de marzo de 2026, 20:10"),
    ),
    "Italian": (
        "Identificativo,Nome completo,Indirizzo email,Stato,Valutazione,"
        "Valutazione massima,La valutazione può essere cambiata,"
        "Ultima modifica (consegna),Ultima modifica (valutazione)",
        ("Partecipante 4001", "10,00", "Sì", "lunedì, 2 marzo 2026, 20:10"),
    ),
    "Portuguese": (
        "Identificador,Nome completo,Endereço de email,Estado,Nota,Nota máxima,"
        "A nota pode ser alterada.,Última atualização (submissão),"
        "Última atualização (avaliação)",
        ("Participante 4001", "10,00", "Sim", "segunda-feira, 2 de março de 2026, 20:10"),
    ),
    "Portuguese of Brazil": (
        "Identificador,Nome completo,Endereço de email,Status,Nota,Nota máxima,"
        "Nota pode ser alterada,Última modificação (envio),Última modificação (nota)",
        ("Participante 4001", "10,00", "Sim", "segunda-feira, 2 de março de 2026, 20:10"),
    ),
    "Dutch": (
        "Identificatie,Volledige naam,E-mailadres,Status,Cijfer,Maximaal cijfer,"
        "Het cijfer kan gewijzigd worden,Laatst gewijzigd (inzending),"
        "Laatst gewijzigd (beoordeling)",
        ("Deelnemer 4001", "10,00", "Ja", "maandag, 2 maart 2026, 20:10"),
    ),
}


def worksheet(path: Path, language: str) -> Path:
    header, (who, most, free, came) = WORKSHEETS[language]
    row = [who, "Ada Lovelace", "ada@uni.example", "x", "", most, free, came, "-"]
    text = io.StringIO()
    csv.writer(text).writerows([header.split(","), row])
    path.write_text(text.getvalue(), encoding="utf-8")
    return path


@pytest.mark.parametrize("language", WORKSHEETS)
def test_moodles_worksheet_is_a_roster_in_its_language(language, tmp_path):
    read = read_roster(worksheet(tmp_path / "w.csv", language), timezone="Europe/Berlin")
    (ada,) = read.students
    assert (ada.name, ada.email) == ("Ada Lovelace", "ada@uni.example")
    assert ada.ids["moodle_id"] == "4001"
    assert ada.handed_in == "2026-03-02T20:10:00+01:00"
    found = collect_class(zipped(tmp_path / "m.zip", MOODLE), read)
    assert [(one.student, one.handed_in) for one in found.handed] == [
        (ada.key, ada.handed_in)
    ]


@pytest.mark.parametrize("language", WORKSHEETS)
def test_moodles_worksheet_is_filled_in_its_language(language, tmp_path):
    template = read_template(worksheet(tmp_path / "w.csv", language))
    made = moodle.from_template(template, [student("x", "", 7.0, moodle_id="4001")], "")
    header, row = csv.reader(io.StringIO(made.data.decode()))
    assert header == WORKSHEETS[language][0].split(",")
    assert row[4] == "5"
    made = moodle.from_template(template, [student("x", "", 7.7, moodle_id="4001")], "")
    row = list(csv.reader(io.StringIO(made.data.decode())))[1]
    assert row[4] == ("5.5" if language == "English" else "5,5")


MOMENTS = {
    "2026-03-01T20:00:00Z": "2026-03-01T20:00:00+00:00",  # Canvas's API
    "2026-03-01 15:22:11 -0800": "2026-03-01T15:22:11-08:00",  # Gradescope's table
    "2026-03-01 15:22:11 UTC": "2026-03-01T15:22:11+00:00",
    "Mar 1, 2026 at 3:22pm": "2026-03-01T15:22:00+01:00",  # Canvas's pages
    "mardi 3 mars 2026, 20:10": "2026-03-03T20:10:00+01:00",  # a day that is no month
    "martes, 6 de enero de 2026, 20:10": "2026-01-06T20:10:00+01:00",
    "-": "",
    "": "",
}


@pytest.mark.parametrize("said", MOMENTS)
def test_a_time_is_read_as_its_system_writes_it(said):
    assert system_moment(said, "It", "Europe/Berlin") == MOMENTS[said]


@pytest.mark.parametrize("said", ["1.3.2026 20:10", "3/1/26, 8:10 PM", "yesterday"])
def test_a_time_that_may_be_two_is_refused(said):
    with pytest.raises(DateProblem):
        system_moment(said, "It", "Europe/Berlin")


def test_a_class_that_is_not_on_the_roster_is_refused(tmp_path):
    names = [f"Student {i}_400{i}_assignsubmission_file_/03.ipynb" for i in range(5)]
    with pytest.raises(SubmissionsProblem, match="5 of 5 hand-ins are nobody's") as told:
        collect_class(zipped(tmp_path / "m.zip", *names), CLASS)
    assert "'Student 0', moodle_id 4000" in str(told.value)
    assert "'s1'" in str(told.value)
    assert "[aliases]" in str(told.value)


def test_a_few_strangers_are_named_and_graded(tmp_path):
    found = collect_class(folder(tmp_path, "s1/3.ipynb", "s3/3.ipynb", "x/3.ipynb"), CLASS)
    assert found.unknown == ("x",)


def test_a_language_that_is_not_known_is_an_error_with_a_way_out(tmp_path):
    path = tmp_path / "w.csv"
    path.write_text("Identyfikator,Pełna nazwa,Adres e-mail\nUczestnik 4001,Ada,a@b.c\n")
    with pytest.raises(TableProblem, match=r"\[roster\] id = 'Identyfikator'"):
        read_roster(path)
    with pytest.raises(ExportProblem, match="with Moodle in English"):
        moodle.from_template(read_template(path), [student("x", "", 7.0)], "")
    said = {"moodle_id": "Identyfikator", "email": "Adres e-mail"}
    (ada,) = read_roster(path, said).students
    assert (ada.email, ada.ids["moodle_id"]) == ("a@b.c", "4001")


def in_groups(*groups: str) -> Roster:
    people = (Student(f"s{i}", f"P{i}", group=group) for i, group in enumerate(groups))
    return Roster(tuple(people), complete=True)


def keys(found: tuple[Student, ...]) -> list[str]:
    return [one.key for one in found]


def test_a_cell_may_hold_several_groups():
    roster = in_groups("Tutorial A, Team 1", "Team 1; Tutorial B", "Team 2")
    assert keys(roster.of_group("Team 1")) == ["s0", "s1"]
    assert keys(roster.of_group("tutorialb")) == ["s1"]


def test_groups_that_only_a_mark_tells_apart_are_two():
    roster = in_groups("G1_1", "G11", "G1_2")
    assert keys(roster.of_group("G1_1")) == ["s0"]
    assert keys(roster.of_group("G11")) == ["s1"]
    assert not roster.of_group("g1 1")
    assert keys(roster.of_group("g12")) == ["s2"]


def test_clones_of_teams_are_of_the_roster_s_groups(tmp_path):
    roster = in_groups("team-1", "team-1", "team-2")
    made = folder(tmp_path, "hw1-team-1/3.ipynb", "hw1-team-2/3.ipynb")
    found = collect_class(made, roster, "github")
    assert sorted(files(found)) == ["s0", "s1", "s2"]
    assert not found.unknown


def test_a_team_whose_file_is_named_after_the_assignment_is_proposed(tmp_path):
    roster = in_groups("team-1", "team-1", "Team 2")
    made = folder(tmp_path, "hw3-team-1.ipynb", "hw3_team-2.ipynb")
    said = " ".join(collect_class(made, roster).said)
    assert "may be the group team-1. If so, write in [aliases]: " in said
    assert "\"hw3-team-1\" = ['s0', 's1']" in said
    assert "\"hw3_team-2\" = ['s2']" in said


def test_an_id_without_its_zeros_is_the_same(tmp_path):
    roster = Roster((Student("12345", "Ada"), Student("777", "Bo")), complete=True)
    found = collect_class(folder(tmp_path, "0012345/3.ipynb", "777/3.ipynb"), roster)
    assert sorted(files(found)) == ["12345", "777"]


@pytest.mark.parametrize("cell", ["1.23E+11", "1,23E+11", "1E+11", "1.2345e+11"])
def test_an_id_that_a_spreadsheet_has_cut_is_refused(cell, tmp_path):
    path = tmp_path / "r.csv"
    path.write_text(f'id,name\n100,Ada\n"{cell}",Bo\n')
    with pytest.raises(TableProblem, match="on line 3: a spreadsheet has cut it"):
        read_roster(path)


NUMBERS = {
    "1,000.00": 1000.0,
    "1.000,00": 1000.0,
    "1 000,50": 1000.5,
    "1'234'567.5": 1234567.5,
    "10,00": 10.0,
    "7.25": 7.25,
    "1,2,3": None,
    "1.2.3": None,
    "": None,
}


@pytest.mark.parametrize("cell", NUMBERS)
def test_a_number_is_read_with_either_mark(cell):
    assert as_number(cell) == NUMBERS[cell]


def test_points_possible_of_a_thousand_are_scaled_to(tmp_path):
    path = tmp_path / "c.csv"
    path.write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section,Week (1)\n"
        '    Points Possible,,,,,"1,000.00"\n"A, B",7,,,,\n'
    )
    ada = student("x", "", 7.0, **{"ID": "7", "SIS User ID": "", "SIS Login ID": "l"})
    made = canvas.from_template(read_template(path), [ada], "")
    assert made.data.decode().splitlines()[2].endswith(",500")


@pytest.mark.parametrize("title", ["Final Exam (12)", "Final", "current score"])
def test_a_column_that_canvas_ignores_is_said(title):
    said = " ".join(canvas.gradebook([student("x", "", 7.0)], title).notes)
    assert "ignores it" in said
    other = canvas.gradebook([student("x", "", 7.0)], "Finally (12)").notes
    assert "ignores it" not in " ".join(other)


@pytest.mark.parametrize("layout", ["", "github", "nbgrader"])
def test_a_stray_document_is_no_student(layout, tmp_path):
    made = folder(tmp_path, "hw-ada/hw/3.ipynb", "hw-bo/hw/3.ipynb", "syllabus.docx")
    found = collect_class(made, layout=layout)
    assert len(found.handed) == 2
    assert "syllabus.docx" in " ".join(found.said)
