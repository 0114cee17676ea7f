"""Quizzes for Moodle (its XML) and for Canvas (QTI 1.2 in a zip), one per student."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from xml.etree.ElementTree import Element, SubElement, tostring

from autograder.checking.card_forms import marked_up
from autograder.questions.draft import CodeQuestion
from autograder.quiz.make import Quiz

QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
CONTENT = "http://www.imsglobal.org/xsd/imscp_v1p1"
WHEN = (2000, 1, 1, 0, 0, 0)  # of every file in the zip: the same quiz, the same bytes
NOT_XML = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF))


def moodle(quizzes: Sequence[Quiz]) -> bytes:
    """Moodle's XML: in the question bank a category for each student."""
    root = Element("quiz")
    for quiz in quizzes:
        path = f"$course$/top/Own code/{quiz.student.replace('/', '//')}"
        category = SubElement(root, "question", type="category")
        _add(_add(category, "category"), "text", path)
        for number, question in enumerate(quiz.questions, 1):
            made = SubElement(root, "question", type="multichoice")
            _add(
                _add(made, "name"), "text", f"{quiz.student} {number}: {question.exercise}"
            )
            _add(_add(made, "questiontext", format="html"), "text", _stem(question))
            for name, value in (("defaultgrade", "1"), ("single", "true")):
                _add(made, name, value)
            for name, value in (("shuffleanswers", "false"), ("answernumbering", "abc")):
                _add(made, name, value)
            for place, option in enumerate(question.options):
                fraction = "100" if place == question.right else "0"
                answer = _add(made, "answer", fraction=fraction, format="html")
                _add(answer, "text", marked_up(option))
    return _bytes(root)


def canvas(quizzes: Sequence[Quiz]) -> bytes:
    """A zip that Canvas imports as "QTI .zip file": a quiz for each student."""
    manifest = Element("manifest", identifier="own_code", xmlns=CONTENT)
    metadata = _add(manifest, "metadata")
    _add(metadata, "schema", "IMS Content")
    _add(metadata, "schemaversion", "1.1.3")
    _add(manifest, "organizations")
    resources, files = _add(manifest, "resources"), dict[str, Element]()
    for quiz in quizzes:
        name = "q" + sha256(quiz.student.encode(errors="replace")).hexdigest()[:16]
        files[f"{name}/{name}.xml"] = _assessment(name, quiz)
        resource = _add(resources, "resource", identifier=name, type="imsqti_xmlv1p2")
        _add(resource, "file", href=f"{name}/{name}.xml")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path, root in {**files, "imsmanifest.xml": manifest}.items():
            archive.writestr(
                zipfile.ZipInfo(path, WHEN), _bytes(root), zipfile.ZIP_DEFLATED
            )
    return made.getvalue()


def _assessment(name: str, quiz: Quiz) -> Element:
    root = Element("questestinterop", xmlns=QTI)
    title = _clean(f"Questions about your own code: {quiz.student}")
    section = _add(
        _add(root, "assessment", ident=name, title=title), "section", ident="root"
    )
    for number, question in enumerate(quiz.questions, 1):
        item = _add(section, "item", ident=f"{name}_{number}", title=f"Question {number}")
        fields = _add(_add(item, "itemmetadata"), "qtimetadata")
        facts = {"question_type": "multiple_choice_question", "points_possible": "1"}
        for label, entry in facts.items():
            field = _add(fields, "qtimetadatafield")
            _add(field, "fieldlabel", label)
            _add(field, "fieldentry", entry)
        shown = _add(item, "presentation")
        _add(_add(shown, "material"), "mattext", _stem(question), texttype="text/html")
        choices = _add(shown, "response_lid", ident="response1", rcardinality="Single")
        listed = _add(choices, "render_choice")
        for place, option in enumerate(question.options):
            material = _add(_add(listed, "response_label", ident=str(place)), "material")
            _add(material, "mattext", marked_up(option), texttype="text/html")
        scored = _add(item, "resprocessing")
        range_of = {"maxvalue": "100", "minvalue": "0", "varname": "SCORE"}
        _add(_add(scored, "outcomes"), "decvar", **range_of, vartype="Decimal")
        condition = _add(scored, "respcondition", **{"continue": "No"})
        right = _add(condition, "conditionvar")
        _add(right, "varequal", str(question.right), respident="response1")
        _add(condition, "setvar", "100", action="Set", varname="SCORE")
    return root


def _stem(question: CodeQuestion) -> str:
    """The code, the call and the question, as HTML."""
    code = "\n".join(question.numbered)
    words = f"<p>{marked_up(question.call)}</p><p>{marked_up(question.text)}</p>"
    return f"<pre>{escape(code)}</pre>{words}"


def _add(parent: Element, name: str, text: str = "", **more: str) -> Element:
    made = SubElement(parent, name, more)
    made.text = _clean(text) or None
    return made


def _bytes(root: Element) -> bytes:
    data: bytes = tostring(root, encoding="UTF-8", xml_declaration=True)
    return data


def _clean(text: str) -> str:
    """Without what no XML may hold, whatever a student wrote."""
    return text.encode("utf-8", "replace").decode().translate(NOT_XML)
