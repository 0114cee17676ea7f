"""What the students of the sample class wrote in chapter 03, exercise by exercise.

A plain text is the body of the stub; one that begins with ``def`` or
``import`` replaces the whole cell.
"""

RIGHT = {
    "project_qkv": "return x @ W_q, x @ W_k, x @ W_v",
    "predict_shift": 'prediction = "b"',
    "softmax": """\
shifted = scores - scores.max(axis=axis, keepdims=True)
exponentials = np.exp(shifted)
return exponentials / exponentials.sum(axis=axis, keepdims=True)
""",
    "attention_weights": """\
scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
return softmax(scores)
""",
    "weighted_values": """\
by_key = np.swapaxes(weights, -1, -2)
return by_key[..., None] * v[..., None, :]
""",
    "self_attention": """\
q, k, v = project_qkv(x, W_q, W_k, W_v)
return attention_weights(q, k) @ v
""",
    "look_up": "E = np.eye(8)\nreturn 30 * E[:, 3:6], E[:, :3], E[:, 6:]",
    "attention_in_chunks": """\
def attention_in_chunks(q, k, v, size):
    contexts = []
    for start in range(0, len(q), size):
        weights = attention_weights(q[start : start + size], k)
        contexts.append(weights @ v)
    return np.concatenate(contexts)
""",
}

# --- right, in other styles ---------------------------------------------------

LOOPS = {
    "project_qkv": """\
def project_qkv(x, W_q, W_k, W_v):
    results = []
    for W in (W_q, W_k, W_v):
        out = np.zeros(x.shape[:-1] + (W.shape[1],))
        for feature in range(W.shape[0]):
            out = out + x[..., feature, None] * W[feature]
        results.append(out)
    return tuple(results)
""",
    "predict_shift": 'prediction = "(b)"',
    "softmax": """\
def softmax(scores, axis=-1):
    rows = np.moveaxis(scores, axis, -1)
    out = np.empty(rows.shape)
    for place in np.ndindex(*rows.shape[:-1]):
        top = max(rows[place])
        total = 0.0
        for score in rows[place]:
            total += np.exp(float(score - top))
        for j, score in enumerate(rows[place]):
            out[place + (j,)] = np.exp(float(score - top)) / total
    return np.moveaxis(out, -1, axis)
""",
    "attention_weights": """\
scores = np.zeros(q.shape[:-1] + (k.shape[-2],))
for i in range(q.shape[-2]):
    for j in range(k.shape[-2]):
        scores[..., i, j] = (q[..., i, :] * k[..., j, :]).sum(axis=-1)
return softmax(scores / q.shape[-1] ** 0.5)
""",
    "weighted_values": """\
n_q, n_k = weights.shape[-2:]
out = np.zeros(weights.shape[:-2] + (n_k, n_q, v.shape[-1]))
for j in range(n_k):
    for i in range(n_q):
        out[..., j, i, :] = weights[..., i, j, None] * v[..., j, :]
return out
""",
    "self_attention": """\
q, k, v = project_qkv(x, W_q, W_k, W_v)
weights = attention_weights(q, k)
return weighted_values(weights, v).sum(axis=-3)
""",
    "look_up": """\
W_q, W_k, W_v = np.zeros((8, 3)), np.zeros((8, 3)), np.zeros((8, 2))
for place in range(3):
    W_q[3 + place, place], W_k[place, place] = 40, 1
for place in range(2):
    W_v[6 + place, place] = 1
return W_q, W_k, W_v
""",
    "attention_in_chunks": """\
def attention_in_chunks(q, k, v, size):
    out = np.zeros((len(q), v.shape[1]))
    for i in range(len(q)):
        out[i] = (attention_weights(q[i : i + 1], k) @ v)[0]
    return out
""",
}

EINSUM = {
    "project_qkv": """\
return tuple(np.einsum("...nd,dk->...nk", x, W) for W in (W_q, W_k, W_v))
""",
    "predict_shift": 'prediction = "B"',
    "softmax": """\
top = np.max(scores, axis=axis, keepdims=True)
log_total = np.log(np.exp(scores - top).sum(axis=axis, keepdims=True))
return np.exp(scores - top - log_total)
""",
    "attention_weights": """\
scores = np.einsum("...id,...jd->...ij", q, k)
return softmax(scores / np.sqrt(k.shape[-1]), axis=-1)
""",
    "weighted_values": 'return np.einsum("...ij,...jd->...jid", weights, v)',
    "self_attention": """\
q, k, v = project_qkv(x, W_q, W_k, W_v)
return np.einsum("...ij,...jd->...id", attention_weights(q, k), v)
""",
    "look_up": """\
name, asked, said = np.split(np.eye(8), [3, 6], axis=1)
return 25 * asked, name, said
""",
    "attention_in_chunks": """\
def attention_in_chunks(q, k, v, size):
    stops = range(size, len(q), size)
    rows = [
        np.einsum("ij,jd->id", attention_weights(part, k), v)
        for part in np.split(q, stops)
    ]
    return np.vstack(rows)
""",
}

