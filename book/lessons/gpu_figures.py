"""Figures of GPUs, by chapter: kept in ``book/data``, and shown where there is no GPU.

``make gpu`` runs the chapters' cells on a GPU and keeps what they measure; without one a
cell shows what was kept, or says that nobody has measured yet.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attention_data import FOLDER
from attention_lessons import gpu_device

Row = Mapping[str, Any]

#: The folder where what is measured is kept as well: of ``make gpu``, and of its tests.
kept_in: Path | None = None


def stored(name: str, folder: Path = FOLDER) -> dict[str, Any]:
    """What a chapter's cell last measured on a GPU; empty where nobody has yet."""
    path = folder / name
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def figures(name: str, rows: Sequence[Row] = ()) -> dict[str, Any]:
    """A chapter's figures: those just measured, else the stored ones, else none.

    name: of the file, such as ``"gpu_12.json"``; one each, for chapters are measured side
    by side.  rows: what the calling cell measured, a mapping each; none without a GPU.
    Returns the device's facts and ``rows``; empty where nobody has measured yet.
    """
    device = gpu_device.current()
    if not (device and rows):
        return stored(name, kept_in or FOLDER)
    found = {**device.facts(), "rows": [dict(row) for row in rows]}
    if kept_in:
        text = json.dumps(found, indent=1) + "\n"
        (kept_in / name).write_text(text, encoding="utf-8")
    return found


def show(name: str, rows: Sequence[Row] = ()) -> None:
    """Print what ``figures`` gives."""
    print("\n".join(lines(figures(name, rows))))


def lines(found: Mapping[str, Any]) -> list[str]:
    """A table of figures, below where and when they were measured."""
    if not found:
        return ["not measured yet"]
    return [
        f"{found['device']}, driver {found['driver']}, {found['date']}",
        f"PyTorch {found['torch']}, CUDA {found['cuda']}, Triton {found['triton']}",
        *table(found["rows"]),
    ]


def table(rows: Sequence[Row]) -> list[str]:
    """Rows as lines of text below their names; behind a row that has one, its ``why``."""
    names = list(dict.fromkeys(name for row in rows for name in row if name != "why"))
    cells = [names] + [[_word(row.get(name)) for name in names] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = []
    for words, row in zip(cells, [{}, *rows], strict=True):
        padded = (word.ljust(width) for word, width in zip(words, widths, strict=True))
        line = "  ".join(padded).rstrip()
        lines.append(f"{line}  {row['why'][:60]}" if "why" in row else line)
    return lines


def _word(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)
