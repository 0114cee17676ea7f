"""Chapter 15's decoder, asked more texts than stand on the page."""

from __future__ import annotations

import numpy as np
import pytest

from attention_lessons import inside_sets as sets
from attention_lessons.model_files import ModelFileProblem
from attention_lessons.smollm2 import Model, load_smollm2
from solutions.ch15_inside_a_model.mean_ablate import mean_ablate
from tests.claims.register import Control, control

PAGE = "chapters/15-inside-a-model.md"

LOUD = ((23, 2), (23, 7))  # the induction heads whose own vector names the next piece


def opened() -> Model:
    """SmolLM2, or the test is skipped."""
    try:
        return load_smollm2()
    except ModelFileProblem as problem:
        pytest.skip(str(problem))


@control(
    "without the head the vector is longer, and the norm divides by its size",
    slow=True,
)
def longer_without_the_head() -> Control:
    """Rival: the norm divides by the same size. Sizes without (29, 0) and with it."""
    decoder = opened()
    prompts = sets.prompts(decoder, "capitals", 6)
    traces = [decoder.trace(prompt.clean) for prompt in prompts]
    case, rival = [], []
    for prompt, trace, means in zip(
        prompts, traces, sets.means_of_others(traces), strict=True
    ):
        edit = sets.heads_off([sets.AGAINST], means, mean_ablate)
        changed = decoder.trace(prompt.clean, edit_heads=edit)
        for side, read in ((case, changed), (rival, trace)):
            side.append(float(np.sqrt((read.hidden[-1, -1] ** 2).mean())))
    return Control(case, rival, "above", by=0.1)


@control(
    "Two name it, and little is lost without them. Six hardly name it, and without "
    "them nearly all is lost, and (23, 2) no longer names it either.",
    slow=True,
)
def quiet_heads_do_it() -> Control:
    """Rival: the heads that name the next piece are those that the copying needs."""
    decoder = opened()
    best = [tuple(head) for head in sets.stored()["repetition"]["best"]]
    quiet = [head for head in best if head not in LOUD]
    others = [decoder.trace(sets.repeated(decoder, seed)) for seed in (100, 101)]
    means = np.mean([t.z[:, 1:].mean(axis=1) for t in others], axis=0)

    def loss_without(heads: list[sets.Head], seed: int) -> float:
        ids = sets.repeated(decoder, seed)
        edit = sets.heads_off(heads, means, mean_ablate)
        return sets.second_copy(decoder.trace(ids, edit_heads=edit), ids)

    case, rival = ([loss_without(hs, seed) for seed in range(3)] for hs in (quiet, LOUD))
    return Control(case, rival, "above", by=4)
