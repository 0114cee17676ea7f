"""What the students of the sample class wrote in chapter 15."""

RIGHT = {
    "attention_to": """\
asked = np.isin(np.arange(weights.shape[-1]), targets)
return weights[..., sources[-1], :] @ asked
""",
    "mean_ablate": """\
said = [
    np.broadcast_to(means[i], z[..., i, :].shape) if i in heads else z[..., i, :]
    for i in range(z.shape[-2])
]
return np.stack(said, axis=-2)
""",
    "predict_row_of_it": 'prediction = "b"',
    # Row by row, from one of the two runs.
    "patch": """\
def patch(run, clean, corrupted, layer, position):
    given = run(clean)[1][layer]

    def edit(at, hidden):
        rows = [
            given[i] if (at, i) == (layer, position) else row
            for i, row in enumerate(hidden)
        ]
        return np.array(rows)

    return run(corrupted, edit)[0]
""",
    "predict_where": 'prediction = "d"',
    "logit_lens": """\
length = np.linalg.norm(hidden, axis=-1, keepdims=True)
x = hidden / np.hypot(length / hidden.shape[-1] ** 0.5, eps**0.5)
return np.tensordot(x, weight * W_U, axes=(-1, -1)).argmax(axis=-1)
""",
    "head_contributions": """\
added = np.matmul(z[..., None, :], W_o)
return np.dot(added, direction)[..., 0]
""",
    "predict_strongest_head": 'prediction = "a"',
}

STUDENTS = {
    "dilan-aydin": {
        **RIGHT,
        "attention_to": "return weights[..., sources[-1], targets].mean(axis=-1)",
        "mean_ablate": """\
ablated = z.copy()
for head in heads:
    ablated[..., head, :] = 0
return ablated
""",
        "predict_row_of_it": 'prediction = "a"',
        "patch": """\
def patch(run, clean, corrupted, layer, position):
    _, broken = run(corrupted)

    def edit(at, hidden):
        if at == layer:
            hidden[position] = broken[layer, position]
        return hidden

    logits, _ = run(clean, edit)
    return logits
""",
        "predict_where": 'prediction = "a"',
        "logit_lens": """\
size = np.sqrt((hidden**2).mean(axis=-1, keepdims=True) + eps)
return np.argmax((hidden / size) @ W_U.T, axis=-1)
""",
        "head_contributions": """\
added = np.stack([z[..., i, :] @ W_o[i] for i in range(len(W_o))], axis=-2)
return np.linalg.norm(added, axis=-1)
""",
        "predict_strongest_head": 'prediction = "b"',
    },
    "freya-lindqvist": {
        **RIGHT,
        "attention_to": "return weights[..., sources[0], targets].sum(axis=-1)",
        "mean_ablate": """\
average = z.mean(axis=-3, keepdims=True)
ablated = z.copy()
ablated[..., heads, :] = average[..., heads, :]
return ablated
""",
        "predict_row_of_it": 'prediction = "c"',
        "patch": """\
def patch(run, clean, corrupted, layer, position):
    _, kept = run(clean)

    def edit(at, hidden):
        return kept[layer] if at == layer else hidden

    return run(corrupted, edit)[0]
""",
        "predict_where": 'prediction = "c"',
        "logit_lens": """\
last = hidden[-1]
size = np.sqrt((last**2).mean(axis=-1, keepdims=True) + eps)
return (last / size * weight @ W_U.T).argmax(axis=-1)
""",
        "head_contributions": """\
direction = direction / np.linalg.norm(direction)
return np.einsum("...hv,hvd,d->...h", z, W_o, direction)
""",
    },
    "hassan-qureshi": {
        "attention_to": "return weights[..., sources[-1], targets].sum(axis=-1).mean()",
        "mean_ablate": """\
ablated = z.copy()
ablated[..., -1, heads, :] = means[heads]
return ablated
""",
        "logit_lens": RIGHT["logit_lens"],
        "head_contributions": """\
along = W_o @ direction
return (z * along).sum(axis=(-2, -1))
""",
        "predict_strongest_head": 'prediction = "c"',
    },
}
