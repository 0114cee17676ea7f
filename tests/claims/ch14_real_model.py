"""What the claims of chapter 14 stand on."""

import numpy as np
import pytest

from attention_lessons import real_model_study as study
from attention_lessons.model_files import ModelFileProblem
from attention_lessons.smollm2 import load_smollm2
from tests.claims.register import Control, control

PAGE = "chapters/14-real-model.md"


@control("The norm before each part, alone, costs half of what they gain.")
def rotary_gains_most() -> Control:
    """Rival: the differences are those between seeds, or another change does as much.

    And what else the paragraph says of the table: its shares, and that seeds agree.
    """
    losses = {
        name: found["losses"] for name, found in study.since_2017()["variants"].items()
    }
    base = np.mean(losses["as in 2017"])
    single = [n for n in losses if n not in ("as in 2017", "all of them")]
    gains = {name: base - max(losses[name]) for name in single}
    others = [base - min(losses[n]) for n in single if n != "rotary positions"]
    cost = np.mean(losses["norm before each part"]) - base
    assert 0.45 < cost / (base - np.mean(losses["rotary positions"])) < 0.55
    return Control([gains["rotary positions"]] * len(others), others, "above", by=0.15)


@control("In those both seeds agree on the direction, but two seeds are too few to trust.")
def seeds_agree() -> Control:
    """Rival: of the four small differences, some change their side with the seed."""
    found = {n: one["losses"] for n, one in study.since_2017()["variants"].items()}
    base = found["as in 2017"]
    small = [found[n] for n in ("RMSNorm", "SwiGLU", "grouped queries", "no biases")]
    nearest = [max(min(some) - max(base), min(base) - max(some)) for some in small]
    return Control(nearest, [0.0] * len(small), "above", by=0.001)


@control("of 25 texts the loss falls on 17 and rises on 8", slow=True)
def no_mask_is_no_rule() -> Control:
    """Rival: whatever the text, a model that sees the next token has the lower loss."""
    try:
        model = load_smollm2()
    except ModelFileProblem as problem:
        pytest.skip(str(problem))
    open_to_all = study.mistakes(model)["no causal mask"]
    prompts = [row["prompt"] for row in study.reference_logits()["prompts"]]
    texts = [model.tokenizer.encode(t) for t in (study.TEXT, *study.ORDINARY[1:], *prompts)]
    case, rival = ([study.loss(one, ids) for ids in texts] for one in (open_to_all, model))
    assert sum(np.array(case) < np.array(rival)) == 17
    assert len(texts) == 25
    return Control(case, rival, "below", by=0.3, share=0.6)
