"""The pages of the review: the groups, one group, and an answer as a file."""

import math
import re
import shlex
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from markdown_it import MarkdownIt
from markupsafe import Markup
from tornado.web import HTTPError

from autograder.checking.card_forms import as_html
from autograder.exercise.definition import Exercise, RubricItem
from autograder.exercise.key import load_key
from autograder.gradebook.database import Gradebook
from autograder.gradebook.journal import OutdatedReview, Review
from autograder.handin.kept_files import notebook_of
from autograder.notebooks.question import question
from autograder.pages.cells import as_number
from autograder.pages.render import render, worth
from autograder.reporting.students_code import anonymous, as_written
from autograder.review.groups import Group, groups_of, kept_comments
from autograder.review.guard import NAMES_COOKIE, Guarded

HERE = Path(__file__).parent
ALL, NEXT = "./", "next"  # the page of all groups; what waits to be read
BACK = r"(?a)\./|(group|sheet)\?[\w.~%+=&-]*"  # where a form may lead
MARKDOWN = MarkdownIt("js-default")
KEPT_SHOWN = 9  # one for each digit key
LONGEST_COMMENT = 10_000
STATIC = {
    "review.css": ("text/css", "review.css"),
    "review.js": ("text/javascript", "review.js"),
}


class ReviewPage(Guarded):
    """What the pages share: the gradebook, and how a group is found."""

    def initialize(  # type: ignore[override]
        self,
        tokens: Mapping[str, str],
        port: int,
        path: str,
        book: Gradebook,
        changed: Callable[[Sequence[str]], None],
        end: Callable[[], Sequence[str]] | None,
    ) -> None:
        """``changed`` is told whose feedback a review changes.

        ``end`` is called when all is read, and gives what there is to do then; ``None``
        where the page stays open.
        """
        super().initialize(tokens, port, path)
        self.book, self.changed, self.end = book, changed, end

    @property
    def named(self) -> bool:
        """Whether names are shown; without being asked they are not."""
        return self.get_cookie(NAMES_COOKIE) == "shown"

    def group(self, groups: Sequence[Group]) -> tuple[int, Group]:
        """The group that is asked for, and its place."""
        wanted = (self.get_argument("exercise"), self.get_argument("answers"))
        for number, group in enumerate(groups):
            if (group.exercise_id, group.answers) == wanted:
                return number, group
        gone = "These answers are there no more: who gave them was graded again"
        raise HTTPError(404, reason=f"{gone}. What you wrote is one page back")

    def codes(self, group: Group) -> list[tuple[str, str]]:
        """Ways it was written, and whose; without names only code that tells none."""
        if self.named:
            return [(code, group.members[who]) for code, who in group.codes.items()]
        if group.is_read:
            return [(c, "") for c, who in group.codes.items() if _tells_none(group, c, who)]
        roster = self.book.roster
        everybody = [n for student in roster.everybody for n in student.names()]
        shown = [
            as_written(code, (who, group.members[who]), everybody)
            for code, who in group.codes.items()
        ]
        return [(code, "") for code in dict.fromkeys(shown) if code]

    def items(self, group: Group, name: str) -> Iterator[str]:
        """Each item of the rubric: ``+`` where it was ticked, ``-`` where it was not."""
        ticked, rubric = self.get_arguments(name), self.rubric(group)
        if not set(ticked) <= set(map(str, range(len(rubric)))):
            raise HTTPError(400)
        for number, item in enumerate(rubric):
            yield f"{'+' if str(number) in ticked else '-'} {item.says}"

    def rubric(self, group: Group) -> tuple[RubricItem, ...]:
        """What an answer in words may say, with its points."""
        return self.exercise(group.exercise_id).rubric if group.is_read else ()

    def exercise(self, exercise_id: str) -> Exercise:
        """As the key has it."""
        return load_key(self.book.recall("key") or "").exercise(exercise_id)

    def is_work(self, group: Group) -> bool:
        """Whether it is a figure or free work, which has outputs where it was run."""
        return group.is_read and self.exercise(group.exercise_id).handler.is_work

    def points_of(self, group: Group, items: Sequence[str]) -> float:
        """The points of the ticked items, on the course's scale."""
        rubric = self.rubric(group)
        whole = sum(item.points for item in rubric)
        ticked = sum(item.points for item in rubric if f"+ {item.says}" in items)
        return round(ticked * group.max_points / whole, 4)

    def asked(self, exercise_id: str) -> dict[str, Markup]:
        """The question that a person reads answers to, and the key's own answer."""
        key = load_key(self.book.recall("key") or "")
        exercise, text = key.exercise(exercise_id), question(key, exercise_id)
        heading, _, below = text.partition("\n")
        if heading.endswith(exercise.title):  # which the page has as its own
            text = below
        answer = str(exercise.reference())
        if exercise.kind != "text":  # it is code
            answer = textwrap.indent(answer, "    ")
        return {"question": as_page(text), "answer": as_page(answer)}

    def show(self, template: str, **values: Any) -> None:
        """Answer with a page."""
        self.finish(
            render(
                f"review/{template}",
                reader=self.reader,
                readers=len(self._tokens),
                named=self.named,
                address=address,
                codes=self.codes,
                is_work=self.is_work,
                as_said=as_said,
                xsrf=self.xsrf_token.decode(),
                **values,
            )
        )


