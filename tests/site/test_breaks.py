"""Mistakes to break the real model with: the key has them, and with each it writes."""

import json
from pathlib import Path
from typing import Any

import pytest

from attention_lessons.model_files import SMOLLM2, is_installed, model_path
from autograder.exercise.key import load_key
from page_python import shelf, writer
from page_python.breaks import BREAKS, broken

PROMPT = "Once upon a time, a small robot"
TOKENS = 4
EACH = [(id_, mistake) for id_, named in BREAKS.items() for mistake in named]


@pytest.fixture(scope="module", autouse=True)
def _catalogue():
    """What the bundle lists, from the key itself."""
    entries = {
        exercise.id: {
            "id": exercise.id,
            "name": exercise.name,
            "chapter": chapter.name,
            "module": f"{chapter.module}.{exercise.id.partition('.')[2]}",
        }
        for chapter in load_key().chapters
        for exercise in load_key().exercises(chapter)
        if exercise.id in writer.PARTS
    }
    patch = pytest.MonkeyPatch()
    patch.setattr(shelf, "catalogue", lambda: entries)
    yield
    patch.undo()


@pytest.mark.parametrize(("id_", "mistake"), EACH)
def test_the_key_has_every_mistake_that_the_page_offers(id_: str, mistake: str):
    assert callable(broken(id_, mistake))
    assert id_ in writer.PARTS


def test_another_mistake_is_not_taken():
    with pytest.raises(LookupError, match="no mistake"):
        broken("numpy.softmax", "import os")


def test_what_is_chosen_takes_the_place_of_what_has_passed():
    source = "def softmax(scores, axis=-1):\n    return scores\n"
    parts = writer.parts_of(
        {"numpy.softmax": source},
        {"numpy.softmax": writer.REFERENCE, "efficient.apply_rope": "halves-paired"},
    )
    assert not parts["softmax"].own
    assert parts["apply_rope"].mistake == "halves-paired"


@pytest.fixture(scope="module")
def opened():
    if not is_installed(SMOLLM2):
        pytest.skip("The models are not installed: make models")
    import numpy as np

    data = np.frombuffer(Path(model_path(SMOLLM2)).read_bytes(), np.uint8)
    writer.open_model(data, lambda layer, of: None)
    yield written({})
    writer._opened().clear()


def written(chosen: dict[str, str]) -> tuple[str, list[Any]]:
    """What the model writes with some of its functions chosen, and what was likeliest."""
    asked = {"prompt": PROMPT, "most": TOKENS, "passed": {}, "chosen": chosen}
    text = writer.begin(json.dumps(asked))
    pieces = []
    while not (piece := json.loads(text.next())).get("done"):
        pieces.append(piece)
    assert "error" not in piece
    likely = [each["likely"] for each in pieces if "likely" in each]
    return "".join(each.get("text", "") for each in pieces), likely


@pytest.mark.slow
@pytest.mark.parametrize(("id_", "mistake"), EACH)
def test_a_broken_model_writes_and_finds_something_else_likely(
    opened, id_: str, mistake: str
):
    text, likely = written({id_: mistake})
    assert text
    assert (text, likely) != opened


@pytest.mark.slow
def test_the_first_text_is_a_pleasure(opened):
    text, _ = opened
    assert text.startswith(' named "')
