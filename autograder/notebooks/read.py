"""Read the notebooks that students hand in, damaged ones included.

Not through ``nbformat``: it refuses what does not validate, and one notebook
in twenty does not.  Only what grading needs is read: the code cells, in order,
and the exercise a cell says it belongs to.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import json
import re
import warnings
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from autograder.checking.bounds import TooLong, memory_limit, time_limit
from autograder.checking.refusal import refusal
from autograder.notebooks.newer_python import may_be_right, python_of

MAX_BYTES = 50 << 20
MAX_CELLS = 5_000
MAX_SOURCE = 1 << 20  # characters of code in all
MAX_STATEMENTS = 10_000
READ_MIB, READ_SECONDS = 512, 10.0
PROMPT = re.compile(r"^(?:(?:>>>|\.\.\.)(?: |$)|In \[\d+\]: |\s*\.{3,}: ?)")
HELP = re.compile(r"[%\w.*]+\?\??")  # ``softmax?``
SHARED_CHARACTERS = 2_000  # longer cells are looked at anew for every student
# Cell magics whose body is still Python in this kernel.
PYTHON_MAGICS = ("%%time", "%%timeit", "%%capture", "%%prun")


PICTURES = ("image/png", "image/jpeg", "image/gif", "image/svg+xml")
MAX_SHOWN = 400_000  # characters of a notebook's pictures and outputs that are kept
ANSI = re.compile(r"\x1b\[[0-9;]*m")


class UnreadableNotebook(ValueError):
    """The file is no notebook that can be graded; the text says why."""


@dataclass(frozen=True)
class Shown:
    """What a cell shows beside its source: a text, or a picture in base64."""

    mime: str
    data: str


@dataclass(frozen=True)
class TextCell:
    """A cell that is not run.  ``order`` is its place among all cells of the notebook;
    ``is_given``: it is as it was handed out."""

    order: int
    source: str
    exercise_id: str = ""
    is_given: bool = False
    shown: tuple[Shown, ...] = ()


@dataclass(frozen=True)
class Cell:
    """One code cell: its number counts code cells from 1.

    ``error`` is what is wrong with its syntax, in ``error_line`` where that is known, and
    ``python`` a later one in which it may be right.  ``order``, ``is_given`` and ``shown``
    are as those of a ``TextCell``.
    """

    number: int
    source: str
    exercise_id: str = ""
    tree: ast.Module | None = None
    error: str = ""
    error_line: int = 0
    python: str = ""
    order: int = 0
    is_given: bool = False
    shown: tuple[Shown, ...] = ()

    @property
    def label(self) -> str:
        """What a traceback calls it."""
        return f"<code cell {self.number}>"


@dataclass(frozen=True)
class Notebook:
    """The code of a notebook; ``aside`` is code in cells that are not run, ``modules``
    the sources of what was handed in for it to import, by name, ``texts`` other cells."""

    name: str
    sha256: str
    cells: tuple[Cell, ...]
    aside: str = ""
    modules: tuple[tuple[str, str], ...] = ()
    texts: tuple[TextCell, ...] = ()


def cell_name(kind: str, source: str) -> str:
    """The id of a cell that is handed out: only its own content decides it."""
    return hashlib.sha256(f"{kind}\n{source}".encode(errors="replace")).hexdigest()[:12]


def cell_names(data: bytes, name: str) -> list[str]:
    """The ids that the cells of a notebook would have by what they hold."""
    cells = [c for c in _raw_cells(_parse(data, name), name) if isinstance(c, dict)]
    return [cell_name(str(c.get("cell_type")), _text(c.get("source"))) for c in cells]


def read_notebook(data: bytes, name: str, given: frozenset[str] = frozenset()) -> Notebook:
    """Read a notebook from its bytes.

    ``given`` are names of cells that were handed out (``cell_name``). Returns its cells,
    and what can be said of them without running any. Raises ``UnreadableNotebook`` with a
    sentence for the instructor: empty, too large, cut off, or no notebook at all.
    """
    if len(data) > MAX_BYTES:
        raise UnreadableNotebook(f"{name} has more than {MAX_BYTES >> 20} MB.")
    if not data.strip():
        raise UnreadableNotebook(f"{name} is empty.")
    try:
        with memory_limit(READ_MIB), time_limit(READ_SECONDS, of_work=True):
            return _read(data, name, given)
    except (MemoryError, TooLong) as ended:
        much = f"{READ_MIB} MiB of memory"
        if isinstance(ended, TooLong):
            much = f"{READ_SECONDS:g} seconds"
        raise UnreadableNotebook(f"Reading {name} took more than {much}.") from None


def _read(data: bytes, name: str, given: frozenset[str]) -> Notebook:
    content = _parse(data, name)
    later = python_of(content)
    cells: list[Cell] = []
    aside: list[str] = []
    texts: list[TextCell] = []
    total = count = 0
    room = MAX_SHOWN
    for order, raw in enumerate(_raw_cells(content, name)[:MAX_CELLS]):
        if not isinstance(raw, dict):
            continue
        source = _text(raw.get("source"))
        kind = raw.get("cell_type")
        total += len(source)
        if total > MAX_SOURCE:
            raise UnreadableNotebook(
                f"{name} holds more than {MAX_SOURCE >> 20} MB of code and text."
            )
        is_given, shown = _is_given(raw, str(kind), source, given), _shown(raw, room)
        room -= sum(len(each.data) for each in shown)
        if kind != "code":
            own = _exercise_id(raw.get("metadata"))
            texts.append(TextCell(order, source, own, is_given, shown))
            if kind == "raw" or source.startswith(("def ", "class ")):
                aside.append(source)
            continue
        kept = {"order": order, "is_given": is_given, "shown": shown}
        cell = _cell(len(cells) + 1, source, raw.get("metadata"), kept)
        if may_be_right(cell.source, cell.error_line, later):
            cell = replace(cell, python=later)
        cells.append(cell)
        count += len(cell.tree.body) if cell.tree else 0
        if count > MAX_STATEMENTS:
            raise UnreadableNotebook(f"{name} holds more than {MAX_STATEMENTS} statements.")
    if not cells:
        raise UnreadableNotebook(f"{name} has no code cells.")
    digest = hashlib.sha256(data).hexdigest()
    return Notebook(name, digest, tuple(cells), "\n".join(aside), texts=tuple(texts))


def _parse(data: bytes, name: str) -> dict[str, Any]:
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        content = json.loads(data.decode(encoding, errors="replace"))
    except RecursionError:
        words = f"{name} is nested too deeply to be a notebook."
        raise UnreadableNotebook(words) from None
    except ValueError as error:
        line = getattr(error, "lineno", 0)
        where = f" at line {line}" if line else ""
        raise UnreadableNotebook(
            f"{name} is not a whole notebook: its JSON breaks off or is damaged{where}."
        ) from None
    if not isinstance(content, dict):
        raise UnreadableNotebook(f"{name} is JSON, but not a notebook.")
    return content


def _raw_cells(content: dict[str, Any], name: str) -> list[Any]:
    cells = content.get("cells")
    if not isinstance(cells, list):
        raise UnreadableNotebook(f"{name} is JSON, but not a notebook: it has no cells.")
    return cells


def _text(source: Any) -> str:
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    if not isinstance(source, str):
        return ""
    return source.replace("\r\n", "\n").replace("\r", "\n")


def _is_given(raw: dict[str, Any], kind: str, source: str, given: frozenset[str]) -> bool:
    """Whether a cell is still what its id was made of; Colab keeps that in the metadata."""
    metadata = raw.get("metadata")
    kept = metadata.get("id") if isinstance(metadata, dict) else None
    name = cell_name(kind, source)
    return name in given or str(raw.get("id", kept)).partition("-")[0] == name


def _shown(raw: dict[str, Any], room: int) -> tuple[Shown, ...]:
    """The pictures pasted into a text, or what a code cell has printed and drawn."""
    shown: list[Shown] = []
    pasted, outputs = raw.get("attachments"), raw.get("outputs")
    bundles = [*pasted.values()] if isinstance(pasted, dict) else []
    for each in outputs if isinstance(outputs, list) else []:
        if isinstance(each, dict):
            text = each.get("text", each.get("traceback"))
            bundles.append(each.get("data") or {"text/plain": text})
    for bundle in bundles:
        data = bundle if isinstance(bundle, dict) else {}
        mime = next((each for each in (*PICTURES, "text/plain") if data.get(each)), "")
        text = ANSI.sub("", _text(data.get(mime)))
        if mime in PICTURES:
            is_xml = text.lstrip().startswith("<")
            text = base64.b64encode(text.encode()).decode() if is_xml else text
            text = re.sub(r"[^A-Za-z0-9+/=]", "", text)
        if len(text) > room:
            mime, text = "text/plain", "Too large to be shown here: open the notebook."
        elif others := [str(each)[:60] for each in data if data[each] and not mime]:
            mime = "text/plain"
            text = f"An output of type {others[0]} is not shown here: open the notebook."
        if text and Shown(mime, text) not in shown:
            shown.append(Shown(mime, text))
            room -= len(text)
    return tuple(shown)


def _exercise_id(metadata: Any) -> str:
    exercise = metadata.get("exercise") if isinstance(metadata, dict) else None
    exercise_id = exercise.get("id") if isinstance(exercise, dict) else exercise
    return exercise_id if isinstance(exercise_id, str) else ""


def _cell(number: int, source: str, metadata: Any, kept: dict[str, Any]) -> Cell:
    exercise_id = _exercise_id(metadata)
    tree, error, line = syntax(source)
    if tree is None:
        source = without_magics(source)
        tree, again, _ = syntax(source)
        error = again and error
    return Cell(number, source, exercise_id, tree, error, line if error else 0, **kept)


def parse(source: str) -> ast.Module:
    """``ast.parse`` without its warnings: a student's "\\d" is not the instructor's."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def syntax(source: str) -> tuple[ast.Module | None, str, int]:
    """A cell's tree, or ``None`` with what is wrong with it and in which line, if known."""
    long = len(source) > SHARED_CHARACTERS
    return _parsed.__wrapped__(source) if long else _parsed(source)


