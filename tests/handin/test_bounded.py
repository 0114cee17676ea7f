"""What a student hands in stops nobody else: names, archives, texts, any work on them."""

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path, PurePosixPath

import making
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.handin.collect import collect, collect_class
from autograder.handin.layouts import LAYOUTS, NAMED
from autograder.handin.members import ending, without_ending
from autograder.handin.naming import names_in
from autograder.handin.reader import look
from autograder.handin.sidecar_files import places_in
from autograder.handin.submission import StoredFile, SubmissionsProblem
from autograder.handin.times import stamp
from autograder.handin.units import as_people_count
from autograder.notebooks.read import UnreadableNotebook
from handin.downloads import packed

GOOD = making.solved()
few = settings(max_examples=40, deadline=None)
# What has stopped a program that reads names: digits that are no numbers, dots, marks.
LETTERS = st.sampled_from([*"a1_-. ()²፩①٣é\u0301\ud800\n", "..", ".zip", ".ipynb", "LATE_"])
names = st.lists(LETTERS, min_size=1, max_size=12).map("".join)


def graces(found: list) -> list:
    """Who hands in beside the odd one: she is always there, with her notebook."""
    return [item for item in found if item.student == "grace" and item.files]


@pytest.mark.parametrize(
    "name",
    [
        *("ada_²_late.ipynb", "ada ① (2).ipynb", "፩.ipynb", "...ipynb", "a..ipynb"),
        *("..zip", "...zip", "a..zip", "a.", "lovelaceada_4021_98765_²-1.ipynb"),
        "1177-3344 - Ada - Mar ፩, 2026 322 PM - 03.ipynb",
        "1177-3344 - Ada - Mar 1, 2026 ²² PM - 03.ipynb",
    ],
)
def test_an_odd_name_stops_nobody(tmp_path: Path, name: str) -> None:
    making.hand_in(tmp_path / "class", grace=GOOD)
    (tmp_path / "class" / name).write_bytes(GOOD)
    (tmp_path / "class" / "ada").mkdir()
    (tmp_path / "class" / "ada" / name).write_bytes(GOOD)
    (tmp_path / "class" / "ada" / "03.ipynb").write_bytes(GOOD)
    assert graces(collect(tmp_path / "class"))


@pytest.mark.parametrize("name", ["", "/", ".", "..", "./", "a.", "..zip", "x" * 60_000])
def test_a_member_of_an_odd_name_stops_nobody(tmp_path: Path, name: str) -> None:
    """An empty name, too: of such a one zipfile cannot say whether it is a folder."""
    inner = packed((name, b""), ("03.ipynb", GOOD))
    made = packed(("ada.zip", inner), (f"ada/{name}", b""), ("grace.ipynb", GOOD))
    (tmp_path / "class.zip").write_bytes(made)
    found = collect(tmp_path / "class.zip")
    assert graces(found)
    assert next(item for item in found if item.student == "ada").files


@few
@given(names, names)
def test_no_name_in_a_zip_stops_the_class(
    tmp_path_factory: pytest.TempPathFactory, one: str, other: str
) -> None:
    path = tmp_path_factory.mktemp("class") / "class.zip"
    members = {"grace.ipynb": GOOD}
    for name in (one, f"{other}/{one}"):
        members[name.encode(errors="replace").decode()] = GOOD
    path.write_bytes(packed(*members.items()))
    assert collect_class(path).handed


@few
@given(names, names)
def test_every_layout_reads_every_name(one: str, other: str) -> None:
    for layout in (*LAYOUTS.values(), *NAMED):
        for path in (PurePosixPath(f"x{one}"), PurePosixPath(f"x{one}", f"y{other}")):
            layout.read(path)
    assert sorted([one, other], key=as_people_count)


@few
@given(st.text(max_size=60))
def test_every_text_beside_a_hand_in_is_read(text: str) -> None:
    assert isinstance(stamp(text), str)
    places_in(text)


