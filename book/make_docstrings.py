"""Store the text that chapter 13 trains on: book/data/numpy_docstrings.json.

    python book/make_docstrings.py

reads NumPy's docstrings from its installed files.  Each version of NumPy has others, and
another text would give other tokens, models and numbers: so one version's are stored.
"""

import ast
import base64
import json
import lzma
from pathlib import Path

import numpy as np

OUT = Path(__file__).parent / "data" / "numpy_docstrings.json"
# Not in every installation, or no text for readers.
LEFT_OUT = {"tests", "distutils", "__config__.py", "version.py"}
HELD_OUT = {"linalg", "fft"}  # folders
SHORTEST = 100  # characters; shorter docstrings say little


def installed() -> tuple[list[str], list[str]]:
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


def main() -> None:
    """Store both texts, compressed: the whole is 1.5 million letters."""
    packed = lzma.compress(json.dumps(installed()).encode("ascii"), preset=9)
    stored = {
        "from": f"NumPy {np.__version__}, under the BSD licence",
        "xz": base64.b85encode(packed).decode("ascii"),
    }
    OUT.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
