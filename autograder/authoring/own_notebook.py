"""Make a chapter of an author's own notebook: its key, and what students open."""

import ast
import hashlib
import json
import keyword
import os
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from autograder.authoring.asserted_cases import Asserted, asserted
from autograder.authoring.first_run import FirstRun, first_runs
from autograder.authoring.marked_cells import (
    Marked,
    asked_in,
    cells_of,
    places,
    solved,
    source_of,
)
from autograder.authoring.new_exercise import CODE_CELL, add_chapter, begin_folder, home_of
from autograder.authoring.promises import KEPT, promising
from autograder.authoring.unmarked import called, unmarked, with_marks
from autograder.exercise.course_folder import course_folder
from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key
from autograder.exercise.kinds.uncalled import WORK_HERE, WRITE_HERE
from autograder.exercise.problem import Problem
from autograder.exercise.stubs import stub_of
from autograder.notebooks.cell_marks import mark_cells, name_cells, notebook_text
from autograder.notebooks.finding import FoundAnswer
from autograder.notebooks.read import read_notebook, without_magics
from autograder.notebooks.slicing import behind
from autograder.notebooks.statements import Statements, statements
from autograder.pages.render import render

NAME = re.compile(r"[a-z][a-z0-9]*")
HINT = "Try the smallest example of the task by hand first, then with your code."
RECORD = ".made_of_notebook.json"  # what a run wrote, to be written again by the next
ANSWER = "Compare with what was said in class."


@dataclass
class Made:
    """What was written, the ids of the exercises, what is left to do, what is wrong."""

    chapter: Chapter
    notebook: Path
    ids: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)  # as answers, without a mark


def chapter_of(
    path: Path, key: Key, prefix: str = "", title: str = "", *, mark: bool = False
) -> Made:
    """Make a chapter of a notebook, called as its file.

    ``path``: the notebook, with solutions between marks (``marked_cells``), or with
    ``mark`` some without (``unmarked``). ``key``: the course's, which gets the chapter as
    its last, or has it. Raises ``Problem`` when it is no notebook, has no exercise, or
    what is there was not made of it, or was changed since.
    """
    name = path.stem
    before = cells_of(path)
    cells = with_marks(before) if mark else before
    prefix = prefix or next((c.prefix for c in key.chapters if c.name == name), "")
    prefix = prefix or re.sub(r"^[^a-z]+|[^a-z0-9]", "", name.lower())
    if not NAME.fullmatch(prefix):
        raise Problem(
            f"{prefix!r} is no prefix. Write small letters and digits: --prefix basics."
        )
    asked = asked_in(cells)
    if not asked:
        raise Problem(
            f"No exercise was found in {path}. Put # BEGIN SOLUTION above what students "
            "are to write, or say --mark: a function with assertions is one then."
        )
    texts = [solved(source_of(c)) for c in cells if c["cell_type"] == "markdown"]
    headings = re.findall(r"^# +(.+)$", "\n".join(texts), re.M)
    title = title or (headings[0].strip() if headings else name)
    folder = home_of(key) / f"ch{re.sub(r'[^a-z0-9]+', '_', name.lower())}"
    chapter = Chapter(name, title, prefix, f"{key.name}.{folder.name}")
    made = Made(chapter, course_folder(key.name).notebook(name))
    same = [c for c in key.chapters if name == c.name or prefix == c.prefix]
    is_again = bool(same) and same[0].module == chapter.module and same[0].prefix == prefix
    if same and not (is_again and (folder / RECORD).is_file()):
        raise Problem(
            f"The key has a chapter {name} or the prefix {prefix!r} already, which was not "
            "made of this notebook: rename the notebook, or choose another --prefix."
        )
    if not is_again and (folder.exists() or made.notebook.exists()):
        raise Problem(
            f"{folder} or {made.notebook} exists. Keep the notebook with the solutions in "
            "another folder, such as sources/, and take away what is there."
        )
    files = _Writer(made, cells, asked, folder, key).files()
    if is_again:
        _take_away(folder)
    else:
        begin_folder(folder, title)
        add_chapter(home_of(key) / "__init__.py", chapter)
    _write(files, folder)
    runs = first_runs(chapter.module, [each.partition(".")[2] for each in made.ids])
    taken = [called(before, p) for p in sorted(places(asked)) if cells[p] != before[p]]
    made = Made(chapter, made.notebook, taken=taken)
    _write(_Writer(made, cells, asked, folder, key, runs).files(), folder)
    return made


def _take_away(folder: Path) -> None:
    """Remove what an earlier run wrote, unless it was changed by hand since."""
    record: dict[str, str] = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    files = {folder / name: digest for name, digest in record.items()}
    files = {path: digest for path, digest in files.items() if path.is_file()}
    changed = [p for p, d in files.items() if _digest(p.read_text(encoding="utf-8")) != d]
    if changed:
        raise Problem(
            f"Changed since it was made of the notebook: {', '.join(map(str, changed))}. "
            "Write the change into the notebook (a mistake in a cell that begins with "
            "# %%), remove what is listed, and run this again."
        )
    for path in files:
        path.unlink()


