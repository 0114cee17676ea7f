"""A later hand-in beside what was graded before: work never gives way to less of it."""

import shutil
from functools import partial
from pathlib import Path

import pytest
from making import (
    IMPORTS,
    MEAN_CELSIUS,
    OFFSET_AFTER,
    PREDICT,
    STUB,
    TO_CELSIUS,
    autograder,
    check,
    download,
    notebook,
)

from grading.outputs import grades, record

STANDARDISE = "def standardise(x):\n    return (x - x.mean(0)) / x.std(0)"
STATISTICS = (STANDARDISE, check("standardise", "statistics"))
BLANK = notebook(
    *(IMPORTS, STUB, check("to_celsius"), "predict = ...", check("predict")),
    *("def standardise(x):\n    ...", check("standardise", "statistics")),
)
WHOLE = notebook(
    *(IMPORTS, TO_CELSIUS, check("to_celsius"), MEAN_CELSIUS, check("mean_celsius")),
    *(PREDICT, check("predict"), *STATISTICS),
)
ALL_WRONG = notebook(
    *(IMPORTS, OFFSET_AFTER, check("to_celsius")),
    *("def mean_celsius(f):\n    return f", check("mean_celsius")),
    *('predict = "a"', check("predict")),
    *("def standardise(x):\n    return x", check("standardise", "statistics")),
)
ONE_RIGHT = notebook(IMPORTS, TO_CELSIUS, check("to_celsius"))
LESS = {
    "blank": BLANK,
    "checks alone": notebook(IMPORTS, check("to_celsius"), check("predict")),
    "one answer of five": notebook(IMPORTS, PREDICT, check("predict")),
    "empty": b"",
    "damaged": WHOLE[:100],
    "something else": notebook("x = 1"),
    "a list": b"[]",
}
IN_TIME, LATE, VERY_LATE = "2026-03-01", "2026-03-07", "2026-03-20"
COURSE = (
    'timezone = "UTC"\nchapters = [1, 2]\nattempts = "{}"\n'
    "[due]\n1 = 2026-03-05T12:00:00\n2 = 2026-03-05T12:00:00\n"
    '[late]\npolicy = "per_day"\nrate = 0.1\n'
)
SAID = "What was handed in before counts, in whole or in part: {}."


def start(folder: Path, grade, attempts: str, *hand_ins: tuple[str, str, bytes]) -> Path:
    """A class that was graded once."""
    (folder / "course.toml").write_text(COURSE.format(attempts))
    download(folder / "first.zip", *hand_ins)
    grade(folder, "--course", "course.toml", "--seed", 5, what="first.zip", status=0)
    return folder


def rows(folder: Path) -> dict[str, dict[str, str]]:
    """What everybody is given, without the notes."""
    return {who: {**row, "notes": ""} for who, row in grades(folder).items()}


def notes(folder: Path, who: str) -> str:
    return grades(folder)[who]["notes"]


# --- less than there was ----------------------------------------------------------

WHO = {f"s{n}": what for n, what in enumerate(LESS)}
# A case of each kind is tried each time, the others with the slow tests.
slow = partial(pytest.param, marks=pytest.mark.slow)
MORE = ("best", "last", "last on time")


@pytest.fixture(scope="module", params=[MORE[0], *map(slow, MORE[1:])])
def second(request, tmp_path_factory: pytest.TempPathFactory, grade):
    """A class, of which everybody hands in less later; Lia's first was late already."""
    folder = tmp_path_factory.mktemp("later")
    people = [(who, IN_TIME, WHOLE) for who in WHO]
    start(folder, grade, request.param, *people, ("lia", LATE, WHOLE))
    before = rows(folder)
    later = [(who, VERY_LATE, LESS[what]) for who, what in WHO.items()]
    download(folder / "second.zip", *later, ("lia", VERY_LATE, BLANK))
    return folder, before, grade(folder, what="second.zip")


