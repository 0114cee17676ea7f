"""English to train on that every reader has: the docstrings of NumPy (chapter 13).

They are read from NumPy's installed files with ``ast``, so nothing is downloaded
and one version of NumPy gives one text on every machine.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import numpy as np

# Not in every installation, or no text for readers.
LEFT_OUT = {"tests", "distutils", "__config__.py", "version.py"}
HELD_OUT = {"linalg", "fft"}  # folders
SHORTEST = 100  # characters; shorter docstrings say little
WORD = re.compile(r"\n *| ?[A-Za-z]+| ?[0-9]+| ?[^A-Za-z0-9\s]+| +")


def numpy_docstrings() -> tuple[list[str], list[str]]:
    """All docstrings of NumPy's own files: for training, and held out.

    Held out is what NumPy says of linear algebra and of Fourier transforms, and
    not one docstring in ten: those of one file repeat each other.  A docstring that
    comes twice is kept once.
    """
    root = Path(np.__file__).parent
    names = [path.relative_to(root) for path in root.rglob("*.py")]
    names = [name for name in names if not LEFT_OUT.intersection(name.parts)]
    training: dict[str, None] = {}  # in order, each once
    held_out: dict[str, None] = {}
    for name in sorted(names, key=Path.as_posix):
        texts = docstrings((root / name).read_text(encoding="utf-8"))
        kept = held_out if name.parts[0] in HELD_OUT else training
        kept.update(dict.fromkeys(texts))
    return list(training), [text for text in held_out if text not in training]


def docstrings(source: str) -> list[str]:
    """A module's docstrings, in order, if they are plain ASCII and not too short."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = (
        ast.get_docstring(node) or ""
        for node in ast.walk(ast.parse(source))
        if isinstance(node, documented)
    )
    return [text for text in found if len(text) >= SHORTEST and text.isascii()]


def split_words(text: str) -> list[str]:
    """Cut a text into words that byte-pair encoding never joins.

    A word takes the space before it along, a line break the indentation after it.
    Joined again the words give the text, but for tabs.
    """
    return WORD.findall(text)
