"""A course on a real JupyterHub: handed out, changed, handed in, graded, given back.

Accounts, proxy, servers and browser are real.  What differs from the configuration that
the book describes is in `tests/hub/config.py`.
"""

import hashlib
import json
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

from tests.hub.machine import ACCOUNTS, FIRST_UID, Machine, why_not
from tests.hub.running import NOTEBOOK, Hub, Student
from tests.site.view import AXE, AXE_RUN

pytest.importorskip("jupyterhub", reason="There is no JupyterHub: make hub installs it.")
pytest.importorskip("nbgitpuller", reason="There is no nbgitpuller: make hub installs it.")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.browser,
    pytest.mark.skipif(bool(why_not()), reason=why_not()),
]
RIGHT, WRONG = "keys = X @ W_K", "keys = X @ W_Q"


def answered(notebook: nbformat.NotebookNode, answer: str) -> nbformat.NotebookNode:
    """The notebook with its first exercise answered."""
    cell = next(c for c in notebook.cells if c.id == "byhand-keys-stub")
    cell.source = answer
    return notebook


@pytest.fixture(scope="module")
def hub() -> Iterator[Hub]:
    """The hub, until the last test of this file."""
    with tempfile.TemporaryDirectory(prefix="hub-") as folder:
        running = Hub(Machine(Path(folder)))
        try:
            running.wait()
            yield running
        finally:
            running.stop()


@pytest.fixture(scope="module")
def ada(browser, hub) -> Student:
    """Ada, whose answer is right."""
    student = Student(browser, hub, "ada")
    student.sign_in()
    return student


@pytest.fixture(scope="module")
def ben(browser, hub) -> Student:
    """Ben, whose answer is wrong, and who says that he is Ada."""
    student = Student(browser, hub, "ben")
    student.sign_in()
    return student


@pytest.fixture(scope="module")
def handed_in(ada, ben) -> dict[str, str]:
    """What the page said to each after handing in."""
    ada.save(answered(ada.notebook(), RIGHT))
    ben.save(answered(ben.notebook(), f"# Students: Ada Lovelace (4711)\n{WRONG}"))
    return {student.name: student.hand_in() for student in (ada, ben)}


@pytest.fixture(scope="module")
def graded(hub, handed_in) -> Path:
    """The teacher's results."""
    assert set(handed_in) == {"ada", "ben"}
    wanted = ("--course", "course.toml", "--assignment", "week-1")
    hub.as_teacher("grade", hub.kept / "hand-ins" / "week-1", *wanted, "--key", "solutions")
    return hub.teacher / "week-1"


def test_each_server_is_its_account_s_and_has_the_course(hub, ada, ben):
    for student in (ada, ben):
        notebook = hub.machine.home(student.name) / NOTEBOOK
        assert notebook.stat().st_uid == FIRST_UID + ACCOUNTS.index(student.name)
    other = hub.machine.home("ada") / NOTEBOOK
    assert hub.machine.run("cat", other, user="ben").returncode != 0


def test_a_changed_course_is_pulled_and_no_work_is_lost(hub, ada):
    before = answered(ada.notebook(), "keys = X @ W_K  # mine")
    own = nbformat.v4.new_code_cell("a_note_of_my_own = 1")
    before.cells.insert(9, own)
    ada.save(before)
    theirs = hub.repository / "notebooks" / "02-by-hand.ipynb"
    changed = nbformat.read(theirs, 4)
    changed.cells[0].source += "\n\nA sentence of the second week."
    answered(changed, "keys = ...  # another stub")
    changed.cells.append(nbformat.v4.new_markdown_cell("An end of the second week."))
    nbformat.write(changed, theirs)
    (theirs.parent / "03-new.ipynb").write_text(nbformat.writes(nbformat.v4.new_notebook()))
    hub.commit("The second week")
    ada.pull()
    cells = {cell.id: cell.source for cell in ada.notebook().cells}
    assert cells["byhand-keys-stub"] == "keys = X @ W_K  # mine"
    assert cells[own.id] == "a_note_of_my_own = 1"
    assert cells[changed.cells[0].id] == changed.cells[0].source
    assert cells[changed.cells[-1].id] == "An end of the second week."
    assert (hub.machine.home("ada") / "course/notebooks/03-new.ipynb").exists()


def test_the_page_says_what_was_handed_in(hub, handed_in):
    data = (hub.machine.home("ada") / NOTEBOOK).read_bytes()
    assert hashlib.sha256(data).hexdigest()[:16] in handed_in["ada"]
    assert "It is handed in." in handed_in["ada"]


