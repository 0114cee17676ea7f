"""What the claims of chapter 18 stand on."""

from itertools import product

import numpy as np

from attention_lessons import long_contexts as study
from solutions.ch18_long_contexts.delta_rule.exercise import delta_rule
from solutions.ch18_long_contexts.stretch_rope.exercise import stretch_rope
from tests.claims.register import (
    CODE,
    MEANING,
    TASK,
    Claim,
    Control,
    Controlled,
    Derived,
    Measured,
    NoClaim,
    Sourced,
)
from tests.claims.sink_reading import its_value_counts, sinks, smollm2

PAGE = "chapters/18-long-contexts.md"
AT_MOST = 0  # sentences that no entry quotes

YARN = "https://arxiv.org/abs/2309.00071"
V2 = "https://arxiv.org/abs/2405.04434"
SINKS = "https://arxiv.org/abs/2309.17453"
PAGED = "https://arxiv.org/abs/2309.06180"
KIVI = "https://arxiv.org/abs/2402.02750"
NSA = "https://arxiv.org/abs/2502.11089"


def fast_pairs() -> Control:
    """What it costs to halve all speeds; the rival: to halve the slow pairs' alone."""
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


TURNS = "turns = trained * speed / (2 pi); after a whole turn the angles come again."

CLAIMS = [
    Claim(
        "Much of what is new in attention since 2023 answers one of these two problems",
        NoClaim("what the chapter is about; its parts are the instances"),
    ),
    Claim("keys and values, and never make the keys.", TASK),
    Claim("(d) every pair, since every position is new", TASK),
    Claim(
        "The last twelve pairs do not come round once in 8,192 tokens",
        Measured("assert (turns < 1).sum() == 12 and (turns < 1)[-12:].all()"),
    ),
    Claim("An angle is the same after a whole turn.", Derived(TURNS)),
    Claim(
        "divides every position by $s$, which is to divide every speed.",
        Derived("(p / s) * speed = p * (speed / s)."),
    ),
    Claim(
        "It divides only the very last pair by the whole factor, so of the twelve pairs",
        Measured("assert beyond == [0, 11, 0]"),
    ),
    Claim(
        "YaRN's authors saw that too, and their way avoids it.",
        Sourced(YARN, "section 3.1: NTK-aware scaling goes out of bound"),
    ),
    Claim(
        "slow pairs know the place itself, and fast pairs tell neighbours apart.",
        Sourced(YARN, "section 3.2, NTK-by-parts: the two observations"),
    ),
    Claim(
        "a number that its authors fitted to models of the LLaMA family",
        Sourced(YARN, "on attention scaling: the fit of 0.1 ln s + 1"),
    ),
    Claim(
        "Chen and others train for 1,000 steps after they have divided",
        Sourced("https://arxiv.org/abs/2306.15595", "abstract: within 1,000 steps"),
    ),
    Claim(
        "So it is the fast pairs that this text needs as they were.",
        Controlled(fast_pairs, slow=True),
    ),
    Claim(
        "A latent of 512 numbers stands for the keys and values of 128 heads there.",
        Sourced(V2, "model hyper-parameters: d_c = 512, n_h = 128"),
    ),
    Claim(
        "Nothing is won yet if every new token makes the keys of all others again.", CODE
    ),
    Claim("Keys and values of all tokens never exist, and the checks measure that.", TASK),
    Claim(
        "The turn stands between, it is another one for each token, and the query\n"
        "cannot absorb them all",
        Sourced(V2, "section 2.1.3: RoPE is incompatible with low-rank KV compression"),
    ),
    Claim(
        "For the quality of a shared head with 128 numbers, a latent needs at most 20",
        Measured("assert max(needed) <= 20 and 7 <= np.median(needed) <= 9"),
    ),
    Claim(
        "With as many numbers it is less than half as far off.",
        Measured("assert half < 0.5 * np.mean(shared)"),
    ),
    Claim(
        "three vectors that have nothing to do with each other differ from their mean",
        Derived(
            "Independent with variance 1: the mean takes 1/3 of the square, 2/3 are left."
        ),
    ),
    Claim(
        "Sharing is the special case in which these matrices are all alike.",
        Derived("W_k[h] = W for all h gives c W for every head."),
    ),
    Claim(
        "It gets much better.",
        Measured('assert nats["60 and the first 4"] < nats["all tokens"] + 0.3'),
    ),
    Claim(
        "the first four win back at least .3 nats more than the four behind them.",
        Controlled(sinks, slow=True),
    ),
    Claim(
        "In the third quarter it does as well as both.",
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
        "it is not that they are old: tokens 4 to 7 in their place",
        Measured('assert nats["60 and tokens 4 to 7"] > nats["all tokens"] + 1'),
    ),
    Claim(
        "put line breaks in the place of the first four, and it made hardly a difference",
        Sourced(SINKS, "on attention sinks: the first four tokens replaced by line breaks"),
    ),
    Claim(
        "Throw that token out, and its weight goes to tokens that were never meant to get "
        "it.",
        Sourced(SINKS, "on why window attention fails"),
    ),
    Claim(
        "On two of three texts the little that the token itself adds counts as well",
        Controlled(its_value_counts, slow=True),
    ),
    Claim(
        "so that a cache shorter than the training meets no position beyond it",
        Sourced(SINKS, "on the rolling cache: positions within the cache"),
    ),
    Claim(
        "in systems of their time 20 to 38% of the cache's memory held tokens",
        Sourced(PAGED, "introduction: 20.4% to 38.2%"),
    ),
    Claim(
        "Whoever sets room aside for the longest text each time leaves most of it empty.",
        Sourced(PAGED, "introduction: reserved for the longest text"),
    ),
    Claim(
        "They need not lie side by side, and the only room lost is in the last block.",
        Derived("All blocks of a request but the last are full: ceil(n / size) of them."),
    ),
    Claim("The keys suffer more", Controlled(keys_suffer_more, slow=True)),
    Claim(
        "But keys want their groups along the tokens, a step for each feature.",
        Controlled(keys_by_feature, slow=True),
    ),
    Claim(
        "give each its way: keys a feature, values a token",
        Controlled(values_by_token, slow=True),
    ),
    Claim(
        "If the weight of a long text lies on few of its tokens, and one knew which", TASK
    ),
    Claim(
        "The best blocks beat chance, above all in the upper two thirds of the layers.",
        Measured('off("best", slice(10, 30)) < 0.7 * off("chance", slice(10, 30))'),
    ),
    Claim(
        "It is *native* since the model is trained with it",
        Sourced(NSA, "abstract: natively trainable"),
    ),
    Claim(
        "The last cache of this chapter never grows.",
        Derived("Its memory is (d_k, d_v), whatever the number of tokens."),
    ),
    Claim("It can only add.", Derived("S + k v^T: nothing is ever taken off.")),
    Claim("Each number is below that of adding as it is.", Controlled(reads_better)),
    Claim(
        "with the factor, adding is about as good for 16 pairs, and better for 32 and 64.",
        Controlled(adding_scaled),
    ),
    Claim(
        "$32 / (31 + n)$ is the factor that brings it nearest.",
        Derived("E[out . v] = |v|^2, and E|out|^2 = |v|^2 (1 + (n - 1) / 32)."),
    ),
    Claim(
        "Sixty-four cannot: a matrix with 32 rows has no room for 64 independent wishes.",
        Derived("k_i S = v_i for 64 i are 64 equations in 32 unknowns for each column."),
    ),
    Claim("so that it adds $k_i u_i^\\top$", MEANING),
    Claim(
        "in nearly every token, before the keys are turned and after.",
        Measured("assert np.mean(np.array(times[name]) > 3) > 0.95"),
    ),
    Claim(
        "two, grouped in this way, leave nothing of the model.",
        Measured('assert both["features", 2].min() > 3'),
    ),
    Claim(
        "But a group of 64 tokens is whole only when 64 tokens are there",
        Sourced(KIVI, "its algorithm: the residual, in full precision"),
    ),
    Claim(
        "both get stuck at one of the smallest numbers there are, and their ratio is 1.",
        Measured("assert left[8999] / left[8500] == 1"),
    ),
    Claim("A turn cannot.", Derived("R_j depends on the token j; the query has one side.")),
    Claim(
        "Counted in the cache, they are never further than it is long.",
        Derived("Places in a cache of m tokens are 0 to m - 1."),
    ),
]
