"""Quizzes, and what the reader's answers need of the build.

A ``choice`` exercise stands in its chapter as a list of options, "(a) ...", a
cell that leaves the answer open, and a cell that checks it.  On the page the
list becomes radio buttons (``quiz.js``); here each list is found, compared with
the key, and marked, and what the script has to say goes beside it as data.
Where no script runs, the list and the cells stay as they are.

Also written here: ``index.json``, the list of all exercises, and which pages
load which scripts.
"""

import json
import re
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from attention_site.exercise_index import (
    Facts,
    all_facts,
    fingerprint,
    minutes_of_exercises,
    public_index,
    slug,
)
from attention_site.paths import NAMES, minutes_of_book

logger = logging.getLogger(__name__)

FOLDER = "exercises"  # in _static
OPTION = re.compile(r"^\(([a-z])\) +")
PROGRESS = "exercise-progress"  # the element that progress-page.js fills
WHY = "<summary>Why</summary>"


class QuizProblem(ValueError):
    """A choice stands in its chapter in no form a page can offer; says why."""


class MarkQuizzes(SphinxPostTransform):
    """Mark the options and the cells of every choice, before they are wrapped."""

    formats = ("html",)

    def run(self, **_: Any) -> None:
        cells = [c for c in self.document.findall(nodes.container) if exercise_of(c)]
        if not cells:
            return
        choices = {f.id: f for f in facts_of(self.app) if f.kind == "choice"}
        for cell in cells:
            exercise_id, role = exercise_of(cell)
            if exercise_id not in choices:
                continue
            cell["classes"] += ["quiz-cell", f"quiz-{role}-{slug(exercise_id)}"]
            if role != "stub":
                continue
            try:
                self._mark(cell, choices[exercise_id])
            except QuizProblem as problem:
                logger.warning("%s", problem, location=cell, type="quizzes")

    def _mark(self, stub: nodes.container, facts: Facts) -> None:
        options = options_above(stub, facts.id)
        compare(options, facts)
        name = slug(facts.id)
        options["ids"].append(f"options-{name}")
        options["classes"].append("quiz-options")
        question = options.parent.index(options) - 1
        if question >= 0 and isinstance(options.parent[question], nodes.paragraph):
            options.parent[question]["ids"].append(f"question-{name}")
        check = next(
            (
                c
                for c in self.document.findall(nodes.container)
                if exercise_of(c) == (facts.id, "check")
            ),
            None,
        )
        why = after = ""
        if check is not None:
            why = mark_why(check, name)
            after = f"after-{name}"
            check.parent.insert(check.parent.index(check) + 1, _target(after))
        data = {
            "id": facts.id,
            "slug": name,
            "title": facts.title,
            "name": facts.name,
            "answer": facts.answer,
            "why_not": facts.why_not,
            "why": why,
            "after": after,
        }
        text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
        script = f'<script type="application/json" class="quiz-data">{text}</script>'
        options.parent.insert(
            options.parent.index(options) + 1, nodes.raw("", script, format="html")
        )


def exercise_of(node: nodes.Node) -> tuple[str, str] | tuple[()]:
    """``(id, role)`` of an exercise's cell; empty for any other node."""
    if not isinstance(node, nodes.container) or node.get("nb_element") != "cell_code":
        return ()
    said = (node.get("cell_metadata") or {}).get("exercise")
    return (said["id"], said["role"]) if isinstance(said, dict) else ()


def options_above(stub: nodes.container, exercise_id: str) -> nodes.bullet_list:
    """The list right above the stub cell; QuizProblem where something else stands there."""
    place: nodes.Element = stub
    while not isinstance(place.parent, (nodes.section, nodes.document)):
        place = place.parent
    before = place.parent[: place.parent.index(place)]
    if before and isinstance(before[-1], nodes.bullet_list):
        return before[-1]
    raise QuizProblem(
        f"{exercise_id} is a choice, but right above its stub cell is no list of "
        'options. Write them there as a list: "- (a) ...", "- (b) ...".'
    )


def compare(options: nodes.bullet_list, facts: Facts) -> None:
    """Raise ``QuizProblem`` unless the list has just the letters of the key."""
    letters = []
    for item in options:
        found = OPTION.match(item.astext())
        if not found:
            raise QuizProblem(
                f"{facts.id}: the option {item.astext()[:40]!r} does not begin with "
                'its letter. Write "(a) ", "(b) " and so on.'
            )
        letters.append(found[1])
    known = sorted({facts.answer, *facts.why_not})
    if letters != known:
        raise QuizProblem(
            f"{facts.id}: the chapter offers {', '.join(letters)}; the key knows "
            f"{', '.join(known)}, in this order. Make them agree."
        )


def mark_why(check: nodes.container, name: str) -> str:
    """Mark the chapter's own "Why", folded, after a check: the mark's id or ``""``.

    It is looked for up to the next heading or exercise.
    """
    place: nodes.Element = check
    while not isinstance(place.parent, (nodes.section, nodes.document)):
        place = place.parent
    for node in place.parent[place.parent.index(place) + 1 :]:
        if isinstance(node, nodes.section) or exercise_of(node):
            break
        if isinstance(node, nodes.raw) and WHY in node.astext():
            node.parent.insert(node.parent.index(node), _target(f"why-{name}"))
            return f"why-{name}"
    return ""


def _target(name: str) -> nodes.raw:
    return nodes.raw("", f'<span id="{name}"></span>', format="html")


class ExerciseProgress(Directive):
    """The list of all chapters, which ``progress-page.js`` brings to life."""

    def run(self) -> list[nodes.Node]:
        env: BuildEnvironment = self.state.document.settings.env
        env.note_reread()  # it shows the key, whose change Sphinx does not see
        root = "../" * env.docname.count("/")
        items = []
        for name, chapter in by_chapter(facts_of(env.app)).items():
            points = sum(facts.points for facts in chapter)
            items.append(
                f'<li data-chapter="{name}"><a href="{root}{chapter[0].page}">'
                f"{name[:2]} · {chapter[0].chapter_title}</a>: {len(chapter)} exercises, "
                f"{points:g} points</li>"
            )
        minutes = minutes_of_book(minutes_of_exercises(Path(env.doctreedir)))
        paths = escape(json.dumps({NAMES[p]: [p, minutes[p]] for p in NAMES}))
        text = f'<div id="{PROGRESS}" data-paths="{paths}"><ul>{"".join(items)}</ul></div>'
        return [nodes.raw("", text, format="html")]


def by_chapter(facts: tuple[Facts, ...]) -> dict[str, list[Facts]]:
    """The exercises of each chapter, in the book's order."""
    chapters: dict[str, list[Facts]] = {}
    for each in facts:
        chapters.setdefault(each.chapter, []).append(each)
    return chapters


def facts_of(app: Sphinx) -> tuple[Facts, ...]:
    return all_facts(Path(app.doctreedir))


def rebuild_when_the_key_changed(app: Sphinx, env: BuildEnvironment, *_: Any) -> list[str]:
    """Pages hold sentences of the key: with another key they are old."""
    now = fingerprint()
    before = getattr(env, "exercise_key", now)
    env.exercise_key = now
    if before == now:
        return []
    chapters = {facts.page.removesuffix(".html") for facts in facts_of(app)}
    return sorted(chapters & env.found_docs)


def write_index(app: Sphinx) -> None:
    folder = Path(app.outdir, "_static", FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.json").write_text(public_index(facts_of(app)), encoding="utf-8")
