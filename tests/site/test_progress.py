"""Answers out of the browser and in again, and how far the reader is."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from exercise_ids import exercise_ids

from autograder.authoring.solve import solution
from autograder.exercise.key import load_key
from tests.site.desk import graded
from tests.site.reader import STORE, Reader, index_of

pytestmark = pytest.mark.browser

CHAPTER = "03-numpy"
NUMPY = f"notebooks/{CHAPTER}.html"
PROGRESS = "book/my-progress.html"
MINE = "Download my notebook"


OWN = [load_key().exercise(one) for one in exercise_ids() if one.startswith("numpy.")]
COUNT, POINTS = len(OWN), sum(one.points for one in OWN)


@pytest.fixture(scope="module")
def references() -> dict[str, str]:
    """What a reader who solved chapter 03 has in the editors."""
    key = load_key()
    chapter = next(c for c in key.chapters if c.name == CHAPTER)
    return {e.id: solution(e) for e in key.exercises(chapter)}


@pytest.fixture(scope="module")
def unanswered(browser, address) -> Iterator[Reader]:
    """The progress page of a reader without answers, for what must change nothing."""
    here = Reader(browser, address)
    here.open(PROGRESS)
    yield here
    assert here.answers() == {}
    here.close()


def solve_all(here: Reader, references: dict[str, str]) -> None:
    for exercise_id, source in references.items():
        entry = {"source": source, "state": "passed"}
        if exercise_id == "numpy.predict_shift":
            entry["answer"] = "b"
        here.call("save", exercise_id, entry)


@pytest.fixture(scope="module")
def solved(chapter_page, references, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The notebook that a reader downloads who passed all of chapter 03."""
    solve_all(chapter_page, references)
    path = chapter_page.download(MINE, tmp_path_factory.mktemp("solved"))
    words = f"{CHAPTER}.ipynb is in your downloads; {COUNT} answers are in it."
    assert said(chapter_page) == words
    return path


def said(here: Reader) -> str:
    """The last news of the hand-in's or the progress page's status line."""
    line = here.page.locator(".hand-in-said")
    line.filter(has_text=re.compile(r"\S")).wait_for()
    return line.inner_text()


def import_into(here: Reader, path: Path) -> str:
    """Import a file on the progress page; what the page says then."""
    here.choose_file("Import", path)
    return said(here)


# --- the notebook -----------------------------------------------------------------


@pytest.mark.slow
def test_an_exported_notebook_gets_full_marks_from_the_grader(
    solved: Path, references, tmp_path: Path
):
    assert solved.name == f"{CHAPTER}.ipynb"
    assert graded(solved, tmp_path) == dict.fromkeys(references, "passed")


@pytest.mark.slow
def test_only_answered_cells_change_and_their_old_outputs_go(
    open_reader, root: Path, tmp_path: Path
):
    here = open_reader(NUMPY)
    here.call("save", "numpy.softmax", {"source": "x = 'mine'\n", "state": "tried"})
    mine = nbformat.read(here.download(MINE, tmp_path), as_version=4)
    nbformat.validate(mine)
    original = nbformat.read(root / "notebooks" / f"{CHAPTER}.ipynb", as_version=4)
    changed = [
        (new, old)
        for new, old in zip(mine.cells, original.cells, strict=True)
        if new != old and "exercise" in new.metadata  # a download's set-up is its own
    ]
    roles = [new.metadata.exercise.role for new, _ in changed]
    assert roles == ["stub", "check"]
    (stub, _), (check, before) = changed
    assert stub.source == "x = 'mine'"
    assert before.outputs
    assert not check.outputs
    assert mine.metadata == original.metadata


def test_there_is_nothing_to_hand_in_before_the_first_answer(open_reader):
    here = open_reader(NUMPY)
    here.page.locator(".hand-in").wait_for(state="attached")
    assert not here.button(MINE).is_visible()
    here.call("save", "byhand.keys", {"source": "keys = 1", "state": "tried"})
    assert not here.button(MINE).is_visible(), "that is another chapter's"
    here.call("save", "numpy.softmax", {"source": "x", "state": "tried"})
    here.button(MINE).wait_for()


@pytest.mark.slow
def test_offline_a_sentence_says_what_to_do_and_the_answers_stay(open_reader):
    here = open_reader(NUMPY, accept_downloads=True)  # a browser that keeps no notebook yet
    here.call("save", "numpy.softmax", {"source": "x", "state": "tried"})
    here.button(MINE).wait_for()
    here.context.set_offline(True)
    here.button(MINE).click()
    assert "could not be loaded from this site; your answers are kept" in said(here)
    assert here.answers()["numpy.softmax"]["source"] == "x"


def test_a_notebook_brings_its_answers_to_another_browser(
    open_reader, solved: Path, references
):
    other = open_reader(PROGRESS)
    assert import_into(other, solved) == f"{COUNT} answers read from {CHAPTER}.ipynb."
    found = other.answers()
    assert {i: (e["source"], e["state"]) for i, e in found.items()} == {
        i: (source.rstrip(), "passed") for i, source in references.items()
    }
    other.open(NUMPY)
    quiz = other.page.locator("form.quiz")
    assert quiz.locator("input:checked").get_attribute("value") == "b"


def test_a_notebook_without_answers_changes_nothing(unanswered, root: Path):
    words = import_into(unanswered, root / "notebooks" / f"{CHAPTER}.ipynb")
    assert words == (
        f"{CHAPTER}.ipynb holds no answers to exercises of this book; nothing was changed."
    )
    assert unanswered.answers() == {}


