"""Draw sentences, memories and masks for the attentions and blocks of the chapter."""

import numpy as np

from solutions.draws import Draw, normal, sizes


def two_sequences(mask: str = "", *, causal: str = "", d_ff: int = 0, **options) -> Draw:
    """Draw constructor arguments, and x and memory of different lengths in float32.

    mask, for memory: "", "padding", "one of padding" (alone), "keys" (1, m), "pairs",
    "pairs of three axes" (1, n, m),
    "nothing open" (to the first token), or "one for all" sequences, or that and
    "one for all, nothing open".
    ``causal``: the kind (``open_pairs``) of a mask for x, which then comes third.
    With ``d_ff`` it is the third constructor argument.  Options: ``shape`` (batch, n,
    m, head_dim), ``heads`` and ``scale``.
    """

    def draw(rng: np.random.Generator) -> tuple:
        batch, n, m, head_dim = options.get("shape") or sizes(rng, 4, 2, 7)
        heads = options.get("heads", 2)
        d_model = heads * head_dim
        scale = np.float32(options.get("scale", 1.0))
        x = scale * normal(rng, batch, n, d_model, dtype="float32")
        memory = scale * normal(rng, batch, m, d_model, dtype="float32")
        inputs = [x, memory]
        if causal:
            inputs.append(open_pairs(rng, causal, batch, n))
        if mask == "padding":
            inputs.append(open_pairs(rng, "padding", batch, m))
        if mask == "one of padding":
            inputs.append(open_pairs(rng, "padding", batch, m))
            inputs[-1][-1] = False
        if mask == "keys":
            inputs.append((np.arange(m) == 1)[None] | (rng.random((1, m)) < 0.4))
        if mask and "pad" not in mask and mask != "keys":
            first = np.arange(m) == rng.integers(m, size=(batch, n, 1))
            inputs.append(first | (rng.random((batch, n, m)) < 0.4))
        if mask in ("nothing open", "one for all, nothing open"):
            inputs[-1][:, 0] = False
        if mask == "pairs of three axes":
            inputs[-1] = inputs[-1][:1]
        if mask.startswith("one for all"):
            inputs[-1] = inputs[-1][0]
        init = (d_model, heads, d_ff) if d_ff else (d_model, heads)
        return init, tuple(inputs)

    return draw


def open_pairs(rng: np.random.Generator, kind: str, batch: int, n: int) -> np.ndarray:
    """A Boolean mask with something open in every row.

    kind: "causal", (n, n); "causal, three axes", (1, n, n); "padding", (batch, 1, n);
    "pairs for all", (n, n); "the past alone", (n, n), where the first token alone sees
    itself;
    anything else, (batch, n, n), of which "some of the past" opens no later key.
    """
    if kind in ("causal", "causal, three axes"):
        mask = np.tril(np.ones((n, n), dtype=bool))
        return mask if kind == "causal" else mask[None]
    if kind == "the past alone":
        return np.tril(np.ones((n, n), dtype=bool), -1) | (
            np.arange(n) + np.arange(n)[:, None] == 0
        )
    if kind == "padding":
        lengths = rng.integers(1, n, size=(batch, 1, 1))
        lengths[0] = 1  # or nothing might be blocked
        return np.arange(n) < lengths  # (batch, 1, n)
    pairs = (rng.random((batch, n, n)) < 0.5) | np.eye(n, dtype=bool)
    if kind == "pairs for all":
        return pairs[0]
    return np.tril(pairs) if kind == "some of the past" else pairs
