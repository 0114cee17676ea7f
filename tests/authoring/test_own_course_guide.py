"""The guide for a course of one's own, walked from an empty folder to grades."""

import csv
import json
import re
import shlex
import zipfile
from pathlib import Path

from making import content, typed

GUIDE = Path(__file__).parents[2] / "book" / "how-to-own-course.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
NAMES = ("row_means", "n_means", "question_3")  # a person reads the last
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Week 2 (902)
    Points Possible,,,,,5
"Lee, Ada",2001,s1,ada,A,
"Ott, Bo",2002,s2,bo,A,
"""


def test_every_command_of_the_guide_does_what_it_says(tmp_path):
    blocks = BLOCK.findall(GUIDE.read_text(encoding="utf-8"))
    cells = [source for kind, source in blocks if kind == "python"]
    lines = "".join(source for kind, source in blocks if kind == "sh").splitlines()
    here = tmp_path
    for line in lines:
        if line in ("cd heat", "pip install -e ."):  # `typed` does what they do
            continue
        name, *words = shlex.split(line)
        assert name == "autograder"
        if words[0] == "from-notebook":
            (here / "sources").mkdir()
            (here / words[1]).write_text(json.dumps(content(*cells)))
        if words[0] == "grade":
            hand_in(here)
        typed(here, *words, status=0)
        here = tmp_path / "heat"
    assert "leeada" in (tmp_path / "week-2.csv").read_text(encoding="utf-8-sig")
    filled = (tmp_path / "filled.csv").read_text(encoding="utf-8-sig")
    assert '"Ott, Bo",2002,s2,bo,A,0' in filled
    with zipfile.ZipFile(tmp_path / "feedback.zip") as pages:
        assert len(pages.namelist()) == 2
    with (tmp_path / "week-2" / "grades.csv").open(encoding="utf-8-sig") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    points = [[row[f"means.{name}"] for name in NAMES] for row in rows.values()]
    assert points == [["2.0", "1.0", ""], ["0.0", "0.0", "0.0"]]


def hand_in(course: Path) -> None:
    """What two students hand in by Canvas: one has solved it, one has not begun."""
    given = course.parent / "for-students" / "notebooks" / "02-means.ipynb"
    folder = course.parent / "hand-ins"
    folder.mkdir()
    ada, bo = (
        folder / f"{who}_02-means.ipynb" for who in ("leeada_2001_601", "ottbo_2002_602")
    )
    bo.write_bytes(given.read_bytes())
    assert typed(course, "solve", given, "-o", ada).returncode == 0
    (course.parent / "canvas.csv").write_text(CANVAS)