def test_other_answers_than_the_browser_has_replace_them_only_when_asked(
    here, tmp_path: Path
):
    here.call("save", "numpy.softmax", {"source": "theirs", "state": "tried"})
    path = here.download(MINE, tmp_path)
    here.call("save", "numpy.softmax", {"source": "mine", "state": "passed"})
    dialog = here.page.get_by_role("dialog", name="Replace your answers?")
    for reply, kept in (("Keep mine", "mine"), ("Replace", "theirs")):
        here.choose_file("Import a notebook", path)
        assert "For 1 exercise" in dialog.inner_text()
        dialog.get_by_role("button", name=reply).click()
        here.page.wait_for_function("!document.querySelector('dialog.ask')")
        here.page.wait_for_function(
            "async ([store, kept]) => (await import(store)).load()"
            ".exercises['numpy.softmax'].source === kept",
            arg=[f"{here.address}/{STORE}", kept],
        )


# --- progress ---------------------------------------------------------------------------


def test_every_chapter_says_how_far_its_reader_is(open_reader, references, site: Path):
    here = open_reader(PROGRESS)
    here.call("save", "numpy.softmax", {"source": "x", "state": "passed"})
    here.call("save", "numpy.self_attention", {"source": "x", "state": "tried"})
    box = here.page.locator(f'[data-chapter="{CHAPTER}"]')
    words = box.locator(".progress-words").inner_text()
    assert words == f"1 of {COUNT} passed, 1 tried · 2 of {POINTS:g} points"
    box.locator("summary").click()
    states = {
        row.get_attribute("data-exercise"): row.locator(".state").inner_text()
        for row in box.locator("tbody tr").all()
    }
    assert list(states) == list(references)
    assert states["numpy.softmax"] == "✓ passed"
    assert states["numpy.self_attention"] == "tried"
    assert Counter(states.values())["not yet"] == COUNT - 2
    listed = index_of(site)
    points = sum(e["points"] for e in listed)
    total = here.page.locator(".progress-total").inner_text()
    assert total == f"1 of {len(listed)} passed, 1 tried · 2 of {points:g} points"


def test_an_edited_answer_keeps_its_tick_and_its_points(open_reader):
    here = open_reader(PROGRESS)
    here.call("save", "numpy.softmax", {"source": "x = 1", "state": "passed"})
    here.call("save", "numpy.softmax", {"source": "y", "state": "tried"})
    row = here.page.locator('tr[data-exercise="numpy.softmax"] .state')
    assert row.text_content() == "✓ passed; changed since"
    total = here.page.locator(".progress-total").inner_text()
    assert total.startswith("1 of ")
    assert "· 2 of " in total


def test_every_link_leads_to_its_exercise(site: Path):
    missing = []
    for exercise in index_of(site):
        page = (site / exercise["page"]).read_text(encoding="utf-8")
        if f'id="{exercise["anchor"]}"' not in page:
            missing.append(f"{exercise['page']}#{exercise['anchor']}")
    assert not missing


def test_everything_is_exported_and_comes_back(open_reader, references, tmp_path: Path):
    here = open_reader(PROGRESS)
    solve_all(here, references)
    here.call("save", "byhand.keys", {"source": "keys = 1", "state": "tried"})
    before = here.answers()
    path = here.download("Export everything", tmp_path)
    other = open_reader(PROGRESS)
    assert (
        import_into(other, path) == f"{COUNT + 1} answers read from attention-answers.json."
    )
    after = other.answers()
    assert after == before


def test_resetting_one_exercise_asks_first_and_leaves_the_others(open_reader):
    here = open_reader(PROGRESS)
    for name in ("softmax", "self_attention"):
        here.call("save", f"numpy.{name}", {"source": "x", "state": "passed"})
    here.page.locator(f'[data-chapter="{CHAPTER}"] summary').click()
    here.button("Reset A stable softmax").click()
    dialog = here.page.get_by_role("dialog", name="Reset this exercise?")
    focused = here.page.evaluate("document.activeElement.textContent")
    assert focused == "Cancel", "the harmless button has the focus"
    here.page.keyboard.press("Escape")
    assert len(here.answers()) == 2
    here.button("Reset A stable softmax").click()
    dialog.get_by_role("button", name="Forget it").click()
    assert said(here) == 'Your answer to "A stable softmax" is forgotten.'
    assert list(here.answers()) == ["numpy.self_attention"]


def test_resetting_everything_by_keyboard(open_reader):
    here = open_reader(PROGRESS)
    here.call("save", "numpy.softmax", {"source": "x", "state": "passed"})
    here.button("Reset everything").focus()
    here.page.keyboard.press("Enter")
    here.page.keyboard.press("Tab")
    here.page.keyboard.press("Enter")
    assert said(here) == "All your answers are forgotten."
    assert here.answers() == {}
    assert here.button("Reset everything").is_disabled()


@pytest.mark.slow
def test_resetting_a_chapter_leaves_the_rest_of_the_book(open_reader):
    here = open_reader(NUMPY)
    for exercise_id in ("numpy.softmax", "byhand.keys"):
        here.call("save", exercise_id, {"source": "x", "state": "passed"})
    here.page.locator(".hand-in").get_by_role("button", name="Reset").click()
    here.page.get_by_role("dialog").get_by_role("button", name="Forget them").click()
    assert said(here) == "Your answers in this chapter are forgotten."
    assert list(here.answers()) == ["byhand.keys"]
