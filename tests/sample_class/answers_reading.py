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
    "predict_previous_head": 'prediction = "c"',
    "attention_rollout": """\
from functools import reduce

def attention_rollout(weights):
    half = np.eye(weights.shape[-1]) / 2
    layers = np.moveaxis(weights / 2 + half, -3, 0)
    return reduce(lambda below, layer: layer @ below, layers)
""",
    "contributions": """\
added = np.einsum("...ij,...jd,dm->...ijm", weights, v, W_o)
return np.linalg.norm(added, axis=-1)
""",
}

STUDENTS = {
    "kwame-boateng": {
        **RIGHT,
        "previous_token_score": """\
return np.diagonal(weights, axis1=-2, axis2=-1).mean(axis=-1)
""",
        "induction_score": """\
later = np.arange(period, weights.shape[-1])
return weights[..., later, later - period].mean(axis=-1)
""",
        "predict_previous_head": 'prediction = "a"',
        "attention_rollout": """\
rollout = weights[..., 0, :, :]
for layer in range(1, weights.shape[-3]):
    rollout = weights[..., layer, :, :] @ rollout
return rollout
""",
        "contributions": """\
lengths = np.linalg.norm(v, axis=-1)
return weights * lengths[..., None, :]
""",
    },
    "lucia-romano": {
        **RIGHT,
        "previous_token_score": """\
diagonal = np.diagonal(weights, offset=-1, axis1=-2, axis2=-1)
return diagonal.sum(axis=-1) / weights.shape[-1]
""",
        "predict_previous_head": 'prediction = "d"',
        "attention_rollout": """\
rollout = np.eye(weights.shape[-1])
for layer in range(weights.shape[-3]):
    rollout = rollout @ (weights[..., layer, :, :] / 2 + np.eye(weights.shape[-1]) / 2)
return rollout
""",
        "contributions": """\
squares = ((v @ W_o) ** 2).sum(axis=-1)
return weights * squares[..., None, :]
""",
    },
    "mina-park": {
        "previous_token_score": RIGHT["previous_token_score"],
        "induction_score": """\
later = np.arange(period, weights.shape[-1])
return weights[..., later, later - period - 1].mean(axis=-1)
""",
    },
}
