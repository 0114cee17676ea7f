"""Exercises as sections of their page.

In a chapter an exercise is a stub cell, hints and a check cell.  On the page
they become one ``<section class="exercise">``, which says what it is worth and
where else it can be done; ``exercise.js`` brings those to life that the page's
Python can check, and ``quiz.js`` the choices.
"""

from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from attention_site.exercise_index import Facts, all_facts
from attention_site.exercise_python import runs_on_page
from attention_site.paths import SAID, path_of_exercises
from attention_site.public_copies import addresses
from attention_site.quizzes import exercise_of
from autograder.exercise.kinds.uncalled import WRITE_HERE

logger = logging.getLogger(__name__)

DIFFICULTY = {1: "easy", 2: "moderate", 3: "challenging"}
LIBRARIES = {"torch": "PyTorch", "tensorflow": "TensorFlow"}
STUDENTS = "book/how-to-students"


class exercise_box(nodes.General, nodes.Element):  # noqa: N801 (docutils' way)
    """The section around an exercise's cells; ``facts`` and ``live`` say which."""


class WrapExercises(SphinxPostTransform):
    """Put each exercise's cells, and what is between them, in a box."""

    formats = ("html",)

    def run(self, **_: Any) -> None:
        cells = {exercise_of(c): c for c in self.document.findall(nodes.container)}
        cells |= {
            (said[0], "stub"): place
            for said, check in cells.items()
            if said and said[1] == "check" and (place := place_to_write(check))
        }
        known = {facts.id: facts for facts in all_facts(Path(self.app.doctreedir))}
        for said, stub in cells.items():
            if not said or said[1] != "stub" or said[0] not in known:
                continue
            check = cells.get((said[0], "check"))
            if check is None or check.parent is not stub.parent:
                logger.warning(
                    "%s: its check cell must follow its stub cell in the same section.",
                    said[0],
                    location=stub,
                    type="exercise_cells",
                )
                continue
            self._wrap(known[said[0]], stub, check)

    def _wrap(self, facts: Facts, stub: nodes.Element, check: nodes.Element) -> None:
        stub["classes"].append("exercise-stub")
        check["classes"].append("exercise-check-cell")
        parent = stub.parent
        first, last = parent.index(stub), parent.index(check)
        box = exercise_box()
        box["facts"] = facts
        box["live"] = facts.id in runs_on_page(self.app)
        box["elsewhere"] = elsewhere(self.app, self.env.docname)
        inside = parent[first : last + 1]
        del parent[first : last + 1]
        box.extend(inside)
        parent.insert(first, box)


def place_to_write(check: nodes.Element) -> nodes.Element | None:
    """The line above a check that words are written in the place of, as a cell."""
    above = check.parent[: check.parent.index(check)]
    lines = (node for node in reversed(above) if isinstance(node, nodes.paragraph))
    line = next((n for n in lines if n.astext() == WRITE_HERE.strip("*")), None)
    if line is None:
        return None
    cell = nodes.container("", classes=["exercise-words"])
    line.replace_self(cell)
    cell += line
    return cell


def elsewhere(app: Sphinx, docname: str) -> str:
    """Where else an exercise can be done: links, as HTML."""
    root = "../" * docname.count("/")
    notebook = escape(f"{root}_sources/{docname}.ipynb")
    how = escape(app.builder.get_relative_uri(docname, STUDENTS))
    links = (
        f'<a href="{notebook}" download>Download the notebook</a> and open it in '
        f'<a href="{how}">Jupyter</a>'
    )
    opened = addresses(app.config.html_theme_options, docname)
    others = [f'<a href="{escape(to)}">{name}</a>' for name, to in opened.items()]
    return links + (f", or open it in {' or '.join(others)}." if others else ".")


def visit_box(translator: Any, node: exercise_box) -> None:
    facts: Facts = node["facts"]
    title = f"title-{facts.anchor}"
    live = f' data-live="numpy" data-chapter="{facts.chapter}"' if node["live"] else ""
    plural = "" if facts.points == 1 else "s"
    path = path_of_exercises()[facts.id]
    worth = f"{facts.points:g} point{plural} · {facts.minutes} minutes"
    worth += f" · {DIFFICULTY[facts.difficulty]} · {SAID[path]}"
    translator.body.append(
        f'<section class="exercise" id="{facts.anchor}" data-exercise="{facts.id}"'
        f' data-kind="{facts.kind}" data-framework="{facts.framework}"'
        f' data-path="{path}"{live}'
        f' aria-labelledby="{title}">\n'
        f'<div class="exercise-head"><p class="exercise-title" id="{title}">'
        f"{escape(facts.title)}</p>"
        f'<p class="exercise-facts">{worth}</p></div>\n'
    )


def depart_box(translator: Any, node: exercise_box) -> None:
    facts: Facts = node["facts"]
    if node["live"]:
        words = f"To do this exercise without JavaScript: {_lower(node['elsewhere'])}"
        note = f'<noscript><p class="exercise-note">{words}</p></noscript>'
    elif facts.kind == "choice":
        note = ""
    else:
        library = LIBRARIES.get(facts.framework)
        why = f"This exercise needs {library}, which a web page cannot run."
        if not library:
            why = "This exercise cannot be checked on the page."
        note = f'<p class="exercise-note">{why} {node["elsewhere"]}</p>'
    # For exercise.js, which has other reasons to send a reader there.
    place = f'<template class="exercise-elsewhere">{node["elsewhere"]}</template>'
    translator.body.append(f"{note}{place if node['live'] else ''}\n</section>\n")


def _lower(links: str) -> str:
    return links.replace(">Download", ">download", 1)
