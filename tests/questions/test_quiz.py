"""A class is asked about the code that it handed in."""

import io
import zipfile
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from making import autograder, hand_in, notebook, solved
from moodle_xml_parser.parser import parse_bytes
from pyslet.qtiv1.common import VarEqual
from pyslet.qtiv1.core import RCardinality
from pyslet.qtiv1.item import ResponseLabel, ResponseLId
from pyslet.qtiv1.xml import QTIDocument

from autograder.exercise.key import load_key
from autograder.gradebook.term_books import read_term
from autograder.grading.grade import grade
from autograder.grading.settings import Assignment
from autograder.handin.submission import Submission
from autograder.quiz import papers
from autograder.quiz.make import quiz_of
from autograder.quiz.papers import Quiz, canvas, moodle

KEY = load_key("solutions")
IMPORTS = "import numpy as np\nfrom autograder import check"
SOFTMAX = """\
def softmax(scores, axis=-1):
    shifted = scores - scores.max(axis=axis, keepdims=True)
    powers = np.exp(shifted)
    return powers / powers.sum(axis=axis, keepdims=True)
"""
# Right whatever it is asked, and with another value in a line each time.
NOISE = "    noise = np.empty(np.random.default_rng().integers(2, 90))"
FORGETFUL = SOFTMAX.replace("    powers", f"{NOISE}\n    powers", 1)
# Says of itself, where it is recorded, that it is some other code.
LYING = f"""\
import inspect

def lying(function):
    lines = ["def softmax(scores, axis=-1):\\n", "    return scores + 0\\n"]
    inspect.getsourcelines = lambda _: (lines, 1)
    return function

@lying
{SOFTMAX}"""
# Ends the process that runs it changed.
END = "    powers.shape == scores.shape or __import__('os')._exit(0)"
ENDING = SOFTMAX.replace("    return", f"{END}\n    return")
# Has the process that records it say something else: of its values, or of its result.
FORGED = """\
import autograder.tracing.record as record

def forged(function):
    given = record.{name}
    record.{name} = lambda *arguments: {instead}
    return function

@forged
"""
VALUES = FORGED.format(name="as_array", instead="np.zeros((7, 5, 3))") + SOFTMAX
RESULT = FORGED.format(name="_run", instead="(given(*arguments)[0] + 1, '')") + SOFTMAX
PROJECT = """\
def project_qkv(x, W_q, W_k, W_v):
    q, k = x @ W_q, x @ W_k
    v = x @ W_v
    return q, k, v
"""


def handed(source, *more):
    cells = [IMPORTS, source, 'softmax = check("numpy.softmax", softmax)', *more]
    book = notebook(*cells)
    return Submission("ana", (("03-numpy.ipynb", book),))


@pytest.fixture
def asked(warm_processes):
    def questions(source, *more, count=4, seed=1):
        submission = handed(source, *more)
        result = grade(submission, Assignment(KEY, 1), warm_processes)
        assert [e.status for e in result.exercises if e.id == "numpy.softmax"] == ["passed"]
        return quiz_of(submission, result, KEY, warm_processes, seed, count)

    return questions


@pytest.fixture
def quiz(asked):
    return Quiz("ana", "Ana Lovelace", asked(SOFTMAX), 1, 1)


def test_questions_are_of_the_code_that_was_handed_in(asked):
    found = asked(SOFTMAX)
    assert len(found) == 4
    assert found[0].listing[0] == "def softmax(scores, axis=-1):"


def test_the_same_seed_asks_the_same(asked):
    assert asked(SOFTMAX) == asked(SOFTMAX)
    assert asked(SOFTMAX) != asked(SOFTMAX, seed=2)


def test_what_is_another_in_a_second_process_is_not_asked(asked):
    assert not any(
        "noise" in q.text and q.kind == "shape" for q in asked(FORGETFUL, count=12)
    )


def test_code_that_was_not_handed_in_is_not_asked_about(asked):
    assert asked(LYING) == ()


