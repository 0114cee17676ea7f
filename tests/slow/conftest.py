"""What trainings that are made again need."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
import torch

BOOK = Path(__file__).resolve().parents[2] / "book"


@pytest.fixture
def one_thread() -> Iterator[None]:
    """PyTorch adds in the order in which what is stored was added."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def book_script(name: str) -> ModuleType:
    """A script of the book that makes what is stored."""
    sys.path.insert(0, str(BOOK))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)