def test_a_name_that_names_itself_many_times_over_is_none() -> None:
    """Written out, each would be ten times the one before: a file of 700 bytes, 10^30."""
    lines = ["a0: &a0 [x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    text = "\n".join([*lines, "f:", "  :submitters:", "  - :name: *a29", "    :sid: s1"])
    assert [place.who for place in places_in(text).values()] == ["s1"]


HALF = "\ud800 and \udfff"


@pytest.mark.parametrize(
    "content",
    [
        {"metadata": {"authors": [{"name": "\ud800"}, "\udfff"]}},
        {"cells": [{"cell_type": "markdown", "source": f"Students: {HALF}"}]},
    ],
)
def test_half_characters_in_names_are_spelled_out(content: dict) -> None:
    assert names_in(json.dumps(content).encode()) == ("\\ud800", "\\udfff")


@pytest.mark.parametrize("is_zip", [False, True])
def test_a_notebook_that_lies_too_deep_is_said(tmp_path: Path, is_zip: bool) -> None:
    """Its student is there, and not graded: nobody is missing in silence."""
    deep = f"ada/{'d/' * 8}03.ipynb"
    copies = f"grace/{'d/' * 4}.ipynb_checkpoints/a/03.ipynb"
    members = [(name, GOOD) for name in ("grace/03.ipynb", deep, copies)]
    if is_zip:
        (tmp_path / "class.zip").write_bytes(packed(*members))
    for name, data in () if is_zip else members:
        (tmp_path / "class" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "class" / name).write_bytes(data)
    found = {item.student: item for item in collect(tmp_path / f"class{'.zip' * is_zip}")}
    assert "deeper than 6 folders" in found["ada"].problem
    assert [*found] == ["ada", "grace"]
    assert not found["grace"].problem


@few
@given(st.binary(max_size=200) | st.binary(max_size=200).map(lambda b: GOOD[:50] + b))
def test_every_file_and_every_repository_is_read(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    folder = tmp_path_factory.mktemp("class")
    making.hand_in(folder, grace=GOOD)
    (folder / "ada.zip").write_bytes(data)
    (folder / "ada.ipynb").write_bytes(data)
    assert graces(collect(folder))


@few
@given(st.data())
def test_every_damaged_zip_is_read(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    damaged = bytearray(packed(("03.ipynb", GOOD), ("notes.txt", b"x")))
    for _ in range(data.draw(st.integers(1, 8))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(
            st.integers(0, 255)
        )
    folder = tmp_path_factory.mktemp("class")
    making.hand_in(folder, grace=GOOD)
    (folder / "ada.zip").write_bytes(damaged)
    found = collect(folder)
    assert graces(found)
    for item in found:
        assert item.digest()


def test_a_name_ends_alike_in_every_python() -> None:
    assert [ending(n) for n in ("a.ZIP", ".zip", "a.", "..", "..zip")] == [
        *(".zip", "", "", "", ".zip")
    ]
    assert [without_ending(n) for n in ("a.b.zip", "..zip", "...zip", "a.")] == [
        *("a.b", "..zip", "...zip", "a.")
    ]


@pytest.mark.parametrize(
    "text",
    ["# Students: Ada, Grace", "x\n**Students:** Ada and Grace", "Team:\n\n Ada & Grace"],
)
def test_names_are_found_behind_their_title_and_below_it(text: str) -> None:
    content = {"metadata": {}, "cells": [{"cell_type": "markdown", "source": text}]}
    assert names_in(json.dumps(content).encode()) == ("Ada", "Grace")


# --- the process that looks ----------------------------------------------------


def _take_memory() -> int:
    return len(bytearray(8 << 30))


def _nest() -> int:
    return _nest()


def _leave() -> None:
    os._exit(0)


def _fail() -> None:
    raise KeyError("whatever")


def _divide(this: int, by: int) -> tuple[int, int]:
    return divmod(this, by)


def _who() -> int:
    return os.getpid()


def _go_on() -> None:
    while True:
        pass


def _go_on_in_c() -> int:
    return max(itertools.repeat(1))


def _same(text: str, place: PurePosixPath, data: bytes) -> tuple[str, PurePosixPath, bytes]:
    return text, place, data


def _refuse() -> None:
    raise UnreadableNotebook("It is empty.")


@pytest.mark.parametrize(
    ("work", "says"),
    [
        (_take_memory, "ada.zip cannot be read: looking into it took more than 1024 MiB"),
        (_nest, "ada.zip cannot be read: it is nested too deeply."),
        (_leave, "ada.zip cannot be read: looking into it ended the process that did."),
        (_fail, "ada.zip cannot be read: looking into it failed (KeyError)."),
        (_refuse, "It is empty."),
    ],
)
def test_a_look_ends_with_a_sentence_and_the_next_one_is_well(
    work: object, says: str
) -> None:
    with pytest.raises(UnreadableNotebook) as problem:
        look("ada.zip", work)  # type: ignore[arg-type]
    assert str(problem.value).startswith(says)
    assert look("grace.zip", _divide, 7, 2) == (3, 1)


def test_one_process_looks_for_everybody() -> None:
    assert look("ada", _who) == look("grace", _who) != os.getpid()


def test_what_crosses_comes_as_it_was() -> None:
    """A name that is no text, too, and a text that is none."""
    given = os.fsdecode(b"M\xfcller.zip"), PurePosixPath("a/\udcfc"), b"\xff\0"
    assert look("ada.zip", _same, *given) == given


@pytest.mark.slow
def test_a_look_that_does_not_end_is_ended() -> None:
    """In Python, and in a library's own code, where no alarm is heard."""
    with pytest.raises(UnreadableNotebook, match="took more than 20 seconds"):
        look("ada.zip", _go_on)
    with pytest.raises(UnreadableNotebook, match="ended the process"):
        look("ada.zip", _go_on_in_c)


def test_a_class_of_nothing_else_is_still_refused(tmp_path: Path) -> None:
    with pytest.raises(SubmissionsProblem):
        collect(tmp_path)
    with pytest.raises(UnreadableNotebook):
        StoredFile(str(tmp_path / "gone.ipynb")).read()


def test_where_nobody_can_look_the_machine_is_said_and_no_student(tmp_path: Path) -> None:
    making.hand_in(tmp_path / "class", ada=GOOD)
    program = (
        "import sys\nfrom autograder.cli import main\nsys.executable = '/nowhere/python'\n"
        "main(['similarity', 'class', '--key', 'toy_key'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=making.environment(tmp_path),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("The process that reads what was handed in cannot be")
