"""Exercises run and checked on the page, and handed in from it."""

import pytest

from autograder.authoring.solve import solution
from autograder.exercise.key import load_key
from tests.site.desk import Desk, graded
from tests.site.page_exercises.first_page import (
    KEPT,
    NO_EXERCISE,
    RIGHT,
    SAVES_DATA,
    WRONG_AXIS,
    started_from,
)

pytestmark = pytest.mark.browser


def test_an_exercise_is_failed_explained_solved_kept_and_graded(new_reader, tmp_path):
    reader = new_reader(script="")
    desk = Desk(reader)
    desk.editor.click()
    shown = desk.run(f"print('hello')\n{WRONG_AXIS}\nsoftmax(np.zeros((2, 2)))")
    assert "hello" in shown
    assert "array([[0.5, 0.5]," in shown

    card = desk.check(WRONG_AXIS)
    assert "Each row is one query's weights" in card  # the misconception is named
    assert "Hint 1 of 3" not in card  # a name is the first hint
    inside = desk.section.locator("details", has_text="Look inside")
    inside.locator("summary").click()
    assert "Line 3: return e" in inside.inner_text()
    assert desk.section.get_attribute("data-state") == "tried"

    hints = desk.section.locator("details.hint").filter(visible=True)
    assert hints.count() == 0
    desk.section.get_by_role("button", name="Hint 1 of 3").press("Enter")
    assert hints.count() == 1
    assert hints.get_attribute("open") is not None
    assert hints.locator("summary").evaluate("e => e === document.activeElement")
    desk.section.get_by_role("button", name="Hint 2 of 3").wait_for()

    desk.write(RIGHT)
    desk.press("Check")
    desk.done("Checked: right")
    assert desk.section.get_attribute("data-state") == "passed"

    reader.page.wait_for_function(KEPT)
    reader.reload()
    again = Desk(reader)
    assert again.source().strip() == RIGHT.strip()
    assert again.section.get_attribute("data-state") == "passed"
    assert "42" in again.run(f"{RIGHT}\n20 + 22")
    assert started_from(reader) == ["memory"]  # Python goes on as it was
    mark = again.section.locator(".exercise-mark")
    assert mark.inner_text() == "Passed; changed since"
    assert again.section.get_attribute("data-state") == "passed"
    assert reader.answers()["numpy.softmax"]["passedSource"].strip() == RIGHT.strip()

    notebook = reader.download("Download my notebook", tmp_path)
    found = graded(notebook, tmp_path)
    assert found.pop("numpy.softmax") == "passed"
    assert set(found.values()) == {"not_attempted"}


# --- every exercise ---------------------------------------------------------------------

# A worker for each chapter, as its page starts it; earlier exercises are lent.
DO_ALL = """
async ([module, tasks]) => {
  const { ask, stop } = await import(module);
  const { dataset } = document.body;
  const done = [];
  for (const task of tasks) {
    if (dataset.chapter !== task.chapter) stop();
    dataset.chapter = task.chapter;
    done.push(await ask({ do: "check", passed: {}, ...task }, () => {}, () => {}));
  }
  return done;
}
"""


@pytest.mark.slow
@pytest.mark.parametrize("start", ["files", "memory"])
def test_every_reference_passes_in_the_page(new_reader, start: str):
    reader = new_reader(NO_EXERCISE, script="" if start == "memory" else SAVES_DATA)
    key = load_key()
    live = [
        {"id": exercise.id, "chapter": chapter.name, "source": solution(exercise)}
        for chapter in key.chapters
        for exercise in key.exercises(chapter)
        if exercise.framework == "numpy" and exercise.kind != "choice"
    ]
    module = f"{reader.address}/_static/exercises/python.js"
    if start == "memory":
        reader.page.evaluate(DO_ALL, [module, live[:1]])
        reader.page.wait_for_function(KEPT)
        reader.reload()
    results = reader.page.evaluate(DO_ALL, [module, live])
    wanted = [
        "awaiting_review" if key.exercise(e["id"]).is_read else "passed" for e in live
    ]
    wrong = [
        r["text"] + r["error"]
        for r, status in zip(results, wanted, strict=True)
        if r["status"] != status
    ]
    assert not wrong, "\n".join(wrong)
    assert len(results) == len(live) > 30
    assert set(started_from(reader)) == {start}