# Most cells of a class are the chapter's own: parsed once, not for everybody.
@lru_cache(maxsize=256)
def _parsed(source: str) -> tuple[ast.Module | None, str, int]:
    try:
        return parse(source), "", 0
    except SyntaxError as error:
        return None, refusal(error), error.lineno or 0
    except (ValueError, RecursionError, MemoryError):
        return None, "SyntaxError: the cell cannot be parsed", 0


def top_level(source: str) -> list[ast.stmt]:
    """The top-level statements of a cell; none where it is not plain Python."""
    tree = syntax(without_magics(source))[0]
    return tree.body if tree else []


def without_magics(source: str) -> str:
    """The Python in a cell: IPython's magics and shell lines are taken out.

    So are prompts, and what the whole cell is indented by: IPython runs it then, too.
    What is Python as it stands is left alone: there ``%`` goes on an expression.
    """
    lines = _without_prompts(_unindented(source.split("\n")))
    first = lines[0].strip()
    if first.startswith("%%"):
        if not first.startswith(PYTHON_MAGICS):
            return ""
        lines[0] = ""
    without = "\n".join(map(_without_magic, lines))
    return source if without != source and syntax(source)[0] else without


def _unindented(lines: list[str]) -> list[str]:
    first = next(filter(str.strip, lines), "")
    indent = first[: len(first) - len(first.lstrip(" \t"))]
    return [line.removeprefix(indent) for line in lines]


def _without_prompts(lines: list[str]) -> list[str]:
    first = next(filter(str.strip, lines), "")
    if not first.startswith((">>>", "In [")):
        return lines
    return [
        line[prompt.end() :] if (prompt := PROMPT.match(line)) else line for line in lines
    ]


def _without_magic(line: str) -> str:
    """``pass`` for a magic, a shell line or a question, as far in as it stood."""
    stripped = line.strip()
    if not stripped.startswith(("%", "!", "?")) and not HELP.fullmatch(stripped):
        return line
    return line[: len(line) - len(line.lstrip())] + "pass"
