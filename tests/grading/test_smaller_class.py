"""A hand-in smaller than the class: a late zip, one student again; nobody is lost."""

import csv
import shutil
import zipfile
from pathlib import Path

import pytest
from making import (
    IMPORTS,
    OFFSET_AFTER,
    autograder,
    check,
    download,
    hand_in,
    notebook,
    solved,
)

from grading.conftest import Grade
from grading.outputs import grades, record

FOUR = ("ana", "ben", "cleo", "dee")
KEPT = "Graded before, not in this run, and kept: 4 (ana, ben, cleo, dee)."


@pytest.fixture(scope="module")
def graded_once(tmp_path_factory: pytest.TempPathFactory, grade: Grade) -> Path:
    folder = tmp_path_factory.mktemp("smaller")
    wrong = solved(to_celsius=OFFSET_AFTER)
    hand_in(folder / "class", ana=solved(), ben=wrong, cleo=solved(), dee=solved())
    with zipfile.ZipFile(folder / "late.zip", "w") as late:
        late.writestr("eve.ipynb", solved())
    (folder / "roster.csv").write_text(
        "id,name\n" + "".join(f"{s},{s.title()}\n" for s in (*FOUR, "eve", "fay"))
    )
    done = grade(folder, "--seed", 5, status=0)
    assert "Graded before" not in done.stdout
    return folder


@pytest.fixture
def folder(tmp_path: Path, graded_once: Path) -> Path:
    """A copy of a graded class for each test."""
    return shutil.copytree(graded_once, tmp_path, dirs_exist_ok=True)


def there(folder: Path) -> list[set[str]]:
    """Whose rows, records and pages there are."""
    places = (folder / "out" / name for name in ("results", "feedback"))
    return [{*grades(folder)}, *({path.stem for path in p.iterdir()} for p in places)]


def test_a_late_zip_takes_nobody_out(folder: Path, grade: Grade) -> None:
    before = grades(folder)
    done = grade(folder, what="late.zip", status=0)
    assert KEPT in done.stdout
    assert "--replace" in done.stdout
    assert "5 of 5 submissions graded (4 kept from an earlier run)." in done.stdout
    assert there(folder) == [{*FOUR, "eve"}] * 3
    assert {s: row for s, row in grades(folder).items() if s != "eve"} == before
    page = (folder / "out" / "report.html").read_text()
    assert "mean 4.6 of 5 points; 4 students have full marks" in page
    exported = autograder(folder, "export", "out", "--format", "csv", "--key", "toy_key")
    assert {
        row["student"]
        for row in csv.DictReader(exported.stdout.lstrip("\ufeff").splitlines())
    } == {*(*FOUR, "eve")}


@pytest.mark.slow
def test_with_a_roster_nobody_who_was_graded_is_missing(folder: Path, grade: Grade) -> None:
    grade(folder, "--roster", "roster.csv")
    before = grades(folder)
    assert before["eve"]["status"] == "missing"
    done = grade(folder, what="late.zip")
    assert KEPT in done.stdout
    assert "handed in nothing: 1 (fay)" in done.stdout
    after = grades(folder)
    assert [after[s] for s in FOUR] == [before[s] for s in FOUR]
    assert [after[s]["status"] for s in ("eve", "fay")] == ["graded", "missing"]


def test_a_roster_that_comes_later_doubles_nobody(folder: Path, grade: Grade) -> None:
    roster = folder / "roster.csv"
    roster.write_text("id,name\n" + "".join(f"{i},{s}\n" for i, s in enumerate(FOUR, 1)))
    done = grade(folder, "--roster", roster)
    assert "kept: " not in done.stdout
    assert "names that the roster replaces: 4 (ana, ben, cleo, dee)." in done.stdout
    assert {*grades(folder)} == {*"1234"}


@pytest.mark.slow
def test_a_roster_that_comes_with_a_late_zip_knows_who_was_graded(
    folder: Path, grade: Grade
) -> None:
    """Under its own names, with what a person decided: nobody of them is missing."""
    given = ("--points", 1, "--reason", "By hand.", "--by", "t")
    autograder(folder, "override", "out", "ana", "temperature.to_celsius", *given)
    before = grades(folder)
    roster = folder / "roster.csv"
    ids = {name: str(i) for i, name in enumerate([*FOUR, "eve", "fay"], 1)}
    roster.write_text("id,name\n" + "".join(f"{i},{s}\n" for s, i in ids.items()))
    done = grade(folder, "--roster", roster, what="late.zip", status=0)
    assert "handed in nothing: 1 (6)." in done.stdout
    assert "names that the roster replaces: 4 (ana, ben, cleo, dee)." in done.stdout
    after = grades(folder)
    assert {*after} == {*ids.values()}
    assert [after[ids[s]]["score"] for s in FOUR] == [before[s]["score"] for s in FOUR]
    assert "By hand." in after["1"]["notes"]
    assert [{*names} for names in there(folder)[1:]] == [{*ids.values()} - {"6"}] * 2


