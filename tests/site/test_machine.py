"""The machine that grows through five chapters, on the numbers of the first page."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from attention_figures import front_page, machine
from attention_figures.svg import Figure

ROOT = Path(__file__).resolve().parents[2]
STAGES = {
    "02-by-hand": machine.one_asks,
    "03-numpy": machine.all_ask,
    "08-multi-head": machine.two_heads,
    "09-transformer-block": machine.block,
    "14-real-model": lambda: machine.whole(576, 30, 49_152),
}
CELL = re.compile(
    r'<text [^>]*ui-monospace[^>]*?(?P<old> opacity="0.72")?>(?P<number>[^<]*)<'
)


def numbers(figure: Figure, *, old: bool) -> list[str]:
    """What stands in a drawing's cells: what is new in it, or what earlier ones had."""
    return [m["number"] for m in CELL.finditer(figure.svg) if bool(m["old"]) == old]


@pytest.mark.parametrize("chapter", STAGES)
def test_a_chapter_shows_its_stage_of_the_machine(chapter: str):
    notebook = json.loads((ROOT / f"notebooks/{chapter}.ipynb").read_text())
    stored = [
        "".join(output["data"]["text/plain"])
        for cell in notebook["cells"]
        for output in cell.get("outputs", [])
        if "image/svg+xml" in output.get("data", {})
    ]
    assert STAGES[chapter]().alt in stored


def test_it_begins_with_the_numbers_of_the_first_page():
    shown = numbers(machine.one_asks(), old=False)
    assert [f"{w:.3f}" for w in front_page.WEIGHTS] == [n for n in shown if len(n) == 5]
    assert [f"{x:.2f}" for x in front_page.CONTEXT] == shown[-2:]


@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_what_is_grey_stood_in_the_stages_before(place: int):
    stages = [stage() for stage in STAGES.values()]
    before = {
        n for each in stages[:place] for old in (0, 1) for n in numbers(each, old=old)
    }
    tokens = {f"{n}" for n in machine.TOKENS[-1]}
    new_keys = {"0, 0"}  # of the word that now answers too
    grey = numbers(stages[place], old=True)
    assert grey
    assert set(grey) <= before | tokens | new_keys
    assert numbers(stages[place], old=False) or place == 4


def test_what_it_shows_is_attention_as_the_chapters_have_it():
    from solutions.ch03_numpy.self_attention import EXERCISE

    for (queries, keys, values), context in zip(
        (machine.WHO, machine.STATE), machine.run().contexts, strict=True
    ):
        expected = EXERCISE.reference(machine.TOKENS, queries, keys, values)
        np.testing.assert_allclose(context, expected)


def test_the_block_is_pytorchs_with_the_norm_behind():
    import torch

    r = machine.run()
    x = torch.tensor(machine.TOKENS + r.attended)
    summed = torch.nn.functional.layer_norm(x, (4,), eps=0).numpy()
    np.testing.assert_allclose(r.summed, summed)
    hidden = torch.relu(torch.tensor(summed @ machine.W_1)).numpy()
    np.testing.assert_allclose(r.fed, hidden @ machine.W_2)
    out = torch.nn.functional.layer_norm(torch.tensor(summed + r.fed), (4,), eps=0)
    logits = out[-1] @ torch.tensor(machine.TABLE.T, dtype=out.dtype)
    np.testing.assert_allclose(r.chances, torch.softmax(logits, -1).numpy())


def test_the_next_word_of_the_small_machine_is_a_living_thing_in_a_state():
    assert machine.VOCABULARY[int(machine.run().chances.argmax())] == "slept"
