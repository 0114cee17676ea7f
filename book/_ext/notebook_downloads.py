"""The notebooks that a page offers: their first cell gets the tools, or says where.

In the repository that cell asks pip for the course by its name.  A downloaded notebook asks
for no name that somebody else might hold: where the site has a public address
(``html.baseurl``) and a wheel was built (``make wheel``), the wheel lies beside the pages
and is installed from there; else the cell sends its reader to the folder of the course.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from chapter_facts import FOLDER
from found import public_address
from sphinx.errors import ExtensionError

if TYPE_CHECKING:
    from sphinx.application import Sphinx

WHEELS = Path(__file__).resolve().parents[2] / ".build" / "wheel"
PLACE = "_static/wheel"
TAG = "set-up"
BY_NAME = re.compile(
    r"if not all\(map\(find_spec, \[[^]]*\]\)\):\n +%pip install -qq "
    r'"(?P<name>[\w-]+)(?P<extras>\[[\w,]+\])?==[\w.]+"\n'
)
ASKED = re.compile(r'(?<=raise SystemExit\(\n)(?: +".*"\n)+ *(?=\))')
FIRST_LINE = re.compile(r"\A#.*\n")
ELSEWHERE = (
    "# The course's tools: they are where its folder is.\n",
    '        "The tools of the course are not here. Put this notebook into the folder "\n'
    '        "notebooks of the course, and open it there with: make lab"\n    ',
)


def for_download(text: str, wheel: str) -> str:
    """A notebook's file as a page offers it; ``wheel`` is that file's address, or ``""``.

    Raises
    ------
    ExtensionError
        When its set-up cell is not as this module knows it.
    """
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        if TAG in cell["metadata"].get("tags", ()):
            source = "".join(cell["source"])
            changed = _from_wheel(source, wheel) if wheel else _without(source)
            if changed == source:
                raise ExtensionError(
                    "The notebooks' set-up cell is written in another way than "
                    "book/_ext/notebook_downloads.py reads it: bring the two together."
                )
            cell["source"] = changed.splitlines(keepends=True)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _from_wheel(source: str, wheel: str) -> str:
    return re.sub(
        r'"([\w-]+(?:\[[\w,]+\])?)==[\w.]+"', lambda m: f'"{m[1]} @ {wheel}"', source
    )


def _without(source: str) -> str:
    first, problem = ELSEWHERE
    source = FIRST_LINE.sub(lambda _: first, BY_NAME.sub("", source))
    return ASKED.sub(lambda _: problem, source)


def write(app: Sphinx, failed: Exception | None) -> None:
    """Write the notebooks that the pages offer, and the wheel beside them."""
    if failed or app.builder.format != "html":
        return
    place = Path(app.outdir) / PLACE
    shutil.rmtree(place, ignore_errors=True)
    built = sorted(WHEELS.glob("*.whl"))
    address = ""
    if built and public_address(app):
        place.mkdir(parents=True)
        shutil.copyfile(built[-1], place / built[-1].name)
        address = f"{public_address(app)}/{PLACE}/{built[-1].name}"
    for path in (Path(app.outdir) / "_sources" / FOLDER).glob("*.ipynb"):
        text = (Path(app.srcdir) / FOLDER / path.name).read_text(encoding="utf-8")
        path.write_text(for_download(text, address), encoding="utf-8", newline="\n")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
