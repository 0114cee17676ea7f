"""The classroom page: one link for each student, in time, once."""

import re
from urllib.parse import urlencode

import pytest
from tornado.testing import AsyncHTTPTestCase

from autograder.questions.draft import CodeQuestion
from autograder.quiz.papers import Quiz
from autograder.quiz.server import LATE_SECONDS, Room, application
from autograder.review.guard import NOT_SENT

QUESTION = CodeQuestion(
    *("t.f", "shape", "`f` is called.", "Which <i>shape</i>?", ("(1,)", "(2,)", "(3,)"), 1),
    *("It is so.", ("Line 1 returns 2",), ("def f(): return '<b>'",)),
)
QUIZZES = [Quiz("ana", "Ana", (QUESTION, QUESTION)), Quiz("ben", "Ben", (QUESTION,))]


@pytest.fixture(autouse=True)
def _folder(request, tmp_path):
    request.cls.folder = tmp_path


class TestClassroom(AsyncHTTPTestCase):
    def get_app(self):
        self.room = Room(self.folder, QUIZZES, minutes=10)
        self.links = {
            quiz.student: f"/{token}" for token, quiz in self.room.quizzes.items()
        }
        return application(self.room)

    def send(self, student, **ticked):
        page = self.fetch(self.links[student])
        (token,) = re.findall(r'name="_xsrf" value="([^"]+)"', page.body.decode()) or [""]
        cookies = page.headers.get_list("Set-Cookie")
        headers = {"Cookie": "; ".join(each.partition(";")[0] for each in cookies)}
        body = urlencode({"_xsrf": token, **ticked})
        return self.fetch(self.links[student], method="POST", body=body, headers=headers)

    def letters(self):
        return (self.folder / "letters.csv").read_text()

    def test_a_link_shows_ones_own_questions_escaped(self):
        page = self.fetch(self.links["ana"]).body.decode()
        assert page.count("<fieldset") == page.count("<legend>") == 2
        assert "Ben" not in page
        assert "<b>" not in page
        assert "It is so" not in page

    def test_a_link_that_nobody_was_given_shows_nothing(self):
        assert self.fetch("/somebody").code == 404

    def test_what_is_ticked_is_kept_for_the_command(self):
        self.send("ana", q0="b", q1="c")
        assert "ana,bc" in self.letters()

    def test_what_is_sent_again_does_not_count(self):
        self.send("ana", q0="b", q1="c")
        self.send("ana", q0="a", q1="a")
        assert "ana,bc" in self.letters()

    def test_what_no_page_sends_is_refused_and_the_sheet_stays_open(self):
        for forged in ("bb", "z", " ", "\x00", "b" * 9_999):
            answer = self.send("ana", q0=forged, q1="c")
            assert (answer.code, NOT_SENT in answer.body.decode()) == (400, True)
        self.send("ana", q0="b")
        assert "ana,b-" in self.letters()

    def test_what_is_sent_from_elsewhere_is_refused(self):
        assert self.fetch(self.links["ben"], method="POST", body="q0=a").code == 403

    def test_what_comes_too_late_does_not_count(self):
        self.fetch(self.links["ben"])
        (token,) = self.room.opened
        self.room.opened[token] -= self.room.seconds + LATE_SECONDS + 1
        assert "your time is over" in self.fetch(self.links["ben"]).body.decode()
        self.room.keep(token, ["a"])
        assert not (self.folder / "letters.csv").exists()
