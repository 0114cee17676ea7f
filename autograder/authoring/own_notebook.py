"""Make a chapter of an author's own notebook: its key, and what students open."""

from __future__ import annotations

import ast
import json
import keyword
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.authoring.marked_cells import Marked, asked_in, is_test, source_of
from autograder.authoring.new_exercise import (
    CODE_CELL,
    add_chapter,
    begin_folder,
    home_of,
)
from autograder.exercise.course_folder import course_folder
from autograder.exercise.definition import Chapter
from autograder.exercise.key import Key
from autograder.exercise.kinds.uncalled import WORK_HERE, WRITE_HERE
from autograder.exercise.problem import Problem
from autograder.exercise.stubs import stub_of
from autograder.notebooks.cell_marks import mark_cells, name_cells, notebook_text
from autograder.notebooks.finding import find
from autograder.notebooks.read import Notebook, read_notebook, without_magics
from autograder.notebooks.slicing import slice_for
from autograder.notebooks.statements import Statements, statements
from autograder.pages.render import render

NAME = re.compile(r"[a-z][a-z0-9]*")
IMPORT = re.compile(r"(?:import|from)\s")
HINT = "Try the smallest example of the task by hand first, then with your code."
PROMISE = "Changes no argument."
ANSWER = "Compare with what was said in class."


@dataclass
class Made:
    """What was written, the ids of the exercises, and what is left to the author."""

    chapter: Chapter
    notebook: Path
    ids: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


def chapter_of(path: Path, key: Key, prefix: str, title: str = "") -> Made:
    """Make a chapter of a notebook, called as its file.

    ``path``: the notebook, with solutions between marks (``marked_cells``). ``key``: the
    course's key, which gets the chapter as its last. ``prefix``: what the ids of the
    exercises begin with. ``title``: what pages call the chapter; by default its first
    heading. Raises ``Problem`` when it is no notebook, has no exercise, or the
    key has such a chapter.
    """
    name = path.stem
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        cells: list[dict[str, Any]] = content["cells"]
    except (OSError, ValueError, KeyError, TypeError):
        raise Problem(f"{path} cannot be read as a notebook.") from None
    if not NAME.fullmatch(prefix):
        words = f"{prefix!r} is no prefix: write small letters and digits, such as basics."
        raise Problem(words)
    if any(name == c.name or prefix == c.prefix for c in key.chapters):
        raise Problem(
            f"The key has a chapter {name} or the prefix {prefix!r} already: rename the "
            "notebook, or choose another --prefix."
        )
    asked = asked_in(cells)
    if not asked:
        raise Problem(
            f"No exercise was found in {path}. Put # BEGIN SOLUTION and # END SOLUTION "
            "around what students are to write, in the cell that defines it."
        )
    headings = re.findall(r"^# +(.+)$", "\n".join(map(source_of, cells)), re.M)
    title = title or (headings[0].strip() if headings else name)
    folder = home_of(key) / f"ch{re.sub(r'[^a-z0-9]+', '_', name.lower())}"
    chapter = Chapter(name, title, prefix, f"{key.name}.{folder.name}")
    made = Made(chapter, course_folder(key.name).notebook(name))
    if folder.exists() or (
        made.notebook.exists() and made.notebook.resolve() == path.resolve()
    ):
        raise Problem(
            f"{folder} or {made.notebook} exists. Keep the notebook with the solutions in "
            "another folder, such as sources/, and take away what an earlier run wrote."
        )
    _Writer(made, cells, asked, folder, key).write()
    add_chapter(home_of(key) / "__init__.py", chapter)
    return made


