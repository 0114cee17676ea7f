"""Quizzes for Moodle (its XML) and for Canvas (QTI 1.2 in a zip), one per student."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from xml.etree import ElementTree as ET

from autograder.checking.card_forms import marked_up
from autograder.questions.draft import CodeQuestion
from autograder.quiz.make import Quiz

QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
CONTENT = "http://www.imsglobal.org/xsd/imscp_v1p1"
WHEN = (2000, 1, 1, 0, 0, 0)  # of every file in the zip: the same quiz, the same bytes
NOT_XML = {n: None for n in range(32) if n not in (9, 10, 13)} | {
    0xFFFE: None,
    0xFFFF: None,
}


def moodle(quizzes: Sequence[Quiz]) -> bytes:
    """Moodle's XML: in the question bank a category for each student."""
    root = ET.Element("quiz")
    for quiz in quizzes:
        category = ET.SubElement(root, "question", type="category")
        path = f"$course$/top/Own code/{quiz.student.replace('/', '//')}"
        _texts(category, "category", path)
        for number, question in enumerate(quiz.questions, 1):
            made = ET.SubElement(root, "question", type="multichoice")
            _texts(made, "name", f"{quiz.student} {number}: {question.exercise}")
            _texts(made, "questiontext", _stem(question), format="html")
            for name, value in (
                ("defaultgrade", "1"),
                ("single", "true"),
                ("shuffleanswers", "false"),
                ("answernumbering", "abc"),
            ):
                ET.SubElement(made, name).text = value
            for place, option in enumerate(question.options):
                fraction = "100" if place == question.right else "0"
                answer = ET.SubElement(made, "answer", fraction=fraction, format="html")
                ET.SubElement(answer, "text").text = _clean(marked_up(option))
    return _bytes(root)


def canvas(quizzes: Sequence[Quiz]) -> bytes:
    """A zip that Canvas imports as "QTI .zip file": a quiz for each student."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        names = [(_name(quiz), quiz) for quiz in quizzes]
        for name, quiz in names:
            _add(archive, f"{name}/{name}.xml", _bytes(_assessment(name, quiz)))
        _add(archive, "imsmanifest.xml", _bytes(_manifest([name for name, _ in names])))
    return made.getvalue()


def _assessment(name: str, quiz: Quiz) -> ET.Element:
    root = ET.Element("questestinterop", xmlns=QTI)
    title = _clean(f"Questions about your own code: {quiz.student}")
    section = ET.SubElement(
        ET.SubElement(root, "assessment", ident=name, title=title),
        "section",
        ident="root_section",
    )
    for number, question in enumerate(quiz.questions, 1):
        item = ET.SubElement(
            section, "item", ident=f"{name}_{number}", title=f"Question {number}"
        )
        fields = ET.SubElement(ET.SubElement(item, "itemmetadata"), "qtimetadata")
        for label, entry in (
            ("question_type", "multiple_choice_question"),
            ("points_possible", "1"),
        ):
            field = ET.SubElement(fields, "qtimetadatafield")
            ET.SubElement(field, "fieldlabel").text = label
            ET.SubElement(field, "fieldentry").text = entry
        shown = ET.SubElement(item, "presentation")
        _material(shown, _stem(question))
        choices = ET.SubElement(
            shown, "response_lid", ident="response1", rcardinality="Single"
        )
        listed = ET.SubElement(choices, "render_choice")
        for place, option in enumerate(question.options):
            _material(
                ET.SubElement(listed, "response_label", ident=str(place)), marked_up(option)
            )
        scored = ET.SubElement(item, "resprocessing")
        outcomes = ET.SubElement(scored, "outcomes")
        ET.SubElement(
            outcomes,
            "decvar",
            maxvalue="100",
            minvalue="0",
            varname="SCORE",
            vartype="Decimal",
        )
        right = ET.SubElement(scored, "respcondition", attrib={"continue": "No"})
        equal = ET.SubElement(
            ET.SubElement(right, "conditionvar"), "varequal", respident="response1"
        )
        equal.text = str(question.right)
        ET.SubElement(right, "setvar", action="Set", varname="SCORE").text = "100"
    return root


def _manifest(names: Sequence[str]) -> ET.Element:
    root = ET.Element("manifest", identifier="own_code", xmlns=CONTENT)
    metadata = ET.SubElement(root, "metadata")
    ET.SubElement(metadata, "schema").text = "IMS Content"
    ET.SubElement(metadata, "schemaversion").text = "1.1.3"
    ET.SubElement(root, "organizations")
    resources = ET.SubElement(root, "resources")
    for name in names:
        resource = ET.SubElement(
            resources, "resource", identifier=name, type="imsqti_xmlv1p2"
        )
        ET.SubElement(resource, "file", href=f"{name}/{name}.xml")
    return root


def _stem(question: CodeQuestion) -> str:
    """The code, the call and the question, as HTML."""
    code = "\n".join(f"{n:3}  {line}" for n, line in enumerate(question.listing, 1))
    words = f"<p>{marked_up(question.call)}</p><p>{marked_up(question.text)}</p>"
    return f"<pre>{escape(code)}</pre>{words}"


def _material(parent: ET.Element, html: str) -> None:
    made = ET.SubElement(ET.SubElement(parent, "material"), "mattext", texttype="text/html")
    made.text = _clean(html)


def _texts(parent: ET.Element, name: str, text: str, **more: str) -> None:
    ET.SubElement(ET.SubElement(parent, name, more), "text").text = _clean(text)


def _name(quiz: Quiz) -> str:
    return "q" + sha256(quiz.student.encode(errors="replace")).hexdigest()[:16]


def _clean(text: str) -> str:
    """Without what no XML may hold, whatever a student wrote."""
    return text.encode("utf-8", "replace").decode().translate(NOT_XML)


def _bytes(root: ET.Element) -> bytes:
    return ET.tostring(root, encoding="UTF-8", xml_declaration=True)


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, WHEN), data, zipfile.ZIP_DEFLATED)
