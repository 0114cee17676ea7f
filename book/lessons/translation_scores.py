"""A score that people use for translations: chrF (chapter 10)."""

from collections import Counter
from collections.abc import Sequence

import numpy as np


def runs(text: str, n: int) -> Counter[str]:
    """All runs of n characters in a text, with how often each occurs; no spaces."""
    text = "".join(text.split())
    return Counter(text[i : i + n] for i in range(len(text) - n + 1))


def chrf(answers: Sequence[str], targets: Sequence[str], longest: int = 6) -> float:
    """How many short runs of characters answers and targets share, from 0 to 100.

    Popović 2015, "chrF: character n-gram F-score for automatic MT evaluation", as
    chrF2: precision (of the runs written, how many are wanted) and recall (of those
    wanted, how many are written) are each a mean over runs of 1 to ``longest``
    characters, counted over the whole set; recall has four times the weight.
    """
    shares = []
    for n in range(1, longest + 1):
        hits = written = wanted = 0
        for answer, target in zip(answers, targets, strict=True):
            ours, theirs = runs(answer, n), runs(target, n)
            hits += (ours & theirs).total()  # the smaller count of each run
            written += ours.total() if theirs else 0
            wanted += theirs.total()
        if written and wanted:
            shares.append((hits / written, hits / wanted))
    if not shares or not any(map(sum, shares)):
        return 0.0
    precision, recall = np.mean(shares, axis=0)
    return float(100 * 5 * precision * recall / (4 * precision + recall))
