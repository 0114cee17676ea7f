"""Settings that came later: tables of extensions, late days, and the page of all lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.exercise.key import Key, load_key
from autograder.gradebook import course_lines
from autograder.gradebook.course import Course
from autograder.gradebook.course_file import load_course
from autograder.gradebook.course_lines import CourseProblem


@pytest.fixture
def toy() -> Key:
    return load_key("toy_key")


def course(folder: Path, text: str, key: Key) -> Course:
    path = folder / "course.toml"
    path.write_text(text)
    return load_course(path, key)


def test_a_section_has_more_time_and_a_table_says_who(tmp_path, toy):
    (tmp_path / "ext.csv").write_text(
        "student;section;days;until\nada;;2;\n;B;;2026-03-09T12:00:00Z\n"
    )
    found = course(tmp_path, 'due = 2026-03-01T12:00:00Z\nextensions = "ext.csv"', toy)
    assert found.due_for("temperature", ["Ada"]).day == 3
    assert found.due_for("temperature", ["bo"], "B").day == 9
    assert found.due_for("temperature", ["bo"], "A").day == 1


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("student,dayz\nada,2\n", "no line 'dayz'. Did you mean 'days'"),
        ("student,days\nada,soon\n", "days must be a number from 0 to 10000, not 'soon'"),
        ("student,days\n,2\n", "names no student"),
    ],
)
def test_a_slip_in_a_table_of_extensions_is_one_sentence(tmp_path, toy, rows, said):
    (tmp_path / "ext.csv").write_text(rows)
    with pytest.raises(CourseProblem, match=said):
        course(tmp_path, 'extensions = "ext.csv"', toy)


def test_the_page_of_settings_is_made_of_the_types():
    page = Path(__file__).parents[2] / "book" / "how-to-settings.md"
    assert page.read_text(encoding="utf-8") == course_lines.page(), (
        "python -m autograder.gradebook.course_lines > book/how-to-settings.md"
    )
