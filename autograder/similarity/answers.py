"""What similarity is looked for in: each student's own code, exercise by exercise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from autograder.exercise.definition import Chapter, Exercise
from autograder.exercise.key import Key
from autograder.exercise.sources import key_modules
from autograder.exercise.stubs import stub
from autograder.handin import own_modules
from autograder.handin.reader import look
from autograder.handin.submission import Submission
from autograder.notebooks.found import find
from autograder.notebooks.read import Notebook, UnreadableNotebook, read_notebook, syntax
from autograder.notebooks.statements import Statement
from autograder.similarity.own_code import OwnCode
from autograder.similarity.tokens import (
    Token,
    fingerprints,
    imported_names,
    numbered,
    tokens_of,
)

# A cell that so many of those who did a chapter hand in is the chapter's own.
GIVEN_COUNT, GIVEN_SHARE = 3, 0.5


@dataclass(frozen=True)
class Written:
    """A student's answer to one exercise, with the helpers it uses."""

    exercise_id: str
    source: str
    words: tuple[Token, ...]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The words without their lines, own names numbered."""
        return numbered(word.text for word in self.words)


@dataclass(frozen=True)
class Read:
    """What one student handed in, as far as it can be read."""

    answers: tuple[Written, ...]
    cells: tuple[tuple[str, frozenset[str]], ...]  # of each chapter's notebook
    problem: str = ""


@dataclass(frozen=True)
class Asked:
    """A chapter's exercises of code, by id with their names, and all its names.

    No more of the key than it takes to find answers: it crosses to who reads them.
    """

    name: str
    prefix: str
    code: tuple[tuple[str, str], ...]
    names: frozenset[str]


@dataclass
class Reader:
    """Reads submissions against a key; nothing in them is run."""

    key: Key
    chapters: tuple[str, ...] = ()  # names; none: all that is handed in

    @cached_property
    def asked(self) -> tuple[Asked, ...]:
        """What is looked for."""
        found = []
        for chapter in self.key.chapters:
            if exercises := self.exercises(chapter):
                code = tuple((e.id, e.name) for e in exercises if e.is_code)
                names = frozenset(e.name for e in exercises)
                found.append(Asked(chapter.name, chapter.prefix, code, names))
        return tuple(found)

    def read(self, handed: Submission) -> Read:
        """Every exercise of code that is answered; the last notebook with it counts."""
        try:
            return look(
                f"What {handed.student} handed in", read_answers, handed, self.asked
            )
        except UnreadableNotebook as problem:
            return Read((), (), str(problem))

    # --- what everybody may have ----------------------------------------------

    def exercises(self, chapter: Chapter) -> tuple[Exercise, ...]:
        """A chapter's exercises, when it is among those that are compared."""
        wanted = not self.chapters or chapter.name in self.chapters
        return self.key.exercises(chapter) if wanted else ()

    def known(self) -> dict[str, set[int]]:
        """Fingerprints that count for nothing: the key's own code, and the stubs."""
        found: dict[str, set[int]] = {}
        for chapter in self.key.chapters:
            exercises = self.exercises(chapter)
            if not exercises:
                continue
            names = {e.name: e.name for e in exercises}
            sources = [
                path.read_text(encoding="utf-8")
                for path in key_modules(self.key, chapter).values()
            ]
            sources += [stub(e) for e in exercises if e.is_code]
            marks = marks_of(sources, names)
            found |= {e.id: marks for e in exercises if e.is_code}
        return found


def read_answers(handed: Submission, chapters: tuple[Asked, ...]) -> Read:
    """The answers in what a student handed in, and the cells of each chapter's notebook."""
    cells: list[tuple[str, frozenset[str]]] = []
    problem = handed.problem
    modules, _ = own_modules.sources(handed)
    found: dict[str, Written] = {}
    for name, data in handed.contents():
        try:
            if isinstance(data, UnreadableNotebook):
                raise data
            notebook = read_notebook(data, name)
        except UnreadableNotebook as unreadable:
            problem = str(unreadable)
            continue
        notebook = replace(notebook, modules=tuple(modules.items()))
        code = OwnCode(notebook)
        # What this process could parse, the one that compares the class can, too.
        written = {c.source for c in notebook.cells if c.tree}
        written |= {source for source in modules.values() if syntax(source)[0]}
        for chapter in _chapters_in(notebook, code.known, chapters):
            cells.append((chapter.name, frozenset(written)))
            answers = _answers(chapter, code)
            found |= {one.exercise_id: one for one in answers}
    return Read(tuple(found.values()), tuple(cells), "" if cells else problem)


def _answers(chapter: Asked, code: OwnCode) -> Iterator[Written]:
    imports = imported_names(s.source for s in code.everything if "import" in s.source)
    own = {n for n, means in imports.items() if means.partition(".")[0] in code.modules}
    imports = {name: means for name, means in imports.items() if name not in own}
    fixed = {**imports, **{name: name for name in chapter.names}}
    for exercise_id, name in chapter.code:
        answer = find(code.notebook, code.known, exercise_id, name)
        source = code.behind(answer, chapter.names) if answer.attempted else ""
        if source:
            yield Written(exercise_id, source, tuple(tokens_of(source, fixed)))


def _chapters_in(
    notebook: Notebook, known: list[Statement], chapters: tuple[Asked, ...]
) -> list[Asked]:
    """The chapters that a notebook names, else those whose functions it defines."""
    said = {s.checks for s in known} | {c.exercise_id for c in notebook.cells}
    prefixes = {i.partition(".")[0] for i in said if "." in i}
    if prefixes:
        return [c for c in chapters if c.prefix in prefixes]
    defined = {name for s in known if s.defines for name in s.binds}
    return [c for c in chapters if any(name in defined for _, name in c.code)]


def marks_of(sources: Iterable[str], names: dict[str, str]) -> set[int]:
    """The fingerprints of some sources, each with its own imports."""
    found: set[int] = set()
    for source in sources:
        fixed = {**imported_names([source]), **names}
        found.update(fingerprints(tuple(w.text for w in tokens_of(source, fixed))))
    return found


@dataclass
class GivenCells:
    """Guesses which cells a class was given: most hand them in as they are."""

    _counts: Counter[tuple[str, int]] = field(default_factory=Counter)
    _texts: dict[tuple[str, int], str] = field(default_factory=dict)
    _students: Counter[str] = field(default_factory=Counter)

    def add(self, cells: Iterable[tuple[str, frozenset[str]]]) -> None:
        """The cells of one student, by chapter."""
        for chapter, sources in dict(cells).items():
            self._students[chapter] += 1
            for source in sources:
                place = chapter, hash(source)
                self._counts[place] += 1
                if self._counts[place] == GIVEN_COUNT:  # the many that are unique: not kept
                    self._texts[place] = source

    def sources(self) -> list[str]:
        """What more than half of a chapter's students hand in, to the letter."""
        return [
            text
            for place, text in self._texts.items()
            if self._counts[place] > GIVEN_SHARE * self._students[place[0]]
        ]
