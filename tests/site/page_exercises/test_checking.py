"""Exercises run and checked on the page, and handed in from it."""

from __future__ import annotations

import os
import time
from functools import partial

import pytest

from autograder.authoring.solve import solution
from autograder.exercise.key import load_key
from tests.site.desk import SETTINGS, Desk, graded, with_settings
from tests.site.page_exercises.first_page import (
    KEPT,
    NO_EXERCISE,
    RIGHT,
    WRONG_AXIS,
    started_from,
)

pytestmark = pytest.mark.browser

LONGEST = 4  # seconds that code may run where a test waits for its end
FOREVER = "while True:\n    pass\n"
WEIGHTS = """\
def attention_weights(q, k):
    return softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-1]))
"""

# --- one exercise from beginning to end --------------------------------------------


def test_an_exercise_is_failed_explained_solved_exported_and_graded(
    new_reader, tmp_path, capsys
):
    reader = new_reader()
    desk = Desk(reader)
    desk.editor.click()
    began = time.perf_counter()
    shown = desk.run(f"print('hello')\n{WRONG_AXIS}\nsoftmax(np.zeros((2, 2)))")
    ready = time.perf_counter() - began
    assert "hello" in shown
    assert "array([[0.5, 0.5]," in shown

    card = desk.check(WRONG_AXIS)
    assert "Each row is one query's weights" in card  # the misconception is named
    assert "Hint 1 of 3" in card
    inside = desk.section.locator("details", has_text="Look inside")
    inside.locator("summary").click()
    assert "Line 3: return e" in inside.inner_text()
    assert desk.section.get_attribute("data-state") == "tried"

    desk.press("Hint 1 of 3")
    hint = desk.section.locator("details", has=reader.page.get_by_text("Hint 1")).last
    assert hint.get_attribute("open") is not None
    assert hint.locator("summary").evaluate("e => e === document.activeElement")

    desk.write(RIGHT)
    began = time.perf_counter()
    desk.press("Check")
    desk.done("Checked: right")
    checked = time.perf_counter() - began
    assert desk.section.get_attribute("data-state") == "passed"
    with capsys.disabled():
        load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0
        print(
            f"\npage: Python ready and code run after {ready:.1f} s (target 5), "
            f"a check takes {checked:.2f} s (target 0.5), machine load {load:.1f}"
        )

    reader.reload()
    again = Desk(reader)
    assert again.source().strip() == RIGHT.strip()
    assert again.section.get_attribute("data-state") == "passed"

    notebook = reader.download("Download my notebook", tmp_path)
    found = graded(notebook, tmp_path)
    assert found.pop("numpy.softmax") == "passed"
    assert set(found.values()) == {"not_attempted"}


# --- with one Python for all ---------------------------------------------------------


@pytest.mark.slow
def test_an_error_points_into_the_readers_own_lines(reader):
    desk = Desk(reader)
    shown = desk.run("def softmax(scores):\n    return np.exp(scoers)\n\nsoftmax(queries)")
    assert "Line 2, in softmax" in shown
    assert "NameError: name 'scoers' is not defined" in shown
    assert "site-packages" not in shown
    assert "SyntaxError" in desk.run("def softmax(scores)\n")


@pytest.mark.slow
def test_earlier_answers_are_the_readers_own_once_they_have_passed(reader):
    weights = Desk(reader, "numpy.attention_weights")
    assert "the reference softmax" in weights.check(WEIGHTS)
    assert "right" in Desk(reader).check(RIGHT)
    assert "your own softmax" in weights.check(WEIGHTS)


@pytest.mark.slow
def test_what_a_page_leaves_out_of_python_is_missed_by_nothing_it_has(reader):
    modules = (
        "datetime, urllib.parse, urllib.request, shutil, logging.config, uuid, doctest"
    )
    assert "42" in Desk(reader).run(f"import {modules}\n20 + 22")


def test_help_is_given_in_the_page(reader):
    assert "Calculate the exponential of all elements" in Desk(reader).run("help(np.exp)")


def test_a_loop_is_stopped_and_the_next_run_works(reader):
    desk = Desk(reader)
    desk.write(FOREVER)
    desk.press("Run")
    desk.section.get_by_role("button", name="Stop").click()
    desk.fault.wait_for()
    assert desk.fault.inner_text() == "Stopped. Your code is kept."
    assert desk.source().strip() == FOREVER.strip()
    assert "2" in desk.run("1 + 1")


@pytest.mark.slow
def test_a_loop_that_nobody_stops_ends_by_itself(reader):
    settings = f"**/{SETTINGS}"
    reader.context.route(settings, partial(with_settings, {"seconds": LONGEST}))
    reader.reload()
    desk = Desk(reader)
    desk.write(FOREVER)
    said = desk.trouble("Check")
    assert f"still running after {LONGEST} seconds" in said
    assert desk.source().strip() == FOREVER.strip()
    reader.context.unroute(settings)
    reader.reload()
    assert Desk(reader).source().strip() == FOREVER.strip()


# One worker does them all, as the page asks it; earlier exercises are lent.
DO_ALL = """
async ([module, tasks]) => {
  const { ask } = await import(module);
  const done = [];
  for (const task of tasks)
    done.push(await ask({ do: "check", passed: {}, ...task }, () => {}, () => {}));
  return done;
}
"""


@pytest.mark.slow
@pytest.mark.parametrize("start", ["files", "memory"])
def test_every_reference_passes_in_the_page(new_reader, start: str):
    reader = new_reader(NO_EXERCISE)
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
    assert started_from(reader) == [start]
