"""Gradescope: results.json, and the zip, run as Gradescope runs it."""

import io
import json
import os
import shutil
import stat
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import made_results as made
import pytest
from jsonschema import Draft202012Validator

from autograder.authoring.solve import solve_notebook
from autograder.exercise.key import load_key
from autograder.export.files import ExportProblem
from autograder.export.gradescope import as_file, folder, results_json
from autograder.export.gradescope_zip import autograder_zip, requirements
from autograder.gradebook.course import Course
from autograder.gradebook.final import final_grades
from autograder.grading.on_gradescope import handed_in, main
from autograder.sandbox import isolation
from export.class_of_five import FIXTURES

ROOT = Path(__file__).resolve().parents[2]
KEY = load_key()
CHAPTER = "03-numpy"
WHOLE = sum(e.points for e in KEY.exercises(KEY.chapter(CHAPTER)))
# A course may weigh an exercise in its own way: the container's file does.
WEIGHED = WHOLE - KEY.exercise("numpy.softmax").points + 20.0
SCHEMA = json.loads((FIXTURES / "gradescope_results.schema.json").read_text())
# Wrong, and after more: the checker's files, and a forged verdict.
FORGER = """def softmax(scores, axis=-1):
    for path in ("{root}/source/solutions/ch03_numpy/softmax.py", "{root}/results"):
        try:
            import os
            (os.listdir if os.path.isdir(path) else open)(path)
            found = 2.0
        except OSError:
            found = 1.0
        try:
            with open("{root}/results/results.json", "w") as file:
                file.write('{{"score": 1000}}')
        except OSError:
            pass
    return scores * found
"""


def valid(results: dict) -> dict:
    """The results, which Gradescope's schema must allow."""
    Draft202012Validator(SCHEMA).validate(results)
    return json.loads(as_file(results))


def results_of(result, **changes) -> dict:
    grade = replace(final_grades([result])[0], **changes)
    return valid(results_json(grade, result))


class TestResults:
    def test_a_test_for_each_exercise(self):
        found = results_of(made.submission("ada"))
        assert (found["score"], len(found["tests"])) == (made.TOP, len(made.EXERCISES))
        assert {test["status"] for test in found["tests"]} == {"passed"}
        assert sum(test["max_score"] for test in found["tests"]) == made.TOP

    def test_a_wrong_answer_shows_its_card(self):
        wrong = made.submission("eve", softmax=made.holding("softmax", "wrong-axis"))
        test = next(t for t in results_of(wrong)["tests"] if "numpy.softmax" in t["tags"])
        assert test["status"] == "failed"
        assert test["score"] < test["max_score"]
        assert made.SAYS["numpy.softmax"]["wrong-axis"] in test["output"]

    def test_what_is_for_the_instructor_is_not_shown(self):
        found = results_of(made.submission("ada"), notes=("Same files as Eve.",))
        assert "Eve" not in json.dumps(found)

    def test_lateness_and_points_by_hand_are_said(self):
        result = made.submission("ada")
        grade = final_grades([result])[0]
        by_hand = replace(grade.exercises[0], points=0.0, override_reason="Oral exam.")
        exercises = (by_hand, *grade.exercises[1:])
        found = results_of(result, exercises=exercises, penalty=2.0, score=3.0)
        assert found["score"] == 3.0
        assert found["output"] == "Handed in late: 2 points fewer."
        assert "Points set by hand: Oral exam." in found["tests"][0]["output"]

    def test_without_a_score_there_is_no_file(self):
        lost = made.unreadable("bob", "bob.ipynb is empty.")
        with pytest.raises(ExportProblem, match=r"bob has no score: bob\.ipynb is empty"):
            results_json(final_grades([lost])[0], lost)
        results = [made.submission("ada"), lost]
        files, notes, _ = folder(final_grades(results), results)
        assert list(files) == ["ada.json"]
        assert notes == ("Without a score, so without a file: 1.",)

    def test_the_classes_secret_seed_stays_here(self):
        result = replace(made.submission("ada"), seed="4711")
        files, *_ = folder(final_grades([result]), [result])
        assert b"4711" not in files["ada.json"]

    def test_names_make_no_paths(self):
        results = [made.submission(name) for name in ("../ada", "..", "a/b")]
        files, *_ = folder(final_grades(results), results)
        assert len(files) == 3
        assert not any("/" in name or name.startswith(".") for name in files)

    @pytest.mark.parametrize("wrong", [{}, {"tests": []}, {"score": None}, {"tests": [{}]}])
    def test_the_schema_refuses_what_has_no_score(self, wrong):
        assert not Draft202012Validator(SCHEMA).is_valid(wrong)


