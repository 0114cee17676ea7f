"""Whole classes of odd hand-ins, drawn by Hypothesis: names, archives, notebooks, results.

A class is graded to its end, and nobody is lost: see ``graded_to_the_end``.
"""

import contextlib
import io
import json
import os
import stat
import tarfile
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import making
from hypothesis import strategies as st
from odd_objects import odd_object

from autograder.exercise.key import load_key
from autograder.gradebook.database import Gradebook
from autograder.gradebook.records import SubmissionResult
from autograder.grading.run import Class, RunOptions, run
from autograder.grading.settings import Settings
from autograder.grading.worker import Worker
from autograder.handin.collect import collect_class
from autograder.handin.submission import Submission
from autograder.review.groups import groups_of
from autograder.sandbox.isolation import Tier
from autograder.sandbox.pool import Limits
from autograder.similarity.layout import Reader, lay_out

LIMITS = Limits(submission_seconds=2.0, call_seconds=0.5, memory_mb=256)
GOOD = making.solved()
NAME_BYTES = 120  # of a file: a disk takes 255

# --- what is drawn -------------------------------------------------------------------

SPECIALS: dict[str, Callable[[Path], object]] = {
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link outside": lambda path: path.symlink_to("/etc/passwd"),
    "a link to all": lambda path: path.symlink_to("/"),
    "a hard link": lambda path: path.hardlink_to(path.parent / "grace.ipynb"),
    "a pipe": os.mkfifo,
    "a socket": lambda path: os.mknod(path, stat.S_IFSOCK | 0o600),
    "a folder": Path.mkdir,
    "a hole": lambda path: path.touch() or os.truncate(path, 1 << 40),
    "nobody's": lambda path: path.touch(0o000),
}
LETTERS = st.sampled_from(
    [*"aZ1_-. ()²፩①٣Ⅷé\u0301\u202e\udcff\n\t'\"<=@,;&%$~", "..", "LATE_", "ada"]
)
NAMES = st.lists(LETTERS, min_size=1, max_size=8).map("".join)
# What no file is called, and a notebook can say.
AUTHORS = st.lists(LETTERS | st.just("\ud800"), max_size=8).map("".join)
ENDINGS = st.sampled_from(
    [
        *(".ipynb", ".ipynb", ".ipynb", ".zip", ".zip", ".ZIP", ".py", ".txt", ""),
        *(".ipynb (1)", ".ipynb.zip", ".tar.gz", ".7z", ".tar.zst", ".rar", ".json"),
    ]
)

AMOUNTS = st.integers(1, 3_000)
PATTERNS = (
    *(
        ("x = 1{}", " + 1"),
        ("y = 'a'{}", ".strip()"),
        ("z = {}1", "-"),
        ("z = 0{}", "[0:]"),
    ),
    *(("w = {}0", "lambda: "), ("w = {}0", "not "), ("w = {}0", "1 if 1 else ")),
    *(
        ("w = {}0", "("),
        ("n = 9{}", "9"),
        ("# {}", "é"),
        ("if 0: pass\n{}", "elif 0: pass\n"),
    ),
    *(("f = f'{}'", "{1}"), ("Name:{}x", " *"), ("{}", "\n"), ("{}", "> "), ("x?{}", "? ")),
)
LONG = st.tuples(st.sampled_from(PATTERNS), AMOUNTS).map(
    lambda drawn: drawn[0][0].replace("{}", drawn[0][1] * drawn[1], 1)
)
ODD_RESULTS = st.randoms(use_true_random=False).map(odd_object)
ANSWERS = st.one_of(
    st.sampled_from(
        ["", making.TO_CELSIUS, making.OFFSET_AFTER, making.STUB, "def to_cel"]
    ),
    ODD_RESULTS.map(lambda code: f"{code}\ndef to_celsius(fahrenheit):\n    return made"),
    ODD_RESULTS.map(lambda code: f"{code}\ndef to_celsius(f):\n    raise ValueError(made)"),
    ODD_RESULTS.map(lambda code: f"{code}\nto_celsius = made"),
    LONG.map(lambda code: f"{code}\n{making.TO_CELSIUS}"),
    st.sampled_from(["from helper import *", "import helper\nto_celsius = helper.f"]),
)
SOURCES = st.one_of(
    LONG, st.text(max_size=40), ANSWERS, st.sampled_from(["%time", "!ls", "a?"])
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["cells", "source", "metadata", "id"]), inner)
    ),
    max_leaves=6,
)
FIELDS = ("cell_type", "metadata", "source", "outputs")
CELLS = st.one_of(
    SOURCES.map(making.code),
    st.tuples(SOURCES, st.sampled_from(FIELDS), JSON).map(
        lambda drawn: {**making.code(drawn[0]), drawn[1]: drawn[2]}
    ),
    SOURCES.map(lambda text: {"cell_type": "markdown", "metadata": {}, "source": text}),
    JSON,
)