def test_a_process_that_lies_about_its_values_harms_only_its_own_questions(asked):
    more = (PROJECT, 'project_qkv = check("numpy.project_qkv", project_qkv)')
    honest, lying = asked(SOFTMAX, *more), asked(VALUES, *more)
    others = [
        [q for q in each if q.exercise != "numpy.softmax"] for each in (honest, lying)
    ]
    assert others[0] == others[1] != []
    assert {*honest} != {*lying}


def test_a_process_that_lies_about_its_result_is_asked_nothing(asked):
    assert asked(RESULT) == ()


def test_code_that_ends_its_process_is_asked_about_all_the_same(asked):
    assert len(asked(ENDING)) == 4


def test_moodle_reads_the_questions_with_one_right_answer_each(quiz):
    read = parse_bytes(moodle([quiz]))["multichoice"]
    assert [each.name for each in read] == [
        f"ana {number}: numpy.softmax" for number in range(1, 5)
    ]
    for made, question in zip(read, quiz.questions, strict=True):
        assert made.single
        assert not made.shuffle_answers
        assert "def softmax(scores, axis=-1):" in made.text_pre_parse
        shares = [option.score_fraction for option in made.options]
        assert shares == [100.0 * (i == question.right) for i in range(len(shares))]


def test_moodle_keeps_each_students_questions_in_a_category(quiz):
    root = ET.fromstring(moodle([replace(quiz, student="a/b")]))
    assert root.findtext("question/category/text") == "$course$/top/Own code/a//b"


def test_canvas_gets_a_quiz_that_its_manifest_names(quiz):
    archive = zipfile.ZipFile(io.BytesIO(canvas([quiz])))
    names = {"c": "http://www.imsglobal.org/xsd/imscp_v1p1"}
    manifest = ET.fromstring(archive.read("imsmanifest.xml"))
    (file,) = manifest.findall(".//c:file", names)
    qti = {"q": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"}
    root = ET.fromstring(archive.read(file.get("href")))
    rights = [each.text for each in root.findall(".//q:varequal", qti)]
    assert rights == [str(question.right) for question in quiz.questions]


@pytest.mark.filterwarnings("ignore::DeprecationWarning:pyslet")  # of its own names
def test_a_reader_of_qti_finds_one_right_answer_to_each_of_canvass_questions(quiz):
    archive = zipfile.ZipFile(io.BytesIO(canvas([quiz])))
    (name,) = (each for each in archive.namelist() if each != "imsmanifest.xml")
    document = QTIDocument()
    document.read(src=io.BytesIO(archive.read(name)))
    (section,) = document.root.Assessment.SectionMixin
    for item, question in zip(section.SectionItemMixin, quiz.questions, strict=True):
        (response,) = item.find_children_depth_first(ResponseLId)
        assert response.rCardinality == RCardinality.Single
        labels = [each.ident for each in item.find_children_depth_first(ResponseLabel)]
        (right,) = item.find_children_depth_first(VarEqual)
        assert right.responseIdentifier == response.ident
        assert len(labels) == len(question.options)
        assert labels[question.right] == right.get_value()


def test_what_no_xml_may_hold_is_left_out(quiz):
    odd = replace(quiz.questions[0], text="a\x00b\x0b <i> & \ud800")
    root = ET.fromstring(moodle([replace(quiz, questions=(odd,))]))
    assert "ab" in root.findall("question")[1].findtext("questiontext/text")


# --- on paper ---


@pytest.fixture
def folder(quiz, tmp_path):
    papers.write_quiz(tmp_path, "Week 1", [quiz, Quiz("ben", "", ())])
    return tmp_path


def test_a_sheet_has_the_code_the_questions_and_no_answers(folder, quiz):
    page = (folder / "sheets.html").read_text()
    assert "Ana Lovelace" in page
    assert page.count('class="box"') == sum(len(q.options) for q in quiz.questions)
    assert not any(q.because in page for q in quiz.questions)


def test_whatever_a_student_wrote_is_escaped(quiz, tmp_path):
    odd = replace(
        quiz.questions[0], listing=("<script>alert(1)</script>",), text="<img src=x>"
    )
    papers.write_quiz(tmp_path, "<b>", [replace(quiz, name="<i>", questions=(odd,))])
    for name in ("sheets.html", "answers.html"):
        page = (tmp_path / name).read_text()
        assert not any(each in page for each in ("<script>", "<img", "<i>", "<b>"))


def test_letters_are_marked_and_read_with_care(folder, quiz):
    wrong = "".join("abcd"[(q.right + 1) % len(q.options)] for q in quiz.questions)
    (folder / "letters.csv").write_text(f"student,letters\nana,{' '.join(wrong)}\n")
    (mark,) = papers.read_letters(folder / "letters.csv", papers.read_quiz(folder))
    papers.write_marks(folder, "Week 1", [mark])
    assert mark.right == 0
    assert "0,4,0.00" in (folder / "marks.csv").read_text()
    report = (folder / "report.html").read_text()
    assert "proves nothing" in report
    assert "Ana Lovelace" in report


def test_the_report_says_how_hard_each_kind_was(folder, quiz):
    letters = "".join("abcd"[q.right] for q in quiz.questions)
    papers.write_marks(folder, "Week 1", [papers.Mark(quiz, letters)])
    report = (folder / "report.html").read_text()
    kinds = Counter(q.kind for q in quiz.questions)
    for kind, count in kinds.items():
        assert f'{kind}</th><td class="number">{count} of {count}</td>' in report


def test_the_term_takes_the_marks_as_an_assignment(folder, quiz):
    wrong = quiz.questions[0].right
    letters = "".join("abcd"[q.right] for q in quiz.questions)
    letters = "ba"[wrong % 2] + letters[1:]
    papers.write_marks(folder, "Week 1", [papers.Mark(quiz, letters)])
    (folder / "course.toml").write_text(
        f'[[assignments]]\nname = "talk"\nresults = "{folder}"\nchapters = ["03-numpy"]\n'
    )
    with ExitStack() as opened:
        (grade,) = read_term(folder / "course.toml", KEY, opened).grades
    assert grade.total == 75.0


def test_who_knows_the_code_is_not_worth_a_talk(quiz):
    letters = "".join("abcd"[q.right] for q in quiz.questions)
    assert not papers.Mark(quiz, letters).worth_a_talk


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("who,letters\nana,abcd\n", "no column 'student'"),
        ("student,letters\nzoe,abcd\n", "'zoe' was asked nothing here"),
        ("student,letters\nana,abc\n", "is not 4 letters"),
        ("student,letters\nana,abcx\n", "is not 4 letters"),
    ],
)
def test_letters_that_do_not_fit_are_said(folder, table, says):
    (folder / "l.csv").write_text(table)
    with pytest.raises(papers.QuizProblem, match=says):
        papers.read_letters(folder / "l.csv", papers.read_quiz(folder))


