"""What goes wrong in scaled dot-product attention, each as a change of the reference.

Keys are turned by view, which deals their numbers out anew; the softmax runs along
dim 0 or 1, right for one shape alone.
"""

from autograder import Misconception, change
from solutions.sentences import (
    ACROSS_THE_BATCH,
    CAUSAL,
    DETACHED,
    FROM_THE_FRONT,
    GLOBAL_MAX,
    HALF_OF_D_K,
    LOG_SOFTMAX,
    NO_SOFTMAX,
    NOT_TURNED,
    SCALED_BY_D_V,
    SOFTMAX_TWICE,
    TOO_MUCH,
    TURNED_FROM_THE_FRONT,
    UNSCALED,
    WEIGHTS_DETACHED,
)

MISTAKES = (
    Misconception("unscaled", UNSCALED, change("k.mT / q.shape[-1] ** 0.5", "k.mT")),
    Misconception("divided-by-d-k", TOO_MUCH, change("q.shape[-1] ** 0.5", "q.shape[-1]")),
    Misconception(
        "scaled-by-length",
        "You divide by the square root of the number of keys. The scale is the length "
        "of a key, d_k: q.shape[-1].",
        change("q.shape[-1] ** 0.5", "k.shape[-2] ** 0.5"),
    ),
    Misconception(
        "view-for-transpose",
        "You turn the keys with view() or reshape(). That deals the same numbers out "
        "into rows of another length, so that one column holds parts of several keys. "
        "To swap two axes, use k.mT or k.transpose(-2, -1).",
        change("k.mT", "k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])"),
    ),
    Misconception(
        "batch-transposed",
        "You turn all axes of a batch around, as .T does. Swap only the last "
        "two: k.mT or k.transpose(-2, -1).",
        change("k.mT", "k.permute(*reversed(range(k.ndim)))"),
    ),
    Misconception(
        "softmax-over-queries",
        "Your softmax runs down the queries (dim=-2), so each key hands out one unit. "
        "Each query has one unit to spend: take it over the keys, dim=-1.",
        change("dim=-1", "dim=-2"),
    ),
    Misconception("softmax-dim-0", ACROSS_THE_BATCH, change("dim=-1", "dim=0")),
    Misconception("softmax-dim-1", FROM_THE_FRONT, change("dim=-1", "dim=1")),
    Misconception(
        "unstable",
        "exp() of a large score overflows to inf, and inf / inf is nan. torch.softmax "
        "subtracts each row's largest score first: use it in place of your own.",
        change(
            "weights = torch.softmax(scores, dim=-1)",
            "powers = torch.exp(scores)\n"
            "    weights = powers / powers.sum(keepdim=True, dim=-1)",
        ),
    ),
    Misconception(
        "star-for-matmul",
        "The * before v multiplies entry by entry. Nothing is summed, so no query "
        "gathers anything. The weighted sum is a matrix product: weights @ v.",
        change("weights @ v", "weights * v"),
    ),
    Misconception(
        "detached",
        DETACHED,
        change(
            "return weights @ v, weights", "return (weights @ v).detach(), weights.detach()"
        ),
        alone=True,
    ),
    Misconception(
        "weights-first",
        "The numbers are right, but the weights come first. Return (output, weights).",
        change("return weights @ v, weights", "return weights, weights @ v"),
        alone=True,
    ),
    Misconception(
        "output-only",
        "You return the output alone. Return a pair: (output, weights).",
        change("return weights @ v, weights", "return weights @ v"),
    ),
    Misconception(
        "scores-returned",
        "Your output is right, but what you return beside it are the scaled scores. "
        "The weights are what the softmax makes of them: each row sums to one.",
        change("return weights @ v, weights", "return weights @ v, scores"),
        alone=True,
    ),
    Misconception(
        "scaled-by-d-v", SCALED_BY_D_V, change("q.shape[-1] ** 0.5", "v.shape[-1] ** 0.5")
    ),
    Misconception(
        "half-of-d-k", HALF_OF_D_K, change("q.shape[-1] ** 0.5", "(q.shape[-1] ** 1 / 2)")
    ),
    Misconception("no-transpose", NOT_TURNED, change("k.mT", "k")),
    Misconception(
        "global-max",
        GLOBAL_MAX,
        change(
            "weights = torch.softmax(scores, dim=-1)",
            "powers = torch.exp(scores - scores.max())\n"
            "    weights = powers / powers.sum(keepdim=True, dim=-1)",
        ),
    ),
    Misconception(
        "softmax-twice",
        SOFTMAX_TWICE,
        change(
            "torch.softmax(scores, dim=-1)", "torch.softmax(scores, dim=-1).softmax(dim=-1)"
        ),
    ),
    Misconception(
        "log-softmax",
        LOG_SOFTMAX,
        change("torch.softmax(", "torch.log_softmax("),
        alone=True,
    ),
    Misconception(
        "no-softmax", NO_SOFTMAX, change("torch.softmax(scores, dim=-1)", "scores")
    ),
    Misconception(
        "causal",
        CAUSAL,
        change(
            "    weights = torch",
            "    later = torch.ones_like(scores).triu(1).bool()\n"
            "    scores = scores.masked_fill(later, -torch.inf)\n"
            "    weights = torch",
        ),
    ),
    Misconception(
        "scaled-after",
        "You divide after the softmax, so the rows no longer sum to one. Scale "
        "the scores, then take the softmax.",
        change("k.mT / q.shape[-1] ** 0.5", "k.mT")
        + change(
            "torch.softmax(scores, dim=-1)",
            "torch.softmax(scores, dim=-1) / q.shape[-1] ** 0.5",
        ),
    ),
    Misconception(
        "weights-detached",
        WEIGHTS_DETACHED,
        change("torch.softmax(scores, dim=-1)", "torch.softmax(scores, dim=-1).detach()"),
        alone=True,
    ),
    Misconception(
        "multiplied",
        "You multiply the scores by sqrt(d_k) where you should divide.",
        change("k.mT / q.shape[-1] ** 0.5", "k.mT * q.shape[-1] ** 0.5"),
    ),
    Misconception(
        "size-from-the-front",
        "You take d_k from axis 1. That is the width for one sequence; in a batch "
        "it is another axis. Count from the end.",
        change("q.shape[-1] ** 0.5", "q.shape[1] ** 0.5"),
    ),
    Misconception(
        "transpose-0-1", TURNED_FROM_THE_FRONT, change("k.mT", "k.transpose(0, 1)")
    ),
    Misconception(
        "transpose-1-2", TURNED_FROM_THE_FRONT, change("k.mT", "k.transpose(1, 2)")
    ),
)
