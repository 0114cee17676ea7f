"""What the pinned packages ask of the machine."""

from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

LINES = (Path(__file__).resolve().parents[1] / "requirements.txt").read_text().splitlines()
PINNED = [Requirement(line.partition("#")[0]) for line in LINES if line[:1].isalnum()]


@pytest.mark.parametrize("oldest", ["3.11.0", "3.12.0"])
def test_every_package_takes_the_oldest_python_that_the_book_promises(oldest: str):
    """Debian's 3.11 is 3.11.2; pip says no word of the Python that would do."""
    wanted = {
        one.name: metadata.metadata(one.name).get("Requires-Python") or ""
        for one in PINNED
        if one.marker is None or one.marker.evaluate()
    }
    assert len(wanted) > 50
    assert not {n: w for n, w in wanted.items() if oldest not in SpecifierSet(w)}
