"""Grades and students' work are their owner's alone, or a group's by the owner's word."""

import ast
import grp
import os
import stat
from functools import partial
from pathlib import Path

import pytest
from making import OFFSET_AFTER, autograder, hand_in, solved

from autograder.gradebook.database import Gradebook
from autograder.gradebook.private_files import private_folder, write_private
from autograder.grading.run import Class, RunOptions, run
from autograder.grading.settings import Settings
from autograder.handin.collect import collect_class

ENGINE = Path(__file__).parents[2] / "autograder"
OWN = (grp.getgrgid(os.getgid()).gr_name, os.getgid())
ANYBODY = partial(os.umask, 0)


def modes(place: Path) -> dict[str, int]:
    """Of all that is there."""
    found = [place, *place.rglob("*")] if place.is_dir() else [place]
    return {str(p.relative_to(place)): stat.S_IMODE(p.lstat().st_mode) for p in found}


def open_to_others(place: Path) -> dict[str, int]:
    return {name: mode for name, mode in modes(place).items() if mode & 0o077}


@pytest.fixture(scope="module")
def graded(tmp_path_factory, unsafe) -> Path:
    """A class that was graded where the umask lets everybody do everything."""
    folder = tmp_path_factory.mktemp("graded")
    hand_in(folder / "class", ada=solved(), ben=solved(to_celsius=OFFSET_AFTER))
    (folder / "roster.csv").write_text("id,email\nada,ada@uni.example\nben,b@uni.example\n")
    (folder / "course.toml").write_text(
        'roster = "roster.csv"\n[[assignments]]\nname = "week-1"\nresults = "out"\n'
        'chapters = ["01-temperatures"]\n'
    )
    week = ("--course", "course.toml", "--assignment", "week-1")
    autograder(
        *(folder, "grade", "class", *week, "--key", "toy_key", "--jobs", 1, *unsafe),
        first=ANYBODY,
        status=0,
    )
    return folder


def test_results_are_private_whatever_the_umask(graded):
    assert {*modes(graded / "out")} >= {"gradebook.sqlite", "grades.csv", "report.html"}
    assert open_to_others(graded / "out") == {}


def test_they_are_so_while_a_run_goes_on(tmp_path, tier):
    """SQLite's own files are there then; none of them was ever open."""
    found = collect_class(hand_in(tmp_path / "class", ada=solved(), ben=solved()))
    seen: dict[str, int] = {}
    before = os.umask(0)
    try:
        run(
            Class(list(found.handed), roster=found.roster),
            tmp_path / "above" / "out",
            Settings("toy_key", seed=1, tier=tier),
            RunOptions(progress=lambda done, total: seen.update(modes(tmp_path / "above"))),
        )
    finally:
        os.umask(before)
    assert {"out/gradebook.sqlite-wal", "out/gradebook.sqlite-shm"} <= {*seen}
    assert {name: mode for name, mode in seen.items() if mode & 0o077} == {}


WRITTEN = {
    "csv": ("export", "out", "--format", "csv", "-o", "made/grades.csv"),
    "gradescope": ("export", "out", "--format", "gradescope", "-o", "made"),
    "mail": ("export", "out", "--format", "mail", "-o", "made"),
    "hub": ("export", "out", "--format", "hub", "-o", "made"),
    "term": ("term", "course.toml", "-o", "made", "--key", "toy_key"),
    "show": ("show", "out", "ada", "--html", "made/ada.html"),
    "similarity": ("similarity", "class", "-o", "made/alike", "--key", "toy_key"),
    "override": (
        *("override", "out", "ben", "temperature.to_celsius"),
        *("--points", 1, "--reason", "The idea is right."),
    ),
}


@pytest.mark.parametrize("name", WRITTEN)
def test_so_is_all_that_is_made_of_them(graded, name):
    made = graded / "made"
    if any("made/" in str(word) for word in WRITTEN[name]):
        made.mkdir(mode=0o700)
    done = autograder(graded, *WRITTEN[name], first=ANYBODY)
    place = graded / "out" if name == "override" else made
    found, closed = modes(place), open_to_others(place)
    if made.exists():
        made.rename(graded / f"made by {name}")
    assert done.returncode == 0, done.stderr
    assert len(found) > 1
    assert closed == {}


