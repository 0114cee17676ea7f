"""What the claims of chapter 12 stand on."""

from __future__ import annotations

import numpy as np

from attention_lessons.readers_parts import softmax
from attention_lessons.real_model_study import ORDINARY
from attention_lessons.smollm2 import load_smollm2
from tests.claims.register import (
    CODE,
    MEANING,
    TASK,
    Claim,
    Control,
    Controlled,
    Derived,
    Measured,
    Sourced,
    code_of,
)

PAGE = "chapters/12-efficient-attention.md"
AT_MOST = 0  # sentences that no entry quotes
FLASH = "https://arxiv.org/abs/2205.14135"


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


UNCHANGED = "A token of layer l + 1 is made of tokens of layer l up to its own place."
CLAIMS = [
    Claim(
        "Dividing has a price: neighbours stand closer together than before. A "
        "raised base spares them: pair 0 turns by 1 from one position to the "
        "next whatever the base.",
        Derived(
            "pair i turns by base ** (-2 i / d) a position; for i = 0 that is "
            "1; divided by 4, a quarter",
        ),
    ),
    Claim(
        "A few ways are made for models as they are (Xiao and others keep the "
        "first tokens beside a window); most are trained with it, or again.",
        Sourced(
            "https://arxiv.org/abs/2309.17453",
            "abstract: without any fine-tuning",
        ),
    ),
    Claim(
        "Newer ones often leave out the division by the sum, and put a norm in "
        "its place (Qin and others, 2022).",
        Sourced("https://arxiv.org/abs/2210.10340", "abstract: norm for scaling"),
    ),
    Claim(
        "Queries live in the first eight features here and keys in the other "
        "eight, so that every score is 0 and attention is the plain mean.",
        Measured(
            "assert np.allclose(exact, v.mean(axis=0))  # perfectly flat weights",
        ),
    ),
    Claim(
        "Uneven weights are not needed for that: with perfectly flat weights of vectors as "
        "long, the random features fail too",
        Controlled(long_vectors_fail),
    ),
    Claim("sharpness is not needed: long vectors are", Controlled(long_vectors_fail)),
    Claim("Attention compares every token with every other.", MEANING),
    Claim("Every head of every layer has such a table.", MEANING),
    Claim("with every number of the table in memory", CODE),
    Claim("Every query meets every key.", MEANING),
    Claim("`tracemalloc` counts every byte that NumPy asks for", CODE),
    Claim(
        "What attention does well on long sequences is *connect*",
        Sourced("https://arxiv.org/abs/1706.03762", "table 1: maximum path length"),
    ),
    Claim(
        "attention always takes more multiplications than this simplest recurrence; than "
        "an LSTM, with eight products, only from $n = 2d$ on.",
        Derived("4 n d^2 + 2 n^2 d > 2 n d^2 always, and > 8 n d^2 where n > 2 d."),
    ),
    Claim(
        "one processor's core, as below, cannot show that", Derived("One core: one step.")
    ),
    Claim(
        "because no tanh stands between their steps",
        Derived("The state is then a sum, which can be taken in any order."),
    ),
    Claim("One factor, $e^{\\text{old} - \\text{new}}$", Derived("e^(a + b) = e^a e^b.")),
    Claim("and it never holds an array of shape (n_q, n_k)", TASK),
    Claim(
        "it is about twice as much, because the result is twice as long",
        Measured("assert 1.5 < doubled < 2.1"),
    ),
    Claim(
        "it is the traffic that takes the time",
        Sourced(FLASH, "figure 2, left: more operations, less time"),
    ),
    Claim(
        "of the 1,024 tiles only the 528",
        Measured("assert (tiles_in_all, tiles_needed) == (1024, 528)"),
    ),
    Claim(
        "that is cheaper than having kept them",
        Sourced(FLASH, "section 3.1, recomputation; figure 2"),
    ),
    Claim(
        "it keeps float32's range and gives up most of its digits",
        Measured('print(f"1/3 in bf16: {third.bfloat16().item():.6f}")'),
    ),
    Claim(
        "rewrites a function so that several steps run as one",
        Sourced(
            "https://docs.pytorch.org/docs/stable/generated/torch.compile.html",
            "Inductor; its kernels are fused",
        ),
    ),
    Claim("and every back end, for texts up to 32,768 tokens", CODE),
    Claim("its key and its value, in every layer, are what they were", Derived(UNCHANGED)),
    Claim("such as heads, may always be there", TASK),
    Claim("compare their logits at every step", TASK),
    Claim("For every token it holds a key and a value", MEANING),
    Claim(
        "What gets smaller is the cache, and the matrices that make keys and values",
        Measured('print("multi-head:", k.nbytes + v.nbytes', prints="multi-query: 320"),
    ),
    Claim("The formula has a number for every distance.", MEANING),
    Claim("the model has met only some of them", MEANING),
    Claim(
        "The slow pairs then stand at angles that the model has never seen",
        Measured("slow = [pair for pair in range(32)", prints="11 of 32 pairs never come"),
    ),
    Claim(
        "or raise the base, which slows the slow pairs most",
        Derived(
            "Pair i turns by base^(-2i/d): a larger base tells the more, the larger i."
        ),
    ),
    Claim("queries that find all keys equally good, so that the bias alone", TASK),
    Claim("the cache needs to hold only $w$ tokens", Derived("Nothing older is open.")),
    Claim("$K^\\top V$ is only $(d_k, d_v)$", MEANING),
    Claim(
        "It *is* a recurrence, and its cache never grows.",
        Measured("assert np.allclose(by_table[i], f_q[i] @ memory / (f_q[i] @ total))"),
    ),
    Claim("There are two answers, because there are two aims.", MEANING),
    Claim(
        "But a trained one *can* be **linearised**",
        Sourced("https://arxiv.org/abs/2402.04347", "abstract: finetuned conversion"),
    ),
    Claim(
        "because their *first block* may be blocked as a whole",
        Measured(
            'print("factor", np.exp(largest - new)', prints="factor nan powers [nan nan]"
        ),
    ),
    Claim("every power is then 0, as it should be", Derived("exp(-inf - 0) = 0.")),
    Claim(
        "above 2,048 it cannot tell every whole number from the next",
        Measured("assert np.float16(2049) == 2048"),
    ),
    Claim(
        "Neighbouring tokens share a position, and only far into the text",
        Measured("torch.tensor(257.0).bfloat16() == 256"),
    ),
    Claim("gives every new token the position 0", CODE),
    Claim(
        "each query is one place too far from *all* keys",
        Derived("len(keys) is n + 1 by then."),
    ),
    Claim(
        "that of chapter 14 then guesses next tokens worse than with no positions at all.",
        Controlled(one_place_too_far, slow=True),
    ),
    Claim(
        "From the second on each distance is 0, and in this layer the order of the text "
        "is lost.",
        Derived("R_0 q . R_0 k = q . k, wherever the two stand."),
    ),
    Claim(
        "A weighted mean cannot leave the range of the values.",
        Derived("min <= sum of w_j v_j <= max, for w_j >= 0 that sum to one."),
    ),
    Claim(
        'because some of its "weights" are negative',
        Measured("assert np.abs(positive).max() < np.abs(v).max()"),
    ),
    Claim("work $n d^2$, a cache that never grows", MEANING),
    Claim("Keys and values of earlier tokens never change", Derived(UNCHANGED)),
    Claim(
        "the values point in other directions at every place",
        Derived("A turn by p theta is another matrix at every p."),
    ),
    Claim("Somebody says: because the weights are sharp there.", TASK),
    Claim(
        "(Fixed smooth features like `elu_plus_one` have a trouble of their own",
        Derived("A weight near 1 needs phi(q) . phi(k_j) near 0 for all other j."),
    ),
]
