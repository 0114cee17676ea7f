"""Feedback pages, named as a learning system takes them back, or as mail.

Moodle finds a student by the participant's number in a folder's name (its
``assignfeedback_file`` importer); Canvas by the user's and the file's number in a
file's name (its "Upload Submissions").
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage

from autograder.export.files import Export, ExportProblem, Files, table, zipped
from autograder.export.people import canvas_id, roster_value, unique
from autograder.gradebook.final import FinalGrade
from autograder.pages.cells import number, one_line
from autograder.pages.file_names import LOGIN

PAGE = "feedback.html"
Pages = Mapping[str, bytes]  # by what results are stored under
LOGIN_ID = "SIS Login ID"


def moodle(grades: Sequence[FinalGrade], pages: Pages) -> Export:
    """Make a zip for an assignment's "Upload multiple feedback files in a zip"."""
    files, students = dict[str, bytes](), dict[str, float | None]()
    without = []
    for grade in (g for g in grades if g.student in pages):
        known = roster_value(grade, "Moodle ID") or roster_value(grade, "Identifier")
        if participant := re.sub(r"\D", "", known):
            # The importer counts the marks: none may be in a name.
            name = re.sub(r"[\W_]+", " ", grade.name or grade.student).strip() or "student"
            path = f"{name}_{participant}_assignsubmission_file_/{PAGE}"
        if participant and path not in files:
            files[path] = pages[grade.student]
            students[grade.student] = grade.score
        else:
            without.append(grade)
    return _zip(files, students, without, "Moodle's participant number")


def canvas(grades: Sequence[FinalGrade], pages: Pages) -> Export:
    """Make a zip for "Upload Submissions", beside "Download Submissions" in Canvas."""
    files, students = dict[str, bytes](), dict[str, float | None]()
    without = []
    for grade in (g for g in grades if g.student in pages):
        user, upload = canvas_id(grade), grade.ids.get("canvas_upload", "")
        # As Canvas wrote it; it finds the two numbers as the first parts that are some.
        parts = re.findall(r"[^\W_]+", grade.ids.get("canvas_name", "student"))
        name = "_".join(part for part in parts if not part.isdecimal())
        path = f"{name}_{user}_{upload}_{PAGE}"
        if user.isdecimal() and upload.isdecimal() and path not in files:
            files[path] = pages[grade.student]
            students[grade.student] = grade.score
        else:
            without.append(grade)
    what = "Canvas's numbers, which stand in its download's names"
    return _zip(files, students, without, what)


def _zip(
    files: Pages,
    students: Mapping[str, float | None],
    without: Sequence[FinalGrade],
    what: str,
) -> Export:
    if not files:
        raise ExportProblem(f"There is no student with a page and {what}.")
    notes = (f"Feedback pages: {len(files)}.", *_left(without, what))
    return Export(zipped(files), notes, students)


def _left(without: Sequence[FinalGrade], what: str) -> Iterable[str]:
    if without:
        names = ", ".join(one_line(grade.name or grade.student) for grade in without[:5])
        yield f"Without {what}, so left out: {len(without)} ({names}, ...)."


def hub(grades: Sequence[FinalGrade], pages: Pages) -> Files:
    """Name each page after its student's name on a JupyterHub: ``ada.html``.

    That is the roster's login; in a class whose roster has none, what the results are
    stored under, which is the hub's name of who handed in. A name that two students share
    is nobody's.
    """
    has_logins = any(roster_value(grade, LOGIN_ID) for grade in grades)
    whose = [(roster_value(g, LOGIN_ID) if has_logins else g.student, g) for g in grades]
    known = unique((name.casefold(), grade) for name, grade in whose)  # as the hub has it
    users = {grade.student: user for user, grade in known.items() if LOGIN.fullmatch(user)}
    with_page = [grade for grade in grades if grade.student in pages]
    files = {
        f"{users[grade.student]}.html": pages[grade.student]
        for grade in with_page
        if grade.student in users
    }
    without = [grade for grade in with_page if grade.student not in users]
    notes = _left(without, "a name on the hub that is one student's alone")
    told = f"Pages that students can read now: {len(files)}.", *notes
    return Files(files, told, frozenset(users) & {g.student for g in with_page})


def mail(
    grades: Sequence[FinalGrade], pages: Pages, names: Mapping[str, str], title: str
) -> Files:
    """Make a message for each student (``.eml``), and ``mail.csv`` to merge mails with.

    Nothing is sent: a mail program opens the messages as drafts.
    """
    files: dict[str, bytes] = {}
    rows = [["email", "name", "score", "max_points", "message", "page"]]
    without = []
    for grade in (g for g in grades if g.student in pages):
        try:
            to = Address(grade.name.replace("\n", " "), addr_spec=grade.email)
        except (ValueError, IndexError, MessageError):
            without.append(grade)
            continue
        name = names[grade.student]
        files[f"{name}.eml"] = _message(grade, to, title, pages[grade.student])
        numbers = (number(grade.score), number(grade.max_points))
        who = (one_line(grade.email), one_line(grade.name))
        rows.append([*who, *numbers, f"{name}.eml", f"feedback/{name}.html"])
    files["mail.csv"] = table(rows, bom=True)
    notes = (f"Messages: {len(rows) - 1}.", *_left(without, "an e-mail address"))
    written = frozenset(pages) - {grade.student for grade in without}
    return Files(files, notes, written & {grade.student for grade in grades})


def _message(grade: FinalGrade, to: Address, title: str, page: bytes) -> bytes:
    message = EmailMessage()
    message["To"] = to
    message["Subject"] = " ".join(f"Feedback: {title}".split()) if title else "Feedback"
    message["X-Unsent"] = "1"  # opened as a draft
    known = grade.score is not None
    score = f"{number(grade.score)} of {number(grade.max_points)} points"
    message.set_content(
        f"Hello {grade.name or grade.student},\n\n"
        + (f"You have {score}. " if known else "Part of your work waits for a person. ")
        + "The attached page, which opens in any browser, says more.\n"
    )
    message.add_attachment(page.decode(errors="replace"), subtype="html", filename=PAGE)
    return bytes(message)
