"""Answers to write.next_token_probabilities: wrong ones."""

from answers.ch13_writing_text.next_token_probabilities import BASE
from answers.corpus import wrong
from answers.edits import edited

EXERCISE = "write.next_token_probabilities"

ANSWERS = (
    wrong(
        "times",
        edited(BASE, ("scores / temperature", "scores * temperature")),
        "multiplied",
        "multiplied",
    ),
    wrong(
        "unused",
        edited(BASE, ("    scores = scores / temperature\n", "")),
        "the temperature is only looked at for 0",
        "temperature-unused",
    ),
    wrong(
        "0 divides",
        edited(BASE, ("if temperature == 0:", "if temperature is None:")),
        "logits / 0",
        "zero-divides",
    ),
    wrong(
        "crossing one dropped",
        edited(BASE, (" - ranked >= top_p", " > top_p")),
        "the one that crosses is left out, and with a tiny top_p all are",
        "crossing-left-out",
    ),
    wrong(
        "crossing one dropped, the first kept",
        edited(
            BASE,
            (
                "drop = np.cumsum(ranked, axis=-1) - ranked >= top_p",
                "drop = np.cumsum(ranked, axis=-1) > top_p\n        drop[..., 0] = False",
            ),
        ),
        "the one that crosses is left out",
        "crossing-left-out",
    ),
    wrong(
        "not scaled again",
        edited(
            BASE,
            (
                "        np.put_along_axis(p, order, ranked, axis=-1)\n"
                "        p = p / p.sum(axis=-1, keepdims=True)\n",
                "        np.put_along_axis(p, order, ranked, axis=-1)\n",
            ),
        ),
        "after top-p the rows sum to less than one",
        "not-scaled-after-top-p",
    ),
    wrong(
        "top-p first",
        """
        def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
            scores = np.array(logits, dtype=float)
            if temperature == 0:
                temperature, top_k = 1, 1
            scores = scores / temperature
            order = np.argsort(-scores, axis=-1)
            p = np.exp(scores - scores.max(axis=-1, keepdims=True))
            p = np.take_along_axis(p / p.sum(axis=-1, keepdims=True), order, axis=-1)
            if top_p is not None:
                p[np.cumsum(p, axis=-1) - p >= top_p] = 0
            if top_k is not None:
                p[..., top_k:] = 0
            result = np.zeros(p.shape)
            np.put_along_axis(result, order, p / p.sum(axis=-1, keepdims=True), axis=-1)
            return result
        """,
        "top-p counts in all of the tokens",
        "top-p-of-everything",
    ),
    wrong(
        "zeros for logits",
        edited(BASE, ("scores[scores < least] = -np.inf", "scores[scores < least] = 0")),
        "for top-k alone, a logit of 0 has a probability; top-p meets ties then",
    ),
    wrong(
        "no maximum",
        edited(BASE, ("scores - scores.max(axis=-1, keepdims=True)", "scores")),
        "exp overflows",
        "unstable",
    ),
    wrong(
        "k ignored",
        edited(BASE, ("if top_k is not None and top_k < scores.shape[-1]:", "if False:")),
        "top_k is not used",
        "top-k-unused",
    ),
    wrong(
        "p ignored",
        edited(BASE, ("if top_p is not None:", "if False:")),
        "top_p is not used",
        "top-p-unused",
    ),
    wrong(
        "the k smallest",
        edited(
            BASE,
            (
                "np.sort(scores, axis=-1)[..., -top_k][..., None]",
                "np.sort(scores, axis=-1)[..., top_k - 1][..., None]",
            ),
            ("scores < least", "scores > least"),
        ),
        "sorted from the smallest on",
        "least-likely-kept",
    ),
    wrong(
        "more than there are",
        edited(BASE, (" and top_k < scores.shape[-1]", "")),
        "an index behind the end for top_k = 9 of 4",
    ),
    wrong(
        "temperature after the softmax",
        edited(
            BASE,
            ("    scores = scores / temperature\n", ""),
            (
                "    if top_p is not None:\n",
                "    p = p / temperature\n    if top_p is not None:\n",
            ),
        ),
        "probabilities are divided, not logits",
    ),
    wrong(
        "an id drawn",
        """
        def next_token_probabilities(logits, temperature=1.0, top_k=None, top_p=None):
            return np.argmax(logits, axis=-1)
        """,
        "an id for probabilities",
    ),
    wrong(
        "cutting the caller's logits",
        edited(
            BASE,
            ("np.array(logits, dtype=np.float64)", "np.asarray(logits)"),
            ("scores = scores / temperature", "scores /= temperature"),
        ),
        "the caller's array is divided, and whole numbers cannot be",
    ),
    wrong(
        "log-softmax",
        edited(BASE, ("    return p\n", "    return np.log(p)\n")),
        "logarithms of probabilities",
    ),
)
