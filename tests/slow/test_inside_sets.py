"""Chapter 15's questions asked again of some prompts and of one repeated text."""

import make_inside_sets as script
import pytest

from attention_lessons import inside_sets as sets
from attention_lessons.model_files import SMOLLM2, is_installed
from attention_lessons.smollm2 import load_smollm2

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not is_installed(SMOLLM2), reason="SmolLM2 is not installed: make models"
    ),
]


@pytest.fixture(scope="module")
def decoder():
    return load_smollm2()


@pytest.mark.parametrize("name", sets.FRAMES)
def test_what_is_carried_and_added_comes_out_as_it_is_stored(decoder, name):
    stored = sets.stored()["families"][name]
    assert len(stored) == len(sets.prompts(decoder, name)) >= 20
    for again, row in zip(script.family(decoder, name, 2), stored, strict=False):
        assert again["word"] == row["word"]
        assert again["whole"] == pytest.approx(row["whole"], abs=0.01)
        for layer, share in row["moved"]["last"].items():
            assert again["moved"]["last"][int(layer)] == pytest.approx(share, abs=0.01)
        adds = again["heads"]["carrier"]["adds"]
        assert adds == pytest.approx(row["heads"]["carrier"]["adds"], abs=0.01)


def test_a_repeated_text_loses_what_is_stored(decoder):
    stored = sets.stored()["repetition"]
    again = script.repetition(decoder, texts=1)
    assert [list(head) for head in again["best"]] == stored["best"]
    for name, loss in stored["texts"][0]["loss"].items():
        assert again["texts"][0]["loss"][name] == pytest.approx(loss, abs=0.02)
    for name, score in stored["texts"][0]["score"].items():
        assert again["texts"][0]["score"][name] == pytest.approx(score, abs=0.01)
