"""The list of groups; and the answers to one question on a page, saved at once."""

from collections.abc import Sequence
from urllib.parse import urlencode

from tornado.web import HTTPError

from autograder.gradebook.journal import OutdatedReview, Review
from autograder.review.groups import Group, groups_of, to_read
from autograder.review.pages import ALL, NEXT, ReviewPage, address, as_seen

MOST = 10  # answers on a page


class AllGroups(ReviewPage):
    """All groups; where several answers to a question wait, one line for them."""

    def get(self) -> None:
        """Answer with the list."""
        groups = groups_of(self.book)
        said = self.end() if self.end and not to_read(groups) else ()
        sheets: dict[str, list[Group]] = {}
        for group in groups:
            if _waits(self, group):
                sheets.setdefault(group.exercise_id, []).append(group)
        sheets = {each: of_it for each, of_it in sheets.items() if len(of_it) > 1}
        alone = [g for g in groups if g not in sheets.get(g.exercise_id, ())]
        self.show(
            "overview.html.j2",
            groups=alone,
            sheets=sheets,
            left=sum(group.review is None for group in groups),
            to_read=to_read(groups),
            read=any(group.is_read for group in groups),
            at=sheet_address,
            said=said,
        )


class Next(ReviewPage):
    """The question whose answers wait; when all are read, the list."""

    def get(self) -> None:
        """Go there."""
        waiting = [group for group in groups_of(self.book) if group.waits]
        waiting.sort(key=lambda group: not _waits(self, group))
        if not waiting:
            self.redirect(ALL)
        elif _waits(self, waiting[0]):
            self.redirect(sheet_address(waiting[0].exercise_id))
        else:  # its words may tell a name, so it has a page of its own
            self.redirect(address(waiting[0]))


class Sheet(ReviewPage):
    """Ten answers of those that wait."""

    def get(self) -> None:
        """Answer with the first that nobody has read."""
        waiting = [g for g in self._groups().values() if _waits(self, g)]
        if waiting:
            self._show([(group, ()) for group in waiting[:MOST]], to_read(waiting))
        else:
            self.redirect(NEXT)

    def post(self) -> None:
        """Keep what was ticked; where somebody else was faster, show both."""
        kept, late = list[str](), dict[str, tuple[str, ...]]()
        for group, items, seen in self._ticked():
            what = (group.exercise_id, group.answers, "")
            given = (self.points_of(group, items), items)
            try:
                review = Review(0, "", self.reader, *what, *given)
                self.book.journal.add_review(review, seen)
            except OutdatedReview:
                late[group.answers] = items
            else:
                kept += group.members
        self.changed(kept)
        now = self._groups() if late else {}
        differ = [
            (now[each], items)
            for each, items in late.items()
            if (said := now[each].review) is None or said.items != items
        ]
        if differ:
            self.set_status(409)
            self._show(differ, len(differ))
        else:
            self.redirect(sheet_address(self.get_argument("exercise")), status=303)

    def _ticked(self) -> list[tuple[Group, tuple[str, ...], int]]:
        """What was sent of each answer, all of it looked at before any of it is kept."""
        groups, seen = self._groups(), self.get_arguments("seen")
        sent = self.get_arguments("answers")
        if not sent or len(set(sent)) < len(sent) or len(seen) != len(sent):
            raise HTTPError(400)
        return [
            (groups[each], tuple(self.items(groups[each], f"item-{i}")), as_seen(seen[i]))
            for i, each in enumerate(sent)
            if each in groups  # else graded again since, and to be read anew
        ]

    def _groups(self) -> dict[str, Group]:
        """The groups of answers to the question, by their names."""
        wanted = self.get_argument("exercise")
        every = groups_of(self.book)
        return {g.answers: g for g in every if g.is_read and g.exercise_id == wanted}

    def _show(self, entries: Sequence[tuple[Group, Sequence[str]]], left: int) -> None:
        """Answer with groups, each with what is ticked of it."""
        first = entries[0][0]
        self.show(
            "sheet.html.j2",
            **self.asked(first.exercise_id),
            first=first,
            left=left,
            here=sheet_address(first.exercise_id),
            entries=[
                (group, [(item, f"+ {item.says}" in items) for item in self.rubric(group)])
                for group, items in entries
            ],
        )


def sheet_address(exercise_id: str) -> str:
    """Where the answers to a question are, as seen from another page."""
    return f"sheet?{urlencode({'exercise': exercise_id})}"


def _waits(page: ReviewPage, group: Group) -> bool:
    """Whether nobody has read it, and all of it can be shown: names may be hidden."""
    return group.waits and bool(page.codes(group))
