"""What the claims of chapter 18 stand on."""

from itertools import product

import numpy as np

from attention_lessons import long_contexts as study
from solutions.ch18_long_contexts.delta_rule import delta_rule
from solutions.ch18_long_contexts.stretch_rope import stretch_rope
from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
)
from tests.claims.sink_reading import its_value_counts, sinks, smollm2

PAGE = "chapters/18-long-contexts.md"


def fast_pairs() -> Control:
    """What it costs to halve all speeds; the rival: YaRN, which keeps the fast."""
    model = smollm2()
    cost: dict[str, list[float]] = {"interpolation": [], "yarn": []}
    for ids in study.docstring_ids(model, 3, 200):
        plain = study.loss_after(model, ids)
        for way, found in cost.items():
            speeds = stretch_rope(64, 8192, 2, way, model.config.base)

            def turn(x, positions, _base, speeds=speeds):
                angles = np.outer(positions, speeds)
                pairs = (x[..., 0::2] + 1j * x[..., 1::2]) * np.exp(1j * angles)
                both = np.stack([pairs.real, pairs.imag], axis=-1)
                return both.reshape(x.shape).astype(np.float32)

            changed = model.with_parts(apply_rope=turn)
            found.append(study.loss_after(changed, ids) - plain)
    return Control(cost["interpolation"], cost["yarn"], "above", by=0.3)


def read_again(*counts: int) -> np.ndarray:
    """Errors of reading all of so many pairs: added, added and scaled, the delta rule."""
    errors = []
    for n, seed in product(counts, range(5)):
        rng = np.random.default_rng(seed)
        k = rng.normal(size=(n, 32))
        k /= np.linalg.norm(k, axis=1, keepdims=True)
        v, ones = rng.normal(size=(n, 16)), np.ones(n)
        _, S = delta_rule(k, k, v, ones, ones, np.zeros((32, 16)))
        added = k @ (k.T @ v)
        ways = (added, 32 / (31 + n) * added, k @ S)
        errors.append([study.relative(way, v) for way in ways])
    return np.array(errors).T


def reads_better() -> Control:
    """What is read with all keys again: after the delta rule, and after adding."""
    added, _, once = read_again(8, 16, 32, 64)
    return Control(once, added, "below", by=0.02)


def adding_scaled() -> Control:
    """Rival to the delta rule: the sum, times the factor that brings it nearest."""
    _, scaled, once = read_again(16)
    assert np.abs(scaled - once).max() < 0.06
    _, scaled, once = read_again(32, 64)
    return Control(scaled, once, "below", by=0.01)


def in_two_bits(which: str, along: str) -> list[float]:
    """What two bits cost on four stretches of text, in nats."""
    return study.cache_bits()["rise"][f"{which} along {along}, 2 bits"]


def keys_by_feature() -> Control:
    """Rival: for keys, too, a group is best along a token's features."""
    cost = in_two_bits("keys", "tokens"), in_two_bits("keys", "features")
    return Control(*cost, "below", by=0.5)


def values_by_token() -> Control:
    """Rival: what suits the keys suits the values."""
    cost = in_two_bits("values", "features"), in_two_bits("values", "tokens")
    return Control(*cost, "below", by=0.5)


def keys_suffer_more() -> Control:
    """Rival: grouped as it suits each, keys and values lose alike."""
    cost = in_two_bits("keys", "tokens"), in_two_bits("values", "features")
    return Control(*cost, "above", by=0.1)


SHARED = Measured("assert cache.blocks() == 63 + 20 * 4 and alone == 1320")

