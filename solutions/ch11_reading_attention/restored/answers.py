"""Answers to reading.restored that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "two loops",
        """
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
        """,
        "one run for each layer and place",
    ),
    right(
        "by keyword",
        change("(layer, place, vector)", "patch=[layer, place, vector]"),
        "patch by its name, as a list",
        of="two loops",
    ),
    right(
        "1 minus what is still lost",
        change(
            "(patched - broken) / (whole - broken)",
            "1 - (whole - patched) / (whole - broken)",
        ),
        "the same share",
        of="two loops",
    ),
    right(
        "a logistic",
        """
        def restored(run, clean, corrupted, token):
            def chance(logits):
                others = np.logaddexp.reduce(np.delete(logits, token))
                return 1 / (1 + np.exp(np.clip(others - logits[token], -700, 700)))

            logits, kept = run(clean)
            whole = chance(logits)
            broken = chance(run(corrupted)[0])
            share = np.zeros(kept.shape[:2])
            for at in np.ndindex(share.shape):
                patched = chance(run(corrupted, (*at, kept[at]))[0])
                share[at] = (patched - broken) / (whole - broken)
            return share
        """,
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
    right(
        "all runs first",
        """
        def restored(run, clean, corrupted, token):
            first, kept = run(clean)
            places = list(np.ndindex(kept.shape[:2]))
            runs = [first, run(corrupted)[0]]
            runs += [run(corrupted, (*at, kept[at]))[0] for at in places]
            logits = np.array(runs, dtype=float)
            powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
            whole, broken, *after = powers[:, token] / powers.sum(axis=-1)
            return ((after - broken) / (whole - broken)).reshape(kept.shape[:2])
        """,
        "all probabilities at once",
    ),
    wrong(
        "left open",
        """
        def restored(run, clean, corrupted, token):
            raise NotImplementedError
        """,
        "stub",
        verdict="not_attempted",
    ),
    wrong(
        "the difference",
        change("(patched - broken) / (whole - broken)", "patched - broken"),
        "no share",
        "not-a-share",
        of="two loops",
    ),
    wrong(
        "of the whole",
        change("/ (whole - broken)", "/ whole"),
        "more than was lost",
        "share-of-the-whole",
        of="two loops",
    ),
    wrong(
        "the ratio",
        change("(patched - broken) / (whole - broken)", "patched / whole"),
        "not 0",
        "ratio",
        of="two loops",
    ),
    wrong(
        "the probability",
        change("(patched - broken) / (whole - broken)", "patched"),
        "compared with nothing",
        "probability-as-it-is",
        of="two loops",
    ),
    wrong(
        "what is still lost",
        change("(patched - broken)", "(whole - patched)"),
        "the other part",
        "still-lost",
        of="two loops",
    ),
    wrong(
        "logits",
        change("powers[token] / powers.sum()", "logits[token]"),
        "no softmax",
        "logits",
        of="two loops",
    ),
    wrong(
        "the other way",
        change("run(clean)", "run(clean)[0], run(corrupted)[1]")
        + change("run(corrupted, (", "run(clean, ("),
        "corrupted vectors in the clean run",
        "the-other-way",
        of="two loops",
    ),
    wrong(
        "its own vectors",
        change("    for layer", "    kept = run(corrupted)[1]\n    for layer"),
        "nothing changes",
        "own-vectors",
        of="two loops",
    ),
    wrong(
        "transposed",
        change("return share", "return share.T"),
        "(n, layers)",
        "places-first",
        of="two loops",
    ),
    wrong(
        "the whole layer",
        change("(layer, place, vector)", "(layer, place, kept[layer])"),
        "a table for a vector",
        of="two loops",
    ),
    wrong(
        "the last place alone",
        change("np.zeros((layers, n))", "np.zeros(layers)")
        + change("for place in range(n)", "for place in [n - 1]")
        + change("share[layer, place]", "share[layer]"),
        "one number a layer",
        "last-place-alone",
        of="two loops",
    ),
    wrong(
        "right or not",
        change("powers[token] / powers.sum()", "float(np.argmax(logits) == token)"),
        "0 and 1 for probabilities",
        of="two loops",
    ),
)
