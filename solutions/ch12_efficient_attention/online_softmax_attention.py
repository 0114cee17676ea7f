"""Attention one block of keys at a time, with an online softmax.

Milakov and Gimelshein 2018, "Online normalizer calculation for softmax"; Dao et al.
2022, "FlashAttention".
"""

import numpy as np

from autograder import Case, Exercise, Property, cells_beside
from autograder.exercise.values import Trial
from solutions.ch12_efficient_attention._shared import set_level
from solutions.draws import Draw, decimals_in_one, normal, sizes, thrice


def online_softmax_attention(
    q: np.ndarray, k: np.ndarray, v: np.ndarray, block_size: int
) -> np.ndarray:
    """Scaled dot-product attention, one block of keys at a time.

    q: (..., n_q, d_k).  k: (..., n_k, d_k).  v: (..., n_k, d_v).
    block_size: how many keys a block has; the last block may have fewer.
    Returns softmax(q k^T / sqrt(d_k)) v, (..., n_q, d_v), and never holds
    more scores at once than those of a few blocks, (..., n_q, block_size).
    We ask you to go through the keys once; no points hang on it.
    Takes whole numbers (int64) too. Changes no argument.
    """
    # Milakov and Gimelshein 2018 (the online softmax); Dao et al. 2022.
    d_k, n_k = q.shape[-1], k.shape[-2]
    largest, total, mixture = -np.inf, 0.0, 0.0
    for start in range(0, n_k, block_size):
        k_block = k[..., start : start + block_size, :]
        v_block = v[..., start : start + block_size, :]
        scores = q @ np.swapaxes(k_block, -1, -2) / d_k**0.5  # (..., n_q, block_size)
        new_largest = np.maximum(largest, scores.max(axis=-1, keepdims=True))
        # What was summed so far was measured against the old largest score.
        rescale = np.exp(largest - new_largest)  # (..., n_q, 1); 0 at the first block
        powers = np.exp(scores - new_largest)
        total = rescale * total + powers.sum(axis=-1, keepdims=True)
        mixture = rescale * mixture + powers @ v_block  # (..., n_q, d_v)
        largest = new_largest
    return mixture / total


def _blocks(block_size: int, *batch: int, **options) -> Draw:
    def draw(rng: np.random.Generator) -> tuple:
        n_q, n_k, d_k, d_v = options.get("shape") or sizes(rng, 4)
        dtype = options.get("dtype", "float64")
        q = normal(rng, *batch, n_q, d_k, dtype=dtype)
        k = normal(rng, *batch, n_k, d_k, dtype=dtype)
        v = normal(rng, *batch, n_k, d_v, dtype=dtype)
        if options.get("whole"):
            q, k, v = (np.round(2 * array).astype(int) for array in (q, k, v))
        if "level" in options:
            set_level(q, k, options["level"])
        if options.get("rising"):  # each block's largest score is above the last
            q[..., 0] = 3
            k[..., 0] = np.arange(n_k) * options["rising"]
        return q, k, v, block_size

    return draw


# Keys and values as arrays that remember which of their rows were reckoned with.  Who
# comes back to a row after another block has gone through the keys once more.
ONE_PASS = """
def trial(answer, q, k, v, block_size):
    "Watch how often each key is read, and how many at once."
    class Watched(np.ndarray):
        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            return getattr(ufunc, method)(*map(read, inputs), **options)

        def __array_function__(self, function, types, inputs, options):
            if function in (np.einsum, np.dot, np.inner, np.tensordot):
                return function(*map(read, inputs), **options)
            return super().__array_function__(function, types, inputs, options)

    def read(given):
        if not isinstance(given, Watched):
            return given
        plain = given.view(np.ndarray)
        start = stop = plain.ctypes.data
        for n, step in zip(plain.shape, plain.strides):
            start, stop = start + min(0, (n - 1) * step), stop + max(0, (n - 1) * step)
        for array, used in reads:
            if plain.size and np.may_share_memory(plain, array):
                rows = np.arange(len(array))
                first = (start - array.ctypes.data) // array.strides[0]
                last = (stop - array.ctypes.data) // array.strides[0]
                used.append((first <= rows) & (rows <= last))
        return plain

    reads = [(k, []), (v, [])]
    context = answer(q, k.view(Watched), v.view(Watched), block_size)
    passes = [0]
    for array, used in reads:
        used = np.array([np.zeros(len(array), dtype=bool), *used])
        passes.append((used[1:] & ~used[:-1]).sum(axis=0).mean())  # times come back to
    return {"the context": np.array(context), "one pass over the keys": max(passes) < 1.5}
"""


