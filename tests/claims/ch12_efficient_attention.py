"""What the claims of chapter 12 stand on."""

from __future__ import annotations

import numpy as np

from attention_lessons.readers_parts import softmax
from attention_lessons.real_model_study import ORDINARY
from attention_lessons.smollm2 import load_smollm2
from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
    code_of,
)

PAGE = "chapters/12-efficient-attention.md"


def long_vectors_fail() -> Control:
    """Rival: less even weights do it.  Here all are flat, and only lengths differ."""
    space = code_of(PAGE, "attention", "linear_attention", "random_features", "error")
    case, rival = [], []
    for seed in range(3):
        rng = np.random.default_rng(seed)
        q, k, v = rng.normal(size=(3, 256, 16))
        first = np.arange(16) < 8
        directions = rng.normal(size=(16, 1024))
        for side, spread in ((case, 1.0), (rival, 0.5)):
            a, b = spread * 2**0.5 * np.array([q * first, k * ~first])
            features = (space["random_features"](x, directions) for x in (a, b))
            found = space["linear_attention"](*features, v)
            side.append(space["error"](found, space["attention"](a, b, v)))
    return Control(case, rival, "above", by=0.3)


def one_place_too_far() -> Control:
    """Rival: a step of one is small; then it would cost less than losing all order."""
    model = load_smollm2()
    right, heads = model.parts.apply_rope, model.config.n_heads

    def too_far(x, positions, base):
        return right(x, positions + (x.shape[-3] == heads), base)

    def nowhere(x, positions, base):
        return right(x, 0 * positions, base)

    case, rival = [], []
    for text in ORDINARY[:3]:
        ids = model.tokenizer.encode(text)
        for side, rope in ((case, too_far), (rival, nowhere)):
            p = softmax(model.with_parts(apply_rope=rope).logits(ids)[:-1].astype(float))
            side.append(float(-np.log(p[np.arange(len(p)), ids[1:]]).mean()))
    return Control(case, rival, "above", by=0.3)


CLAIMS = [
    Claim(
        "Queries have numbers in the first eight features only and keys in the other "
        "eight, so that every score is 0 and attention is the plain mean.",
        Measured(
            "assert np.allclose(exact, v.mean(axis=0))  # perfectly flat weights",
        ),
    ),
    Claim(
        "Uneven weights are not needed for that. With perfectly flat weights and vectors "
        "of the same norm, random features fail too.",
        Controlled(long_vectors_fail),
    ),
    Claim(
        "sharpness is not needed and large norms are enough", Controlled(long_vectors_fail)
    ),
    Claim(
        "it is about twice as much, because the result is twice as long",
        Measured("assert 1.5 < doubled < 2.1"),
    ),
    Claim(
        "of the 1,024 tiles only the 528",
        Measured("assert (tiles_in_all, tiles_needed) == (1024, 528)"),
    ),
    Claim(
        "The format keeps float32's range and gives up most of its digits",
        Measured('print(f"1/3 in bf16: {third.bfloat16().item():.6f}")'),
    ),
    Claim(
        "Only the cache gets smaller, and the matrices that make keys and values",
        Measured('print("multi-head:", k.nbytes + v.nbytes', prints="multi-query: 320"),
    ),
    Claim(
        "Pair 31 reaches an angle in the longer text that the model has never seen",
        Measured("slow = [pair for pair in range(32)", prints="11 of 32 pairs never come"),
    ),
    Claim(
        "Both kinds of scaling bring pair 31 back to the angle of the training.",
        Measured("raised = 10000.0 * 4 ** (64 / 62)", prints="a raised base 1.00 0.27"),
    ),
    Claim(
        "Linear attention *is* a recurrence, and its cache never grows.",
        Measured("assert np.allclose(by_table[i], f_q[i] @ memory / (f_q[i] @ total))"),
    ),
    Claim(
        "because their *first block* may be blocked as a whole",
        Measured(
            'print("factor", np.exp(largest - new)', prints="factor nan powers [nan nan]"
        ),
    ),
    Claim(
        "above 2,048 it cannot tell every whole number from the next",
        Measured("assert np.float16(2049) == 2048"),
    ),
    Claim(
        "Neighbouring tokens share a position, and only far into the text",
        Measured("torch.tensor(257.0).bfloat16() == 256"),
    ),
    Claim(
        "chapter 14 then predicts next tokens worse than with no positions at all.",
        Controlled(one_place_too_far, slow=True),
    ),
    Claim(
        'because some of its "weights" are negative',
        Measured("assert np.abs(positive).max() < np.abs(v).max()"),
    ),
    Claim(
        "Each head has its own slope, so some heads look near and others far.",
        Measured("assert far[0] < 2 and 200 < far[7] < 300"),
    ),
    Claim(
        "Turned queries and keys have scores that depend on the distance alone.",
        Measured("assert np.allclose(moved, stayed)  # the distance alone counts"),
    ),
]
