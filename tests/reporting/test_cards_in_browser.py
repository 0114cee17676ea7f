"""Cards of ten mistakes in a real browser: a student's feedback, and a notebook."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from made_results import KEY, submission
from quickly import quickly
from ten_mistakes import MISTAKES, cell

from autograder.checking.card import Card, make_card
from autograder.checking.card_forms import as_html
from autograder.checking.check import evaluate
from autograder.checking.point import LiveRecorder, look_at
from autograder.exercise.building import build
from autograder.gradebook.records import ExerciseResult
from autograder.reporting.feedback import feedback_page
from tests.site.view import View

pytestmark = pytest.mark.browser

FORMS = [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")]
THEMES = Path(sys.prefix) / "share/jupyter/lab/themes/@jupyterlab"
OUTPUT = """<!doctype html><html lang="en"><head>
<meta charset="utf-8"><title>Notebook</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>{theme}
body {{ background: var(--jp-layout-color0); color: var(--jp-content-font-color1);
  font-family: var(--jp-content-font-family); font-size: var(--jp-content-font-size1); }}
pre, code {{ color: inherit; font-family: var(--jp-code-font-family); }}
</style></head><body><main><h1>Notebook</h1>{cards}</main></body></html>"""
# What stands beyond the window, unless it scrolls within something that is in it.
BEYOND = """
() => [...document.querySelectorAll(".check-card, .check-card *")].filter((part) =>
  part.getBoundingClientRect().right > innerWidth + 1
  && !part.closest("pre, svg, [style*='clip-path']")).map((part) => part.outerHTML)
"""
OPEN_ALL = "() => document.querySelectorAll('details').forEach((fold) => fold.open = true)"


@pytest.fixture(scope="module")
def made() -> list[tuple[str, Card, ExerciseResult]]:
    """For each mistake its exercise, its card and its result."""
    found = []
    for name, (exercise_id, _) in MISTAKES.items():
        exercise = KEY.exercise(exercise_id)
        answer = build(exercise, cell(name))
        verdict = evaluate(exercise, answer)
        looked = look_at(verdict, LiveRecorder(answer))
        card = make_card(verdict, hint=1, pointed=looked.first, inside=looked.steps)
        found.append((exercise_id, card, ExerciseResult.of(verdict, card=card)))
    return found


@pytest.fixture(
    params=quickly(FORMS, [(1280, "dark"), (390, "light")]),
    ids=lambda form: f"{form[0]} {form[1]}",
)
def opened(request, browser) -> Iterator[View]:
    view = View(browser, "", *request.param)
    yield view
    view.context.close()


def shown(view: View, html: str) -> list[str]:
    """What is wrong with a page of cards, all their folds open."""
    view.page.set_content(html)
    view.page.evaluate(OPEN_ALL)
    wide = view.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    wider = ["The page is wider than its window."] if wide else []
    return wider + view.page.evaluate(BEYOND) + view.axe_faults()


def test_feedback_is_readable_and_axe_finds_nothing(opened, made):
    waiting, pages = list(made), []
    while waiting:  # of one exercise a page has one card
        of_page = {exercise_id: result for exercise_id, _, result in reversed(waiting)}
        names = {each.partition(".")[2]: result for each, result in of_page.items()}
        pages.append(feedback_page(submission("Ada", **names)))
        waiting = [each for each in waiting if each[2] not in of_page.values()]
    assert [fault for page in pages for fault in shown(opened, page)] == []


def test_a_notebook_is_readable_and_axe_finds_nothing(opened, made):
    scheme = opened.page.evaluate(
        "() => matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'"
    )
    theme = THEMES / f"theme-{scheme}-extension" / "index.css"
    if not theme.exists():
        pytest.skip("JupyterLab's colours are not here.")
    # In a notebook each card is an output of its own: no two have one name.
    cards = "".join(
        as_html(replace(card, exercise_id=f"{card.exercise_id} {number}"))
        for number, (_, card, _) in enumerate(made)
    )
    page = OUTPUT.format(theme=theme.read_text(encoding="utf-8"), cards=cards)
    assert shown(opened, page) == []


def test_the_mistakes_have_ten_different_cards(made):
    said = {card.meaning + card.problem + " ".join(card.lessons) for _, card, _ in made}
    assert len(said) >= 9
    assert sum(bool(card.where) for _, card, _ in made) >= 7
