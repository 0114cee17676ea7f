"""An export: bytes, and what to say about them; written whole or not at all."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.gradebook.private_files import write_private

BOM = "\ufeff"


class ExportProblem(ValueError):
    """The export cannot be made; the text says what to do."""


@dataclass(frozen=True)
class Export:
    """What to write, and sentences for the instructor."""

    data: bytes
    notes: tuple[str, ...] = ()


def table(
    rows: Iterable[Sequence[str]], *, delimiter: str = ",", bom: bool = False
) -> bytes:
    """Write rows as CSV in UTF-8, with the line ends of the standard.

    Parameters
    ----------
    rows
        The cells.
    delimiter
        What stands between them.
    bom
        Whether to begin with the mark by which Excel knows UTF-8.

    Returns
    -------
    The bytes of the file.
    """
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return ((BOM if bom else "") + out.getvalue()).encode("utf-8", errors="replace")


def write(path: Path, data: bytes) -> None:
    """Write a file whole, its owner's alone: a reader never meets half of it.

    Parameters
    ----------
    path
        Where.
    data
        Its bytes.

    Raises
    ------
    ExportProblem
        When it cannot be written; nothing is left then.
    """
    try:
        write_private(path, data)
    except OSError as error:
        raise ExportProblem(
            f"{path} cannot be written ({error.strerror}). Choose another -o."
        ) from None