def _write(files: dict[Path, str], folder: Path) -> None:
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    record = {os.path.relpath(path, folder): _digest(text) for path, text in files.items()}
    (folder / RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class _Writer:
    """Makes the modules of a chapter and its notebook."""

    def __init__(
        self,
        made: Made,
        cells: list[dict[str, Any]],
        asked: list[Marked],
        folder: Path,
        key: Key,
        runs: Mapping[str, FirstRun] = MappingProxyType({}),
    ) -> None:
        self._made, self._cells, self._asked = made, cells, asked
        self._folder, self._key, self._runs = folder, key, runs
        answers = {task.place: f"{task.solution}\n{task.below}" for task in asked}
        for test in (test for task in asked for test in task.tests):
            source = f"{answers.get(test.place, '')}\n{test.source}"
            answers[test.place] = source.lstrip("\n")
        answered = [
            {**c, "source": answers.get(i, source_of(c))} for i, c in enumerate(cells)
        ]
        answered.append(CODE_CELL | {"metadata": {}, "source": "pass"})
        read = read_notebook(notebook_text(answered).encode(), made.chapter.name)
        self._known: Statements = statements(read)
        self._files: dict[Path, str] = {}
        self._kinds: dict[str, str] = {}  # of the exercises so far, by their names

    def _at(self, place: int) -> Marked | None:
        return next((task for task in self._asked if task.place == place), None)

    def files(self) -> dict[Path, str]:
        """All that is to be written."""
        handed: list[dict[str, Any]] = []
        worth: dict[str, float] = {}
        dropped = {place for task in self._asked for place in task.dropped}
        for place, cell in enumerate(self._cells):
            task = self._at(place)
            if task is None:
                handed += [_plain(cell, source_of(cell))] if place not in dropped else []
                continue
            stub, name = self._exercise(task, cell)
            exercise_id = f"{self._made.chapter.prefix}.{name}"
            self._made.ids.append(exercise_id)
            worth[exercise_id] = task.points or 1.0
            if task.given and not re.search(rf"^{name}\s*=", task.given, re.M):
                handed.append(_plain(cell, task.given))  # no placeholder of a value
            handed += _cells(exercise_id, stub, cell, is_read=task.is_read)
            handed += [_plain(cell, task.below)] if task.below else []
        line = f"from {self._key.name} import check"
        first = CODE_CELL | {"metadata": {}, "source": line}
        handed.insert(1 if handed and handed[0]["cell_type"] == "markdown" else 0, first)
        self._made.left += [*self._missing(dropped), *unmarked(self._cells, self._asked)]
        name_cells(handed)
        mark_cells(handed, worth)
        self._files[self._made.notebook] = notebook_text(handed)
        return self._files

    def _missing(self, dropped: set[int]) -> Iterator[str]:
        """Say of each name that students would lack which cell needs it."""
        tests = {test.place for task in self._asked for test in task.tests}
        tests -= {task.place for task in self._asked}
        only = {n for s in self._known if s.cell.order in tests for n in s.binds}
        only -= {n for s in self._known if s.cell.order not in tests for n in s.binds}
        for statement in self._known:
            needed = sorted(only & set(statement.uses))
            if needed and statement.cell.order not in dropped:
                yield (
                    f"cell {statement.cell.order + 1} needs {' and '.join(needed)}, which "
                    "only a cell of tests defines, and students do not get that: define it "
                    "in a cell without assertions."
                )

    def _exercise(self, task: Marked, cell: dict[str, Any]) -> tuple[str, str]:
        number = len(self._kinds) + 1
        facts: dict[str, Any] = {"points": task.points or 1.0, "order": 10 * number}
        if task.is_read:
            name = _identifier(task.name or f"question_{number}")
            if name in {*self._kinds, *(b for s in self._known for b in s.binds)}:
                name = f"{name}_{number}"
            is_text = cell["cell_type"] == "markdown"
            facts |= {"kind": "text" if is_text else "work"}
            facts |= {"answer": task.solution.strip() or ANSWER}
            stub = WRITE_HERE if is_text else WORK_HERE
        else:
            node, name = self._defined(task, number)
            stub, more = self._code(task, node, name)
            facts |= more
        facts |= {"name": name, "id": f"{self._made.chapter.prefix}.{name}"}
        title = task.title or (task.name or name).replace("_", " ")
        facts |= {"title": title[:1].upper() + title[1:]}
        module = render("authoring/taken_over.py.j2", **facts)
        self._files[self._folder / f"{name}.py"] = module
        cells = "\n".join(task.key_cells)
        if not re.search("^# %% hint", cells, re.M):
            cells += f"\n# %% hint\n# {HINT}"
        self._files[self._folder / f"{name}.cells.py"] = f"{cells.strip()}\n"
        self._kinds[name] = facts["kind"]
        return stub, name

    def _defined(self, task: Marked, number: int) -> tuple[ast.stmt, str]:
        """What the solution defines last: a function, or a value by its name."""
        try:
            body = ast.parse(without_magics(task.solution)).body
        except SyntaxError as error:
            words = f"The solution in cell {task.place + 1} is no Python: {error.msg}."
            raise Problem(words) from None
        for node in reversed(body):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                return node, node.name
        for node in reversed(body):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                return node, node.targets[0].id
        raise Problem(
            f"The solution in cell {task.place + 1} defines no function and gives no name "
            f"a value, so nothing of exercise {number} can be checked. Mark it for a "
            "person: # manual: true in its cell (nbgrader: manually graded)."
        )

    def _code(self, task: Marked, node: ast.stmt, name: str) -> tuple[str, dict[str, Any]]:
        tests = (
            asserted(task.tests, node, self._known, self._kinds)
            if isinstance(node, ast.FunctionDef)
            else Asserted()
        )
        facts: dict[str, Any] = {
            "above": self._above(task.place, name, tests),
            "cases": tests.cases,
        }
        self._made.left += tests.left
        self._made.wrong += tests.wrong
        left = ""
        if isinstance(node, ast.FunctionDef):
            run = self._runs.get(name, FirstRun(KEPT))
            solution = without_magics(task.solution)
            kind, source = "function", promising(solution, node, run.promise)
            facts["easy"] = run.easy
            if not tests.cases:
                self._made.wrong.append(
                    f"{name} has no assertion that calls it with values, so nothing of it "
                    "would be checked: write one in a cell below."
                )
            if run.opaque:
                left = (
                    f"{name} gives what cannot be compared, of type {run.opaque}: let it "
                    "give numbers, text or arrays, lists or dicts (by names) of them, or "
                    "let a person read it (# manual: true)."
                )
        elif isinstance(node, ast.ClassDef):
            kind, source = "object", ast.unparse(node)
            left = (
                f"{name} is a class, of which no test can be taken over: write what its "
                "methods are asked (kind object, or layer)."
            )
        else:
            kind, body = "value", textwrap.indent(task.solution, "    ")
            source = f'def {name}():\n    """The value."""\n{body}\n    return {name}'
            if task.tests:
                left = (
                    f"{name} is compared with the solution's value, in place of its tests."
                )
        self._made.left += [left] if left else []
        stub = f"{name} = ..." if kind == "value" else stub_of(source, task.opened)
        return stub, facts | {"kind": kind, "reference": source}

    def _above(self, place: int, name: str, tests: Asserted) -> str:
        """What a module needs of the notebook: imports, helpers, earlier exercises."""
        in_cell = [s for s in self._known if s.cell.order == place and name in s.binds]
        answer = FoundAnswer(name, tuple(in_cell), end=in_cell[-1].place)
        needed, borrowed = behind(answer, self._known, dict.fromkeys(self._kinds, False))
        own = {statement.place for statement in in_cell}
        lines = [s.source for s in needed if s.place not in own]
        lines += [s.source for s in tests.imports]
        module = self._made.chapter.module
        for each in sorted((borrowed | tests.borrowed) & self._kinds.keys()):
            if self._kinds[each] == "value":
                lines.append(f"from {module}.{each} import {each} as given_{each}")
                lines.append(f"{each} = given_{each}()")
            else:
                lines.append(f"from {module}.{each} import {each}")
        return "\n".join(dict.fromkeys(lines))


def _identifier(text: str) -> str:
    name = re.sub(r"\W+", "_", text.strip().lower()).strip("_") or "question"
    return f"q_{name}" if name[0].isdigit() or keyword.iskeyword(name) else name


def _plain(cell: dict[str, Any], source: str) -> dict[str, Any]:
    """A cell as it is handed out: no outputs, no other system's marks."""
    kept = {k: v for k, v in cell["metadata"].items() if k in ("tags", "slideshow")}
    plain = {"cell_type": cell["cell_type"], "metadata": kept, "source": source}
    return plain | (CODE_CELL if cell["cell_type"] == "code" else {})


def _cells(
    exercise_id: str, stub: str, cell: dict[str, Any], *, is_read: bool
) -> list[dict[str, Any]]:
    name = exercise_id.partition(".")[2]
    call = (
        f'check("{exercise_id}")' if is_read else f'{name} = check("{exercise_id}", {name})'
    )
    kind = "markdown" if cell["cell_type"] == "markdown" else "code"
    own = _plain({**cell, "cell_type": kind}, stub)
    own["metadata"] = {"exercise": {"id": exercise_id, "role": "stub"}}
    mark = {"exercise": {"id": exercise_id, "role": "check"}}
    return [own, CODE_CELL | {"metadata": mark, "source": call}]
