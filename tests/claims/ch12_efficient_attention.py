"""What the claims of chapter 12 stand on."""

import numpy as np

from attention_lessons.readers_parts import softmax
from attention_lessons.real_model_study import ORDINARY
from attention_lessons.smollm2 import load_smollm2
from tests.claims.register import Control, code_of, control

PAGE = "chapters/12-efficient-attention.md"


@control(
    "Uneven weights are not needed for that. With perfectly flat weights and vectors "
    "of the same norm, random features fail too.",
    "sharpness is not needed and large norms are enough",
)
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


@control(
    "chapter 14 then predicts next tokens worse than with no positions at all.",
    slow=True,
)
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
