"""The scripts of the book that make what is stored."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

BOOK = Path(__file__).resolve().parents[2] / "book"


def book_script(name: str) -> ModuleType:
    """One of them."""
    sys.path.insert(0, str(BOOK))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)
