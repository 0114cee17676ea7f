"""A notebook taken from a page works alone, or says where it works."""

import json
import re
from pathlib import Path

import pytest

from attention_site import notebook_downloads

ROOT = Path(__file__).resolve().parents[2]

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
    assert offered == (ROOT / "notebooks" / name).read_text(encoding="utf-8")
    assert "pip" not in set_up_cell(offered)


@pytest.mark.parametrize("name", NAMES)
def test_a_published_site_installs_the_wheel_beside_it(name: str):
    stored = (ROOT / "notebooks" / name).read_text(encoding="utf-8")
    offered = notebook_downloads.with_wheel(stored, WHEEL)
    (wanted,) = re.findall(r'%pip install -qq "(.*)"', set_up_cell(offered))
    assert re.fullmatch(rf"attention-step-by-step(\[[\w,]+\])? @ {WHEEL}", wanted)
    assert other_cells(offered) == other_cells(stored)