def as_page(markdown: str) -> Markup:
    """A text as Markdown; HTML in it is shown and not run, as addresses of scripts are."""
    return Markup(MARKDOWN.render(markdown))


def address(group: Group, page: str = "group", **more: str) -> str:
    """Where a group is, as seen from another page."""
    query = {"exercise": group.exercise_id, "answers": group.answers, **more}
    return f"{page}?{urlencode(query)}"


def as_seen(field: str) -> int:
    """The number of the review that a form was sent with."""
    if not re.fullmatch("[0-9]{1,18}", field):
        raise HTTPError(400)
    return int(field)


def as_said(review: Review) -> str:
    """Who said what, and gave which points."""
    given = "" if review.points is None else f" ({worth(review.points)})"
    return f"{review.by}: {review.says}{given}"


class Names(ReviewPage):
    """Show names, or hide them."""

    def post(self) -> None:
        """Turn it round, and go back."""
        shown = "hidden" if self.named else "shown"
        self.keep(NAMES_COOKIE, shown)
        back = self.get_argument("back", ALL)
        if not re.fullmatch(BACK, back):
            raise HTTPError(400)
        self.redirect(back, status=303)


class OneGroup(ReviewPage):
    """One group: read it, write to all of it."""

    def get(self) -> None:
        """Answer with the group."""
        self._show(groups_of(self.book))

    def post(self) -> None:
        """Keep what was said; where somebody else was faster, show both."""
        groups = groups_of(self.book)
        number, group = self.group(groups)
        comment = self.get_argument("comment", "").strip()
        given = self.get_argument("points", "").strip()
        back, seen = self.get_argument("take-back", ""), as_seen(self.get_argument("seen"))
        if back not in ("", "yes"):
            raise HTTPError(400)
        points = as_number(given)
        items = tuple(self.items(group, "item"))
        if group.is_read and not given:
            points = self.points_of(group, items)
        if wrong := "" if back else _refused(group, comment, given, points):
            self._show(groups, 400, wrong, comment, given, items)
            return
        review = Review(
            *(0, "", self.reader, group.exercise_id, group.answers),
            *(("", None) if back else (comment, points, items)),
        )
        try:
            self.book.journal.add_review(review, seen)
        except OutdatedReview as problem:
            self._show(groups_of(self.book), 409, str(problem), comment, given, items)
            return
        self.changed(list(group.members))
        if group.is_read and not back:
            self.redirect(NEXT, status=303)
            return
        order = [*groups[number + 1 :], *groups[:number]]
        after = next((g for g in order if g.review is None), None)
        self.redirect(address(after) if after else ALL, status=303)

    def _show(
        self,
        groups: list[Group],
        status: int = 200,
        problem: str = "",
        comment: str | None = None,
        points: str | None = None,
        items: Sequence[str] | None = None,
    ) -> None:
        """Answer with the group, and what was said of it; with a problem what one sent."""
        number, group = self.group(groups)
        review = group.review
        if items is None:
            items = review.items if review else ()
        if points is None:  # of a rubric only those that the ticks do not give
            given = review.points if review else None
            ticked = self.points_of(group, items) if group.is_read and items else None
            points = "" if given in (None, ticked) else f"{given:g}"
        self.set_status(status)
        self.show(
            "group.html.j2",
            **(self.asked(group.exercise_id) if group.is_read else {}),
            group=group,
            before=groups[number - 1] if number else None,
            after=groups[number + 1] if number + 1 < len(groups) else None,
            card=Markup(as_html(group.card)) if group.card else "",
            kept=kept_comments(self.book, group.exercise_id)[:KEPT_SHOWN],
            rubric=[(item, f"+ {item.says}" in items) for item in self.rubric(group)],
            problem=problem,
            comment=comment if comment is not None else review.comment if review else "",
            points=points,
            command=_command(group, comment or (review.comment if review else "")),
        )


