"""What the claims of chapter 03 stand on."""

from __future__ import annotations

import numpy as np
from scipy.special import softmax as scipys

from solutions.ch03_numpy.softmax.exercise import softmax
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

PAGE = "chapters/03-numpy.md"
AT_MOST = 0  # sentences that no entry quotes

WORDS = np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1]])


def behind_the_first_two(lowest: int, highest: int) -> list[float]:
    """For each seed, by how much word 3's score is below that of word 1 or 2, at most."""
    worst = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        W_q, W_k = rng.integers(lowest, highest, size=(2, 3, 3))
        scores = WORDS @ W_q @ (WORDS @ W_k).T
        worst.append(float((scores[:, :2].max(axis=1) - scores[:, 2]).max()))
    return worst


def word_3_whatever_the_seed() -> Control:
    """Rival: it is the seed. Then other seeds would put another word in front."""
    return Control(behind_the_first_two(0, 3), [0.0] * 200, "below", by=0)


def how_much_is_the_seed() -> Control:
    """Rival: that word 3 is a sum gives it its three quarters, whatever the seed."""
    given = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        W_q, W_k = rng.integers(0, 3, size=(2, 3, 3))
        scores = WORDS[:1] @ W_q @ (WORDS @ W_k).T
        given.append(softmax(scores / np.sqrt(3))[0, 2])
    return Control(given, [0.75] * 200, "below", by=0.1, share=0.5)


def word_3_with_negative_numbers() -> Control:
    """The cause taken away: among negative numbers a sum need not be larger."""
    return Control(behind_the_first_two(-1, 2), [0.0] * 200, "above", by=1, share=0.8)


def scipy_takes_all_as_one_row() -> Control:
    """Rival: SciPy's softmax works along the last axis unless told."""
    tables = [np.random.default_rng(seed).normal(size=(4, 5)) for seed in range(5)]
    sums = [scipys(table).sum(axis=-1).max() for table in tables]
    for table in tables:
        assert np.allclose(scipys(table, axis=-1), softmax(table))
    return Control(sums, [1.0] * 5, "below", by=0.1)