def _counted(rng: np.random.Generator) -> tuple:
    names = ("q", "k", "v", "block_size")
    drawn = _blocks(4, shape=(1, 16, 4, 2))(rng)  # a query has a pass of its own
    return (Trial(ONE_PASS, dict(zip(names, drawn, strict=True))),)


EXERCISE = Exercise(
    id="efficient.online_softmax_attention",
    title="Attention, block by block",
    reference=online_softmax_attention,
    points=4,
    minutes=15,
    difficulty=3,
    section="12-efficient-attention#a-softmax-that-never-sees-the-whole-row",
    order=20,
    cases=(
        Case("blocks that fit", _blocks(2, shape=(3, 6, 4, 5))),
        Case("a last block that is shorter", _blocks(3, shape=(2, 7, 5, 3))),
        Case("one key a block", _blocks(1, shape=(4, 3, 2, 5))),
        Case("one block for all keys", _blocks(50)),
        Case("scores that rise", _blocks(2, shape=(3, 7, 4, 2), rising=1)),
        thrice("one query, one feature", _blocks(2, shape=(1, 5, 1, 1))),
        Case("a batch", _blocks(3, 2, 3, shape=(4, 8, 3, 5))),
        Case("large scores", _blocks(2, shape=(3, 5, 4, 2), level="large")),
        Case(
            "scores far below zero", _blocks(2, shape=(3, 5, 4, 2), level="trillions below")
        ),
        Case("scores that fall steeply", _blocks(2, shape=(2, 7, 4, 3), level="falling")),
        Case("scores that rise steeply", _blocks(2, shape=(2, 7, 4, 3), level="rising")),
        Case("queries far apart", _blocks(2, shape=(4, 5, 4, 3), level="rows")),
        thrice("whole numbers", _blocks(2, shape=(3, 5, 4, 2), whole=True)),
        Case("float32", _blocks(2, 3, shape=(2, 5, 3, 4), dtype="float32")),
        Case(
            "many queries, little memory",
            _blocks(32, shape=(1024, 4096, 4, 3), dtype="float32"),
            calls=1,
            peak_mb=3,
            never_held=lambda q, k, *_: np.ones((len(q), len(k)), bool),
        ),
        Case(
            "four queries, very many keys",
            _blocks(4096, shape=(4, 2**17, 1, 1)),
            calls=1,
            # The arguments take 2, and copies of them as much; all scores take 4.
            peak_mb=5.4,
        ),
        # A wish: who copies the keys first is not seen to come back to them.
        Case("one pass over the keys", _counted, calls=1, weight=0),
        Case("three axes in front", _blocks(2, 2, 1, 3), calls=1),
        *decimals_in_one(_blocks(2, shape=(3, 5, 4, 2)), "q k v"),
    ),
    properties=(
        Property(
            "the first query alone has the same context",
            "The first query's context changes when the other queries are taken away. The "
            "largest score and the total belong to each query by itself. Keep one of each "
            "per row, with keepdims=True.",
            lambda answer, output, q, k, v, block_size: (
                q.shape[-2] > 100
                or np.allclose(
                    answer(q[..., :1, :], k, v, block_size),
                    output[..., :1, :],
                    rtol=1e-3,
                    atol=1e-3,
                )
            ),
        ),
        Property(
            "one more key in a block changes nothing",
            "Another block_size gives another result. The blocks are only a way to go "
            "through the keys: the context must not depend on where they are cut.",
            lambda answer, output, q, k, v, block_size: (
                k.shape[-2] > 100
                or np.allclose(
                    answer(q, k, v, block_size + 1), output, rtol=1e-3, atol=1e-3
                )
            ),
        ),
    ),
    **cells_beside(__file__),
)