CLAIMS = [
    Claim(
        "The last twelve pairs do not come round once in 8,192 tokens",
        Measured("assert (turns < 1).sum() == 12 and (turns < 1)[-12:].all()"),
    ),
    Claim(
        "eleven still go a little beyond their trained angles.",
        Measured("assert beyond == [0, 11, 0]"),
    ),
    Claim(
        "because it slows the fast pairs, which this text needs as they were.",
        Controlled(fast_pairs, slow=True),
    ),
    Claim(
        "The latent is far better with the same 128 numbers.",
        Measured("assert latent[128] < shared - 1"),
    ),
    Claim(
        "From 192 to 256 numbers on, the latent costs next to nothing on this text",
        Measured("assert latent[192] < usual + 0.2 and latent[256] < usual + 0.1"),
    ),
    Claim(
        "latent of 20 numbers beats the shared head, but both models are ruined",
        Measured("assert usual + 1 < latent[20] < shared"),
    ),
    Claim(
        "The loss gets much better, nearly as good as with all tokens.",
        Measured('assert nats["masked: 60 and the first 4"] < whole + 0.3'),
    ),
    Claim(
        "A window read anew and a masked window are two things.",
        Measured('assert nats["read anew: 32 to 64"] < whole + 0.2'),
    ),
    Claim(
        "the first four win back at least .3 nats more than the four behind them.",
        Controlled(sinks, slow=True),
    ),
    Claim(
        "In the third quarter it does as well as NTK-aware scaling and YaRN.",
        Measured("assert near[2] < quarters[way][2]"),
    ),
    Claim(
        "To go on without falling apart is not yet to use a long context.",
        Measured("assert 0.1 < near[3] - quarters[way][3] < 0.15"),
    ),
    Claim(
        "So it does use what is far away, where that helps.",
        Measured("assert 0.3 < far_too[16:].mean() / near[16:].mean() < 0.36"),
    ),
    Claim(
        "The figure also shows a price that ordinary text hides.",
        Measured("assert 1.65 < far_too[13:16].mean() / usual[13:16].mean() < 1.8"),
    ),
    Claim(
        "The reason is not that the four tokens are old, because tokens 4 to 7",
        Measured('assert nats["masked: 60 and tokens 4 to 7"] > whole + 1'),
    ),
    Claim(
        "On two of three texts the little that the token itself adds counts as well",
        Controlled(its_value_counts, slow=True),
    ),
    Claim("The keys suffer more", Controlled(keys_suffer_more, slow=True)),
    Claim(
        "But keys lose less with groups along the tokens",
        Controlled(keys_by_feature, slow=True),
    ),
    Claim(
        "use one step per feature for keys and one per token for values.",
        Controlled(values_by_token, slow=True),
    ),
    Claim(
        "The selector fails here, and not sparse reading, which is a reason to train the",
        Measured(
            'assert off_by["mean key"] > 1.25 * off_by["most weight"]',
        ),
    ),
    Claim(
        "Each number of the delta rule is below that of adding as it is.",
        Controlled(reads_better),
    ),
    Claim(
        "with the factor, adding is about as good for 16 pairs, and better for 32 and 64.",
        Controlled(adding_scaled),
    ),
    Claim(
        "in nearly every token, before the keys are turned and after.",
        Measured("assert np.mean(np.array(times[name]) > 3) > 0.95"),
    ),
    Claim(
        "with the groups along the features, ruin the model.",
        Measured('assert both["features", 2].min() > 3'),
    ),
    Claim(
        "both get stuck at one of the smallest numbers there are, and their ratio is 1.",
        Measured("assert left[8999] / left[8500] == 1"),
    ),
    Claim(
        "In the values the effect is weaker",
        Measured('assert np.mean(np.array(times["values"]) > 3) < 0.6'),
    ),
    Claim(
        "With these groups, two bits cost less than one nat in the keys",
        Measured('assert keys["tokens", 2].max() < 1 < keys["features", 2].min() / 2.5'),
    ),
    Claim("| pages | as before, each prefix once | exact |", SHARED),
    Claim(
        "So stretch the slow pairs, and leave the fast ones alone.",
        Controlled(fast_pairs, slow=True),
    ),
    Claim(
        "This model gives the first token much of its weight, whatever it says.",
        Measured(
            "assert moved[..., 0].mean() > 0.3 and moved[..., 2].mean() < 0.03",
            at="chapters/15-inside-a-model.md",
        ),
    ),
    Claim("requests that begin alike can share pages, until one of them writes.", SHARED),
    Claim("Keys need a scale for each feature.", Controlled(keys_by_feature, slow=True)),
    Claim(
        "a chunk of it is a triangular system.",
        Measured('print("as token by token:"', prints="as token by token: True True"),
    ),
]
