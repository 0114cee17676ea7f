"""Results for the tests of pages: real verdicts on made-up answers."""

import hashlib
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from typing import Any

from autograder.checking.ask import asker
from autograder.checking.card import make_card
from autograder.checking.fingerprint import fingerprint
from autograder.checking.judge import judge
from autograder.checking.outcome import Outcome, always
from autograder.exercise.definition import Exercise
from autograder.exercise.key import load_key
from autograder.exercise.status import Status, SubmissionStatus
from autograder.gradebook.records import ExerciseResult, NotebookFile, SubmissionResult

KEY = load_key()
# A class was asked these: what the chapter has besides changes no number of a test.
ASKED = (
    *("project_qkv", "predict_shift", "softmax", "attention_weights"),
    *("weighted_values", "self_attention"),
)
EXERCISES = tuple(KEY.exercise(f"numpy.{name}") for name in ASKED)
SAYS = {e.id: {m.id: m.says for m in e.misconceptions} for e in EXERCISES}
TWO = ("unstable", "wrong-axis")  # of softmax, as results of an earlier version may have
SEED = 7
TOP = sum(e.points for e in EXERCISES)


def exercise(name: str) -> Exercise:
    return KEY.exercise(f"numpy.{name}")


def judged(name: str, answer: Any, source: str = "") -> ExerciseResult:
    """The result of an answer, with the card made from public inputs."""
    asked = exercise(name)
    verdict = judge(asked, asker(asked, answer), SEED)
    public = judge(asked, asker(asked, answer))
    behaviour = "" if verdict.misconceptions else fingerprint(public)
    if verdict.status == "passed":
        behaviour = source = ""
    made = {"card": make_card(public), "behaviour": behaviour, "source": source}
    return ExerciseResult.of(verdict, **made)


@cache
def right(name: str) -> ExerciseResult:
    asked = exercise(name)
    is_function = asked.kind == "function"
    return judged(name, asked.reference if is_function else asked.reference())


@cache
def holding(name: str, *ids: str) -> ExerciseResult:
    """The result of somebody who holds these misconceptions."""
    asked = exercise(name)
    wrong = asked.wrong_answer(*(m for m in asked.misconceptions if m.id in ids))
    return judged(name, wrong if asked.kind == "function" else wrong())


def unanswered(name: str) -> ExerciseResult:
    def stub(*_: Any) -> None:
        raise NotImplementedError

    return judged(name, stub if exercise(name).kind == "function" else ...)


def ended(name: str, status: str, said: str = "") -> ExerciseResult:
    """The result of code that did not come back."""
    asked = exercise(name)

    verdict = judge(asked, always(Outcome(Status(status), raised=said)), SEED)
    return ExerciseResult.of(verdict, card=make_card(verdict))


def submission(student: str, **answers: ExerciseResult) -> SubmissionResult:
    """Everything right, but for what is given."""
    names = [e.id.rpartition(".")[2] for e in EXERCISES]
    theirs = hashlib.sha256(student.encode(errors="replace")).hexdigest()
    results = tuple(answers.get(name) or right(name) for name in names)
    return SubmissionResult(
        student,
        (NotebookFile("03-numpy.ipynb", theirs),),
        SubmissionStatus.GRADED,
        round(sum(r.points for r in results), 4),
        TOP,
        results,
    )


def everything(student: str, how: Callable[[str], ExerciseResult]) -> SubmissionResult:
    return submission(student, **{n: how(n) for e in EXERCISES for n in [e.id[6:]]})


def unreadable(student: str, why: str) -> SubmissionResult:
    return SubmissionResult(
        student, (), SubmissionStatus.UNREADABLE, None, None, message=why
    )


class Page(HTMLParser):
    """A page as a reader has it: its words, tags, links and styles."""

    INLINE = frozenset({"a", "b", "bdi", "code", "em", "span", "strong"})
    VOID = frozenset({"meta", "br", "line", "rect", "link", "img", "input", "hr"})

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self._open: list[str] = []
        self._words: list[str] = []
        self.feed(html)
        self.close()
        assert not self._open, f"never closed: {self._open}"
        self.text = " ".join("".join(self._words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self._end_of(tag)
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        assert self._open[-1] == tag, f"</{tag}> closes <{self._open[-1]}>"
        self._open.pop()
        self._end_of(tag)

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self._words.append(data)

    def _end_of(self, tag: str) -> None:
        if tag not in self.INLINE:
            self._words.append(" ")

    def of(self, name: str) -> list[str]:
        """The values of an attribute, all through the page."""
        return [value for key, value in self.attributes if key == name]


def read(html: str) -> Page:
    """Parse a page and make sure that it stands alone."""
    page = Page(html)
    assert "script" not in page.tags
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert not page.of("src")
    assert "@import" not in html
    assert "url(" not in html
    ids = page.of("id")
    assert len(ids) == len(set(ids))
    inside = [link[1:] for link in page.of("href") if link.startswith("#")]
    assert set(inside) <= set(ids)
    assert html.startswith("<!DOCTYPE html>")
    html.encode("utf-8")
    return page
