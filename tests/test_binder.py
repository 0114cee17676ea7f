"""What Binder is told: every file that is named exists, and Python is one that does."""

import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".binder"


def test_binder_installs_what_the_book_was_tested_with():
    lines = (FOLDER / "requirements.txt").read_text().splitlines()
    named = [line.partition(" ")[2] for line in lines if line.startswith("-r ")]
    assert [(FOLDER / name).resolve() for name in named] == [ROOT / "requirements.txt"]
    # It looks for no second folder, which would win over this one.
    assert not (ROOT / "binder").exists()


def test_binder_has_a_python_that_the_book_takes():
    version = (FOLDER / "runtime.txt").read_text().strip().removeprefix("python-")
    assert f"python{version}" in (ROOT / "Makefile").read_text()


def test_what_binder_runs_last_can_be_run_and_names_files_that_are_here():
    script = FOLDER / "postBuild"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", script], check=True)
    named = re.findall(r"[\w./-]+\.(?:txt|py|toml)\b", script.read_text())
    assert named == ["requirements-models.txt"]
    assert [name for name in named if not (ROOT / name).is_file()] == []
