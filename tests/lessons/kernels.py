"""What tests of kernels share: the course's kernel, and whether Triton is here."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STUB = "def flash_attention("
KERNEL = (ROOT / "solutions" / "ch17_on_the_chip" / "_kernel.py").read_text("utf-8")
IS_INSTALLED = importlib.util.find_spec("triton") is not None
with_triton = pytest.mark.skipif(
    not IS_INSTALLED,
    reason="Triton is not installed: pip install -r requirements-triton.txt",
)
