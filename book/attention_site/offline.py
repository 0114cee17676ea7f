"""The site without a network, and as an app: its service worker's edition, its icons.

``book/_root/offline.js`` is the service worker and ``book/_root/site.webmanifest`` what a
browser that installs the site asks for; both lie at the root, and are for all below it.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import resvg_py

if TYPE_CHECKING:
    from sphinx.application import Sphinx

WORKER = "offline.js"
EDITION = '"EDITION"'
LATE = 990  # of build-finished: when all else is written
ICONS = (192, 512)  # pixels: what browsers ask for before they offer to install
OWN_NAME = (".gguf", ".packed")  # named by their content


def finish(app: Sphinx) -> None:
    """Write the icons, and into the service worker what this edition is called."""
    out = Path(app.outdir)
    mark = (out / "_static" / "favicon.svg").read_text(encoding="utf-8")
    for size in ICONS:
        drawn = resvg_py.svg_to_bytes(svg_string=mark, width=size, height=size)
        (out / "_static" / f"icon-{size}.png").write_bytes(bytes(drawn))
    # Copied anew with each build, so that its own edition is not what it is made of.
    worker = Path(app.srcdir, "book", "_root", WORKER).read_text(encoding="utf-8")
    text = worker.replace(EDITION, f'"{edition_of(out)}"')
    (out / WORKER).write_text(text, encoding="utf-8")


def edition_of(out: Path) -> str:
    """A name for all that the site serves: the same for the same files."""
    digest = hashlib.sha256()
    for path in sorted(out.rglob("*")):
        if path.is_file() and path.name != WORKER:
            digest.update(path.relative_to(out).as_posix().encode())
            if path.suffix not in OWN_NAME:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
