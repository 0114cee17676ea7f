"""Environments that have nothing of ours, for what is tried as others install it."""

import os
import venv
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def with_what_they_need(wanted: Iterable[str]) -> set[str]:
    """Names of distributions, ``"dask[complete]"``, and of those that they ask for."""
    found: set[tuple[str, str]] = set()
    waiting = [(Requirement(one).name, "") for one in wanted]
    waiting += [(r.name, extra) for r in map(Requirement, wanted) for extra in r.extras]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in found:
            continue
        found.add((name, extra))
        for line in metadata.requires(name) or ():
            needs = Requirement(line)
            if needs.marker is None or needs.marker.evaluate({"extra": extra}):
                waiting += [(needs.name, more) for more in ("", *needs.extras)]
    return {canonicalize_name(name) for name, _ in found}


def make_environment(folder: Path, names: Iterable[str], *, with_pip: bool = False) -> Path:
    """A virtual environment with these distributions; its Python.

    They are linked from this environment, so that nothing is fetched; links to files and
    no path to the folder, or our own packages would come along.
    """
    venv.create(folder, with_pip=with_pip)
    (site,) = folder.glob("lib/python*/site-packages")
    for name in names:
        for file in metadata.files(name) or ():
            source, target = Path(str(file.locate())), site / file
            if ".." not in file.parts and source.is_file() and not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                _link(source, target)
    return folder / "bin" / "python"


def _link(source: Path, target: Path) -> None:
    """One file under two names; a copy where the disk cannot."""
    try:
        os.link(source, target)
    except OSError:
        target.write_bytes(source.read_bytes())
