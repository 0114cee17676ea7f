"""Make notebooks and submissions in a line or two."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from forked import forked

SOURCES = str(Path(__file__).parent)
TO_CELSIUS = "def to_celsius(fahrenheit):\n    return (fahrenheit - 32) * 5 / 9"
OFFSET_AFTER = "def to_celsius(fahrenheit):\n    return fahrenheit * 5 / 9 - 32"
MEAN_CELSIUS = "def mean_celsius(fahrenheit):\n    return to_celsius(fahrenheit).mean(-1)"
FIXED_POINTS = "fixed_points = [[32, 212], [273.15, 373.15]]"
PREDICT = 'predict = "c"'
STUB = "def to_celsius(fahrenheit):\n    raise NotImplementedError"
IMPORTS = "import numpy as np\nfrom autograder import check"


def check(name: str, prefix: str = "temperature") -> str:
    """The source of a check cell."""
    return f'{name} = check("{prefix}.{name}", {name})'


def code(source: Any, **metadata: Any) -> dict[str, Any]:
    """A code cell of format 4."""
    return {
        "cell_type": "code",
        "metadata": metadata,
        "source": source,
        "outputs": [],
        "execution_count": None,
    }


def content(*cells: Any, **more: Any) -> dict[str, Any]:
    """A notebook of format 4 as JSON has it; strings are code cells."""
    made = [code(cell) if isinstance(cell, str) else cell for cell in cells]
    return {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **more}


def notebook(*cells: Any, **more: Any) -> bytes:
    """The bytes of a notebook."""
    return json.dumps(content(*cells, **more)).encode()


def solved(**instead: str) -> bytes:
    """The temperatures chapter, every exercise right, some answers replaced."""
    answers = {
        "to_celsius": TO_CELSIUS,
        "mean_celsius": MEAN_CELSIUS,
        "fixed_points": FIXED_POINTS,
        "predict": PREDICT,
    }
    cells = [IMPORTS]
    for name, answer in {**answers, **instead}.items():
        cells += [answer, check(name)]
    return notebook(*cells)


def hand_in(folder: Path, **students: bytes) -> Path:
    """Write ``<student>.ipynb`` for each student."""
    folder.mkdir(exist_ok=True)
    for name, data in students.items():
        (folder / f"{name}.ipynb").write_bytes(data)
    return folder


def download(path: Path, *hand_ins: tuple[str, str, bytes]) -> None:
    """A zip as a learning system makes it: who, the day, and the notebook."""
    with zipfile.ZipFile(path, "w") as archive:
        for who, day, data in hand_ins:
            archive.writestr(f"Week 1_{who}_attempt_{day}-12-00-00_a.ipynb", data)


def command(*arguments: object) -> list[str]:
    """The ``autograder`` command with these arguments."""
    program = "from autograder.cli import main; main()"
    return [sys.executable, "-c", program, *map(str, arguments)]


def environment(folder: Path) -> dict[str, str]:
    """Where ``toy_key`` can be imported, and where ``folder`` takes what is kept."""
    paths = f"{folder}{os.pathsep}{SOURCES}"
    return {**os.environ, "PYTHONPATH": paths, "XDG_CACHE_HOME": str(folder / "cache")}


Done = subprocess.CompletedProcess


def autograder(
    folder: Path,
    *words: object,
    status: int | None = None,
    first: Callable[[], object] | None = None,
) -> Done:
    """Run the command in ``folder``, to its end with this status where one is named.

    ``first`` is called before it, there.
    """
    done = forked(words, folder, environment(folder), first)
    assert status in (None, done.returncode), done.stdout + done.stderr
    return done


def typed(folder: Path, *words: object, status: int | None = None) -> Done:
    """The command, as an author types it in a folder that holds the key."""
    own = {"PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(folder / ".cache")}
    done = forked(words, folder, {**os.environ, **own})
    assert status in (None, done.returncode), done.stdout + done.stderr
    return done
