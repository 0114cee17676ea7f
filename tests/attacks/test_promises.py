"""What the page on security promises is tried: each line names its test."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(HERE.parent.rglob("test_*.py"))
PAGE = HERE.parents[1] / "book" / "how-to-security.md"
_, _, REST = PAGE.read_text(encoding="utf-8").partition("## What is promised\n")
ROWS = REST.partition("\n## ")[0].splitlines()
HEADS = ("| Test |", "|---", "|  |  |  |")
PROMISES = [row for row in ROWS if row[:1] == "|" and not any(h in row for h in HEADS)]


def test_the_page_promises_something() -> None:
    assert len(PROMISES) > 85


@pytest.mark.parametrize("row", PROMISES, ids=lambda row: row.split("|")[1].strip()[:40])
def test_a_promise_names_a_test_that_is_there(row: str) -> None:
    named = row.rstrip("| ").rpartition("|")[2]
    parts = re.findall(r"`(\w+)`: ([^;|]+)", named)
    assert parts, "no test is named"
    for file, tried in parts:
        paths = [path for path in FILES if path.stem == file]
        source = "".join(path.read_text(encoding="utf-8") for path in paths)
        for what in tried.split(", "):
            as_function = f"def test_{what.strip().replace(' ', '_')}("
            assert as_function in source or f'"{what.strip()}"' in source, what
