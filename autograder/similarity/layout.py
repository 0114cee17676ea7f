"""Each student's own code as a file an exercise, and what is no student's as a template."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from autograder.exercise.definition import Chapter, Exercise
from autograder.exercise.imports import imports
from autograder.exercise.key import Key
from autograder.exercise.sources import key_modules
from autograder.exercise.stubs import stub
from autograder.gradebook.private_files import private_folder, write_private
from autograder.handin import own_modules
from autograder.handin.reader import look
from autograder.handin.submission import Submission
from autograder.notebooks.finding import find
from autograder.notebooks.read import Notebook, UnreadableNotebook, read_notebook
from autograder.notebooks.slicing import Slice, slice_for
from autograder.notebooks.statements import Statements, statements
from autograder.pages.file_names import file_names

ANSWERS, TEMPLATE = "answers", "template"


@dataclass(frozen=True)
class Read:
    """The code of one student's answers, by exercise, as far as it can be read."""

    answers: dict[str, str]
    problem: str = ""


@dataclass(frozen=True)
class ExerciseNames:
    """A chapter's exercises of code, by id with their names, and all its names.

    No more of the key than it takes to find answers: it crosses to who reads them.
    """

    prefix: str
    code: tuple[tuple[str, str], ...]
    names: frozenset[str]


@dataclass
class Reader:
    """Reads submissions against a key; nothing in them is run."""

    key: Key
    chapters: tuple[str, ...] = ()  # names; none: all that is handed in

    @cached_property
    def exercises(self) -> dict[Chapter, tuple[Exercise, ...]]:
        """The exercises that are looked for."""
        return {
            chapter: self.key.exercises(chapter)
            for chapter in self.key.chapters
            if not self.chapters or chapter.name in self.chapters
        }

    @cached_property
    def names(self) -> tuple[ExerciseNames, ...]:
        """The same, as the process that reads needs them."""
        return tuple(
            ExerciseNames(
                chapter.prefix,
                tuple((e.id, e.name) for e in exercises if e.is_code),
                frozenset(e.name for e in exercises),
            )
            for chapter, exercises in self.exercises.items()
        )

    def read(self, handed: Submission) -> Read:
        """Every exercise of code that is answered; the last notebook with it counts."""
        try:
            return look(
                f"What {handed.student} handed in", read_answers, handed, self.names
            )
        except UnreadableNotebook as problem:
            return Read({}, str(problem))

    def templates(self) -> Iterator[tuple[str, str]]:
        """By exercise what counts for nothing: the code of the key, and the stub."""
        for chapter, exercises in self.exercises.items():
            modules = key_modules(self.key, chapter).values()
            sources = [path.read_text(encoding="utf-8") for path in modules]
            for exercise in exercises:
                if exercise.is_code:
                    yield exercise.id, "\n\n".join([*sources, stub(exercise)])


def read_answers(handed: Submission, chapters: tuple[ExerciseNames, ...]) -> Read:
    """The answers in what a student handed in."""
    modules = own_modules.sources(handed)[0]
    answers: dict[str, str] = {}
    problem = handed.problem
    for name, data in handed.contents():
        try:
            if isinstance(data, UnreadableNotebook):
                raise data
            notebook = read_notebook(data, name)
        except UnreadableNotebook as unreadable:
            problem = str(unreadable)
            continue
        notebook = replace(notebook, modules=tuple(modules.items()))
        known = statements(notebook)
        for chapter in _chapters_in(notebook, known, chapters):
            answers |= _answers(chapter, notebook, known)
    return Read(answers, "" if answers else problem)


def _answers(
    chapter: ExerciseNames, notebook: Notebook, known: Statements
) -> dict[str, str]:
    given = {cell.label for cell in notebook.cells if cell.is_given}
    answers = {}
    for exercise_id, name in chapter.code:
        answer = find(notebook, known, exercise_id, name)
        if answer.definitions or answer.expression:
            lent = dict.fromkeys(chapter.names - {name}, False)
            piece = slice_for(answer, known, lent)
            answers[exercise_id] = _own_code(piece, dict(notebook.modules), given)
    return answers


def _own_code(piece: Slice, modules: Mapping[str, str], given: Iterable[str]) -> str:
    """A slice without what was handed out, and the student's modules that it imports."""
    kept = [source.strip("\n") for label, source in piece.cells if label not in given]
    for source in kept:  # grows while it is gone through
        wanted = {each.module.partition(".")[0] for each in imports(source).found}
        more = (modules[name] for name in sorted(wanted & modules.keys()))
        kept += [source for source in more if source not in kept]
    return "\n\n".join(kept)


def _chapters_in(
    notebook: Notebook, known: Statements, chapters: tuple[ExerciseNames, ...]
) -> list[ExerciseNames]:
    """The chapters that a notebook names, else those whose functions it defines."""
    ids = {s.checks for s in known} | {c.exercise_id for c in notebook.cells}
    prefixes = {i.partition(".")[0] for i in ids if "." in i}
    if prefixes:
        return [c for c in chapters if c.prefix in prefixes]
    defined = {name for s in known if s.defines for name in s.binds}
    return [c for c in chapters if any(name in defined for _, name in c.code)]


@dataclass
class Laid:
    """How much was written, and who could not be read, with the reason."""

    students: int = 0
    answers: int = 0
    unread: list[tuple[str, str]] = field(default_factory=list)


def lay_out(reader: Reader, handed: Sequence[Submission], out: Path) -> Iterator[Laid]:
    """Write the files of a class, a student at a time: ``answers/ADA/numpy.softmax.py``."""
    laid = Laid()
    called = file_names(item.student for item in handed)
    for exercise_id, source in reader.templates():
        _write(out / TEMPLATE / f"{exercise_id}.py", source)
    for item in handed:
        read = reader.read(item)
        for exercise_id, source in read.answers.items():
            _write(out / ANSWERS / called[item.student] / f"{exercise_id}.py", source)
        laid.students += bool(read.answers)
        laid.answers += len(read.answers)
        laid.unread += [(item.student, read.problem)] if read.problem else []
        yield laid


def _write(path: Path, source: str) -> None:
    private_folder(path.parent)
    write_private(path, f"{source}\n".encode(errors="replace"))
