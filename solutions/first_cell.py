"""The first cell of every chapter: it makes the notebook work where it was opened.

In a clone, and in a student's copy, all is there and the cell does nothing.  Alone (in
Colab, in Kaggle, in a reader's own Jupyter) it has pip install the wheel of
``make wheel``, and with it what the chapter imports and the reader does not have.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from autograder.exercise.imports import imports_of, module_dependencies

OURS = ("attention_data", "attention_figures", "attention_lessons")
# Extras of the wheel, called as they are imported; it needs NumPy and Matplotlib itself.
LIBRARIES = ("gensim", "scipy", "sklearn", "tensorflow", "torch")
CELL = """\
# The course's tools and the chapter's libraries: pip gets what is missing.
from importlib.util import find_spec

if not all(map(find_spec, {names})):
    %pip install -qq "{wanted}"
if not find_spec("attention_figures"):
    raise SystemExit(
        "pip could not get the tools of the course: go online and run this "
        "cell again, or run make lab in the folder of the course."
    )
import attention_figures
from autograder import check"""


def set_up(folder: Path, imported: Collection[str]) -> str:
    """A chapter's first cell.

    Parameters
    ----------
    folder
        The course's: the wheel has the name and version of its ``pyproject.toml``, and
        comes from a release of the repository that its ``_config.yml`` names, or where
        that is empty by its name from the index.
    imported
        The modules that the chapter's cells import.
    """
    import tomllib  # not at once: a page imports this module, and makes no notebook

    import yaml

    text = (folder / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    settings = yaml.safe_load((folder / "_config.yml").read_text(encoding="utf-8"))
    name, version = project["name"], project["version"]
    repository = settings["repository"]["url"].rstrip("/")
    libraries = libraries_behind(imported)
    extras = f"[{','.join(libraries)}]" if libraries else ""
    names = ", ".join(f'"{name}"' for name in ("attention_figures", *libraries))
    place = f"=={version}"
    if repository.startswith("https://github.com/"):
        wheel = f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
        place = f" @ {repository}/releases/download/v{version}/{wheel}"
    return CELL.format(names=f"[{names}]", wanted=name + extras + place)


def libraries_behind(imported: Collection[str]) -> list[str]:
    """Which of ``LIBRARIES`` these modules, and ours behind them, import."""
    ours = module_dependencies(imported, OURS).items()
    more = (each.module for name, path in ours for each in imports_of(name, path).found)
    found = {name.partition(".")[0] for name in (*imported, *more)}
    return [name for name in LIBRARIES if name in found]
