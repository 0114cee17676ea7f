"""The notebooks that a page offers: their first cell gets the tools, or says where.

Where the site has a public address (``html.baseurl``) and a wheel was built (``make
wheel``), the wheel lies beside the pages and is installed from there; else a notebook is
offered as it stands in the repository (``solutions/first_cell.py``).
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from attention_site.chapter_facts import FOLDER
from attention_site.presentation import public_address
from autograder.notebooks.convert import SET_UP, modules_in
from solutions.first_cell import set_up

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[2]
WHEELS = ROOT / ".build" / "wheel"
PLACE = "_static/wheel"


def with_wheel(text: str, wheel: str) -> str:
    """A notebook's file whose first cell installs the wheel at this address."""
    notebook = json.loads(text)
    code = [
        {**cell, "source": "".join(cell["source"])}
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]
    for cell in notebook["cells"]:
        if SET_UP in cell["metadata"].get("tags", ()):
            made = set_up(ROOT, modules_in(code), wheel)
            cell["source"] = made.splitlines(keepends=True)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def write(app: Sphinx) -> None:
    """Write the notebooks that the pages offer, and the wheel beside them."""
    place = Path(app.outdir) / PLACE
    shutil.rmtree(place, ignore_errors=True)
    built = sorted(WHEELS.glob("*.whl"))
    if not built or not public_address(app):
        return
    place.mkdir(parents=True)
    shutil.copyfile(built[-1], place / built[-1].name)
    address = f"{public_address(app)}/{PLACE}/{built[-1].name}"
    for path in (Path(app.outdir) / "_sources" / FOLDER).glob("*.ipynb"):
        text = (Path(app.srcdir) / FOLDER / path.name).read_text(encoding="utf-8")
        path.write_text(with_wheel(text, address), encoding="utf-8", newline="\n")
