"""The guide for a course of one's own, walked from an empty folder to grades."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

from making import content, typed

GUIDE = Path(__file__).parents[2] / "book" / "how-to-own-course.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def test_every_command_of_the_guide_does_what_it_says(tmp_path):
    blocks = BLOCK.findall(GUIDE.read_text(encoding="utf-8"))
    cells = [source for kind, source in blocks if kind == "python"]
    commands = [source.split() for kind, source in blocks if kind == "sh"]
    here = tmp_path
    for name, *words in commands:
        assert name == "autograder"
        words = [word.strip('"') for word in words]
        if words[0] == "from-notebook":
            (here / "sources").mkdir()
            (here / words[1]).write_text(json.dumps(content(*cells)))
        if words[0] == "grade":
            hand_in(here)
        done = typed(here, *words)
        assert done.returncode == 0, (words, done.stdout + done.stderr[-2000:])
        here = tmp_path / "heat"
    with (tmp_path / "week-2.csv").open(encoding="utf-8-sig") as file:
        grades = {row["student"]: row["score"] for row in csv.DictReader(file)}
    assert grades == {"ada": "2", "bo": "0"}


def hand_in(course: Path) -> None:
    """What two students hand in: one has solved it, one has not begun."""
    given = course.parent / "for-students" / "notebooks" / "02-means.ipynb"
    folder = course.parent / "hand-ins"
    folder.mkdir()
    (folder / "bo.ipynb").write_bytes(given.read_bytes())
    assert typed(course, "solve", given, "-o", folder / "ada.ipynb").returncode == 0