def test_letters_of_two_students_whose_names_differ_by_a_space_are_nobodys(folder, quiz):
    both = [quiz, replace(quiz, student=f" {quiz.student}")]
    (folder / "l.csv").write_text("student,letters\nana,abcd\n")
    with pytest.raises(papers.QuizProblem, match="cannot say whose letters these are"):
        papers.read_letters(folder / "l.csv", both)


def test_a_folder_without_a_quiz_is_said(tmp_path):
    with pytest.raises(papers.QuizProblem, match="holds no quiz"):
        papers.read_quiz(tmp_path)


def test_the_command_makes_a_quiz_and_takes_letters_back(tmp_path, tier):
    unsafe = ("--unsafe-no-sandbox",) if tier == "none" else ()
    more = ("--key", "toy_key", *unsafe)
    hand_in(tmp_path / "class", ana=solved())
    autograder(tmp_path, "grade", "class", "--out", "out", "--jobs", 1, *more)
    made = autograder(tmp_path, "questions", "out", "class", "--out", "quiz", *more)
    assert "3 questions to 1 student." in made.stdout, made.stderr
    (tmp_path / "letters.csv").write_text("student,letters\nana,---\n")
    given = ("--out", "quiz", "--from", "letters.csv")
    done = autograder(tmp_path, "questions", "out", "class", *given, *more)
    assert "Marks of 1 student" in done.stdout, done.stderr
    assert "1 may be worth a talk" in done.stdout
