"""Chapter 15's decoder, asked more texts than stand on the page."""

from __future__ import annotations

import numpy as np
import pytest

from attention_lessons import inside_sets as sets
from attention_lessons.model_files import ModelFileProblem
from attention_lessons.smollm2 import load_smollm2
from solutions.ch15_inside_a_model.mean_ablate.exercise import mean_ablate
from tests.claims.register import Control

LOUD = ((23, 2), (23, 7))  # the induction heads whose own vector names the next piece


def quiet_heads_do_it() -> Control:
    """Rival: the heads that name the next piece are those that the copying needs."""
    try:
        decoder = load_smollm2()
    except ModelFileProblem as problem:
        pytest.skip(str(problem))
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
