"""Quizzes for Moodle (its XML) and for Canvas (QTI 1.2 in a zip), one per student."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from autograder.pages.render import render
from autograder.quiz.make import Quiz

WHEN = (2000, 1, 1, 0, 0, 0)  # of every file in the zip: the same quiz, the same bytes
NOT_XML = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF))


def moodle(quizzes: Sequence[Quiz]) -> bytes:
    """Moodle's XML: in the question bank a category for each student."""
    return _filled("moodle", quizzes=quizzes)


def canvas(quizzes: Sequence[Quiz]) -> bytes:
    """A zip that Canvas imports as "QTI .zip file": a quiz for each student."""
    named = {_name(quiz): quiz for quiz in quizzes}
    files = {
        f"{name}/{name}.xml": _filled("canvas_quiz", name=name, quiz=quiz)
        for name, quiz in named.items()
    }
    files["imsmanifest.xml"] = _filled("canvas_manifest", names=[*named])
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path, data in files.items():
            archive.writestr(zipfile.ZipInfo(path, WHEN), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def _name(quiz: Quiz) -> str:
    return "q" + sha256(quiz.student.encode(errors="replace")).hexdigest()[:16]


def _filled(template: str, **values: Any) -> bytes:
    """A template as XML, without what no XML may hold, whatever a student wrote."""
    return render(f"quiz/{template}.xml.j2", **values).translate(NOT_XML).encode()
