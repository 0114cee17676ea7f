"""What the students of the sample class wrote in chapter 01."""

RIGHT = {
    "cosine_similarity": """\
a = a / np.sqrt((a * a).sum(axis=-1, keepdims=True))
b = b / np.sqrt((b * b).sum(axis=-1, keepdims=True))
return np.einsum("...d,...d->...", a, b)
""",
    "predict_apple": 'prediction = "c"',
    "additive_score": """\
scores = []
for j in range(keys.shape[-2]):
    hidden = np.tanh(query @ W_q + keys[..., j, :] @ W_k)
    scores.append(hidden @ v)
return np.stack(scores, axis=-1)
""",
    "context_vector": """\
mixed = 0
for j, value in enumerate(values):
    mixed = mixed + weights[..., j, None] * value
return mixed
""",
    "soft_lookup": """\
scores = np.einsum("...d,nd->...n", query, keys)
powers = np.exp((scores - scores.max(axis=-1, keepdims=True)) / temperature)
return context_vector(powers / powers.sum(axis=-1, keepdims=True), values)
""",
}

STUDENTS = {
    "noor-siddiqui": {
        **RIGHT,
        "cosine_similarity": "return (a * b).sum(axis=-1)",
        "predict_apple": 'prediction = "d"',
        "soft_lookup": """\
weights = softmax(query @ keys.T * temperature)
return context_vector(weights, values)
""",
    },
    "pavel-dvorak": {
        **RIGHT,
        "predict_apple": 'prediction = "a"',
        "additive_score": """\
hidden = (query @ W_q)[..., None, :] + keys @ W_k
return hidden @ v
""",
        "context_vector": "return softmax(weights) @ values",
        "soft_lookup": """\
weights = softmax(query @ keys.T) / temperature
return weights @ values
""",
    },
    "yara-mansour": {  # got as far as the alignment score
        "cosine_similarity": RIGHT["cosine_similarity"],
        "predict_apple": RIGHT["predict_apple"],
        "additive_score": """\
scores = ((query @ W_q)[..., None, :] + keys @ W_k) @ v
return np.tanh(scores)
""",
    },
}