@pytest.mark.parametrize("who", [*WHO, "lia"])
def test_less_never_takes_the_place_of_work(second, who: str) -> None:
    """The points, the time and the penalty are those of the work that counts."""
    folder, before, _ = second
    assert before[who]["score"] == ("7.0" if who != "lia" else "5.6")
    assert rows(folder)[who] == before[who]
    first = IN_TIME if who != "lia" else LATE
    assert record(folder, who)["handed_in"].startswith(first)


def test_the_run_says_whose_work_counts_still(second) -> None:
    _, before, done = second
    assert SAID.format(f"{len(before)} ({', '.join(before)})") in done.stdout
    assert "Grading again moved" not in done.stdout


def test_what_could_not_be_read_is_said_and_has_its_exit_status(second) -> None:
    folder, _, done = second
    assert done.returncode == 1
    told = [line for line in done.stdout.splitlines() if "(unreadable)" in line]
    unreadable = [w for w, what in WHO.items() if what in [*LESS][3:]]
    assert [line.split(":")[0].strip() for line in told] == unreadable
    assert "A later hand-in was not graded (unreadable)" in notes(folder, unreadable[0])


def test_the_record_the_notes_and_the_feedback_say_what_counts(second) -> None:
    folder, _, _ = second
    found = record(folder, "s0")
    assert found["set_aside"]["status"] == "graded"
    why = found["set_aside"]["why"]
    assert "01-temperatures: what was handed in before counts" in why
    assert why in notes(folder, "s0")
    page = (folder / "out" / "feedback" / "s0.html").read_text()
    assert "what was handed in before counts" in page
    assert len(found["notebooks"]) == 2  # both are there for who asks


def test_a_record_of_a_student_calls_nothing_replaced_that_counts(second) -> None:
    folder, _, _ = second
    shown = autograder(folder, "show", "out", "s0").stdout
    assert "took its place" not in shown
    assert "2026-03-01 12:00" in shown
    assert "counts for temperature, statistics." in shown


# --- what comes after that --------------------------------------------------------


@pytest.fixture(scope="module")
def set_aside(tmp_path_factory: pytest.TempPathFactory, grade) -> Path:
    folder = tmp_path_factory.mktemp("aside")
    start(folder, grade, "last", ("ana", IN_TIME, WHOLE), ("ben", IN_TIME, WHOLE))
    download(folder / "second.zip", ("ana", LATE, BLANK))
    assert grade(folder, what="second.zip").returncode == 0
    return folder


@pytest.fixture
def folder(tmp_path: Path, set_aside: Path) -> Path:
    return shutil.copytree(set_aside, tmp_path, dirs_exist_ok=True)


@pytest.mark.parametrize(
    "more",
    [
        (),
        *map(slow, [("--only", "ana"), ("--add",), ("--memory", 900)]),
    ],
    ids=str,
)
def test_the_same_again_changes_nothing_and_is_said_again(folder, grade, more) -> None:
    before = rows(folder)
    for _ in range(2):
        done = grade(folder, *more, what="second.zip", status=0)
        assert SAID.format("1 (ana)") in done.stdout
        assert rows(folder) == before


def test_work_that_comes_after_takes_the_place(folder: Path, grade) -> None:
    download(folder / "third.zip", ("ana", VERY_LATE, ALL_WRONG))
    done = grade(folder, what="third.zip")
    assert "What was handed in before counts" not in done.stdout
    row = rows(folder)["ana"]
    assert record(folder, "ana")["handed_in"].startswith(VERY_LATE)
    assert row["temperature.to_celsius"] == "0.0"
    assert record(folder, "ana")["set_aside"] is None


@pytest.mark.slow
def test_who_says_so_has_the_blank_one(folder: Path, grade) -> None:
    grade(folder, "--replace", what="second.zip", status=0)
    assert rows(folder)["ana"]["score"] == "0.0"


@pytest.mark.slow
def test_it_is_said_where_another_grader_was_at_work(folder: Path, grade) -> None:
    assert "another key" not in notes(folder, "ana")
    grade(folder, "--memory", 900, what="second.zip")
    assert "graded with another key, grader or limits" in notes(folder, "ana")


