"""What a student's copy holds back until an answer is right: why it is."""

import base64
import json
import re
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from exercise_ids import exercise_ids

from autograder.checking.check import check
from autograder.exercise.key import load_key
from autograder.handout.bundle import _CHAPTER, _PACKAGE
from autograder.handout.reasons import INSTEAD, take_reasons
from autograder.handout.recording import ChapterFile
from autograder.handout.salted_digest import salted_digest

ROOT = Path(__file__).resolve().parents[2]
KEY = load_key()
CHOICES = exercise_ids(having=r"^from solutions\.choices")
CHECK = {"metadata": {"exercise": {"id": "a.b", "role": "check"}}, "cell_type": "code"}


def text(source: str) -> dict:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def test_what_is_folded_below_a_choice_is_taken_to_the_next_heading():
    cells = [
        text("<details>\nabove\n</details>"),
        {**CHECK, "source": "check"},
        text("<details>\n<summary>Why</summary>\nfirst\n</details>\n\nand on"),
        {"cell_type": "code", "metadata": {}, "source": "x = 1"},
        text("<details>\nsecond\n</details>\n## Next\n<details>\nthird\n</details>"),
        text("<details>\nfourth\n</details>"),
    ]
    found = take_reasons(cells, {"a.b"})
    assert [*found] == ["a.b"]
    assert "first" in found["a.b"]
    assert "second" in found["a.b"]
    left = "".join(cell["source"] for cell in cells)
    assert [w in left for w in ("above", "first", "second", "third", "fourth")] == [
        *(True, False, False, True, True)
    ]
    assert left.count(INSTEAD) == 2
    assert "and on" in left


def test_of_what_is_no_choice_nothing_is_taken():
    cells = [{**CHECK, "source": ""}, text("<details>\nkept\n</details>")]
    assert take_reasons(cells, {"another.one"}) == {}
    assert "kept" in cells[1]["source"]


@pytest.mark.parametrize("chapter", KEY.chapters, ids=lambda chapter: chapter.name)
def test_of_every_graded_choice_the_reason_is_withheld(chapter):
    """All that is folded below its check; what follows it is the lesson's own text."""
    choices = {each for each in CHOICES if each.startswith(f"{chapter.prefix}.")}
    path = ROOT / "notebooks" / f"{chapter.name}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    found = take_reasons(cells, choices)
    assert {*found} == choices
    for reasons in found.values():
        assert "<summary>" in reasons


def test_a_right_choice_shows_why_and_a_wrong_one_does_not(copy_of_one, capsys):
    name = copy_of_one
    check("temperature.predict", "a", key=name)
    assert "slopes differ" not in capsys.readouterr().out
    check("temperature.predict", "c", key=name)
    assert "slopes differ" in capsys.readouterr().out


@pytest.mark.parametrize("chapter", KEY.chapters, ids=lambda chapter: chapter.name)
def test_no_reason_can_be_read_in_a_copys_file(chapter):
    """Neither as it is, nor packed: what opens it is the right letter."""
    choices = {each for each in CHOICES if each.startswith(f"{chapter.prefix}.")}
    path = ROOT / "notebooks" / f"{chapter.name}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    reasons, file = take_reasons(cells, choices), ChapterFile()
    for exercise in filter(lambda e: e.id in choices, KEY.exercises(chapter)):
        file.add(exercise, 1.0, reasons[exercise.id])
    data = file.to_bytes()
    packed = [base64.b64decode(each) for each in re.findall(rb"[\w+/]{24,}={0,2}", data)]
    for each in (data, *packed, *map(_unpacked, packed)):
        assert not [words for words in reasons.values() if words[20:60].encode() in each]


def _unpacked(data: bytes) -> bytes:
    try:
        return zlib.decompress(data)
    except zlib.error:
        return b""


def test_the_right_word_opens_what_is_sealed_and_no_other_does():
    right = salted_digest("c", 0.0)
    sealed = right.sealed("because of this: ä")
    kept = replace(right, key=b"")  # as a file has it
    assert kept.opened("c", sealed) == "because of this: ä"
    for wrong in ("a", "cc", "", 3, None):
        assert kept.opened(wrong, sealed) == ""
        assert kept.wrong(wrong) != []


def test_what_a_digest_was_made_with_has_to_be_found_again():
    """Else a guess would cost nothing beside what it costs to check an answer."""
    salt = b"the same for all"
    made = {salted_digest("c", 0.0, salt).digests for _ in range(20)}
    assert len(made) > 10
    assert all(salted_digest("c", 0.0, salt).wrong("c") == [] for _ in range(3))


@pytest.fixture
def copy_of_one(tmp_path, monkeypatch) -> str:
    """The package of a key as students have it, with one chapter."""

    key = load_key("toy_key")
    chapter = key.chapters[0]
    file = ChapterFile()
    for exercise in key.exercises(chapter):
        reason = "slopes differ" if exercise.kind == "choice" else ""
        file.add(exercise, 1.0, reason, key.answers(exercise.id))
    folder = tmp_path / "copy_with_reasons"
    (folder / "examples").mkdir(parents=True)
    (folder / "examples" / f"{chapter.prefix}.bin").write_bytes(file.to_bytes())
    (folder / f"{chapter.prefix}_examples.py").write_text(_CHAPTER.format(c=chapter))
    rows = [[chapter.name, chapter.title, chapter.prefix, f"{chapter.prefix}_examples"]]
    (folder / "__init__.py").write_text(_PACKAGE.format(rows=json.dumps(rows)))
    monkeypatch.syspath_prepend(tmp_path)
    return "copy_with_reasons"
