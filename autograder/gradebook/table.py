"""Tables as people and spreadsheets write them.

Commas, semicolons or tabs; with or without a byte order mark; UTF-8, UTF-16 or Windows'
own encoding.
"""

import csv
import io
import re
from pathlib import Path

from autograder.exercise.problem import Problem

MAX_BYTES = 20 << 20


class TableProblem(Problem):
    """A table cannot be used; the text names the lines and says what to do."""


def read_table(path: Path, what: str) -> list[tuple[int, list[str]]]:
    """Read a table from a CSV file, whatever its delimiter and encoding."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise TableProblem(
            f"The {what} {path} cannot be read: {error.strerror or error}."
        ) from None
    if data[:2] == b"PK" or data[:4] == b"\xd0\xcf\x11\xe0":
        raise TableProblem(
            f"{path} is an Excel workbook. Save it as CSV (File, Save As, CSV UTF-8)."
        )
    if len(data) > MAX_BYTES:
        raise TableProblem(f"{path} has more than {MAX_BYTES >> 20} MB: is it a {what}?")
    text = _text(data)
    if "\0" in text:
        raise TableProblem(f"{path} is no text. Save the {what} as CSV.")
    lines = io.StringIO(text, newline="")
    delimiter, skip = _delimiter(text)
    table = csv.reader(lines, delimiter=delimiter)
    rows, before = [], 0
    try:
        for row in table:
            line, before = before + 1, table.line_num
            cells = [_cell(cell) for cell in row]
            if line > skip and any(cells):
                rows.append((line, cells))
    except csv.Error as error:
        raise TableProblem(
            f"{path}, line {table.line_num}, cannot be read as CSV: {error}."
        ) from None
    return rows


def _text(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")  # Excel on Windows


def _delimiter(text: str) -> tuple[str, int]:
    """What parts the cells, and how many lines only say so (Excel's ``sep=;``)."""
    first = text.lstrip("\n\r").partition("\n")[0].strip("\r")
    if match := re.fullmatch(r'"?sep=([^"])"?', first):
        return match[1], 1
    bare = re.sub(r'"[^"]*"', "", first)
    return max(",;\t", key=bare.count), 0


def _cell(cell: str) -> str:
    """A cell without what keeps spreadsheets from changing it: ``="007"``, ``'007``."""
    cell = cell.strip().replace("\u00a0", " ")
    if match := re.fullmatch(r'="(.*)"', cell):
        return match[1]
    return cell[1:] if re.match(r"'[\w=+@-]", cell) else cell
