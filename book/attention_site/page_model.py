"""The real model for the page of chapter 14, where it is to be part of the site.

``page_model: installed`` in ``_config.yml`` puts the file of the installed package into
``_static/model``, under a name made of its content; without the package, or with
``page_model: ""``, the page says that this copy has none.  The code that opens it is a
bundle of its own, so that a reader who does an exercise fetches none of it.
"""

import os
import shutil
from importlib import metadata
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util import logging

from attention_lessons.model_files import (
    SMOLLM2,
    ModelFileProblem,
    is_installed,
    model_path,
)
from autograder.exercise.imports import file_of, module_dependencies
from page_python.breaks import BREAKS

ROOT = Path(__file__).resolve().parents[2]

logger = logging.getLogger(__name__)

PAGES = "page_python"
ASKED, DESK = f"{PAGES}.writer", f"{PAGES}.desk"  # the second: of the exercises' bundle
LESSONS = "attention_lessons"
CHOICES = ("installed", "")
UNPACKED = 540_000_000  # bytes of its 135 million numbers as float32


def code(ours: tuple[str, ...]) -> dict[str, Path]:
    """What writing needs beside the exercises' bundle: path in the zip -> file."""
    behind = module_dependencies([ASKED], (*ours, LESSONS))
    there = module_dependencies([DESK], ours)
    wanted = sorted(
        m for m in behind if m.partition(".")[0] in (PAGES, LESSONS) and m not in there
    )
    return {_in_zip(module): file_of(module) for module in wanted}


def _in_zip(module: str) -> str:
    name = module.replace(".", "/")
    return f"{name}/__init__.py" if file_of(module).name == "__init__.py" else f"{name}.py"


def put(app: Sphinx, static: Path) -> dict[str, Any] | None:
    """Put the model's file into the site; what ``python.json`` says of it, or ``None``."""
    if app.config.page_model not in CHOICES:
        raise ExtensionError(
            f"page_model in _config.yml is {app.config.page_model!r}: "
            'write installed, or "" for no model on the page.'
        )
    folder = static / "model"
    name = f"{SMOLLM2.sha256[:16]}.gguf"
    for old in folder.glob("*.gguf"):
        if old.name != name or not app.config.page_model:
            old.unlink()
    if not app.config.page_model or not is_installed(SMOLLM2):
        return None
    try:
        source = model_path(SMOLLM2)
    except ModelFileProblem as problem:
        logger.info("%s The page has no model.", problem)
        return None
    folder.mkdir(parents=True, exist_ok=True)
    size = source.stat().st_size
    if not (folder / name).exists() or (folder / name).stat().st_size != size:
        _copy(source, folder / name)
    for text in metadata.files(SMOLLM2.package) or ():
        if text.name.startswith("LICENSE"):  # who passes the model on passes it on too
            shutil.copyfile(text.locate(), folder / text.name)
    return {
        "url": f"../model/{name}",
        "bytes": size,
        "sha256": SMOLLM2.sha256,
        "unpacked": UNPACKED,
        "breaks": BREAKS,
    }


def _copy(source: Path, target: Path) -> None:
    """One file under two names where the disk can, else a copy of 98 MB."""
    target.unlink(missing_ok=True)
    try:
        os.link(source.resolve(), target)
    except OSError:
        shutil.copyfile(source, target)
