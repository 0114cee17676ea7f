"""An export: bytes, and what to say about them; written whole or not at all."""

import io
import zipfile
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from autograder.exercise.problem import Problem
from autograder.gradebook.private_files import private_folder, write_private
from autograder.pages.cells import csv_table, for_systems

BOM = "\ufeff"


class ExportProblem(Problem):
    """The export cannot be made; the text says what to do."""


class Files(NamedTuple):
    """A folder's files by name, sentences for the instructor, and who is in them."""

    files: dict[str, bytes]
    notes: tuple[str, ...]
    students: frozenset[str]


@dataclass(frozen=True)
class Export:
    """What to write, sentences for the instructor, and the scores that it has."""

    data: bytes
    notes: tuple[str, ...] = ()
    scores: Mapping[str, float | None] | None = None  # as it has them; None: as given


def table(
    rows: Iterable[Sequence[str]],
    *,
    delimiter: str = ",",
    bom: bool = False,
    kept: int = 0,
) -> bytes:
    """Write rows as CSV in UTF-8, with the line ends of the standard; no cell a formula.

    The first ``kept`` rows are another system's own, and stay as they are.
    """
    text = csv_table(rows, text=for_systems, delimiter=delimiter, kept=kept)
    return ((BOM if bom else "") + text).encode("utf-8", errors="replace")


def zipped(files: Mapping[str, bytes], executable: Container[str] = ()) -> bytes:
    """Make a zip of files, the same for the same files; some of them can be run on Unix."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name)  # of 1980
            info.create_system = 3  # Unix: then the mode counts
            info.external_attr = (0o100755 if name in executable else 0o100644) << 16
            archive.writestr(info, files[name], zipfile.ZIP_DEFLATED)
    return out.getvalue()


def make_folder(path: Path) -> None:
    """Make a folder that is its owner's alone; one that is there is closed to others."""
    try:
        private_folder(path)
    except OSError as error:
        sentence = f"{path} cannot be made ({error.strerror}). Choose another -o."
        raise ExportProblem(sentence) from None


def write(path: Path, data: bytes) -> None:
    """Write a file whole, its owner's alone: a reader never meets half of it."""
    try:
        write_private(path, data)
    except OSError as error:
        raise ExportProblem(
            f"{path} cannot be written ({error.strerror}). Choose another -o."
        ) from None