# NumPy under other names, helpers, constants, a lambda, another way round.
HELPERS = {
    "project_qkv": """\
import numpy

MATRICES = 3

def _project(tokens, matrix):
    return numpy.matmul(tokens, matrix)

def project_qkv(x, *matrices):
    assert len(matrices) == MATRICES
    return tuple(_project(x, matrix) for matrix in matrices)
""",
    "predict_shift": 'answer = "b"\nprediction = answer',
    "softmax": """\
from numpy import exp as e_to_the

def normalise(a, axis):
    return a / numpy.sum(a, axis=axis, keepdims=True)

def softmax(scores, axis=-1):
    return normalise(e_to_the(scores - numpy.amax(scores, axis, keepdims=True)), axis)
""",
    "attention_weights": """\
scale = lambda d_k: 1 / numpy.sqrt(d_k)

def attention_weights(q, k):
    return softmax((q * scale(q.shape[-1])) @ k.mT)
""",
    "weighted_values": """\
def weighted_values(weights, v):
    copies = numpy.expand_dims(v, -2)
    return copies * numpy.expand_dims(weights.mT, -1)
""",
    "self_attention": """\
def self_attention(x, W_q, W_k, W_v):
    q, k, v = (_project(x, matrix) for matrix in (W_q, W_k, W_v))
    return attention_weights(q, k) @ v
""",
    "look_up": """\
def picked(first, count, factor=1):
    return factor * numpy.eye(8)[:, first : first + count]

def look_up():
    return picked(3, 3, 50), picked(0, 3), picked(6, 2)
""",
    "attention_in_chunks": """\
def pieces(rows, size):
    while len(rows):
        yield rows[:size]
        rows = rows[size:]

def attention_in_chunks(q, k, v, size):
    done = [attention_weights(piece, k) @ v for piece in pieces(q, size)]
    return numpy.concatenate(done, axis=0)
""",
}

# --- wrong, each in its own way -----------------------------------------------

WRONG_AXIS_SOFTMAX = """\
# every query's weights sum to one
scores = scores - scores.max(axis=0, keepdims=True)
e = np.exp(scores)
return e / e.sum(axis=0, keepdims=True)
"""

UNSTABLE_SOFTMAX = """\
return np.exp(scores) / np.exp(scores).sum(axis=axis, keepdims=True)
"""

GLOBAL_MAX_SOFTMAX = """\
e = np.exp(scores - np.max(scores))
return e / np.sum(e, axis=axis, keepdims=True)
"""

SIGMOID = "return 1 / (1 + np.exp(-scores))"

LISTS_SOFTMAX = """\
e = np.exp(scores - scores.max(axis=axis, keepdims=True))
return (e / e.sum(axis=axis, keepdims=True)).tolist()
"""

MUTATING_SOFTMAX = """\
print("softmax called with", scores)
for row in range(2000):
    print("looking at row", row, "of the scores", "." * 60)
scores -= scores.max(axis=axis, keepdims=True)
e = np.exp(scores)
return e / e.sum(axis=axis, keepdims=True)
"""

ENDLESS_SOFTMAX = """\
e = np.exp(scores - scores.max(axis=axis, keepdims=True))
while not np.all(e.sum(axis=axis) == 1):
    e = e / e.sum(axis=axis, keepdims=True) + 1e-3
return e
"""

SWAPPED_PROJECTION = "return x @ W_k, x @ W_q, x @ W_v"

UNSCALED_WEIGHTS = "return softmax(q @ np.swapaxes(k, -1, -2))"

UNSCALED_WRONG_AXIS_WEIGHTS = """\
return softmax(q @ np.swapaxes(k, -1, -2), axis=-2)
"""

BROKEN_WEIGHTS = """\
def attention_weights(q, k):
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]
    return softmax(scores)
"""

MISSPELT_WEIGHTS = """\
scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(d_k)
return softmax(scores)
"""

LOOKED_UP_BACKWARDS = "E = np.eye(8)\nreturn 20 * E[:, :3], E[:, 3:6], E[:, 6:]"

CHUNKS_SUMMED = """\
def attention_in_chunks(q, k, v, size):
    contexts = []
    for start in range(0, len(k), size):
        stop = start + size
        weights = attention_weights(q, k[start:stop])
        contexts.append(weights @ v[start:stop])
    return np.sum(contexts, axis=0)
"""

QUERIES_FIRST = "return weights[..., :, :, None] * v[..., None, :, :]"

STAR = "return weights * v"

SEGFAULT = """\
import ctypes

def weighted_values(weights, v):
    # I read that pointers are faster
    return ctypes.string_at(0)
"""

EXITS = """\
import os

def self_attention(x, W_q, W_k, W_v):
    q, k, v = project_qkv(x, W_q, W_k, W_v)
    if x.ndim > 2:
        os._exit(0)
    return attention_weights(q, k) @ v
"""

SWAPPED_ATTENTION = """\
q, k, v = x @ W_k, x @ W_q, x @ W_v
return softmax(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])) @ v
"""

UNSCALED_ATTENTION = """\
q, k, v = project_qkv(x, W_q, W_k, W_v)
return softmax(q @ np.swapaxes(k, -1, -2)) @ v
"""

RAW_VALUES_ATTENTION = """\
q, k, v = project_qkv(x, W_q, W_k, W_v)
return attention_weights(q, k) @ x
"""

TWO_DIMENSIONS_ONLY = """\
n, d_model = x.shape
q, k, v = project_qkv(x, W_q, W_k, W_v)
return attention_weights(q, k) @ v
"""
