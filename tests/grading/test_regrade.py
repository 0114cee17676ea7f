"""Grading again: only what a change touches, who moved, and what people decided."""

import shutil
from functools import partial
from pathlib import Path

import pytest
from making import IMPORTS, OFFSET_AFTER, SOURCES, autograder, check, hand_in, solved
from making import notebook as cells

from grading.outputs import grades, record

STANDARDISE = "def standardise(x):\n    return (x - x.mean(0)) / x.std(0)"
CENTRED = "def standardise(x):\n    return x - x.mean(0)"
ON_TEMPERATURE, ON_STATISTICS = "temperature.to_celsius", "statistics.standardise"


def statistics(answer: str = STANDARDISE) -> bytes:
    return cells(IMPORTS, answer, check("standardise", "statistics"))


def make_class(folder: Path) -> None:
    """Ana did both chapters, Ben and Cleo the first, Dee the second."""
    for student, notebooks in {
        "ana": {"01": solved(), "02": statistics(CENTRED)},
        "ben": {"01": solved(to_celsius=OFFSET_AFTER)},
        "cleo": {"one": solved(to_celsius=OFFSET_AFTER)},
        "dee": {"02": statistics()},
    }.items():
        (folder / "class" / student).mkdir(parents=True)
        for name, data in notebooks.items():
            (folder / "class" / student / f"{name}.ipynb").write_bytes(data)


@pytest.fixture(scope="module")
def grade(grade):
    """With a key that may be mended."""
    return partial(grade, key="mended_key")


