"""A damaged gradebook is one sentence, whatever is asked of it."""

import os
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from making import OFFSET_AFTER, autograder, hand_in, solved

from autograder.cli import main


def changed(query: str) -> Callable[[bytes], Callable[[Path], None]]:
    def change(_: bytes) -> Callable[[Path], None]:
        def write(path: Path) -> None:
            with sqlite3.connect(path) as database:
                database.execute(query)
            database.close()

        return write

    return change


def bytes_of(make: Callable[[bytes], bytes]) -> Callable[[bytes], Callable[[Path], None]]:
    return lambda good: lambda path: path.write_bytes(make(good)) and None


def fact(name: str) -> Callable[[bytes], Callable[[Path], None]]:
    return changed(f"INSERT OR REPLACE INTO about VALUES ('{name}', '{{')")


DAMAGES = {
    "half a file": bytes_of(lambda good: good[: len(good) // 2]),
    "another file": bytes_of(lambda good: b"%PDF-1.7" + good),
    "zeros": bytes_of(lambda good: good[:8192] + bytes(len(good) - 8192)),
    "half a record": changed("UPDATE results SET record = substr(record, 1, 90)"),
    "another record": changed("UPDATE results SET record = '{}'"),
    "no text": changed("UPDATE results SET record = CAST(x'ff00' AS TEXT)"),
    "no results": changed("DROP TABLE results"),
    "the settings": fact("course"),
    "the roster": fact("roster"),
}
ASKED = {
    "grade": ("grade", "class", "--out", "out", "--key", "toy_key"),
    "show": ("show", "out", "ada"),
    "override": ("override", "out", "ada", "--points", "1", "--reason", "On paper."),
    "export": ("export", "out", "--format", "csv"),
    "term": ("term", "course.toml", "--key", "toy_key"),
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory, unsafe) -> Path:
    folder = tmp_path_factory.mktemp("damaged")
    hand_in(folder / "class", ada=solved(), ben=solved(to_celsius=OFFSET_AFTER))
    (folder / "course.toml").write_text(
        '[[assignments]]\nname = "week-1"\nresults = "out"\nchapters = [1]\n'
    )
    words = ("--key", "toy_key", "--jobs", 1, "--chapters", 1, *unsafe)
    autograder(folder, "grade", "class", "--out", "out", *words, status=0)
    return folder


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_gradebook_is_one_sentence(graded, monkeypatch, damage, asked):
    monkeypatch.chdir(graded)
    path = Path("out", "gradebook.sqlite")
    good = path.read_bytes()
    DAMAGES[damage](good)(path)
    try:
        done = CliRunner().invoke(main, ASKED[asked])
    finally:
        for each in Path("out").glob("gradebook.sqlite*"):
            each.unlink()
        path.write_bytes(good)
        os.utime(path)
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 2
    assert re.fullmatch(r"The gradebook in \S*out is damaged \(.*\)\. .*\n", done.stderr)
