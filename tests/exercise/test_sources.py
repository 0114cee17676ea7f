"""What stands behind a chapter's verdicts, and what a section is called."""

import importlib
import sys

import pytest

from autograder.exercise.definition import Chapter
from autograder.exercise.imports import module_dependencies
from autograder.exercise.key import Key, load_key
from autograder.exercise.sources import (
    ENGINE,
    chapter_digest,
    engine_digest,
    key_modules,
    libraries_of,
)
from autograder.reporting.headings import anchor_of, read_headings

FILES = {
    "__init__.py": "",
    "shared.py": "import numpy as np\n",
    "one.py": "from . import shared\nfrom somekey.deep.inner import thing\n",
    "two.py": "def late():\n    import torch.nn\n    from .shared import x\n",
    "three.py": "import importlib\nmade = importlib.import_module('somekey.' + 'one')\n",
    "alone.py": "",
    "deep/__init__.py": "",
    "deep/inner.py": "from .. import two\nthing = 1\n",
}


@pytest.fixture
def key(tmp_path, monkeypatch):
    """A key on disk, which is never imported."""
    for name, text in FILES.items():
        path = tmp_path / "somekey" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    names = ("one", "two", "three", "alone")
    found = Key("somekey", tuple(map(chapter, names)))
    yield found
    assert "somekey" not in sys.modules


def chapter(name: str) -> Chapter:
    return Chapter(name, name.title(), name, f"somekey.{name}")


@pytest.mark.parametrize(
    ("name", "behind"),
    [
        ("alone", {"alone"}),
        ("two", {"two", "shared"}),
        ("one", {"one", "shared", "deep", "deep.inner", "two"}),
    ],
)
def test_what_a_chapter_imports_is_followed(key, name, behind):
    found = key_modules(key, chapter(name))
    assert set(found) == {"somekey", *(f"somekey.{module}" for module in behind)}


def test_a_module_that_imports_by_name_may_need_all_of_them(key):
    assert len(key_modules(key, chapter("three"))) == len(FILES)


def test_only_the_chapters_behind_which_a_file_stands_are_touched(key, tmp_path):
    before = {c.name: chapter_digest(key, c) for c in key.chapters}
    (tmp_path / "somekey" / "two.py").write_text("# another\n")
    after = {c.name: chapter_digest(key, c) for c in key.chapters}
    assert {n for n in before if before[n] != after[n]} == {"one", "two", "three"}


def test_the_libraries_of_a_chapter_are_known_without_importing_them(key):
    assert "torch" in libraries_of(key, chapter("two"))
    assert "torch" not in libraries_of(key, chapter("alone"))


def test_a_key_in_one_file_is_a_key(tmp_path, monkeypatch):
    (tmp_path / "lonely_key.py").write_text("x = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    one = Chapter("c", "C", "c", "lonely_key")
    assert set(key_modules(Key("lonely_key", (one,)), one)) == {"lonely_key"}


def test_the_engine_is_what_grades_and_not_what_writes_pages():
    assert len(engine_digest()) == 32
    found = set(module_dependencies(ENGINE, ["autograder"]))
    needed = {"checking.judge", "notebooks.slicing", "sandbox.session", "sandbox.child"}
    assert {f"autograder.{name}" for name in needed} <= found
    rooms = {name.split(".")[1] for name in found if "." in name}
    assert not {"reporting", "pages", "commands", "cli"} & rooms


# --- headings -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("GradientTape: which way is down", "gradienttape-which-way-is-down"),
        ("Step 8: repeat", "step-8-repeat"),
        ("Naïve `softmax()`", "naive-softmax"),
    ],
)
def test_an_anchor_is_made_as_the_book_makes_it(heading, anchor):
    assert anchor_of(heading) == anchor


def test_headings_are_read_from_the_book_beside_the_key(key, tmp_path):
    text = "# One\n\n```python\n# no heading\n```\n\n## What `it` *stores*: [all](x.md)\n"
    (tmp_path / "told").mkdir()
    (tmp_path / "told" / "one.md").write_text(text)
    (tmp_path / "pyproject.toml").write_text('[tool.autograder]\ntexts = "told"\n')
    assert read_headings(key) == {
        "one#one": "One",
        "one#what-it-stores-all": "What it stores: all",
    }


def test_a_damaged_book_is_no_reason_not_to_grade(key, tmp_path):
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "one.ipynb").write_text("{")
    assert read_headings(key) == {}


def test_every_section_of_this_books_key_has_a_heading():
    key = load_key()
    headings = read_headings(key)
    chapter = next(c for c in key.chapters if c.prefix == "numpy")
    missing = [e.section for e in key.exercises(chapter) if e.section not in headings]
    assert missing == []
