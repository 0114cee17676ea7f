"""The guide for a course of one's own, walked from an empty folder to grades."""

import csv
import json
import re
import shlex
import shutil
import zipfile
from pathlib import Path
from urllib.parse import urlsplit

from making import content, typed

from tests.review.conftest import Served
from tests.review.test_forged import forms, sent
from tests.review.test_guard import ask, signed_in

GUIDE = Path(__file__).parents[2] / "book" / "how-to-own-course.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
NAMES = ("row_means", "n_means", "question_3")  # a person reads the last
ROSTER = re.compile('roster = ".*?"')
NEXT = "## The next chapter"
NEXT_COMMAND = (
    "Upload for-students.zip. When it is handed in:\n"
    "autograder grade ../submissions.zip --export\n"
)
MOST_WORDS = 70  # that one has to read for it, without the code to copy
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Week 2 (902),Week 3 (903)
    Points Possible,,,,,5,3
"Lee, Ada",2001,s1,ada,A,,
"Ott, Bo",2002,s2,bo,A,,
"""
ASKED = "## Why\nWhy does it stop?"


def test_every_command_of_the_guide_does_what_it_says(tmp_path):
    first, _, following = GUIDE.read_text(encoding="utf-8").partition(NEXT)
    cells = [source for kind, source in BLOCK.findall(first) if kind == "python"]
    heat = tmp_path / "heat"
    (tmp_path / "canvas.csv").write_text(CANVAS)
    types(tmp_path, first, cells, "01-means")
    assert filled(heat, "01-means", "Week 2") == {"Lee, Ada": "5", "Ott, Bo": "0"}
    points = [[row[f"means.{n}"] for n in NAMES] for row in graded(heat, "01-means")]
    assert points == [["2.0", "1.0", "2.0"], ["0.0", "0.0", "0.0"]]

    start = heat / "for-students" / "START-HERE.md"
    assert "An earlier copy" not in start.read_text()

    (solved,) = (source for kind, source in BLOCK.findall(following) if kind == "python")
    cells = ["import numpy as np", solved, text(ASKED), text("Both are as warm.")]
    types(heat, following, cells, "02-cooling")
    assert len(BLOCK.sub("", following).split()) <= MOST_WORDS
    assert "What falls is" in (heat / "heat/ch02_cooling/cooled.cells.py").read_text()
    assert filled(heat, "02-cooling", "Week 3") == {"Lee, Ada": "3", "Ott, Bo": "0"}
    handed_out = (heat / "for-students" / "notebooks").iterdir()
    assert {path.stem for path in handed_out} == {"01-means", "02-cooling"}
    assert "An earlier copy that you worked in has your answers" in start.read_text()
    assert not (heat / "heat" / "ch01_first").exists()


def filled(course: Path, chapter: str, column: str) -> dict[str, str]:
    """What stands in the file for Canvas, beside a page of feedback for each student."""
    uploads = course / "results" / chapter
    with zipfile.ZipFile(uploads / "canvas-feedback.zip") as pages:
        assert len(pages.namelist()) == 2
    with (uploads / "canvas.csv").open(encoding="utf-8-sig") as file:
        _, *rows = csv.DictReader(file)
    (name,) = (name for name in rows[0] if name.startswith("Week"))
    assert name.startswith(column)
    return {row["Student"]: row[name] for row in rows}


def text(source: str) -> dict:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def types(here: Path, guide: str, cells: list, chapter: str) -> None:
    """Type the commands of a part of the guide, as they stand there."""
    blocks = BLOCK.findall(guide)
    lines = "".join(source for kind, source in blocks if kind == "sh").splitlines()
    for line in lines:
        if line == "pip install -e .":  # `typed` does what it does
            continue
        if line == "cd heat":
            here /= "heat"
            shutil.copyfile(here.parent / "canvas.csv", here / "canvas.csv")
            with (here / "course.toml").open("a") as file:
                file.write(ROSTER.search(guide)[0])
            continue
        name, *words = shlex.split(line)
        assert name == "autograder"
        if words[0] == "from-notebook":
            (here / "sources").mkdir(exist_ok=True)
            (here / words[1]).write_text(json.dumps(content(*cells)))
            made = typed(here, *words, status=0)
            assert made.stdout.endswith(NEXT_COMMAND)
            with zipfile.ZipFile(here / "for-students.zip") as packed:
                assert f"for-students/notebooks/{chapter}.ipynb" in packed.namelist()
            continue
        if words[0] == "grade":
            hand_in(here, chapter, here / words[1])
        if "--export" in words:  # without a name in the second chapter
            said = ticks_all(here, *words)
            uploads = [
                f"results/{chapter}/canvas{end}" for end in (".csv", "-feedback.zip")
            ]
            assert f"Upload {' and '.join(uploads)}." in said
            assert "Column: Week 3 (903)." in said or words[-1] == "Week 2"
            assert f"Report: results/{chapter}/report.html" in said
            assert "autograder review" not in said
            assert str(here) not in said
        else:
            typed(here, *words, status=0)


def graded(course: Path, chapter: str) -> list[dict[str, str]]:
    table = course / "results" / chapter / "grades.csv"
    with table.open(encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def hand_in(course: Path, chapter: str, path: Path) -> None:
    """What two students hand in by Canvas: one has solved it, one has not begun."""
    given = course / "for-students" / "notebooks" / f"{chapter}.ipynb"
    folder = course.parent / f"handed-{chapter}"
    folder.mkdir()
    ada, bo = (
        folder / f"{who}_{chapter}.ipynb" for who in ("leeada_2001_601", "ottbo_2002_602")
    )
    bo.write_bytes(given.read_bytes())
    typed(course, "solve", given, "-o", ada, status=0)
    if path.suffix == ".zip":
        shutil.make_archive(str(path.with_suffix("")), "zip", folder)
    else:
        folder.rename(path)


def ticks_all(course: Path, *words: str) -> str:
    """Open the page of the command, tick each item of what waits, save; what it printed."""
    served = Served(course, words)
    try:
        cookie = signed_in(served)
        _, listed = ask(served, Cookie=cookie)
        (link,) = {*re.findall(r'href="(group\?[^"]+=words[^"]+)"', listed)}
        answer, page = ask(served, f"/{link.replace('&amp;', '&')}", Cookie=cookie)
        both = f"{cookie}; {answer.getheader('Set-Cookie').partition(';')[0]}"
        headers = {"Cookie": both, "Content_Type": "application/x-www-form-urlencoded"}
        headers["Origin"] = f"http://{urlsplit(served.address).netloc}"
        (action,) = (name for name in forms(page) if name.startswith("group?"))
        answer, _ = ask(served, f"/{action}", "POST", sent(forms(page)[action]), **headers)
        assert answer.status == 303
        assert "<details><summary>Your own answer</summary><p" in page
        assert "<details open>" not in page  # who reads it has written the question, too
        is_work = "Week 2" in words
        assert ("No picture: handed in without outputs." in page) == is_work
        _, last = ask(served, Cookie=cookie)
        assert "Rows filled: 2." in last
        assert "Upload results/" in last  # and they are there
        return served.said + served.ended()
    finally:
        served.stop()