# --- chapter by chapter -----------------------------------------------------------


@pytest.mark.slow
def test_a_chapter_that_is_lacking_or_blank_stays_and_another_moves(
    tmp_path: Path, grade
) -> None:
    """Each chapter with its own date: the one that came late has the penalty alone."""
    people = [(who, IN_TIME, WHOLE) for who in ("ana", "ben")]
    start(tmp_path, grade, "last", *people)
    blank = ("def standardise(x):\n    ...", check("standardise", "statistics"))
    worse = (IMPORTS, TO_CELSIUS, check("to_celsius"), 'predict = "a"', check("predict"))
    lacking, part = notebook(*worse), notebook(*worse, *blank)
    download(tmp_path / "second.zip", ("ana", LATE, lacking), ("ben", LATE, part))
    done = grade(tmp_path, what="second.zip")
    assert SAID.format("2 (ana, ben)") in done.stdout
    for who in ("ana", "ben"):
        row = rows(tmp_path)[who]
        assert (row["temperature.predict"], row["statistics.standardise"]) == ("0.0", "3.0")
        assert (row["penalty"], row["score"]) == ("0.4", "4.6")  # 2 of the 10 % of 2 points
        assert "02-statistics: what was handed in before counts" in notes(tmp_path, who)
        assert "01-temperatures: what" not in notes(tmp_path, who)


@pytest.mark.slow
def test_few_answers_with_more_points_do_take_the_place(tmp_path: Path, grade) -> None:
    start(tmp_path, grade, "last", ("ana", IN_TIME, ALL_WRONG))
    download(tmp_path / "second.zip", ("ana", IN_TIME, ONE_RIGHT))
    grade(tmp_path, what="second.zip")
    assert rows(tmp_path)["ana"]["temperature.to_celsius"] == "2.0"


@pytest.mark.slow
def test_a_blank_one_first_gives_way_to_whatever_comes(tmp_path: Path, grade) -> None:
    """Also to what could not be read: that is no zero."""
    people = [(who, IN_TIME, BLANK) for who in ("ana", "ben")]
    start(tmp_path, grade, "best", *people)
    download(tmp_path / "second.zip", ("ana", LATE, ONE_RIGHT), ("ben", LATE, b"{"))
    grade(tmp_path, what="second.zip")
    found = rows(tmp_path)
    assert (found["ana"]["score"], found["ben"]["status"]) == ("1.6", "unreadable")
    assert found["ben"]["score"] == ""


# --- the policy holds from one run to the next ----------------------------------------


@pytest.mark.parametrize(
    ("attempts", "first", "then", "score", "why"),
    [
        slow("last", (IN_TIME, WHOLE), (IN_TIME, ALL_WRONG), "0.0", ""),
        (
            "best",
            (IN_TIME, WHOLE),
            (IN_TIME, ALL_WRONG),
            "7.0",
            "0 points without predictions, not 3",
        ),
        ("best", (IN_TIME, ALL_WRONG), (LATE, WHOLE), "5.6", ""),
        ("last on time", (IN_TIME, ALL_WRONG), (LATE, WHOLE), "0.0", "came late"),
        slow("last on time", (LATE, WHOLE), (VERY_LATE, ALL_WRONG), "0.0", ""),
        slow("last", (LATE, WHOLE), (IN_TIME, ALL_WRONG), "5.6", "is older"),
        slow("last on time", (LATE, WHOLE), (IN_TIME, ALL_WRONG), "0.0", ""),
    ],
)
def test_the_attempt_that_counts_is_the_same_in_one_run_and_in_two(
    tmp_path: Path, grade, attempts, first, then, score, why
) -> None:
    start(tmp_path, grade, attempts, ("ana", *first))
    download(tmp_path / "second.zip", ("ana", *then))
    grade(tmp_path, what="second.zip")
    assert rows(tmp_path)["ana"]["score"] == score
    assert why in notes(tmp_path, "ana")
    assert bool(record(tmp_path, "ana")["set_aside"]) == bool(why)
