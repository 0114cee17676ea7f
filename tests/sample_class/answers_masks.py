"""What the students of the sample class wrote in chapter 07."""

RIGHT = {
    "pad_and_truncate": """\
rows = [(list(ids) + [pad_id] * max_len)[:max_len] for ids in sequences]
return np.array(rows), np.array([min(len(ids), max_len) for ids in sequences])
""",
    "padding_mask": """\
mask = np.zeros(lengths.shape + (n,), dtype=bool)
for place in np.ndindex(*lengths.shape):
    mask[place][: lengths[place]] = True
return mask
""",
    "causal_mask": """\
positions = np.arange(n)
return positions[:, None] >= positions[None, :]
""",
    "batch_mask": """\
positions = np.arange(n)
back = positions[:, None] - positions  # how far key j lies behind query i
near = (back >= 0) & (back < window)
return near & padding_mask(lengths, n)[:, None, None, :]
""",
    "masked_softmax": """\
open_to = np.broadcast_to(mask, scores.shape)
weights = np.zeros(scores.shape)
for row in np.ndindex(*scores.shape[:-1]):
    chosen = scores[row][open_to[row]].astype(float)
    if chosen.size == 0:
        continue  # nothing to attend to: all zeros
    powers = np.exp(chosen - chosen.max())
    weights[row][open_to[row]] = powers / powers.sum()
return weights
""",
    "predict_leak": 'prediction = "a"',
    "running_mean": "return np.zeros((3, 3)), np.eye(3), np.eye(3)",
    "sentence_means": """\
def sentence_means(context, lengths):
    out = np.zeros((len(context), context.shape[2]))
    for i, length in enumerate(lengths):
        if length:
            out[i] = context[i, :length].mean(axis=0)
    return out
""",
    "why_before": """\
The denominator adds up the powers of all tokens, the later ones too. Zeros put in
afterwards do not take them out of it, so earlier weights move when a later token does.
With the mask first they are never in the sum.
""",
}

STUDENTS = {
    "noor-siddiqui": {
        **RIGHT,
        "sentence_means": """\
def sentence_means(context, lengths):
    real = padding_mask(lengths, context.shape[1])
    sums = (context * real[..., None]).sum(axis=1)
    return sums / np.maximum(lengths, 1)[:, None]
""",
        "pad_and_truncate": """\
ids = np.zeros((len(sequences), max_len), dtype=int)
lengths = []
for i, sequence in enumerate(sequences):
    kept = sequence[:max_len]
    ids[i, : len(kept)] = kept
    lengths.append(len(kept))
return ids, np.array(lengths)
""",
        "padding_mask": "return np.arange(n) <= lengths[..., None]",
        "causal_mask": "return np.triu(np.ones((n, n), dtype=bool), k=1)",
        "batch_mask": """\
real = padding_mask(lengths, n)[:, None, None, :]
back = np.arange(n)[:, None] - np.arange(n)
return real & (abs(back) < window)
""",
        "masked_softmax": """\
scores = scores * mask
powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
return powers / powers.sum(axis=-1, keepdims=True)
""",
        "predict_leak": 'prediction = "c"',
    },
    "pavel-dvorak": {
        **RIGHT,
        "running_mean": "return np.eye(3), np.eye(3), np.eye(3)",
        "pad_and_truncate": """\
ids = np.full((len(sequences), max_len), pad_id)
for row, sequence in zip(ids, sequences):
    row[: len(sequence)] = sequence[:max_len]
return ids, np.array([len(sequence) for sequence in sequences])
""",
        "causal_mask": """\
allowed = np.tril(np.ones((n, n)))
return np.where(allowed == 1, 0.0, -np.inf)
""",
        "masked_softmax": """\
scores = np.where(mask, scores, -np.inf)
powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
return powers / powers.sum(axis=-1, keepdims=True)
""",
        "predict_leak": 'prediction = "d"',
        "why_before": "Because then the weights no longer sum to 1.",
    },
    "yara-mansour": {
        "pad_and_truncate": RIGHT["pad_and_truncate"],
        "padding_mask": """\
return np.array([[1] * length + [0] * (n - length) for length in lengths])
""",
        "causal_mask": "return np.tril(np.ones((n, n), dtype=bool), k=-1)",
    },
}