def test_who_is_to_be_taken_out_is_and_is_named(folder: Path, grade: Grade) -> None:
    done = grade(folder, "--replace", what="late.zip")
    assert "the feedback and the report: 4 (ana, ben, cleo, dee)." in done.stdout
    assert there(folder) == [{"eve"}] * 3
    exported = autograder(folder, "export", "out", "--format", "csv", "--key", "toy_key")
    assert "in no export: 4 (ana, ben, cleo, dee)" in exported.stderr
    back = grade(folder)
    assert "(eve)" in back.stdout
    assert {*grades(folder)} == {*FOUR, "eve"}


def test_one_student_is_graded_again_and_no_other(folder: Path, grade: Grade) -> None:
    ana = folder / "out" / "results" / "ana.json"
    for student in ("ana", "ben"):
        (folder / "class" / f"{student}.ipynb").write_bytes(solved(predict="predict = 1"))
    before = ana.read_text()
    done = grade(folder, "--only", "ben", "--only", "cleo", status=0)
    assert "4 of 4 submissions graded (2 kept from an earlier run)." in done.stdout
    assert "Graded before" not in done.stdout
    assert ana.read_text() == before
    ben = record(folder, "ben")
    assert ben["exercises"][0]["status"] == "passed"
    assert {*grades(folder)} == {*FOUR}


@pytest.mark.slow
def test_a_frozen_grade_is_moved_by_no_later_run(folder: Path, grade: Grade) -> None:
    wanted = ("override", "out", "--freeze", "--reason", "Handed back.")
    done = autograder(folder, *wanted)
    assert "Frozen: 4." in done.stdout, done.stderr
    before = {who: row["score"] for who, row in grades(folder).items()}
    worse = solved(predict='predict = "a"')
    hand_in(folder / "class", ana=worse, eve=solved())
    assert grade(folder).returncode == 0
    after = grades(folder)
    assert {who: after[who]["score"] for who in before} == before
    assert after["ana"]["temperature.predict"] == "0.0"
    assert "Look again: ana" in grade(folder).stdout
    assert "All of it was frozen: Handed back." in after["ana"]["notes"]
    autograder(folder, "override", "out", "ana", "--remove")
    assert grades(folder)["ana"]["score"] != before["ana"]


@pytest.mark.slow
def test_who_waits_while_one_is_graded_first_is_not_missing(folder, grade) -> None:
    done = grade(folder, "--roster", "roster.csv", "--only", "ben", out="new")
    assert "Handed in, and not graded yet: 3 (ana, cleo, dee)." in done.stdout
    assert "handed in nothing: 2 (eve, fay)" in done.stdout
    rows = grades(folder, "new")
    wanted = ["not_graded", "graded", "not_graded", "not_graded", "missing", "missing"]
    assert [row["status"] for row in rows.values()] == wanted
    assert (rows["ana"]["score"], rows["fay"]["score"]) == ("", "")
    # Nor after another run that has not seen them either; a whole one grades them.
    late = grade(folder, out="new", what="late.zip")
    assert "not graded yet: 3 (ana, cleo, dee)." in late.stdout
    assert grades(folder, "new")["dee"]["status"] == "not_graded"
    whole = grade(folder, out="new")
    assert "not graded yet" not in whole.stdout
    assert {row["status"] for row in grades(folder, "new").values()} == {
        "graded",
        "missing",
    }


def test_a_chapter_that_is_added_takes_no_other_away(folder: Path, grade: Grade) -> None:
    """The first was in time and stays so; the added one is late, under the same name."""
    answer = "def standardise(x):\n    return (x - x.mean(0)) / x.std(0)"
    more = notebook(IMPORTS, answer, check("standardise", "statistics"))
    for day, data in (("01", solved()), ("09", more), ("10", b"{")):
        handed = [(who, f"2026-03-{day}", data) for who in ("ana", "ben")]
        download(folder / f"{day}.zip", *handed)
    (folder / "course.toml").write_text(
        'timezone = "UTC"\n[due]\n"01-temperatures" = 2026-03-02T12:00:00\n'
        '"02-statistics" = 2026-03-02T12:00:00\n[late]\npolicy = "per_day"\nrate = 0.1\n'
    )
    grade(folder, "--course", "course.toml", out="new", what="01.zip")
    for _ in range(2):  # the same again changes nothing
        assert grade(folder, "--add", out="new", what="09.zip").returncode == 0
        row = grades(folder, "new")["ana"]
        assert (row["temperature.to_celsius"], row["statistics.standardise"]) == (
            "2.0",
            "3.0",
        )
        assert (row["max_score"], row["penalty"]) == ("8.0", "2.1")
    notebooks = record(folder, "ana", "new")["notebooks"]
    assert [n["name"] for n in notebooks] == ["a.ipynb (earlier)", "a.ipynb"]
    grade(folder, "--add", out="new", what="10.zip")
    row = grades(folder, "new")["ben"]
    assert (row["score"], row["max_score"]) == ("5.9", "8.0")
    assert "A later hand-in was not graded (unreadable)" in row["notes"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--only", "benn"), "is nobody who handed in something. Did you mean 'ben'?"),
        (("--only", "ben", "--replace"), "--replace takes all others out"),
    ],
)
def test_a_choice_that_makes_no_sense_is_one_sentence(
    graded_once: Path, grade: Grade, words: tuple[str, ...], said: str
) -> None:
    done = grade(graded_once, *words, status=2)
    assert said in done.stderr
