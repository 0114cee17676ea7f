"""The first cell of every chapter: it makes the notebook work where it was opened.

In a clone, and in a student's copy, all is there and the cell does nothing.  Alone (in
Colab, in Kaggle, in a reader's own Jupyter) it has pip install the wheel of ``make wheel``
from an address of this project's, and with it what the chapter imports and the reader does
not have.  Without such an address pip is asked for nothing, for a name on an index may be
anybody's: the cell says where the tools are, and no cell below it is tried.
"""

from collections.abc import Collection
from pathlib import Path

from autograder.exercise.imports import imports_of, module_dependencies

OURS = ("attention_data", "attention_figures", "attention_lessons")
# Extras of the wheel, called as they are imported; it needs NumPy and Matplotlib itself.
LIBRARIES = ("gensim", "scipy", "sklearn", "tensorflow", "torch")
CELL = """\
# The course's tools{what}.
from importlib.util import find_spec

{install}if not find_spec("attention_figures"):
    # Until this cell has found them, those below it do nothing.
    get_ipython().input_transformers_post.append(
        lambda lines: lines if find_spec("attention_figures")
        or any("find_spec" in line for line in lines) else ["pass\\n"])
    raise SystemExit(
        {problem})
import attention_figures
from autograder import check"""
INSTALL = """\
if not all(map(find_spec, {names})):
    %pip install -qq "{wanted}"
"""
HERE = """\
"The tools of the course are not here. Put this notebook into the "
        "folder notebooks of the course, and open it there with: make lab\""""
OFFLINE = """\
"pip could not get the tools of the course: go online and run this "
        "cell again, or run make lab in the folder of the course.\""""


def set_up(folder: Path, imported: Collection[str], wheel: str = "") -> str:
    """A chapter's first cell.

    Parameters
    ----------
    folder
        The course's: its ``pyproject.toml`` and ``_config.yml`` say what the wheel is
        called, and of which repository's releases it is one.
    imported
        The modules that the chapter's cells import.
    wheel
        The wheel's address, where it lies elsewhere.
    """
    # Not at once: a page imports this module, and makes no notebook.
    import tomllib

    import yaml

    text = (folder / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    settings = yaml.safe_load((folder / "_config.yml").read_text(encoding="utf-8"))
    name, version = project["name"], project["version"]
    repository = settings["repository"]["url"].rstrip("/")
    if not wheel and repository.startswith("https://github.com/"):
        file = f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
        wheel = f"{repository}/releases/download/v{version}/{file}"
    if not wheel:
        return CELL.format(what="", install="", problem=HERE)
    libraries = libraries_behind(imported)
    extras = f"[{','.join(libraries)}]" if libraries else ""
    names = ", ".join(f'"{name}"' for name in ("attention_figures", *libraries))
    install = INSTALL.format(names=f"[{names}]", wanted=f"{name}{extras} @ {wheel}")
    what = " and the chapter's libraries: pip gets what is missing"
    return CELL.format(what=what, install=install, problem=OFFLINE)


def libraries_behind(imported: Collection[str]) -> list[str]:
    """Which of ``LIBRARIES`` these modules, and ours behind them, import."""
    ours = module_dependencies(imported, OURS).items()
    more = (each.module for name, path in ours for each in imports_of(name, path).found)
    found = {name.partition(".")[0] for name in (*imported, *more)}
    return [name for name in LIBRARIES if name in found]
