# %% mistake: keys-alone
# That is half of it. The cache holds the values as well as the keys, and each number takes
# four bytes.
cache_bytes = LAYERS * KV_HEADS * HEAD_DIM * TOKENS * FLOAT32
# %% mistake: query-heads
# Yours is three times as many, as with nine heads. Keys and values have three heads of 64:
# that is what grouped queries save.
cache_bytes = 2 * LAYERS * HEADS * HEAD_DIM * TOKENS * FLOAT32
# %% mistake: one-layer
# That is one layer. Every one of the 30 layers keeps its own keys and values.
cache_bytes = 2 * KV_HEADS * HEAD_DIM * TOKENS * FLOAT32
# %% mistake: one-head
# That is one head of keys and values; there are three in each layer.
cache_bytes = 2 * LAYERS * HEAD_DIM * TOKENS * FLOAT32
# %% mistake: numbers-for-bytes
# That is how many numbers there are. Each takes four bytes as float32.
cache_bytes = 2 * LAYERS * KV_HEADS * HEAD_DIM * TOKENS
# %% mistake: float64
# Yours is twice as many, as with the eight bytes of a float64. A float32 has four.
cache_bytes = 2 * LAYERS * KV_HEADS * HEAD_DIM * TOKENS * 2 * FLOAT32
# %% mistake: mebibytes
# These are mebibytes. Asked for are bytes, 2**20 times as many.
cache_bytes = 2 * LAYERS * KV_HEADS * HEAD_DIM * TOKENS * FLOAT32 // 2**20
# %% mistake: one-token
# That is what one token leaves. The full text has 8,192 of them.
cache_bytes = 2 * LAYERS * KV_HEADS * HEAD_DIM * FLOAT32
# %% mistake: eight-thousand
# You took 8,000 tokens. The text has 8,192.
cache_bytes = 2 * LAYERS * KV_HEADS * HEAD_DIM * 8_000 * FLOAT32

# %% right: the product
# six factors
cache_bytes = 2 * 30 * 3 * 64 * 8192 * 4
# %% right: the number
# worked out
cache_bytes = 377_487_360
# %% right: a float
# the same number
cache_bytes = 2 * 30 * 3 * 64 * 8192 * 4.0

# %% right: by NumPy
# measured
import numpy as np
cache_bytes = np.zeros((2, 30, 3, 8192, 64), np.float32).nbytes
# %% right: MiB
# 360 MiB
cache_bytes = 360 * 1024 ** 2
# %% wrong, query-heads: nine heads
cache_bytes = 2 * 30 * 9 * 64 * 8192 * 4
# %% wrong, keys-alone: keys
cache_bytes = 30 * 3 * 64 * 8192 * 4
# %% wrong, numbers-for-bytes: numbers
cache_bytes = 2 * 30 * 3 * 64 * 8192
# %% wrong, keys-alone: float16
cache_bytes = 2 * 30 * 3 * 64 * 8192 * 2
# %% wrong, float64: float64
cache_bytes = 2 * 30 * 3 * 64 * 8192 * 8
# %% wrong, one-layer: one layer
cache_bytes = 2 * 3 * 64 * 8192 * 4
# %% wrong, query-heads: width for heads
cache_bytes = 2 * 30 * 576 * 8192 * 4
# %% wrong: in MB
# megabytes
cache_bytes = 377
# %% wrong, one-head: one head
cache_bytes = 2 * 30 * 64 * 8192 * 4
# %% wrong: a text
# a text, no number
cache_bytes = "377487360"

# %% hint
# A product of six numbers: two (which two?), layers, heads, features of a head, tokens,
# bytes of a number.
# %% hint
# Queries are not kept. How many heads do keys and values have?
# %% hint
# One token leaves 2 * 3 * 64 numbers in each of 30 layers.
