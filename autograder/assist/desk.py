"""What an assistant may ask, and the texts that it gets; nothing else is ever given.

No reference or collected answer, no hidden input, and no mistake that was not made.  The
tools run in the main thread: alarms bound the grader's work.
"""

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Any

from autograder.assist.judging import Judging, Refused
from autograder.assist.reading import above_and_stub, glossary_entries, path_of, task
from autograder.checking.card import Card
from autograder.checking.card_forms import as_text
from autograder.exercise.course_folder import HINTS, CourseFolder
from autograder.exercise.hints import spelled_out, still_needed
from autograder.exercise.key import Key
from autograder.exercise.questions import source_of
from autograder.exercise.status import Status
from autograder.exercise.stubs import stub, stub_of
from autograder.questions.draft import LETTERS, CodeQuestion, judge
from autograder.questions.why import as_text as as_question
from autograder.sandbox.pool import WarmProcesses


@dataclass
class Tries:
    """What came of tries at an exercise; ``is_new``: one was made since the last hint."""

    card: Card | None = None
    code: str = ""
    is_new: bool = False
    hints: int = 0
    is_right: bool = False
    questions: list[CodeQuestion] | None = None


class Desk:
    """The tools for one student's copy of a course: each gives a text, or ``Refused``."""

    def __init__(self, key: Key, folder: CourseFolder, warm: WarmProcesses) -> None:
        self.key, self._folder, self._judging = key, folder, Judging(key, folder, warm)
        self._tries: dict[str, Tries] = defaultdict(Tries)
        reading = (self.list_exercises, self.show_exercise, self.what_to_read)
        self.tools: tuple[Any, ...] = (*reading, self.check, self.next_hint, self.question)

    async def list_exercises(self, chapter: str = "", path: str = "") -> str:
        """List the chapters; or the exercises of one, by name or number, or of "all".

        Says which path each is on, and how far the student's saved notebook is; a path
        such as "short" leaves out the others.
        """
        if not chapter:
            return "\n".join(f"{c.name}: {c.title}" for c in self.key.chapters)
        lines = []
        for each in self.key.chapters if chapter == "all" else [self.key.chapter(chapter)]:
            status = {r.id: r.status.headline for r in self._judging.chapter(each)}
            for e in self.key.exercises(each):
                where = path_of(above_and_stub(self._folder.notebook(each.name), e)[0])
                if path.lower() in where.lower():
                    lines.append(f"{e.id}: {e.title}. {where} {status[e.id].capitalize()}.")
        return "\n".join(lines) or "No exercise is on that path."

    async def show_exercise(self, exercise_id: str) -> str:
        """Show what an exercise asks, and the stub with its docstring."""
        exercise = self.key.exercise(exercise_id)
        chapter, source = self.key.chapter_of(exercise.id), source_of(exercise)
        above, cell = above_and_stub(self._folder.notebook(chapter.name), exercise)
        if source.has_reference or not exercise.is_code:
            start = stub(exercise)
        else:  # a copy of the course has it in the notebook alone
            start = source.handed_out or stub_of(cell)
        return f"{task(above) or exercise.title}\n\n```python\n{start}\n```"

    async def check(self, exercise_id: str, code: str) -> str:
        """Run the student's code for an exercise in the sandbox, as the grader does.

        Says the verdict, which mistake it is, the smallest call that shows it with shapes
        and values, and the first wrong line.  The code is the whole text of the cell.
        """
        exercise = self.key.exercise(exercise_id)
        if exercise.kind == "choice":
            raise Refused("A prediction is the student's own: check it in the notebook.")
        if exercise.is_read or source_of(exercise).checked_later:
            raise Refused(f"“{exercise.title}” is looked at only when it is handed in.")
        result = self._judging.code(exercise, code)
        if result.status.ended_early:
            raise Refused(result.status.explanation)
        assert result.card  # the grader makes one for whatever was begun
        card = replace(result.card, hint="")
        if result.status != Status.NOT_ATTEMPTED:
            hints, is_right = self._tries[exercise.id].hints, card.status == Status.PASSED
            self._tries[exercise.id] = Tries(card, code, True, hints, is_right)
        return as_text(_verdict_alone(card) if self._folder.assist == HINTS else card)

    async def next_hint(self, exercise_id: str) -> str:
        """Give the next hint: one at a time, and each after a try that was checked."""
        exercise = self.key.exercise(exercise_id)
        tries = self._tries[exercise.id]
        if tries.is_right:
            raise Refused(f"“{exercise.title}” is right: it needs no hint.")
        if tries.card is None or not tries.is_new:
            raise Refused("A hint comes after a try, one at a time: check some code first.")
        right = {name for mark, name in tries.card.marks if mark == "passed"}
        hints = still_needed(exercise.hints, right)
        if tries.hints >= len(hints):
            raise Refused("There are no more hints: what_to_read names what to read again.")
        hint, tries.is_new = hints[tries.hints], False
        tries.hints += 1
        source, answers = source_of(exercise), self.key.answers
        is_key = source.has_reference
        folded = (
            spelled_out(exercise, answers(exercise.id)) if is_key else source.spelled_out
        )
        if exercise.hints.index(hint) in folded:
            hint = "It says a line of an answer, and is folded in the student's notebook."
        return f"Hint {tries.hints} of {len(hints)}: {hint}"

    async def question(self, exercise_id: str, letter: str = "") -> str:
        """Ask the student about the code that passed; or judge the letter of an option."""
        exercise = self.key.exercise(exercise_id)
        tries = self._tries[exercise.id]
        if not (tries.is_right and exercise.is_code):
            raise Refused("Questions are about code that is right: check it first.")
        if letter and not tries.questions:
            raise Refused("No question is open: ask one first.")
        if tries.questions is None:
            tries.questions = self._judging.questions(exercise, tries.code)
        if not tries.questions:
            raise Refused("There are no more questions about this code.")
        if not letter:
            return as_question(tries.questions[:1])
        if letter not in [*LETTERS[: len(tries.questions[0].options)]]:
            raise Refused("The answer is one of the question's letters.")
        return "\n".join(judge(tries.questions.pop(0), LETTERS.index(letter)))

    async def what_to_read(self, exercise_id: str) -> str:
        """Name the section to read again, with the glossary's words on the last mistake."""
        exercise = self.key.exercise(exercise_id)
        card = self._tries[exercise.id].card
        words = " ".join(card.lessons if card else ()) or exercise.title
        where = exercise.section or self.key.chapter_of(exercise.id).name
        return "\n\n".join([f"Read again: {where}", *glossary_entries(self._folder, words)])


def _verdict_alone(card: Card) -> Card:
    """Whether it is right, what of it, and which mistake: not where, and no numbers."""
    bare = Card(card.exercise_id, card.title, card.status, card.headline, card.points)
    return replace(bare, marks=card.marks, lessons=card.lessons)
