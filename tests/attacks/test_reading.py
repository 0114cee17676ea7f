"""Attacks on who reads what was handed in, and on who keeps the results."""

import io
import os
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path

import making
import pytest

from attacks.harness import Ground, exercise, neighbour_is_well
from autograder.gradebook.database import Gradebook
from autograder.gradebook.size_limits import MAX_CARD, MAX_RECORD, within
from autograder.grading.class_run import ClassRun
from autograder.grading.executors import Processes
from autograder.grading.settings import Settings
from autograder.handin.collect import collect
from autograder.handin.safe_open import open_regular
from autograder.handin.submission import StoredFile
from autograder.notebooks.read import UnreadableNotebook

GREEDY = {
    "a dotted name of 60,000 parts": lambda: making.notebook(
        "import " + ".".join("a" * 60_000), making.TO_CELSIUS
    ),
    "10 million empty objects": lambda: b'{"cells":[' + b"{}," * 9_999_999 + b"{}]}",
    "10 million empty objects in metadata": lambda: (
        b'{"cells":[{"cell_type":"code","source":"x=1","metadata":{"a":['
        + b"{}," * 9_999_999
        + b"{}]}}]}"
    ),
}
READ = """
import resource, sys
from autograder.notebooks.read import UnreadableNotebook, read_notebook
data = sys.stdin.buffer.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    read_notebook(data, "n.ipynb")
except UnreadableNotebook as problem:
    print(problem)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize("name", GREEDY)
def test_reading_takes_bounded_memory(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", READ], input=GREEDY[name](), capture_output=True, check=True
    )
    *said, peak = done.stdout.decode().splitlines()
    assert int(peak) < 700 * 1024, "KiB"
    if "objects" in name:
        assert said == ["Reading n.ipynb took more than 512 MiB of memory."]


def test_many_checks_with_much_to_work_out_are_read_in_bounded_work(
    ground: Ground,
) -> None:
    """Each exercise looks at each check, and each check is a long expression."""
    many = [
        f'check("temperature.{name}", lambda: [{", ".join(["1"] * 60)}])'
        for name in ("to_celsius", "mean_celsius", "fixed_points", "predict")
    ]
    result = ground.grade(making.notebook(making.IMPORTS, *many * 1_245))
    assert result.score in (None, 0)
    neighbour_is_well(ground)


def test_what_no_alarm_can_interrupt_ends_the_process_that_reads() -> None:
    code = (
        "from autograder.checking.bounds import work_limit\n"
        "with work_limit(0.2):\n    sum(range(10 ** 12))"
    )
    done = subprocess.run([sys.executable, "-c", code])
    assert done.returncode < 0


# --- files ---------------------------------------------------------------------------


@pytest.mark.slow
def test_a_zip_that_lists_400_000_names_is_not_read(tmp_path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for i in range(400_000):
            archive.filelist.append(info := zipfile.ZipInfo(f"{i}"))
            info.header_offset = info.CRC = 0
        archive._didModify = True
    folder = making.hand_in(tmp_path / "class", honest=making.solved())
    (folder / "greedy.zip").write_bytes(data.getvalue())
    greedy, honest = sorted(collect(folder), key=lambda item: item.student)
    assert "lists more files" in greedy.problem
    assert honest.files


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def test_a_pipe_is_not_waited_for(pipe: Path) -> None:
    with pytest.raises(OSError, match="no regular file"):
        open_regular(pipe)
    with pytest.raises(UnreadableNotebook, match="no regular file"):
        StoredFile(str(pipe)).read()


def test_a_link_and_a_device_are_no_files(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc/passwd")
    for path in (tmp_path / "link", Path("/dev/zero"), tmp_path):
        with pytest.raises(OSError, match=r"no regular file|symbolic link"):
            open_regular(path)


# --- results -------------------------------------------------------------------------

# Whatever of a card is filled by a student, filled.
FILL = {
    "arrays in lists": "[[[np.full((7, 7, 7), x) for x in range(8)]] * 8] * 8",
    "a dict of texts": "{f'{i}' * 90: 'x' * 200 for i in range(40)}",
    "texts": "['x' * 200] * 5_000",
    "small arrays": "[[np.ones(1)] * 60] * 60",
    "too many parts": "[[1] * 10_000] * 10_000",
}


@pytest.mark.parametrize("name", FILL)
def test_a_card_and_a_record_are_bounded(name: str, ground: Ground) -> None:
    source = (
        "import numpy as np\ndef to_celsius(f):\n"
        f"    print('y' * 10_000)\n    return {FILL[name]}"
    )
    result = ground.grade(making.solved(to_celsius=source))
    found = exercise(result)
    assert found.points == 0
    data = result.to_dict()
    assert all(characters(e["card"]) <= MAX_CARD for e in data["exercises"])
    assert characters(data) <= MAX_RECORD
    neighbour_is_well(ground)


def characters(data: object) -> int:
    if isinstance(data, str):
        return len(data)
    if isinstance(data, dict):
        data = list(data.values())
    return sum(map(characters, data)) if isinstance(data, (list, tuple)) else 0


def test_the_longest_texts_are_cut_first() -> None:
    data = {"a": "short", "b": ["x" * 900, "y" * 50], "c": 1}
    cut = within(data, 200)
    assert characters(cut) <= 200
    assert (cut["a"], cut["b"][1], cut["c"]) == ("short", "y" * 50, 1)
    assert within(data, 10_000) is data


def test_a_result_that_cannot_be_stored_is_that_students_alone(tmp_path: Path) -> None:
    long = "def to_celsius(f):\n    print('y' * 10_000)\n    return f"
    wrong = making.solved(to_celsius=long)
    folder = making.hand_in(
        tmp_path / "class", a=making.solved(), b=wrong, c=making.solved()
    )
    book = Gradebook(tmp_path / "out")
    alone = collect(making.hand_in(tmp_path / "alone", a=making.solved(), b=wrong))
    settings = Settings("toy_key", seed=4, tier="none")
    graded = sorted(Processes(1).grade_all(alone, settings), key=lambda each: each.student)
    sizes = [len(str(each.to_dict())) for each in graded]
    assert sizes[1] > sizes[0] + 1_000
    book._database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, sum(sizes) // 2)
    run = ClassRun(book, settings, collect(folder))
    found = {result.student: result for result in run.grade(Processes(1))}
    assert [found[name].status for name in "abc"] == [
        "graded",
        "infrastructure_error",
        "graded",
    ]
    assert found["b"].score is None
    assert "cannot be stored" in found["b"].message
    assert [r.status for r in book.results()] == [
        "graded",
        "infrastructure_error",
        "graded",
    ]
    again = ClassRun(book, settings, collect(folder))
    assert list(again.due) == ["b"], "what could not be stored is tried again"
