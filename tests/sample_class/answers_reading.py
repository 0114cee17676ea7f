"""What the students of the sample class wrote in chapter 11."""

RIGHT = {
    "previous_token_score": """\
n = weights.shape[-1]
return sum(weights[..., i, i - 1] for i in range(1, n)) / (n - 1)
""",
    "induction_score": """\
n = weights.shape[-1]
found = [weights[..., i, i - period + 1] for i in range(period, n)]
return np.mean(found, axis=0)
""",
    "predict_previous_head": 'prediction = "a"',
    "fewest_heads": """\
sets = [[]]
for head in heads:
    sets = sets + [off + [head] for off in sets]
failing = [off for off in sets if accuracy(off) < below]
fewest = min(map(len, failing))
return min((off for off in failing if len(off) == fewest), key=accuracy)
""",
    "restored": """\
def chance(logits, token):
    powers = np.exp(logits - np.max(logits))
    return powers[token] / powers.sum()

def restored(run, clean, corrupted, token):
    logits, kept = run(clean)
    broken = chance(run(corrupted)[0], token)
    lost = chance(logits, token) - broken
    share = np.zeros(kept.shape[:2])
    for layer in range(len(kept)):
        for place in range(len(clean)):
            again, _ = run(corrupted, patch=(layer, place, kept[layer][place]))
            share[layer, place] = (chance(again, token) - broken) / lost
    return share
""",
    "attention_rollout": """\
from functools import reduce

def attention_rollout(weights):
    half = np.eye(weights.shape[-1]) / 2
    layers = np.moveaxis(weights / 2 + half, -3, 0)
    return reduce(lambda below, layer: layer @ below, layers)
""",
    "contributions": """\
h, d_v = v.shape[-3], v.shape[-1]
blocks = W_o.reshape(h, d_v, -1)
added = np.einsum("...hij,...hjd,hdm->...ijm", weights, v, blocks)
return np.linalg.norm(added, axis=-1)
""",
    "previous_head": """\
angles = 2 * np.pi / 16 * np.arange(16)
here = np.column_stack([np.cos(angles), np.sin(angles)])
before = np.roll(here, 1, axis=0)
turn = np.linalg.pinv(here) @ before
W_q = np.vstack([np.zeros((4, 2)), 300 * turn])
W_k = np.vstack([np.zeros((4, 2)), np.eye(2)])
return W_q, W_k, np.eye(6, 4)
""",
    "weight_by_distance": """\
def weight_by_distance(weights):
    n = weights.shape[-1]
    means = [
        np.trace(weights, offset=-d, axis1=-2, axis2=-1) / (n - d) for d in range(n)
    ]
    return np.stack(means, axis=-1)
""",
    "why_not_why": """\
Two different maps can end in the same output. What a head adds is weight times value, and
a value can be short. I would take the head out and look whether the answer changes.
""",
}

STUDENTS = {
    "kwame-boateng": {
        **RIGHT,
        "previous_head": """\
W_q = np.zeros((6, 2))
W_q[4:] = 500 * np.eye(2)
return W_q, np.eye(6)[:, 4:], np.eye(6)[:, :4]
""",
        "weight_by_distance": """\
def weight_by_distance(weights):
    n = weights.shape[-1]
    means = []
    for back in range(n):
        means.append(np.trace(weights, offset=-back, axis1=-2, axis2=-1))
    return np.stack(means, axis=-1)
""",
        "previous_token_score": """\
return np.diagonal(weights, axis1=-2, axis2=-1).mean(axis=-1)
""",
        "induction_score": """\
later = np.arange(period, weights.shape[-1])
return weights[..., later, later - period].mean(axis=-1)
""",
        "predict_previous_head": 'prediction = "c"',
        "fewest_heads": """\
ranked = sorted(heads, key=lambda head: accuracy([head]))
off = []
while accuracy(off) >= below:
    off.append(ranked.pop(0))
return off
""",
        "attention_rollout": """\
rollout = weights[..., 0, :, :]
for layer in range(1, weights.shape[-3]):
    rollout = weights[..., layer, :, :] @ rollout
return rollout
""",
        "contributions": """\
h, d_v = v.shape[-3], v.shape[-1]
lengths = np.linalg.norm(v @ W_o.reshape(h, d_v, -1), axis=-1)
return (weights * lengths[..., None, :]).sum(axis=-3)
""",
    },
    "lucia-romano": {
        **RIGHT,
        "previous_token_score": """\
diagonal = np.diagonal(weights, offset=-1, axis1=-2, axis2=-1)
return diagonal.sum(axis=-1) / weights.shape[-1]
""",
        "predict_previous_head": 'prediction = "d"',
        "restored": """\
logits, kept = run(clean)
whole, broken = logits[token], run(corrupted)[0][token]
share = np.zeros(kept.shape[:2])
for layer, place in np.ndindex(share.shape):
    again, _ = run(corrupted, (layer, place, kept[layer, place]))
    share[layer, place] = (again[token] - broken) / (whole - broken)
return share
""",
        "attention_rollout": """\
rollout = np.eye(weights.shape[-1])
for layer in range(weights.shape[-3]):
    rollout = rollout @ (weights[..., layer, :, :] / 2 + np.eye(weights.shape[-1]) / 2)
return rollout
""",
        "contributions": """\
blocks = np.split(W_o, v.shape[-3])
added = sum(
    weights[..., a, :, :, None] * (v[..., a, :, :] @ block)[..., None, :, :]
    for a, block in enumerate(blocks)
)
return (added**2).sum(axis=-1)
""",
        "why_not_why": "Because attention is not explanation.",
    },
    "mina-park": {
        "previous_token_score": RIGHT["previous_token_score"],
        "induction_score": """\
later = np.arange(period, weights.shape[-1])
return weights[..., later, later - period - 1].mean(axis=-1)
""",
    },
}
