"""What a class is asked on paper and on a phone, in a real browser."""

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from autograder.pages.render import render
from autograder.questions.ask import questions_for
from autograder.quiz.papers import Mark, Quiz, write_marks, write_quiz
from tests.questions.asking import defined, exercise
from tests.questions.test_kinds import SCORES, SOFTMAX

pytestmark = pytest.mark.browser


@pytest.fixture
def quizzes() -> list[Quiz]:
    answer = defined(SOFTMAX)
    asked = questions_for(exercise(answer, SCORES), answer, seed=1)
    assert len(asked) == 3
    return [Quiz("ana", "Ana Lovelace", asked, 1, 1), Quiz("ben@uni.example", "", asked)]


@pytest.fixture
def folder(quizzes: list[Quiz], tmp_path: Path) -> Path:
    write_quiz(tmp_path, "Week 1", quizzes)
    write_marks(tmp_path, "Week 1", [Mark(quiz, "aaa") for quiz in quizzes])
    about = {"quiz": quizzes[0], "done": False, "minutes": 10, "xsrf": ""}
    room = render("quiz/room.html.j2", letters="abcd", **about)
    (tmp_path / "room.html").write_text(room, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", ["sheets", "answers", "report", "room"])
def test_no_page_is_wider_than_a_phone(browser, folder: Path, name: str):
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto((folder / f"{name}.html").as_uri())
    width = page.evaluate("document.documentElement.scrollWidth")
    page.close()
    assert width <= 390


def test_each_student_has_one_printed_page(browser, folder: Path):
    page = browser.new_page()
    page.goto((folder / "sheets.html").as_uri())
    printed = PdfReader(BytesIO(page.pdf(format="A4"))).pages
    page.close()
    texts = [sheet.extract_text() for sheet in printed]
    assert ["Ana Lovelace" in text for text in texts] == [True, False]
    assert ["ben@uni.example" in text for text in texts] == [False, True]


def test_a_choice_on_the_classroom_page_is_made_with_the_keyboard(
    browser,
    folder: Path,
):
    page = browser.new_page()
    page.goto((folder / "room.html").as_uri())
    page.focus("input[name=q0]")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    chosen = page.evaluate("document.querySelector('input[name=q0]:checked').value")
    page.close()
    assert chosen == "b"