@pytest.fixture(scope="module")
def graded_once(tmp_path_factory, grade):
    folder = tmp_path_factory.mktemp("regrade")
    shutil.copytree(
        Path(SOURCES) / "toy_key",
        folder / "mended_key",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    package = folder / "mended_key" / "__init__.py"
    package.write_text(package.read_text().replace('"toy_key.', '"mended_key.'))
    make_class(folder)
    done = grade(folder, "--seed", 5, status=0)
    return folder, done


@pytest.fixture
def folder(tmp_path, graded_once) -> Path:
    """A copy of a graded class, with its key, for each test."""
    return shutil.copytree(graded_once[0], tmp_path, dirs_exist_ok=True)


def mend(folder: Path, old: str, new: str, module: str = "statistics") -> None:
    path = folder / "mended_key" / f"{module}.py"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def points(folder: Path, student: str) -> dict[str, float]:
    """What the grader found, whatever a person decided."""
    return {e["id"]: e["found_points"] for e in record(folder, student)["exercises"]}


# --- the same files -----------------------------------------------------------


def test_the_same_files_are_graded_once_and_both_get_the_result(graded_once):
    folder, done = graded_once
    assert "1 was the same files as somebody else's, graded once" in done.stdout
    ben, cleo = record(folder, "ben"), record(folder, "cleo")
    assert [n["name"] for n in cleo["notebooks"]] == ["one.ipynb"]
    assert (cleo["student"], cleo["seconds"]) == ("cleo", 0.0)
    assert ben["exercises"][0]["misconceptions"] == ["offset-after"]

    def judged(found):
        return [{**e, "notebook": ""} for e in found["exercises"]]

    assert judged(ben) == judged(cleo)


def test_the_report_names_them_without_accusing(graded_once):
    page = (graded_once[0] / "out" / "report.html").read_text()
    about = page.partition('id="alike"')[2].partition("</section>")[0]
    assert "<bdi>ben</bdi>, <bdi>cleo</bdi>" in about
    assert "There are good reasons for it" in about
    for word in ("copied", "cheat", "plagiar", "suspic"):
        assert word not in page.lower()


@pytest.mark.slow
def test_what_is_said_about_a_file_is_said_of_ones_own(tmp_path, graded_once, grade):
    shutil.copytree(graded_once[0] / "mended_key", tmp_path / "mended_key")
    hand_in(tmp_path / "class", eve=solved()[:100], fay=solved()[:100])
    grade(tmp_path)
    for student in ("eve", "fay"):
        assert record(tmp_path, student)["message"].startswith(f"{student}.ipynb")


# --- a mended key -------------------------------------------------------------


@pytest.mark.parametrize("more", [("--add",), ()], ids=["added", "not added"])
def test_a_key_mended_in_a_chapter_of_an_earlier_hand_in_makes_no_zero(
    folder, grade, more
) -> None:
    """Ana's first chapter is not among what is graded again: what was found stays."""
    path = folder / "class" / "ana"
    (path / "01.ipynb").unlink()
    (path / "02.ipynb").write_bytes(statistics())
    assert grade(folder, *more).returncode == 0
    before = points(folder, "ana")
    assert before == {**dict.fromkeys(before, 1.0), ON_TEMPERATURE: 2, ON_STATISTICS: 3}
    mend(folder, "points=2", "points=4", "temperatures")
    done = grade(folder, *more)
    assert points(folder, "ana") == before
    assert "What was handed in before counts, in whole or in part: 1 (ana)" in done.stdout
    aside = record(folder, "ana")["set_aside"]
    assert "01-temperatures: what was handed in before counts" in aside["why"]
    assert aside["outdated"]


def test_a_mended_chapter_is_graded_again_and_alone(folder, grade):
    before = {s: record(folder, s) for s in ("ana", "ben", "dee")}
    mend(folder, "points=3", "points=6")
    done = grade(folder)
    assert "(2 kept from an earlier run)" in done.stdout, done.stderr
    assert record(folder, "ben") == before["ben"]
    assert points(folder, "dee") == {ON_STATISTICS: 6.0}
    # Ana's other chapter is the one that was graded before, and stays with it.
    after = record(folder, "ana")
    assert after["exercises"][:4] == before["ana"]["exercises"][:4]
    assert after["exercises"][4]["max_points"] == 6
    assert after["score"] == sum(points(folder, "ana").values())
    assert after["max_score"] == before["ana"]["max_score"] + 3


@pytest.mark.slow
def test_who_moved_is_said_on_the_screen_in_the_report_and_in_the_history(folder, grade):
    mend(folder, "points=3", "points=6")
    done = grade(folder)
    assert "Grading again moved 1 student:" in done.stdout
    line = next(s for s in done.stdout.splitlines() if s.startswith("  dee"))
    assert line.split("  ")[1:] == [
        *("dee", ON_STATISTICS, "3 → 6", "passed", "the key changed"),
    ]
    page = (folder / "out" / "report.html").read_text()
    about = page.partition('id="moved"')[2].partition("</section>")[0]
    assert "<bdi>dee</bdi>" in about
    assert "3 → 6" in about
    again = grade(folder)
    assert "Grading again moved" not in again.stdout
    assert 'id="moved"' in (folder / "out" / "report.html").read_text()


@pytest.mark.slow
def test_a_module_that_every_chapter_imports_touches_every_chapter(folder, grade):
    with (folder / "mended_key" / "__init__.py").open("a") as file:
        file.write("# a remark\n")
    assert "kept" not in grade(folder).stdout


def test_what_it_takes_to_grade_so_again_is_recorded(graded_once):
    found = record(graded_once[0], "ana")
    assert found["seed"] == "5"
    versions = {"autograder", "python", "numpy", "grader", "key"}
    assert versions | {"key 01-temperatures", "key 02-statistics"} == set(found["versions"])
    assert found["conditions"]["call_seconds"] == "2"
    assert set(found["conditions"]) == {
        *("submission_seconds", "call_seconds", "memory_mb", "isolation"),
    }


# --- overrides ----------------------------------------------------------------


def override(folder: Path, *words: object):
    return autograder(folder, "override", "out", *words)


RIGHT_IDEA = ("ana", ON_STATISTICS, "--points", 2, "--reason", "Right idea.")


def test_an_override_is_in_the_grades_and_on_the_page_at_once(folder):
    done = override(folder, *RIGHT_IDEA, "--by", "Grace")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "ana: statistics.standardise is 2 of 3 points; 7 of 8 in all.\n"
    assert float(grades(folder)["ana"]["score"]) == 7
    page = (folder / "out" / "feedback" / "ana.html").read_text()
    assert "Your instructor looked at this one: Right idea." in page
    assert "Right idea." in (folder / "out" / "report.html").read_text()
    assert points(folder, "ana")[ON_STATISTICS] == 0  # what the grader found stays


@pytest.mark.slow
def test_an_override_is_kept_through_a_regrade_and_pointed_out(folder, grade):
    override(folder, *RIGHT_IDEA)
    mend(folder, 'Case("wide"', 'Case("broad"')
    assert "Look again" not in grade(folder).stdout  # the verdict is the same
    mend(folder, "points=3", "points=6")
    done = grade(folder)
    assert "Look again: ana's statistics.standardise was set by hand" in done.stdout
    assert float(grades(folder)["ana"][ON_STATISTICS]) == 2
    listed = override(folder, "--list").stdout
    assert "2 instead of “failed, 0 of 3”: Right idea." in listed
    assert "look again: the verdict is “failed, 0 of 6” by now" in listed


@pytest.mark.slow
def test_an_override_is_taken_back(folder):
    override(folder, *RIGHT_IDEA)
    done = override(folder, "ana", ON_STATISTICS, "--remove")
    assert done.stdout == "ana: statistics.standardise is 0 of 3 points; 5 of 8 in all.\n"
    listed = override(folder, "--list").stdout
    assert listed.startswith("There are no overrides.\nBefore:\n")
    assert "taken back" in listed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Say one of --points with --reason, --from, --freeze, --remove, --list."),
        (("--points", 1, "--reason", "r"), "Name a student, and an exercise"),
        (("ana", ON_STATISTICS, "--points", 1), "An override needs a reason"),
        (("an", ON_STATISTICS, "--points", 1, "--reason", "r"), "Did you mean 'ana'?"),
        (("ana", "x.y", "--points", 1, "--reason", "r"), "has no exercise 'x.y'"),
        (("ana", ON_STATISTICS, "--points", 4, "--reason", "r"), "is worth 3 points"),
        (("ana", ON_STATISTICS, "--remove"), "There is no override of"),
    ],
)
def test_a_command_that_makes_no_sense_is_one_sentence(graded_once, words, said):
    done = override(graded_once[0], *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
