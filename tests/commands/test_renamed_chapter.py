"""A chapter of an own course may be renamed in the middle of a term."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

from making import typed


def points(folder: Path) -> dict[str, str]:
    with (folder / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["student"]: row["score"] for row in csv.DictReader(file)}


def test_results_and_hand_ins_under_the_old_name_stay_good(tmp_path):
    def run(*words: str) -> str:
        done = typed(tmp_path / "demo", *words)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    assert typed(tmp_path, "new-course", "demo", "--title", "Demo").returncode == 0
    here = tmp_path / "demo"
    (here / "class").mkdir()
    shutil.copy(here / "notebooks" / "01-first.ipynb", here / "class" / "bo.ipynb")
    run("solve", "notebooks/01-first.ipynb", "-o", "class/ada.ipynb")
    run("grade", "class", "--out", "out", "--chapters", "01-first")
    before = points(here / "out")
    (here / "notebooks" / "01-first.ipynb").rename(here / "notebooks" / "01-rows.ipynb")
    key = here / "demo" / "__init__.py"
    key.write_text(key.read_text().replace('"01-first"', '"01-rows"'))
    run("verify")
    run("release", "--out", "again")
    run("grade", "class", "--out", "out")
    assert points(here / "out") == before == {"ada": "2.0", "bo": "0.0"}