class _Writer:
    """Writes the modules of a chapter and its notebook."""

    def __init__(
        self,
        made: Made,
        cells: list[dict[str, Any]],
        asked: list[Marked],
        folder: Path,
        key: Key,
    ) -> None:
        self._made, self._cells, self._asked = made, cells, asked
        self._folder, self._key = folder, key
        solved = [
            {**c, "source": task.solution if (task := self._at(i)) else source_of(c)}
            for i, c in enumerate(cells)
        ]
        data = notebook_text(solved).encode()
        self._notebook: Notebook = read_notebook(data, made.chapter.name)
        self._known: Statements = statements(self._notebook)
        self._names: list[str] = []  # of the exercises so far

    def _at(self, place: int) -> Marked | None:
        return next((task for task in self._asked if task.place == place), None)

    def write(self) -> None:
        begin_folder(self._folder, self._made.chapter.title)
        handed: list[dict[str, Any]] = []
        worth: dict[str, float] = {}
        dropped = {place for task in self._asked for place in task.dropped}
        for place, cell in enumerate(self._cells):
            task = self._at(place)
            if task is None:
                if place not in dropped:
                    handed.append(_plain(cell, source_of(cell)))
                continue
            stub, name = self._exercise(task, cell)
            exercise_id = f"{self._made.chapter.prefix}.{name}"
            self._made.ids.append(exercise_id)
            worth[exercise_id] = task.points or 1.0
            handed += _cells(exercise_id, stub, cell, is_read=task.is_read)
        first = CODE_CELL | {
            "metadata": {},
            "source": f"from {self._key.name} import check",
        }
        handed.insert(1 if handed and handed[0]["cell_type"] == "markdown" else 0, first)
        name_cells(handed)
        mark_cells(handed, worth)
        self._made.notebook.parent.mkdir(parents=True, exist_ok=True)
        self._made.notebook.write_text(notebook_text(handed), encoding="utf-8")

    def _exercise(self, task: Marked, cell: dict[str, Any]) -> tuple[str, str]:
        number = len(self._names) + 1
        facts: dict[str, Any] = {"points": task.points or 1.0, "order": 10 * number}
        if task.is_read:
            name = _identifier(task.name or f"question_{number}")
            is_text = cell["cell_type"] == "markdown"
            facts |= {"kind": "text" if is_text else "work"}
            facts |= {"answer": task.solution.strip() or ANSWER}
            stub = WRITE_HERE if is_text else WORK_HERE
        else:
            node, name = self._defined(task, number)
            stub, more = self._code(task, node, name)
            facts |= more
        facts |= {"name": name, "id": f"{self._made.chapter.prefix}.{name}"}
        facts |= {"title": (task.name or name).replace("_", " ").capitalize()}
        module = render("authoring/taken_over.py.j2", **facts, hint=HINT)
        (self._folder / f"{name}.py").write_text(module, encoding="utf-8")
        self._names.append(name)
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
            "person (nbgrader: manually graded; Otter: manual: true)."
        )

    def _code(self, task: Marked, node: ast.stmt, name: str) -> tuple[str, dict[str, Any]]:
        cases = list(self._cases(task, node)) if isinstance(node, ast.FunctionDef) else []
        facts: dict[str, Any] = {"above": self._above(name, cases), "cases": cases}
        left = ""
        if isinstance(node, ast.FunctionDef):
            kind, source = "function", _promising(without_magics(task.solution), node)
            if not cases:
                left = (
                    f"{name} has no assertion that calls it with values: write its cases."
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
                left = f"{name} is compared with the solution's value: its tests are gone."
        self._made.left += [left] if left else []
        stub = f"{name} = ..." if kind == "value" else stub_of(source)
        return stub, facts | {"kind": kind, "reference": source}

    def _above(self, name: str, cases: list[dict[str, str]]) -> str:
        """What a module needs of the notebook: imports, helpers, earlier exercises."""
        answer = find(self._notebook, self._known, "", name)
        piece = slice_for(answer, self._known, dict.fromkeys(self._names, False))
        own = {s.source for s in answer.definitions}
        needed = [
            s
            for s in self._known
            if s.source not in own
            and s.source in "\n".join(source for _, source in piece.cells)
        ]
        asked = " ".join(case["above"] + case["given"] for case in cases)
        mentioned = set(re.findall(r"[^\W\d]\w*", asked))
        needed += [s for s in self._known if IMPORT.match(s.source) and s.binds & mentioned]
        earlier = sorted(piece.borrowed | (mentioned & {*self._names}))
        module = self._made.chapter.module
        lines = [f"from {module}.{each} import {each}" for each in earlier]
        return "\n".join([*dict.fromkeys(s.source for s in needed), *lines])

    def _cases(self, task: Marked, node: ast.FunctionDef) -> Iterator[dict[str, str]]:
        """A case for each assertion that calls the function: what it is given there."""
        number = 0
        for source, is_hidden in task.tests:
            above: list[str] = []
            for statement in ast.parse(without_magics(source)).body:
                if not is_test(statement):
                    above.append(ast.unparse(statement))
                    continue
                given = _given(statement, node)
                if given is None:
                    self._made.left.append(
                        f"A test of {node.name} does not call it with what it needs, and "
                        f"was left: {ast.unparse(statement)[:80]}"
                    )
                    continue
                number += 1
                label = "hidden test" if is_hidden else "test"
                yield {
                    "name": f"{label} {number}",
                    "function": f"_test_{number}",
                    "above": textwrap.indent("\n".join(above), "    "),
                    "given": given,
                }
        if any(is_hidden for _, is_hidden in task.tests):
            self._made.left.append(
                f"Hidden tests of {node.name} are cases with fixed inputs, which a "
                "student's copy shows: draw them from rng to hide them."
            )


def _promising(source: str, node: ast.FunctionDef) -> str:
    """The function's source, whose docstring says what is checked of its arguments."""
    text = ast.get_source_segment(source, node) or ast.unparse(node)
    written = ast.get_docstring(node) or f"{node.name.replace('_', ' ').capitalize()}."
    if written.rstrip().endswith(PROMISE):
        return text
    lines = textwrap.indent(f"{written}\n\n{PROMISE}", "    ").lstrip()
    docstring = f'    """{lines}\n    """'
    first = node.body[1 if ast.get_docstring(node) else 0]
    kept = text.splitlines()
    end = node.body[0].lineno - node.lineno
    return "\n".join([*kept[:end], docstring, *kept[first.lineno - node.lineno :]])


def _given(test: ast.stmt, function: ast.FunctionDef) -> str | None:
    """The arguments of the first call of a function in a test, as a tuple's source."""
    names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    for node in ast.walk(test):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == function.name:
            if any(isinstance(a, ast.Starred) for a in node.args):
                return None
            values = [*map(ast.unparse, node.args)]
            named = {k.arg: ast.unparse(k.value) for k in node.keywords}
            for name in names[len(values) :]:
                if name not in named:
                    break
                values.append(named.pop(name))
            return None if named else f"({', '.join(values)},)" if values else "()"
    return None


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
    own = _plain(cell, stub)
    own["metadata"] = {"exercise": {"id": exercise_id, "role": "stub"}}
    mark = {"exercise": {"id": exercise_id, "role": "check"}}
    return [own, CODE_CELL | {"metadata": mark, "source": call}]
