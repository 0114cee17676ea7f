"""Compare a class: read it once for the index, and again for what is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from autograder.exercise.definition import Exercise
from autograder.exercise.key import Key
from autograder.handin.submission import Submission
from autograder.similarity.answers import GivenCells, Reader, marks_of
from autograder.similarity.page import in_full, similarity_page
from autograder.similarity.pairs import Alike, ClassIndex

GUESSED = "Every cell that more than half of a chapter's students hand in unchanged."
HANDED_OUT = "Everything in the notebooks that were handed out (--given)."


def compare_class(
    handed: Sequence[Submission],
    key: Key,
    chapters: tuple[str, ...] = (),
    handed_out: Sequence[Submission] | None = None,
    watch: Callable[[Sequence[Submission]], Iterable[Submission]] = iter,
) -> tuple[Alike, str]:
    """Find what is alike in a class.

    Answers are not kept in memory: those that the page shows are read again.

    ``key``, ``chapters``: the key, and the chapters to compare; all of them where empty.
    ``handed_out``: the notebooks as they were given to the class; without them, what was
    given is guessed from what most hand in. Returns what is alike, and the page about it.
    """
    reader = Reader(key, chapters)
    index, given = ClassIndex(reader.known()), GivenCells()
    unread: list[tuple[str, str]] = []
    for number, item in enumerate(watch(handed)):
        read = reader.read(item)
        given.add(read.cells)
        if read.problem:
            unread.append((item.student, read.problem))
        for answer in read.answers:
            index.add(number, answer.exercise_id, answer.texts)
    sources = given.sources()
    if handed_out is not None:
        cells = (reader.read(item).cells for item in handed_out)
        sources = [text for one in cells for _, texts in one for text in texts]
    exercises = [e for chapter in key.chapters for e in reader.exercises(chapter)]
    names = {e.name: e.name for e in exercises}
    index.given(marks_of(sources, names))
    found = index.alike()
    shown = {
        number: {a.exercise_id: a for a in reader.read(handed[number]).answers}
        for number in in_full(found)
    }
    page = similarity_page(
        found,
        [item.student for item in handed],
        shown,
        _titles(exercises),
        unread=unread,
        given=GUESSED if handed_out is None else HANDED_OUT,
    )
    return found, page


def _titles(exercises: Sequence[Exercise]) -> dict[str, str]:
    """What to call each exercise; with its id where two have one title."""
    times = Counter(e.title for e in exercises)
    return {
        e.id: f"{e.title} ({e.id})" if times[e.title] > 1 else e.title for e in exercises
    }