# What a notebook's text may have anywhere.
PUT_IN = st.sampled_from(
    [
        *("\0", "\ufeff", "\ud800", '"\\ud800"', "[" * 9_000, "9" * 9_000, "NaN", "1e999"),
        *('"metadata": {"x": 1}, ', ' "cells": [],', "<<<<<<< HEAD\n", "\u2028", "\\u0000"),
        '"metadata": {"' + "x" * 300_000 + '": 0}, ',
    ]
)


@st.composite
def notebooks(draw: st.DrawFn) -> bytes:
    """A solved notebook with an answer, cells, fields or bytes of another kind."""
    content = json.loads(making.solved(to_celsius=draw(ANSWERS)))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(content["cells"])))
        content["cells"].insert(place, draw(CELLS))
    if draw(st.integers(0, 9)) == 0:
        content[draw(st.sampled_from(["cells", "metadata", "nbformat", "worksheets"]))] = (
            draw(JSON)
        )
    if draw(st.integers(0, 9)) == 0:
        content["metadata"] = {"authors": draw(st.lists(AUTHORS | JSON, max_size=3))}
    if draw(st.integers(0, 9)) == 0:
        content = {"nbformat": 3, "worksheets": [{"cells": content["cells"]}]}
    text = json.dumps(content, ensure_ascii=draw(st.booleans()))
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(PUT_IN) + text[at:]
    data = text.encode(
        draw(st.sampled_from(["utf-8", "utf-8", "utf-8", "utf-16", "utf-8-sig", "utf-32"])),
        draw(st.sampled_from(["replace", "surrogatepass"])),
    )
    kept = draw(st.sampled_from([None, None, None, len(data) // 2, 0]))
    return data[:kept]


PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


@st.composite
def archives(draw: st.DrawFn, depth: int = 0) -> bytes:
    """A zip of odd members, packed in any way, and often damaged."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for _ in range(draw(st.integers(0, 3))):
            inner = notebooks() if depth else notebooks() | archives(depth=1)
            name = (draw(NAMES) + draw(ENDINGS)).encode(errors="replace").decode()
            info = zipfile.ZipInfo(
                draw(st.sampled_from([name, f"a/{name}", f"../{name}", ""]))
            )
            info.external_attr = draw(st.sampled_from([0, 0o120777 << 16, 0o010644 << 16]))
            with contextlib.suppress(ValueError), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # two of one name
                archive.writestr(info, draw(inner), draw(st.sampled_from(PACKED)))
        if draw(st.integers(0, 4)) == 0:
            # Not by its name alone, which would put the time of the day into the bytes.
            info = zipfile.ZipInfo("large.ipynb")
            archive.writestr(info, b" " * (60 << 20), zipfile.ZIP_DEFLATED)
    data = bytearray(made.getvalue())
    for _ in range(draw(st.sampled_from([0, 0, 1, 8]))):
        data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return bytes(data)


@st.composite
def tars(draw: st.DrawFn) -> bytes:
    """A tar of odd members, packed in any way: not opened, and said to be no notebook."""
    made = io.BytesIO()
    with tarfile.open(
        fileobj=made, mode=draw(st.sampled_from(["w", "w:gz", "w:xz"]))
    ) as tar:
        info = tarfile.TarInfo(draw(NAMES).encode(errors="replace").decode() + ".ipynb")
        info.type = draw(
            st.sampled_from([tarfile.REGTYPE, tarfile.SYMTYPE, tarfile.BLKTYPE])
        )
        tar.addfile(info)
    return made.getvalue()


SEVEN_ZIP = st.binary(max_size=40).map(lambda rest: b"7z\xbc\xaf\x27\x1c" + rest)
# What lies in a class's folder beside files: what is not to be followed or waited for.
SPECIAL = st.sampled_from([*SPECIALS])
FILES = st.tuples(
    st.sampled_from(["", "", "ada/", "ben/hw/", "Ada <ada@uni.example>/", "ada.ipynb/"]),
    st.tuples(NAMES, ENDINGS).map("".join),
    st.one_of(
        *(notebooks(), notebooks(), archives(), tars(), SEVEN_ZIP, SPECIAL),
        st.binary(max_size=60),
    ),
)
CLASSES = st.lists(FILES, min_size=1, max_size=8)


# --- what is tried --------------------------------------------------------------------


@dataclass
class Here:
    """Grades in this process, with one worker for all classes."""

    worker: Worker

    def grade_all(
        self, submissions: Iterable[Submission], settings: Settings
    ) -> Iterator[SubmissionResult]:
        """One result for each submission."""
        for item in submissions:
            yield self.worker.grade(item)


@contextlib.contextmanager
def graders(tier: Tier) -> Iterator[tuple[Here, Settings]]:
    """An executor and its settings, for as many classes as there are."""
    wanted = Settings("toy_key", seed=1, limits=LIMITS, tier=tier)
    worker = Worker(wanted)
    try:
        yield Here(worker), wanted
    finally:
        worker.close()


File = tuple[str, str, bytes | str]


def written(folder: Path, files: Iterable[File]) -> Path:
    """The class's folder, as far as a disk can hold such names; with grace, who is well.

    Nothing is written through a link of an earlier draw, which may lead out of the folder.
    """
    making.hand_in(folder, grace=GOOD)
    for place, name, data in files:
        raw = os.fsencode(name.replace("/", "").replace("\0", ""))[-NAME_BYTES:]
        if raw.strip(b".") and raw != b"grace.ipynb":
            path = folder / place / os.fsdecode(raw)
            # Some other draw has the name, of a file, a folder or a ring of links.
            with contextlib.suppress(OSError, RuntimeError):
                is_within = path.parent.resolve().is_relative_to(folder.resolve())
                if not is_within or os.path.lexists(path):
                    continue
                path.parent.mkdir(parents=True, exist_ok=True)
                SPECIALS[data](path) if isinstance(data, str) else path.write_bytes(data)
    return folder


def graded_to_the_end(files: Iterable[File], by: tuple[Here, Settings]) -> None:
    """Grade a class; assert that everybody who handed in has a result, a page and a row.

    Grace has full marks, whoever hands in beside her, and nobody's hand-in is the grader's
    own failure.  Its answers are grouped for review, and compared with one another, too.
    """
    here, wanted = by
    with tempfile.TemporaryDirectory() as place:
        folder, out = written(Path(place, "class"), files), Path(place, "out")
        found = collect_class(folder)
        class_ = Class(list(found.handed), roster=found.roster)
        summary = run(class_, out, wanted, RunOptions(executor=here))
        records = [json.loads(path.read_text()) for path in (out / "results").iterdir()]
        people = {record["student"] for record in records}
        assert people == {item.student for item in found.handed}
        assert summary.total == len(records) == len([*(out / "feedback").iterdir()])
        assert {r["status"] for r in records} <= {"graded", "unreadable"}, records
        grace = next(record for record in records if record["student"] == "grace")
        assert grace["found_score"] == grace["found_max_score"]
        for record in records:
            for exercise in record["exercises"]:
                assert exercise["status"] != "infrastructure_error", exercise
        with (out / "grades.csv").open(encoding="utf-8-sig") as file:
            assert sum(1 for _ in file) > len(records)
        with Gradebook(out) as book:
            groups_of(book)
        list(lay_out(Reader(load_key(wanted.key)), found.handed, out / "alike"))
