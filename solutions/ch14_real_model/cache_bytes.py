"""Exercise real.cache_bytes: what the cache of a full text holds."""

from autograder import Exercise, cells_beside

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
    **cells_beside(__file__),
)
