"""A folder full of modules that somebody handed in; each says so where it is imported."""

import sys
from importlib.metadata import packages_distributions
from pathlib import Path

# What Python itself looks for, and what this project's commands are made of.
OURS = ("autograder", "solutions", "toy_key", "sitecustomize", "usercustomize")
TRAP = """import os, sys
with open(os.path.join({marks!r}, __name__ + "-" + str(os.getpid())), "w") as mark:
    print(__file__, *sys.orig_argv, file=mark)
raise ImportError("a trap")
"""


class Traps:
    """A trap for every module that there is, in each folder that is asked for."""

    def __init__(self, marks: Path) -> None:
        self.marks = marks
        marks.mkdir()
        marks.chmod(0o777)
        self._first: Path | None = None

    def lay(self, folder: Path) -> Path:
        """Fill a folder; it is made where there is none."""
        folder.mkdir(parents=True, exist_ok=True)
        text = TRAP.format(marks=str(self.marks))
        for name in {*sys.stdlib_module_names, *packages_distributions(), *OURS}:
            if name.isidentifier():
                (folder / f"{name}.py").write_text(text)
        return folder

    def met(self) -> list[str]:
        """The processes that imported one, with the file and the command line."""
        return sorted(mark.read_text() for mark in self.marks.iterdir())