def test_what_an_earlier_version_left_open_is_closed(tmp_path):
    with Gradebook(tmp_path / "out") as book:
        book.remember("key", "toy_key")
    (tmp_path / "out").chmod(0o755)
    (tmp_path / "out" / "gradebook.sqlite").chmod(0o644)
    Gradebook(tmp_path / "out").close()
    assert open_to_others(tmp_path / "out") == {}


def test_a_folder_with_other_files_is_not_touched(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    tmp_path.chmod(0o755)
    with pytest.raises(Exception, match="holds other files"):
        Gradebook(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_by_the_owners_word_a_group_shares_them(graded, unsafe):
    grade = ("grade", "class", "--out", "shared", "--key", "toy_key", "--jobs", 1, *unsafe)
    autograder(graded, *grade, "--group", OWN[0], first=ANYBODY, status=0)
    hand_in(graded / "class", cleo=solved())
    again = autograder(graded, *grade, first=ANYBODY)  # it stays so
    assert again.returncode == 0, again.stderr
    place = graded / "shared"
    kinds = {0o2770 if p.is_dir() else 0o660 for p in (place, *place.rglob("*"))}
    assert {*modes(place).values()} == kinds == {0o2770, 0o660}
    assert {p.stat().st_gid for p in place.rglob("*")} == {OWN[1]}


def test_an_export_can_be_a_groups_too(graded):
    words = ("export", "out", "--format", "csv", "-o", "of-a-group.csv")
    autograder(graded, *words, "--group", OWN[0], first=ANYBODY, status=0)
    assert modes(graded / "of-a-group.csv") == {".": 0o660}


def test_a_group_that_is_none_is_one_sentence(graded):
    words = ("export", "out", "--format", "csv", "-o", "of-nobody.csv")
    done = autograder(graded, *words, "--group", "no-such-group", status=2)
    assert done.stderr == "--group no-such-group: there is no such group here.\n"
    assert modes(graded / "of-nobody.csv") == {".": 0o600}


def test_a_link_in_the_place_of_a_file_is_not_followed(tmp_path):
    private_folder(tmp_path / "out")
    (tmp_path / "elsewhere").write_text("kept")
    (tmp_path / "out" / "a.part").symlink_to(tmp_path / "elsewhere")
    write_private(tmp_path / "out" / "a", b"new")
    assert (tmp_path / "elsewhere").read_text() == "kept"
    assert (tmp_path / "out" / "a").read_bytes() == b"new"


# What these write is people's; of the others a copy for students, a key and a solution.
PRIVATE = ("gradebook", "grading", "reporting", "review", "export", "similarity", "hub")
COMMANDS = ("export", "override", "show", "similarity", "term", "grade")
ALLOWED = {"gradebook/private_files.py"}
# The hub's store writes with openers and modes of its own, and refuses open folders; the
# probes write to a folder of the moment.
ALLOWED |= {"hub/store.py", "gradebook/storage_probes.py"}
OPENS = ("w", "wb", "a", "ab", "x", "xb", "r+b", "w+b")
WRITES = {"write_text", "write_bytes", "mkdir", "touch", "copyfile", "copytree", "makedirs"}


def test_nothing_of_these_writes_a_file_otherwise():
    paths = [p for name in PRIVATE for p in (ENGINE / name).rglob("*.py")]
    paths += [ENGINE / "commands" / f"{name}.py" for name in COMMANDS]
    found = []
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            said = [a.value for a in node.args if isinstance(a, ast.Constant)]
            if name in WRITES or (name == "open" and {*said} & {*OPENS}):
                found.append(f"{path.relative_to(ENGINE)}: {name}")
    assert {line.partition(":")[0] for line in found} <= ALLOWED, found
