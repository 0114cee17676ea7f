"""Answers to reading.restored."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "reading.restored"

USUAL = """
def restored(run, clean, corrupted, token):
    def chance(logits):
        powers = np.exp(logits - logits.max())
        return powers[token] / powers.sum()

    logits, kept = run(clean)
    whole = chance(logits)
    broken = chance(run(corrupted)[0])
    layers, n, _ = kept.shape
    share = np.zeros((layers, n))
    for layer in range(layers):
        for place in range(n):
            vector = kept[layer, place]
            patched = chance(run(corrupted, (layer, place, vector))[0])
            share[layer, place] = (patched - broken) / (whole - broken)
    return share
"""
SHARE = "(patched - broken) / (whole - broken)"

ANSWERS = (
    right("two loops", USUAL, "one run for each layer and place"),
    right(
        "by keyword",
        edited(
            USUAL,
            (
                "run(corrupted, (layer, place, vector))",
                "run(corrupted, patch=[layer, place, vector])",
            ),
        ),
        "patch by its name, as a list",
    ),
    right(
        "1 minus what is still lost",
        edited(USUAL, (SHARE, "1 - (whole - patched) / (whole - broken)")),
        "the same share",
    ),
    right(
        "a logistic",
        edited(
            USUAL,
            ("powers = np.exp(logits - logits.max())", "others = np.delete(logits, token)"),
            (
                "powers[token] / powers.sum()",
                "1 / (1 + np.exp(np.clip(np.logaddexp.reduce(others) - logits[token], "
                "-700, 700)))",
            ),
        ),
        "the token against all others",
    ),
    right(
        "collected",
        """
        def restored(run, clean, corrupted, token):
            def chance(ids, patch=None):
                logits = np.asarray(run(ids, patch)[0], dtype=float)
                return np.exp(logits[token] - np.logaddexp.reduce(logits))

            kept = run(clean)[1]
            low, high = chance(corrupted), chance(clean)
            found = np.array(
                [
                    [chance(corrupted, (i, j, vector)) for j, vector in enumerate(row)]
                    for i, row in enumerate(kept)
                ]
            )
            return (found - low) / (high - low)
        """,
        "the shares at the end",
    ),
    wrong(
        "left open",
        "def restored(run, clean, corrupted, token):\n    raise NotImplementedError",
        "stub",
        verdict="not_attempted",
    ),
    wrong(
        "the difference",
        edited(USUAL, (SHARE, "patched - broken")),
        "no share",
        "not-a-share",
    ),
    wrong(
        "of the whole",
        edited(USUAL, (SHARE, "(patched - broken) / whole")),
        "more than was lost",
        "share-of-the-whole",
    ),
    wrong("the ratio", edited(USUAL, (SHARE, "patched / whole")), "not 0", "ratio"),
    wrong(
        "the probability",
        edited(USUAL, (SHARE, "patched")),
        "compared with nothing",
        "probability-as-it-is",
    ),
    wrong(
        "what is still lost",
        edited(USUAL, (SHARE, "(whole - patched) / (whole - broken)")),
        "the other part",
        "still-lost",
    ),
    wrong(
        "logits",
        edited(USUAL, ("return powers[token] / powers.sum()", "return logits[token]")),
        "no softmax",
        "logits",
    ),
    wrong(
        "the other way",
        edited(
            USUAL,
            (
                "logits, kept = run(clean)",
                "logits, kept = run(clean)[0], run(corrupted)[1]",
            ),
            ("run(corrupted, (layer", "run(clean, (layer"),
        ),
        "corrupted vectors in the clean run",
        "the-other-way",
    ),
    wrong(
        "its own vectors",
        edited(
            USUAL,
            (
                "share = np.zeros((layers, n))",
                "share = np.zeros((layers, n))\n    kept = run(corrupted)[1]",
            ),
        ),
        "nothing changes",
        "own-vectors",
    ),
    wrong(
        "transposed",
        edited(USUAL, ("return share", "return share.T")),
        "(n, layers)",
        "places-first",
    ),
    wrong(
        "the whole layer",
        edited(USUAL, ("(layer, place, vector)", "(layer, place, kept[layer])")),
        "a table for a vector",
    ),
    wrong(
        "the last place alone",
        edited(
            USUAL,
            ("share = np.zeros((layers, n))", "share = np.zeros(layers)"),
            ("for place in range(n):", "for place in [n - 1]:"),
            ("share[layer, place] =", "share[layer] ="),
        ),
        "one number a layer",
        "last-place-alone",
    ),
    wrong(
        "right or not",
        edited(
            USUAL,
            (
                "return powers[token] / powers.sum()",
                "return float(np.argmax(logits) == token)",
            ),
        ),
        "0 and 1 for probabilities",
    ),
)
