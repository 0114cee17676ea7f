"""Answers to real.cache_bytes that its checks must tell apart."""

from autograder import right, wrong

ANSWERS = (
    right("the product", "cache_bytes = 2 * 30 * 3 * 64 * 8192 * 4", "six factors"),
    right("the number", "cache_bytes = 377_487_360", "worked out"),
    right("a float", "cache_bytes = 2 * 30 * 3 * 64 * 8192 * 4.0", "the same number"),
    right(
        "by NumPy",
        """
        import numpy as np
        cache_bytes = np.zeros((2, 30, 3, 8192, 64), np.float32).nbytes
        """,
        "measured",
    ),
    right("MiB", "cache_bytes = 360 * 1024 ** 2", "360 MiB"),
    wrong(
        "nine heads",
        "cache_bytes = 2 * 30 * 9 * 64 * 8192 * 4",
        "query heads",
        "query-heads",
    ),
    wrong("keys", "cache_bytes = 30 * 3 * 64 * 8192 * 4", "no values", "keys-alone"),
    wrong(
        "numbers", "cache_bytes = 2 * 30 * 3 * 64 * 8192", "no bytes", "numbers-for-bytes"
    ),
    wrong(
        "float16",
        "cache_bytes = 2 * 30 * 3 * 64 * 8192 * 2",
        "two bytes each: as much as the keys alone",
        "keys-alone",
    ),
    wrong("float64", "cache_bytes = 2 * 30 * 3 * 64 * 8192 * 8", "eight bytes", "float64"),
    wrong("one layer", "cache_bytes = 2 * 3 * 64 * 8192 * 4", "one layer", "one-layer"),
    wrong(
        "width for heads",
        "cache_bytes = 2 * 30 * 576 * 8192 * 4",
        "d_model is nine heads",
        "query-heads",
    ),
    wrong("in MB", "cache_bytes = 377", "megabytes"),
    wrong("one head", "cache_bytes = 2 * 30 * 64 * 8192 * 4", "one head", "one-head"),
    wrong("a text", 'cache_bytes = "377487360"', "a text, no number"),
)
