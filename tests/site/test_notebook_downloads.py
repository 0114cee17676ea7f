"""A notebook taken from a page works alone, or says where it works."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from sphinx.errors import ExtensionError

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "book" / "_ext"))
import notebook_downloads  # noqa: E402

NAMES = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
WHEEL = "https://book.example.org/a/_static/wheel/course-1-py3-none-any.whl"


def set_up_cell(text: str) -> str:
    cells = json.loads(text)["cells"]
    (cell,) = (c for c in cells if "set-up" in c["metadata"].get("tags", ()))
    return "".join(cell["source"])


def other_cells(text: str) -> list[dict]:
    cells = json.loads(text)["cells"]
    return [c for c in cells if "set-up" not in c["metadata"].get("tags", ())]


@pytest.mark.parametrize("name", NAMES)
def test_a_site_without_an_address_offers_nothing_to_install_by_name(site: Path, name: str):
    offered = (site / "_sources" / "notebooks" / name).read_text(encoding="utf-8")
    stored = (ROOT / "notebooks" / name).read_text(encoding="utf-8")
    cell = set_up_cell(offered)
    assert "pip" not in cell
    compile(cell, name, "exec")
    assert other_cells(offered) == other_cells(stored)


def test_without_the_tools_its_first_cell_says_where_they_are(monkeypatch):
    stored = (ROOT / "notebooks" / NAMES[0]).read_text(encoding="utf-8")
    cell = set_up_cell(notebook_downloads.for_download(stored, ""))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="open it there with: make lab"):
        exec(cell, {})


@pytest.mark.parametrize("name", NAMES)
def test_a_published_site_installs_the_wheel_beside_it(name: str):
    stored = (ROOT / "notebooks" / name).read_text(encoding="utf-8")
    before = set_up_cell(stored)
    cell = set_up_cell(notebook_downloads.for_download(stored, WHEEL))
    (wanted,) = re.findall(r'%pip install -qq "(.*)"', cell)
    package, _, address = wanted.partition(" @ ")
    assert address == WHEEL
    assert f'"{package}==' in before
    assert cell.replace(f" @ {WHEEL}", "==0.1.0") == before


def test_a_set_up_cell_that_is_not_known_stops_the_build():
    cell = {"metadata": {"tags": ["set-up"]}, "source": ["import other\n"]}
    with pytest.raises(ExtensionError, match="bring the two together"):
        notebook_downloads.for_download(json.dumps({"cells": [cell]}), WHEEL)