class AnswerFile(ReviewPage):
    """One answer of a group as a file, for the command that adds a misconception."""

    def get(self) -> None:
        """Answer with its code."""
        _, group = self.group(groups_of(self.book))
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.set_header("Content-Disposition", 'attachment; filename="answer.py"')
        self.finish(next(iter(group.codes), "").encode(errors="replace"))


class HandedIn(ReviewPage):
    """The notebook as a student of a group handed it in, which tells whose it is."""

    def get(self) -> None:
        """Answer with its bytes, as a file to keep: nothing of it runs here."""
        _, group = self.group(groups_of(self.book))
        student = self.get_argument("student")
        if not (self.named and student in group.members):
            raise HTTPError(404, reason="Show names first: a notebook tells whose it is")
        data = notebook_of(self.book, student, group.exercise_id)
        if data is None:
            raise HTTPError(404, reason="It lies no longer where it was graded")
        self.set_header("Content-Type", "application/octet-stream")
        name = f'attachment; filename="{self.book.file_names()[student]}.ipynb"'
        self.set_header("Content-Disposition", name.encode())
        self.finish(data)


class Static(Guarded):
    """The style and the script."""

    def get(self) -> None:
        """Answer with the file."""
        kind, name = STATIC[self.request.path.rpartition("/")[2]]
        self.set_header("Content-Type", f"{kind}; charset=utf-8")
        if name.endswith(".css"):
            self.write((HERE.parent / "pages" / "page.css").read_text(encoding="utf-8"))
        self.finish((HERE / "templates" / name).read_text(encoding="utf-8"))


class NoSuchPage(Guarded):
    """Every other address."""

    def get(self) -> None:
        """There is nothing."""
        raise HTTPError(404, reason="There is no such page")


def _tells_none(group: Group, text: str, student: str) -> bool:
    """Whether an answer in words names nobody: not even its author, by a part of a name."""
    return bool(anonymous(repr(text), (student, group.members[student])))


def _refused(group: Group, comment: str, given: str, points: float | None) -> str:
    """Why a review cannot be kept; "" where it can."""
    if not comment and not group.is_read:
        return "Write a comment: students read it with the points."
    if len(comment) > LONGEST_COMMENT:
        return f"The comment has more than {LONGEST_COMMENT} characters."
    if given and (points is None or not math.isfinite(points) or points < 0):
        return f"{given!r} is no number of points."
    if points is not None and points > group.max_points:
        return f"The exercise is worth {group.max_points:g} points, and {given} is more."
    return ""


def _command(group: Group, says: str) -> str:
    """What makes a misconception of the group; "" where it is named, or not judged."""
    judged = any(status.is_judged for status in group.statuses)
    if group.is_named or group.is_read or not group.codes or not judged:
        return ""
    sentence = " ".join(says.split()) or "What the student did, and what to do instead."
    return (
        f"autograder add-misconception {group.exercise_id} answer.py "
        f"--id a-short-name --says {shlex.quote(sentence)}"
    )