@pytest.fixture(scope="module")
def archive() -> zipfile.ZipFile:
    course = Course(points={"numpy.softmax": 20.0}, roster="secret.csv")
    return zipfile.ZipFile(io.BytesIO(autograder_zip(KEY, [CHAPTER], course)))


class TestZip:
    @pytest.mark.parametrize("name", ["setup.sh", "run_autograder"])
    def test_scripts_are_at_the_root_executable_and_for_unix(self, archive, name):
        mode = archive.getinfo(name).external_attr >> 16
        assert stat.S_ISREG(mode)
        assert mode & 0o777 == 0o755
        text = archive.read(name)
        assert text.startswith(b"#!/usr/bin/env bash\n")
        assert b"\r" not in text
        subprocess.run(["bash", "-n"], input=text, check=True)

    def test_it_holds_the_grader_and_the_key_and_nobodys_names(self, archive):
        names = set(archive.namelist())
        key = "solutions/ch03_numpy/softmax.py"
        assert {"autograder/grading/grade.py", key} <= names
        tops = {name.partition("/")[0] for name in names}
        scripts = {"setup.sh", "run_autograder", "requirements.txt", "course.json"}
        assert tops == {"autograder", "solutions", *scripts}
        assert b"secret" not in archive.read("course.json")

    def test_the_same_files_give_the_same_zip(self):
        one, other = (autograder_zip(KEY, [CHAPTER], Course()) for _ in range(2))
        assert one == other

    def test_only_what_the_chapters_need_is_installed(self, archive):
        lines = archive.read("requirements.txt").decode().splitlines()
        assert [line.partition("==")[0] for line in lines] == [
            *("msgspec", "numpy", "pyseccomp", "PyYAML")
        ]
        assert b"extra-index" not in archive.read("setup.sh")
        torch = [c for c in KEY.chapters if c.prefix == "torch"]
        assert any(line.startswith("torch==") for line in requirements(KEY, torch))
        script = zipfile.ZipFile(
            io.BytesIO(autograder_zip(KEY, ["05-pytorch"], Course()))
        ).read("setup.sh")
        assert b"extra-index-url" in script
        subprocess.run(["bash", "-n"], input=script, check=True)

    def test_no_isolation_is_the_instructors_choice_alone(self, archive):
        assert b"unsafe" not in archive.read("run_autograder")
        chosen = autograder_zip(KEY, [CHAPTER], Course(), unsafe=True)
        script = zipfile.ZipFile(io.BytesIO(chosen)).read("run_autograder")
        assert b"--unsafe-no-sandbox" in script


@pytest.fixture
def container(tmp_path, archive, tier):
    """A folder like Gradescope's /autograder, with the zip unpacked as it does."""
    if tier == "none":
        pytest.skip("this machine isolates no code")
    root = tmp_path / "autograder"
    (root / "results").mkdir(parents=True)
    (root / "submission").mkdir()
    for info in archive.infolist():
        path = Path(archive.extract(info, root / "source"))
        path.chmod(info.external_attr >> 16 & 0o777)
    shutil.copy(root / "source" / "run_autograder", root / "run_autograder")
    return root


def run_in(container: Path) -> subprocess.CompletedProcess:
    environment = {
        "PATH": os.environ["PATH"],
        "AUTOGRADER_ROOT": str(container),
        "AUTOGRADER_PYTHON": sys.executable,
    }
    command = [str(container / "run_autograder")]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def hand_in(container: Path, **answers: str) -> None:
    notebook = solve_notebook(ROOT / "notebooks" / f"{CHAPTER}.ipynb", KEY)
    for cell in notebook["cells"]:
        exercise = cell["metadata"].get("exercise", {})
        name = exercise.get("id", "").rpartition(".")[2]
        if exercise.get("role") == "stub" and name in answers:
            cell["source"] = answers[name]
    path = container / "submission" / f"{CHAPTER} (1).ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")


