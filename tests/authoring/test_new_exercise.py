"""A new exercise of each kind, from the command to the graded class."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from making import typed

from autograder.authoring.new_exercise import KINDS

NAME = "heat_course"
KEY = ("--key", NAME)


class Author:
    """Somebody who types commands in the folder of a course of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def types(self, *words: object) -> subprocess.CompletedProcess[str]:
        return typed(self.folder, *words)

    def files(self) -> list[Path]:
        """What the command wrote: the modules, and the notebook."""
        chapter = self.folder / NAME / "ch01_first"
        modules = [p for p in chapter.rglob("*.py") if "begun" in str(p)]
        return [*modules, self.folder / "notebooks" / "01-first.ipynb"]


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Author:
    """One who has begun an exercise of each kind in a new course."""
    where = tmp_path_factory.mktemp("author")
    begun = Author(where).types("new-course", NAME)
    assert begun.returncode == 0, begun.stderr
    author = Author(where / NAME)
    for kind in KINDS:
        done = author.types("new-exercise", f"first.begun_{kind}", "--kind", kind, *KEY)
        assert done.returncode == 0, done.stderr
        assert "Exercise:" not in done.stdout, "its cells are in the notebook"
    return author


@pytest.mark.slow
def test_what_is_left_to_write_does_not_verify(author: Author):
    done = author.types("verify", *KEY)
    assert done.returncode == 1
    said = done.stdout + done.stderr
    for kind in KINDS:
        assert f"first.begun_{kind}: A hint still says TODO: write what is meant" in said
    assert "Its text still says: 'TODO: the task in words, with shapes.'" in said
    faults = [line for line in said.splitlines() if ": " in line]
    assert [line for line in faults if "TODO" not in line] == []


def test_where_a_chapter_has_a_text_verify_asks_for_the_section_to_reread(tmp_path: Path):
    Author(tmp_path).types("new-course", NAME)
    author = Author(tmp_path / NAME)
    (author.folder / "chapters").mkdir()
    (author.folder / "chapters" / "01-first.md").write_text("# First\n", encoding="utf-8")
    begun = author.types("new-exercise", "first.begun", *KEY)
    (command,) = re.findall(r"Then: autograder (verify first\.begun .*)", begun.stdout)
    proved = author.types(*command.split())
    said = proved.stdout + proved.stderr
    assert "first.begun: Its section still says TODO: write what is meant there." in said


def test_verify_names_an_exercise_that_stands_elsewhere_than_its_order_says(tmp_path: Path):
    Author(tmp_path).types("new-course", NAME)
    author = Author(tmp_path / NAME)
    author.types("new-exercise", "first.begun", *KEY)
    module = author.folder / NAME / "ch01_first" / "begun.py"
    module.write_text(module.read_text().replace("order=20", "order=5"), encoding="utf-8")
    proved = author.types("verify", "first.begun", *KEY)
    assert (
        "01-first: first.normalise comes where the key has first.begun: change `order`, "
        "or move cells."
    ) in proved.stdout + proved.stderr


@pytest.fixture(scope="module")
def written(author: Author) -> Author:
    """The same, when all that was left has been written."""
    for path in author.files():
        text = path.read_text(encoding="utf-8")
        assert "TODO" in text or not path.name.endswith(".cells.py")
        path.write_text(text.replace("TODO", "Well said"), encoding="utf-8")
    return author


@pytest.mark.slow
def test_what_is_written_holds(written: Author):
    done = written.types("verify", *KEY)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(KINDS) + 1} exercises" in done.stdout


@pytest.mark.slow
def test_a_class_is_graded_with_each_kind(written: Author):
    notebook = written.folder / "notebooks" / "01-first.ipynb"
    (written.folder / "class").mkdir()
    blank = written.folder / "class" / "blank.ipynb"
    blank.write_bytes(notebook.read_bytes())
    solved = written.folder / "class" / "solved.ipynb"
    done = written.types("solve", notebook, "-o", solved, *KEY)
    assert done.returncode == 0, done.stderr
    done = written.types("grade", "class", "--out", "results", *KEY)
    assert done.returncode == 0, done.stdout + done.stderr
    read_by_a_person = "awaiting_review"
    for student, status in (("solved", "passed"), ("blank", "not_attempted")):
        path = written.folder / "results" / "results" / f"{student}.json"
        found = json.loads(path.read_text(encoding="utf-8"))["exercises"]
        assert {each["id"]: each["status"] for each in found} == {
            "first.normalise": status,
            **{f"first.begun_{kind}": status for kind in KINDS},
            **dict.fromkeys(
                ("first.begun_text", "first.begun_work"),
                read_by_a_person if student == "solved" else status,
            ),
        }
