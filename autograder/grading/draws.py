"""Which hidden inputs a hand-in meets: what a run has told can be of no use in another.

Whatever feedback says, and whatever an answer smuggles into it, is of inputs that no
later hand-in meets.  What did not change keeps its inputs: only the key's changes move
its points.
"""

from __future__ import annotations

from collections.abc import Mapping

from autograder.gradebook.database import Gradebook
from autograder.grading.dependencies import Dependencies, FileHashes

OPEN = "open_draw"  # of a run that has not ended: nobody has seen what it found


class Draws:
    """The draws of a run; see ``settings.seed_of``.

    ``known`` is what each student's stored result depends on.
    """

    def __init__(self, book: Gradebook, known: Mapping[str, str]) -> None:
        self._book = book
        made = {student: Dependencies.from_text(text) for student, text in known.items()}
        self._known = {student: one for student, one in made.items() if one}
        before = max((one.draw for one in self._known.values()), default=-1)
        before = max(before, int(book.recall("draws") or "-1"))
        self._new = int(book.recall(OPEN) or before + 1)

    def of(self, student: str, files: FileHashes) -> int:
        """The draw that a student's hand-in meets."""
        before = self._known.get(student)
        if before and before.files == files.whole:
            return before.draw
        self._book.remember(OPEN, str(self._new))
        return self._new

    @staticmethod
    def told(book: Gradebook) -> None:
        """A run has ended: what it found may be seen from now on."""
        if used := book.recall(OPEN):
            book.remember("draws", used)
            book.remember(OPEN, "")