def read_results(container: Path) -> dict:
    return valid(json.loads((container / "results" / "results.json").read_text()))


class TestRun:
    def test_a_solved_notebook_gets_full_points_on_the_courses_scale(self, container):
        hand_in(container)
        done = run_in(container)
        assert done.returncode == 0, done.stdout + done.stderr
        assert read_results(container)["score"] == WEIGHED
        assert f"{WEIGHED:g} of {WEIGHED:g} points; isolation: " in done.stdout

    def test_who_forges_a_verdict_gets_none_and_does_not_see_the_key(self, container):
        hand_in(container, softmax=FORGER.format(root=container))
        done = run_in(container)
        assert done.returncode == 0, done.stdout + done.stderr
        found = read_results(container)
        test = next(t for t in found["tests"] if "numpy.softmax" in t["tags"])
        assert (test["score"], test["max_score"]) == (0, 20)
        assert found["score"] == WEIGHED - 20.0
        # The card shows what came back: the scores as they are, nothing was found.
        given, got = (
            test["output"].split(f"{name}: ", 1)[1].split("\n      ")[1:3]
            for name in ("scores", "yours")
        )
        assert got[0].split("\n")[0] == given[0].split("\n")[0]

    @pytest.mark.parametrize(
        ("name", "data", "words"),
        [
            ("a.ipynb", b"{", "is not a whole notebook"),
            ("essay.pdf", b"%PDF", "holds no notebook"),
        ],
    )
    def test_without_a_score_it_says_so_and_fails(self, container, name, data, words):
        (container / "results" / "results.json").write_text('{"score": 5}')
        (container / "submission" / name).write_bytes(data)
        done = run_in(container)
        assert done.returncode == 1
        assert words in done.stdout
        assert not list((container / "results").iterdir())


class TestIsolation:
    """Which tier a container gives is its own affair: each is taken as it comes."""

    def graded(self, container: Path) -> int:
        places = ("--submission", container / "submission", "--results")
        words = [*places, container / "results" / "results.json", "--key", "solutions"]
        return main([str(word) for word in words])

    def test_a_container_without_namespaces_has_landlock(
        self, container, monkeypatch, capsys
    ):
        works = {trial.tier for trial in isolation.tier_checks() if trial.works}
        if "landlock" not in works:
            pytest.skip("this kernel has no Landlock")
        monkeypatch.setattr(isolation, "choose", lambda: "landlock")
        hand_in(container)
        assert self.graded(container) == 0
        assert read_results(container)["score"] == WHOLE
        assert "isolation: landlock." in capsys.readouterr().out

    def test_without_any_nothing_is_graded(self, container, monkeypatch, capsys):
        def none() -> None:
            raise isolation.NoIsolation("This machine cannot isolate students' code.")

        monkeypatch.setattr(isolation, "choose", none)
        hand_in(container)
        assert self.graded(container) == 1
        assert not list((container / "results").iterdir())
        assert "cannot isolate" in capsys.readouterr().out


def test_links_in_a_submission_are_not_followed(tmp_path):
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "a.ipynb").write_text("{}")
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "b.ipynb").write_text("{}")
    (mine / "linked.ipynb").symlink_to(tmp_path / "secret" / "a.ipynb")
    (mine / "folder").symlink_to(tmp_path / "secret")
    assert [name for name, _ in handed_in(mine).files] == ["b.ipynb"]


@pytest.mark.parametrize("verdicts", ["at once", "after due"])
def test_verdicts_may_be_hidden_until_it_is_due(verdicts):
    handed = made.submission("Ada")
    found = valid(results_json(final_grades([handed])[0], handed, verdicts))
    seen = {found["visibility"], *(test["visibility"] for test in found["tests"])}
    assert seen == {"after_due_date" if verdicts == "after due" else "visible"}
