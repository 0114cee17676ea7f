"""What an assistant may ask, and the texts that it gets; nothing else is ever given.

No text of a reference or collected answer, no hidden input, and of mistakes what is said
to who made them.  The tools run in the main thread: alarms bound the grader's work.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from autograder.assist.judging import Judging, Refused
from autograder.assist.reading import cells_of, glossary_entries, path_of, stub_cell, task
from autograder.checking.card import Card
from autograder.checking.card_forms import as_text
from autograder.exercise.course_folder import HINTS, CourseFolder
from autograder.exercise.definition import Exercise
from autograder.exercise.hints import spelled_out, still_needed
from autograder.exercise.key import Key
from autograder.exercise.questions import source_of
from autograder.exercise.status import Status
from autograder.exercise.stubs import stub, stub_of
from autograder.questions.ask import judge
from autograder.questions.draft import LETTERS, CodeQuestion
from autograder.questions.why import as_text as as_question
from autograder.sandbox.pool import WarmProcesses


class Desk:
    """The tools for one student's copy of a course; each of them gives a text.

    ``Refused`` or ``KeyProblem`` is raised, with one sentence, for whatever is not given.
    """

    def __init__(self, key: Key, folder: CourseFolder, warm: WarmProcesses) -> None:
        self.key, self._folder, self._judging = key, folder, Judging(key, folder, warm)
        self._cards: dict[str, Card] = {}  # of the last code that was tried
        self._hints, self._tried_since = Counter[str](), set[str]()
        self._code: dict[str, str] = {}  # the last that was right
        self._questions: dict[str, list[CodeQuestion]] = {}  # about it
        reading = (self.list_exercises, self.show_exercise, self.what_to_read)
        asking = (self.check, self.next_hint, self.question, self.answer_question)
        self.tools: tuple[Any, ...] = (*reading, *asking)

    async def list_exercises(self, chapter: str = "", path: str = "") -> str:
        """List the chapters; or a chapter's exercises, and how far the student is.

        Says for each exercise its path, and whether the student's saved notebook has it
        right.  A chapter's name, its number, or "all", which may take minutes; a path such
        as "short" leaves out the others.
        """
        if not chapter:
            return "\n".join(f"{c.name}: {c.title}" for c in self.key.chapters)
        lines = []
        for each in self.key.chapters if chapter == "all" else [self.key.chapter(chapter)]:
            cells = cells_of(self._folder.notebook(each.name))
            found = {r.id: r.status.headline for r in self._judging.chapter(each)}
            for e in self.key.exercises(each):
                if path.lower() in (where := path_of(cells, e)).lower():
                    lines.append(f"{e.id}: {e.title}. {where} {found[e.id].capitalize()}.")
        return "\n".join(lines) or "No exercise is on that path."

    async def show_exercise(self, exercise_id: str) -> str:
        """Show what an exercise asks, and the stub with its docstring."""
        exercise = self.key.exercise(exercise_id)
        chapter = self.key.chapter_of(exercise.id)
        cells, source = cells_of(self._folder.notebook(chapter.name)), source_of(exercise)
        if source.has_reference or not exercise.is_code:
            start = stub(exercise)
        else:  # a copy of the course has it in the notebook alone
            start = source.handed_out or stub_of(stub_cell(cells, exercise))
        return f"{task(cells, exercise)}\n\n```python\n{start}\n```"

    async def check(self, exercise_id: str, code: str) -> str:
        """Run the student's code for an exercise in the sandbox, as the grader does.

        Says the verdict, which mistake it is, the smallest call that shows it with shapes
        and values, and the first wrong line.  The code is the whole text of the cell.
        """
        exercise = self.key.exercise(exercise_id)
        if exercise.kind == "choice":
            raise Refused(
                "A prediction is the student's own: it is checked in the notebook."
            )
        if exercise.is_read or source_of(exercise).checked_later:
            raise Refused(f"“{exercise.title}” is looked at only when it is handed in.")
        result = self._judging.code(exercise, code)
        if result.status.ended_early:
            raise Refused(result.status.explanation)
        assert result.card  # the grader makes one for whatever was begun
        card = replace(result.card, hint="")
        if result.status != Status.NOT_ATTEMPTED:
            self._cards[exercise.id] = card
            self._tried_since.add(exercise.id)
            self._questions.pop(exercise.id, None)
            self._code[exercise.id] = code
        return as_text(_verdict_alone(card) if self._folder.assist == HINTS else card)

    async def next_hint(self, exercise_id: str) -> str:
        """Give the next hint: one at a time, and each after a try that was checked."""
        exercise = self.key.exercise(exercise_id)
        if self._is_right(exercise):
            raise Refused(f"“{exercise.title}” is right: it needs no hint.")
        if exercise.id not in self._tried_since:
            raise Refused("A hint comes after a try, one at a time: check some code first.")
        marks = self._cards[exercise.id].marks
        hints = still_needed(
            exercise.hints, {name for mark, name in marks if mark == "passed"}
        )
        number = self._hints[exercise.id] + 1
        if number > len(hints):
            raise Refused("There are no more hints: what_to_read names what to read again.")
        self._hints[exercise.id] += 1
        self._tried_since.remove(exercise.id)
        lead, hint = f"Hint {number} of {len(hints)}", hints[number - 1]
        if exercise.hints.index(hint) in self._spelled_out(exercise):
            return (
                f"{lead} says a line of an answer: it is folded in the student's notebook."
            )
        return f"{lead}: {hint}"

    async def question(self, exercise_id: str) -> str:
        """Ask the student a question about the code that passed, with options by letter."""
        exercise = self.key.exercise(exercise_id)
        if not (self._is_right(exercise) and exercise.is_code):
            raise Refused("Questions are about code that is right: check it first.")
        if exercise.id not in self._questions:
            made = self._judging.questions(exercise, self._code[exercise.id])
            self._questions[exercise.id] = made
        if not self._questions[exercise.id]:
            raise Refused("There are no more questions about this code.")
        return as_question(self._questions[exercise.id][:1])

    async def answer_question(self, exercise_id: str, letter: str) -> str:
        """Judge the student's letter for the question, and say what running it shows."""
        if not (waiting := self._questions.get(self.key.exercise(exercise_id).id)):
            raise Refused("No question is open: ask one first.")
        if letter not in LETTERS[: len(waiting[0].options)] or len(letter) != 1:
            raise Refused("The answer is one of the question's letters.")
        return "\n".join(judge(waiting.pop(0), LETTERS.index(letter))[1])

    async def what_to_read(self, exercise_id: str) -> str:
        """Name the section to read again, with the glossary's words on the last mistake."""
        exercise = self.key.exercise(exercise_id)
        card = self._cards.get(exercise.id)
        words = " ".join(card.lessons if card else ()) or exercise.title
        where = exercise.section or self.key.chapter_of(exercise.id).name
        return "\n\n".join([f"Read again: {where}", *glossary_entries(self._folder, words)])

    def _spelled_out(self, exercise: Exercise) -> tuple[int, ...]:
        if (source := source_of(exercise)).has_reference:
            return spelled_out(exercise, self.key.answers(exercise.id))
        return source.spelled_out

    def _is_right(self, exercise: Exercise) -> bool:
        card = self._cards.get(exercise.id)
        return card is not None and card.status == Status.PASSED


def _verdict_alone(card: Card) -> Card:
    """Whether it is right, what of it, and which mistake: not where, and no numbers."""
    bare = Card(card.exercise_id, card.title, card.status, card.headline, card.points)
    return replace(bare, marks=card.marks, lessons=card.lessons)