PRODUCT = "(A B)_ij = sum_m A_im B_mj: row i of A with column j of B."
CANCELS = "e^(s + c) / sum e^(s + c) = e^s / sum e^s: the factor e^c cancels."
CLAIMS = [
    Claim("and every later chapter stands on them", NoClaim("a plan of the book")),
    Claim("Say what shape every array has", TASK),
    Claim("Sizes get names, because the same number", MEANING),
    Claim("because each query meets each key in a dot product", MEANING),
    Claim("The map of this chapter therefore uses four", NoClaim("why it is drawn so")),
    Claim(
        "Real models have the same sizes, only larger.",
        Sourced("https://arxiv.org/abs/2307.09288", "the table below it, and its links"),
    ),
    Claim(
        "Tokens meet in these two products only. Every other step",
        Derived("Q, K, V and the softmax are computed row by row; Q K^T and w V are not."),
    ),
    Claim("A *matrix* times a matrix does the same for every row", Derived(PRODUCT)),
    Claim("That is what the transpose is for", Derived(PRODUCT)),
    Claim("so that each row is divided by its own sum", CODE),
    Claim(
        "A single `nan` then spreads through every matrix product",
        Derived("0 * nan and nan + x are nan, so a row or a column becomes nan."),
    ),
    Claim(
        "there a score of 12 is harmless",
        Derived("bfloat16 has float32's 8 bits of exponent: exp overflows above 88."),
    ),
    Claim("You add 100 to every score in a row.", TASK),
    Claim("Add any constant $c$ to every score of a row", TASK),
    Claim("Only *differences* between scores count", Derived(CANCELS)),
    Claim(
        "One choice keeps every exponential from overflowing, whatever the scores are.",
        Derived("s - max(s) <= 0, so each exponential is at most 1."),
    ),
    Claim("Every row now has its largest score moved to 0.", CODE),
    Claim(
        "The largest exponential is $e^0 = 1$, so the sum is at least 1",
        Derived("All exponentials are positive and one of them is 1."),
    ),
    Claim(
        "The subtraction can overflow",
        Derived("-1e308 - 1e308 is -2e308, beyond -1.8e308; e^-inf is 0."),
    ),
    Claim(
        "Unless you name an axis it takes the *whole* array as one row",
        Controlled(scipy_takes_all_as_one_row),
    ),
    Claim(
        "one look at the whole row before the first exponential",
        Derived("Its largest score is subtracted from all, and may stand last."),
    ),
    Claim(
        "It costs no accuracy worth speaking of",
        Sourced("https://doi.org/10.1093/imanum/draa038", "abstract: the shifted formulas"),
    ),
    Claim("multiply every value by its weight, then add up", MEANING),
    Claim("Write `weighted_values`: every value times every query's weight", TASK),
    Claim("Keys come first so that", TASK),
    Claim(
        "the weights of a query sum to one, so what all values agree on is left alone",
        Derived("sum_j w_j c = c sum_j w_j = c."),
    ),
    Claim("Every axis gets a letter.", MEANING),
    Claim(
        "The price: a wrong letter can be another sum, without an error.",
        Measured("assert np.allclose(slip, totals) and not np.allclose(slip, scores_at)"),
    ),
    Claim("and returns the context of every token", TASK),
    Claim("with which attention hands every token the message", TASK),
    Claim(
        "it uses `array` and never imports it",
        NoClaim("what was seen in a copy; no reader needs it"),
    ),
    Claim("Does word 1 attend most to word 2?", TASK),
    Claim(
        "You cannot tell from this row.",
        Measured("assert word_weights[0].argmax() == 2 and word_weights[0, 1] < 0.01"),
    ),
    Claim(
        "no value has a number above its second.",
        Measured("assert np.all(v <= v[:, 1:2])"),
    ),
    Claim("How much it gives is a matter of the seed.", Controlled(how_much_is_the_seed)),
    Claim(
        "That word 3 gets at least as much as words 1 and 2 is not",
        Controlled(word_3_whatever_the_seed),
    ),
    Claim(
        "in every row of every seed at least as high as both",
        Controlled(word_3_whatever_the_seed),
    ),
    Claim("it depends on the seed who wins", Controlled(word_3_with_negative_numbers)),
    Claim(
        "A weighted mean cannot leave the range of the values",
        Derived("sum_j w_j v_j <= max_j v_j sum_j w_j = max_j v_j, and so for the least."),
    ),
    Claim(
        "mirror each other only because these scores are symmetric",
        Measured("assert np.allclose(wrong, softmax(scores).T)"),
    ),
    Claim(
        "It runs because both matrices are (3, 3).",
        Measured("np.ones((5, 5)) * np.ones((5, 3))"),
    ),
    Claim(
        "Every weight is below 1, so every weight becomes 0.",
        Measured("np.issubdtype(out.dtype, np.integer)"),
    ),
    Claim("| all zeros, or only whole numbers |", NoClaim("what to look for")),
    Claim("| right on square examples only |", NoClaim("what to look for")),
    Claim("every row of weights sums to one, no context leaves the range", CODE),
    Claim("never hold all weights at once", TASK),
    Claim(
        "Queries know nothing of one another, so cutting *them* changes nothing.",
        Measured("assert np.allclose(attention_in_chunks(q, k, v, size), whole)"),
    ),
    Claim(
        "Chapter 12 does that, and so does FlashAttention.",
        Sourced("https://arxiv.org/abs/2205.14135", "section 3.1"),
    ),
    Claim("Attention is three projections, a score for every pair", MEANING),
    Claim("Subtracting the largest score therefore changes nothing", Derived(CANCELS)),
    Claim("queries and keys are always the last two axes", MEANING),
    Claim(
        "and every token's context is the plain mean of all values",
        Measured("assert np.allclose(same, values.mean(axis=0))"),
    ),
    Claim(
        "Only the last one runs, and it is right",
        Measured('print(f"{name:9}{right.shape} stops")'),
    ),
    Claim(
        "and a test of this book adds it up",
        NoClaim("it is in tests/lessons/test_published_sizes.py"),
    ),
    Claim(
        "An overflow destroys the whole row; an underflow rounds one negligible term.",
        Measured("assert softmax(np.array([1000.0, 0.0]))[1] == 0"),
    ),
    Claim(
        "Broadcasting copies neither input, but the *result* is an ordinary array",
        Measured('print(f"with the parts: {n * n * d_v * itemsize / 1e6:8.1f} MB")'),
    ),
]