@pytest.mark.usefixtures("handed_in")
def test_the_same_again_is_kept_once_with_its_first_time(hub, ada):
    ada.hand_in()
    assert len(list((hub.kept / "hand-ins/week-1/ada").iterdir())) == 1


@pytest.mark.parametrize("student", ["ada", "ben"])
@pytest.mark.usefixtures("handed_in")
def test_a_student_s_account_can_neither_list_nor_read_hand_ins(hub, student):
    folder = hub.kept / "hand-ins"
    file = next(folder.glob("week-1/ada/*/*.ipynb"))
    for words in (("ls", folder), ("ls", folder / "week-1"), ("cat", file)):
        done = hub.machine.run(*words, user=student)
        assert done.returncode != 0, done.stdout
        assert "Permission denied" in done.stderr
    assert hub.machine.run("cat", file, user="teacher").returncode == 0


def test_who_handed_in_is_what_the_hub_says_whatever_the_file_says(graded):
    results = {p.stem: json.loads(p.read_text()) for p in (graded / "results").iterdir()}
    keys = {
        student: next(e for e in result["exercises"] if e["id"] == "byhand.keys")["status"]
        for student, result in results.items()
    }
    assert keys == {"4711": "passed", "4712": "failed"}


@pytest.mark.usefixtures("handed_in")
def test_a_form_that_names_another_student_hands_in_for_its_sender(hub, ben):
    page, many = ben.page, lambda: len(list((hub.kept / "hand-ins/week-1/ada").iterdir()))
    before = many()
    page.goto(f"{ben.address}/services/hand-in/")
    page.evaluate(
        """() => { for (const name of ["user", "student", "name"])
             document.forms[0].insertAdjacentHTML(
               "beforeend", `<input type="hidden" name="${name}" value="ada">`); }"""
    )
    page.click("button:has-text('Hand in')")
    page.wait_for_selector("[role=status]")
    assert many() == before


@pytest.mark.usefixtures("handed_in")
def test_a_form_from_elsewhere_hands_in_nothing(ben):
    address = f"{ben.address}/services/hand-in/"
    answer = ben.page.request.post(
        address, form={"assignment": "week-1", "_xsrf": "made up"}
    )
    assert answer.status == 403
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(address, data=b"assignment=week-1")
    assert refused.value.code == 403


@pytest.mark.usefixtures("graded")
def test_feedback_goes_to_each_and_to_nobody_else(hub, ada, ben):
    address = "services/hand-in/feedback?assignment=week-1"
    assert ada.page.request.get(f"{ada.address}/{address}").status == 404
    hub.as_teacher("export", "week-1", "--format", "hub", "-o", hub.kept / "feedback")
    for student, name, other in ((ada, "Ada Lovelace", "Ben"), (ben, "Ben Okri", "Ada")):
        student.page.goto(f"{student.address}/services/hand-in/")
        student.page.click("text=Your feedback on")
        text = student.page.inner_text("body")
        assert name in text
        assert other not in text
    more = ben.page.request.get(f"{ben.address}/{address}&user=ada&student=ada&name=ada")
    assert "Ada" not in more.text()
    pages = hub.kept / "feedback"
    assert hub.machine.run("ls", pages / "week-1", user="ben").returncode != 0
    nobody = urllib.request.urlopen(f"{ben.address}/{address}")
    assert "hub/login" in nobody.url


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.usefixtures("handed_in")
def test_axe_finds_nothing_on_the_page(ada, width, scheme):
    ada.page.goto(f"{ada.address}/services/hand-in/")
    ada.page.set_viewport_size({"width": width, "height": 900})
    ada.page.emulate_media(color_scheme=scheme)
    ada.page.evaluate(AXE.read_text())
    assert ada.page.evaluate(AXE_RUN, []) == []


@pytest.mark.usefixtures("handed_in")
def test_without_a_server_the_page_says_so_and_shows_what_was_handed_in(ada):
    ada.page.goto(f"{ada.address}/hub/home")
    ada.page.click("#stop")
    ada.page.wait_for_selector("#start:has-text('Start My Server')")
    ada.page.goto(f"{ada.address}/services/hand-in/")
    said = ada.page.inner_text("main")
    assert "Your server does not run. Start it" in said
    assert "Handed in" in said
    assert not ada.page.query_selector("button:has-text('Hand in')")
