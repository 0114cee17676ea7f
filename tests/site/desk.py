"""An exercise on a page, used as a reader uses it; and a site to do it on."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from forked import forked

from tests.site.reader import Reader

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = "_static/exercises/python.json"
PATIENCE = 120_000  # milliseconds; a busy machine is no fault of the page


def read(site: Path, path: str) -> str:
    return (site / path).read_text(encoding="utf-8")


def with_python(site: Path) -> Path:
    """The built site, where it has Python for its pages."""
    if json.loads(read(site, SETTINGS))["pyodide"] is None:
        pytest.skip("This copy of the book was built without Pyodide: run make book online")
    return site


def with_settings(changed: dict[str, Any], route) -> None:
    """Answer for ``python.json`` with parts of it changed."""
    settings = route.fetch().json()
    for name, value in changed.items():
        both = isinstance(value, dict) and isinstance(settings[name], dict)
        settings[name] = {**settings[name], **value} if both else value
    route.fulfill(json=settings)


def graded(notebook: Path, folder: Path) -> dict[str, str]:
    """What the real grader, in its sandbox, finds in a notebook: statuses by id."""
    handed = folder / "class" / "ada"
    handed.mkdir(parents=True)
    (handed / notebook.name).write_bytes(notebook.read_bytes())
    words = ["grade", folder / "class", "--out", folder / "results", "--seed", 7]
    done = forked(words, ROOT, {**os.environ})
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(read(folder, "results/results/ada.json"))
    return {exercise["id"]: exercise["status"] for exercise in result["exercises"]}


class Desk:
    """One exercise on a page, used as a reader does."""

    def __init__(
        self, reader: Reader, exercise_id: str = "numpy.softmax", *, opened: bool = True
    ) -> None:
        self.reader, self.page = reader, reader.page
        self.section = self.page.locator(f'[data-exercise="{exercise_id}"]')
        self.section.scroll_into_view_if_needed()
        self.plain = self.section.locator("textarea")
        self.editor = self.section.locator(".cm-content")
        if opened:
            self.section.locator("textarea, .cm-content").first.click()
            self.editor.wait_for()
        self.status = self.section.locator(".exercise-status")
        self.card = self.section.locator(".exercise-output .check-card")
        self.fault = self.section.get_by_role("alert")

    def write(self, source: str) -> None:
        self.editor.click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(source)

    def press(self, name: str) -> None:
        self.section.get_by_role("button", name=name, exact=True).click()

    def source(self) -> str:
        return "\n".join(self.section.locator(".cm-line").all_inner_texts())

    def run(self, source: str) -> str:
        """Everything that a run shows."""
        self.write(source)
        self.press("Run")
        self.done("Your code")
        return self.section.locator(".exercise-output").inner_text()

    def check(self, source: str) -> str:
        self.write(source)
        self.press("Check")
        self.done("Checked")
        return self.card.inner_text()

    def done(self, begins: str) -> None:
        # The text that was there before must not be taken for the new one.
        self.section.and_(self.page.locator('[aria-busy="false"]')).wait_for()
        assert self.status.text_content().startswith(begins), self.said()

    def said(self) -> str:
        return self.section.locator(".exercise-results").inner_text()

    def trouble(self, name: str = "Run") -> str:
        self.press(name)
        self.fault.wait_for()
        return self.fault.inner_text()
