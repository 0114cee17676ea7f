"""What goes wrong in attention by blocks, most of it as a change of the reference.

What was summed so far is not rescaled, blocks are averaged as if they were whole, or
the table of scores is held after all.  Two cases limit memory, and nothing does where
these answers are made: where the engine would end one, it raises what the engine raises.
Two sentences call the numbers right: these are whole answers, so that no other joins them.
"""

from autograder import Misconception, change

# A softmax of its own for each block.
WITHIN_EACH_BLOCK = change(
    "np.maximum(largest, scores.max(axis=-1, keepdims=True))",
    "scores.max(axis=-1, keepdims=True)",
) + change(
    "rescale * mixture + powers @ v_block",
    "mixture + powers / powers.sum(axis=-1, keepdims=True) @ v_block",
)


MISTAKES = (
    Misconception(
        "mixture-not-rescaled",
        "When a block brings a larger score, you rescale the total and not the sum of "
        "weighted values. Both were made with the old largest score, so both have to "
        "be multiplied by exp(old - new).",
        change("rescale * mixture", "mixture"),
    ),
    Misconception(
        "total-not-rescaled",
        "When a block brings a larger score, you rescale the weighted values and not "
        "the total that you divide by in the end. Both were made with the old largest "
        "score, so both have to be multiplied by exp(old - new).",
        change("rescale * total", "total"),
    ),
    Misconception(
        "unscaled",
        "You do not divide the scores by sqrt(d_k). Going block by block changes "
        "nothing about the formula: scale each block's scores.",
        change(" / d_k**0.5", ""),
    ),
    Misconception(
        "divided-by-d-k",
        "You divide the scores by d_k; the formula divides by its square root.",
        change("d_k**0.5", "d_k"),
    ),
    Misconception(
        "last-block-dropped",
        "The keys of the last block are missing when it is shorter than the others. "
        "range(0, n_k, block_size) starts a block there too, and a slice that runs "
        "past the end gives what is left.",
        change("range(0, n_k, block_size)", "range(0, n_k - n_k % block_size, block_size)"),
    ),
    Misconception(
        "never-divided",
        "You return the sum of powers times values. Divide it by the total of the "
        "powers once all blocks are through: only then do the weights sum to one.",
        change("return mixture / total", "return mixture"),
    ),
    Misconception(
        "unstable",
        "exp() of a large score overflows, and then everything is nan. Keep the "
        "largest score so far for each query and subtract it before you take the "
        "exponential.",
        change("np.exp(scores - new_largest)", "np.exp(scores)")
        + change("np.exp(largest - new_largest)", "1.0"),
    ),
    Misconception(
        "largest-from-zero",
        "Your largest score starts at 0. Where all of a query's scores lie far below, "
        "0 stays the largest, every exponential underflows, and 0 / 0 is nan. Start "
        "below every score: -np.inf.",
        change("= -np.inf, 0.0, 0.0", "= 0.0, 0.0, 0.0"),
    ),
    Misconception(
        "largest-of-the-block",
        "You measure each block against its own largest score. On paper that is right; "
        "when a block lies far below the one before, the factor exp(old - new) "
        "overflows. Keep the largest score *so far*: np.maximum(old, the block's).",
        change(
            "np.maximum(largest, scores.max(axis=-1, keepdims=True))",
            "scores.max(axis=-1, keepdims=True)",
        ),
    ),
    Misconception(
        "one-maximum-for-all",
        "You keep one largest score for all queries. For a query whose scores lie far "
        "below it every exponential underflows to 0. Each query has a largest of its "
        "own: axis=-1, keepdims=True.",
        change("scores.max(axis=-1, keepdims=True)", "scores.max()"),
    ),
    Misconception(
        "inverse-factor",
        "Your factor is upside down: exp(new - old). What was summed so far was "
        "measured against the old largest score, so it is too large by exp(new - old) "
        "and has to shrink: exp(old - new). With old = -inf yours is infinite.",
        change("np.exp(largest - new_largest)", "np.exp(new_largest - largest)"),
    ),
    Misconception(
        "inverse-factor-later",
        "Your factor is upside down: exp(new - old). What was summed so far was "
        "measured against the old, smaller score, so it has to shrink when a larger "
        "one comes: exp(old - new).",
        change(
            "np.exp(largest - new_largest)",
            "np.exp(new_largest - largest) if start else 0.0",
        ),
    ),
    Misconception(
        "divided-in-every-block",
        "You divide by the total in every block, so what came first is divided again "
        "and again. Carry the undivided sum, and divide once, after the last block.",
        change(
            "        largest = new_largest",
            "        mixture = mixture / total\n        largest = new_largest",
        )
        + change("return mixture / total", "return mixture"),
    ),
    Misconception(
        "root-of-d-v",
        "You divide the scores by the root of the values' width. It is the width of "
        "queries and keys that a score adds up over: q.shape[-1].",
        change("d_k**0.5", "v.shape[-1] ** 0.5"),
    ),
    Misconception(
        "causal",
        "Your queries never see the keys behind their own place. No mask is asked for: "
        "every query attends to every key.",
        change(
            "        new_largest =",
            "        places = start + np.arange(k_block.shape[-2])\n"
            "        past = places <= np.arange(q.shape[-2])[:, None]\n"
            "        scores = np.where(past, scores, -np.inf)\n"
            "        new_largest =",
        ),
    ),
    Misconception(
        "two-passes",
        "You go through the keys twice, once for the largest scores and once for the "
        "weights. That is right, and we asked for one pass: keep the largest score "
        "so far, and rescale what was summed when a larger one comes.",
        """
        def online_softmax_attention(q, k, v, block_size):
            q = q / np.sqrt(q.shape[-1])
            starts = range(0, k.shape[-2], block_size)

            def scores(start):
                return q @ np.swapaxes(k[..., start : start + block_size, :], -1, -2)

            tops = [scores(start).max(axis=-1, keepdims=True) for start in starts]
            largest, total, mixture = np.max(tops, axis=0), 0.0, 0.0
            for start in starts:
                powers = np.exp(scores(start) - largest)
                total = total + powers.sum(axis=-1, keepdims=True)
                mixture = mixture + powers @ v[..., start : start + block_size, :]
            return mixture / total
        """,
    ),
    Misconception(
        "mean-of-blocks",
        "You take a softmax inside each block and average the results, so each block "
        "counts alike. A block with high scores must weigh more: keep one total and "
        "one sum for all blocks, and divide once at the end.",
        WITHIN_EACH_BLOCK
        + change("mixture / total", "mixture / len(range(0, n_k, block_size))"),
    ),
    Misconception(
        "sum-of-blocks",
        "You take a softmax inside each block and add up the results, so a query's "
        "weights sum to the number of blocks. Keep one total for all blocks, and "
        "divide once at the end.",
        WITHIN_EACH_BLOCK + change("mixture / total", "mixture"),
    ),
    Misconception(
        "last-block-only",
        "Your result is that of the last block alone: each block overwrites what came "
        "before. Carry the sum and the total from block to block.",
        change(
            "        k_block =",
            "        largest, total, mixture = -np.inf, 0.0, 0.0\n        k_block =",
        ),
    ),
    Misconception(
        "whole-table",
        "You hold an array as large as all the scores of a query at once. That is what "
        "this exercise does without: work with the scores of one block, (n_q, "
        "block_size), and forget them before the next.",
        """
        def online_softmax_attention(q, k, v, block_size):
            if q.shape[-2] * k.shape[-2] >= 2**17:
                from autograder.checking.ask import TooMuchMemory

                raise TooMuchMemory("it held 5 MiB at once; 4 MiB are enough")
            scores = q @ np.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return powers / powers.sum(axis=-1, keepdims=True) @ v
        """,
    ),
    Misconception(
        "queries-in-blocks",
        "You cut the queries into blocks, and each of them still meets all keys at "
        "once. It is the keys that come in blocks: a single query may have very many.",
        change(
            "    largest, total, mixture =",
            "    if n_k >= 2**17:\n"
            "        from autograder.checking.ask import TooMuchMemory\n\n"
            '        raise TooMuchMemory("it held 5 MiB at once; 4 MiB are enough")\n'
            "    largest, total, mixture =",
        ),
    ),
)
