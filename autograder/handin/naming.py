"""The students that a notebook itself names: two people can hand in one."""

import json
import re
from typing import Any

from autograder.handin.members import readable

LOOKED_AT = 1 << 14  # bytes at the start, where a line with names stands, and the end
CELLS = 4
MAX_LINE = 1_000  # characters
MAX_NAMES = 8
TITLES = (
    *("student", "students", "author", "authors", "name", "names", "group", "team"),
    *("group members", "team members", "members", "partner", "partners"),
    *("submitted by", "handed in by"),
)
_LINE = re.compile(rf"[#>*_\s-]*(?:{'|'.join(TITLES)})[*_ ]*:(?P<names>.*)", re.IGNORECASE)
_ENDINGS = tuple(title.split()[-1].encode() for title in TITLES)
_BETWEEN = re.compile(r"\s*(?:[;,&+/]|\band\b|\bund\b|\bet\b)\s*", re.IGNORECASE)


def split_names(text: str) -> tuple[str, ...]:
    """Names written beside one another: ``Ada Lovelace and Grace Hopper``."""
    return tuple(name for name in _BETWEEN.split(text.strip()) if name)[:MAX_NAMES]


def names_in(data: bytes) -> tuple[str, ...]:
    """The names in a notebook's metadata (``authors``) or in a line such as
    ``Students: Ada Lovelace, Grace Hopper`` in one of its first cells."""
    # Jupyter writes a notebook's own metadata behind its cells.
    ends = data[:LOOKED_AT] + data[-LOOKED_AT:]
    if b'"authors"' not in ends and not _may_name(data[:LOOKED_AT]):
        return ()
    try:
        content = json.loads(data)
        metadata, cells = content.get("metadata"), content.get("cells")
    except (ValueError, RecursionError, AttributeError):
        return ()
    authors = metadata.get("authors") if isinstance(metadata, dict) else None
    said = [_author(author) for author in authors] if isinstance(authors, list) else []
    if names := tuple(name for name in said if name)[:MAX_NAMES]:
        return names
    for cell in cells[:CELLS] if isinstance(cells, list) else ():
        source = cell.get("source", "") if isinstance(cell, dict) else ""
        if isinstance(source, list):
            source = "".join(line for line in source if isinstance(line, str))
        if isinstance(source, str) and (line := _line_of_names(source[:LOOKED_AT])):
            return split_names(readable(line))
    return ()


def _line_of_names(source: str) -> str:
    """What stands behind a title, or in the line below it; line by line, so that no
    text takes more time than its length."""
    said = False
    for line in source.split("\n"):
        line = line[:MAX_LINE]
        found = None if said else _LINE.match(line)
        said = said or bool(found)
        names = (found["names"] if found else line).strip("*_ \t\r\f\v")
        if said and names:
            return names
    return ""


def _may_name(start: bytes) -> bool:
    """Whether a line with names can be here: most notebooks need not be parsed."""
    before = start.lower().split(b":")[:-1]
    return any(piece[-20:].rstrip(b"*_ ").endswith(_ENDINGS) for piece in before)


def _author(author: Any) -> str:
    name = author.get("name") if isinstance(author, dict) else author
    return readable(name.strip()[:MAX_LINE]) if isinstance(name, str) else ""
