"""Exercise real.cache_bytes: what the cache of a full text holds."""

from __future__ import annotations

from autograder import Exercise, Misconception

LAYERS, HEADS, KV_HEADS, HEAD_DIM, TOKENS, FLOAT32 = 30, 9, 3, 64, 8192, 4


def cache_bytes() -> int:
    """Keys and values of every layer, key head and token, four bytes a number."""
    return 2 * LAYERS * KV_HEADS * HEAD_DIM * TOKENS * FLOAT32


EXERCISE = Exercise(
    id="real.cache_bytes",
    order=90,
    title="The bytes of a cache",
    kind="value",
    reference=cache_bytes,
    points=1,
    minutes=5,
    difficulty=1,
    section="14-real-model#what-the-cache-saves",
    misconceptions=(
        Misconception(
            "keys-alone",
            "That is half of it. The cache holds the values as well as the keys, and each "
            "number takes four bytes.",
            lambda: cache_bytes() // 2,
        ),
        Misconception(
            "query-heads",
            "You counted nine heads. Only keys and values are kept, and there are three "
            "heads of them: that is what grouped queries save.",
            lambda: cache_bytes() // KV_HEADS * HEADS,
        ),
        Misconception(
            "one-layer",
            "That is one layer. Every one of the 30 layers keeps its own keys and values.",
            lambda: cache_bytes() // LAYERS,
        ),
        Misconception(
            "one-head",
            "That is one head of keys and values; there are three in each layer.",
            lambda: cache_bytes() // KV_HEADS,
        ),
        Misconception(
            "numbers-for-bytes",
            "You counted the numbers. Each of them takes four bytes as float32.",
            lambda: cache_bytes() // FLOAT32,
        ),
        Misconception(
            "float64",
            "You took eight bytes a number, which is float64. float32 has four.",
            lambda: cache_bytes() * 2,
        ),
        Misconception(
            "one-token",
            "That is what one token leaves. The full text has 8,192 of them.",
            lambda: cache_bytes() // TOKENS,
        ),
    ),
    hints=(
        "A product of six numbers: two (which two?), layers, heads, features of a head, "
        "tokens, bytes of a number.",
        "Queries are not kept. How many heads do keys and values have?",
        "One token leaves 2 * 3 * 64 numbers in each of 30 layers.",
    ),
)
