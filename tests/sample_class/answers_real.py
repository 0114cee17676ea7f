"""What the students of the sample class wrote in chapter 14."""

RIGHT = {
    "predict_bits": 'prediction = "c"',
    # Every byte as its eight bits, the highest first.
    "dequantize_q4_1": """\
blocks = blocks.reshape(len(blocks), -1, 20)
head = np.frombuffer(blocks[..., :4].tobytes(), dtype="<f2").astype(np.float32)
head = head.reshape(*blocks.shape[:2], 2)
bits = np.unpackbits(blocks[..., 4:, None], axis=-1)
value = np.array([8, 4, 2, 1], dtype=np.float32)
q = np.concatenate([bits[..., 4:] @ value, bits[..., :4] @ value], axis=-1)
return (head[..., :1] * q + head[..., 1:]).reshape(len(blocks), -1)
""",
    "rms_norm": """\
length = np.linalg.norm(x, axis=-1, keepdims=True)
return x * weight / np.sqrt(length**2 / x.shape[-1] + eps)
""",
    "swiglu": """\
gate, up = np.split(x @ np.concatenate([W_gate, W_up], axis=-1), 2, axis=-1)
return (gate * np.exp(-np.logaddexp(0, -gate)) * up) @ W_down
""",
    "cached_causal_mask": """\
seen = range(n_cached + 1, n_cached + 1 + n_new)
return np.array([[True] * s + [False] * (n_cached + n_new - s) for s in seen])
""",
    # Heads by the axes of the matrices; nothing is cut or merged.
    "decoder_layer": """\
d = x.shape[-1]
normed = rms_norm(x, weights["attn_norm.weight"])
q, k, v = (
    np.einsum("nd,dhk->hnk", normed, weights[name].reshape(d, heads, -1))
    for name, heads in [
        ("attn_q.weight", n_heads),
        ("attn_k.weight", n_kv_heads),
        ("attn_v.weight", n_kv_heads),
    ]
)
q, k = apply_rope(q, positions, base), apply_rope(k, positions, base)
old = 0
if cache is not None:
    old = cache[0].shape[1]
    k, v = np.hstack([cache[0], k]), np.hstack([cache[1], v])
z = grouped_query_attention(q, k, v, cached_causal_mask(len(x), old))
W_o = weights["attn_output.weight"].reshape(n_heads, -1, d)
x = x + np.einsum("hnk,hkd->nd", z, W_o)
parts = [weights[f"ffn_{part}.weight"] for part in ("gate", "up", "down")]
return x + swiglu(rms_norm(x, weights["ffn_norm.weight"]), *parts), (k, v)
""",
    "generate": """\
text, read, cache = list(ids), 0, None
while len(text) < len(ids) + max_new:
    logits, cache = step(text[read:], cache)
    read = len(text)
    text.append(int(np.argmax(logits)))
    if text[-1] == eos_id:
        break
return text
""",
    "predict_italy": 'prediction = "a"',
    "cache_bytes": """\
a_token = 30 * 2 * 3 * 64  # layers, keys and values, heads, features
cache_bytes = a_token * 8192 * np.dtype("float32").itemsize
""",
    "predict_mistake": 'prediction = "d"',
}

STUDENTS = {
    "dilan-aydin": {
        **RIGHT,
        "predict_bits": 'prediction = "a"',
        "dequantize_q4_1": """\
blocks = np.ascontiguousarray(blocks).reshape(len(blocks), -1, 20)
head = blocks[..., :4].copy().view(np.float16).astype(np.float32)
q = np.empty((*blocks.shape[:2], 32), dtype=np.float32)
q[..., 0::2], q[..., 1::2] = blocks[..., 4:] & 15, blocks[..., 4:] >> 4
return (head[..., :1] * q + head[..., 1:]).reshape(len(blocks), -1)
""",
        "rms_norm": """\
return x / np.sqrt((x**2).sum(axis=-1, keepdims=True) + eps) * weight
""",
        "swiglu": """\
up = x @ W_up
return ((x @ W_gate) * up / (1 + np.exp(-up))) @ W_down
""",
        "cached_causal_mask": """\
return np.tril(np.ones((n_new, n_cached + n_new), dtype=bool))
""",
        # Behind a cache the new tokens do not stand at 0, 1, 2.
        "decoder_layer": """\
n = len(x)
positions = np.arange(n)
normed = rms_norm(x, weights["attn_norm.weight"])
q = (normed @ weights["attn_q.weight"]).reshape(n, n_heads, -1).swapaxes(0, 1)
k = (normed @ weights["attn_k.weight"]).reshape(n, n_kv_heads, -1).swapaxes(0, 1)
v = (normed @ weights["attn_v.weight"]).reshape(n, n_kv_heads, -1).swapaxes(0, 1)
q, k = apply_rope(q, positions, base), apply_rope(k, positions, base)
if cache is not None:
    k = np.concatenate([cache[0], k], axis=1)
    v = np.concatenate([cache[1], v], axis=1)
z = grouped_query_attention(q, k, v, cached_causal_mask(n, k.shape[1] - n))
x = x + z.swapaxes(0, 1).reshape(n, -1) @ weights["attn_output.weight"]
normed = rms_norm(x, weights["ffn_norm.weight"])
fed = swiglu(normed, weights["ffn_gate.weight"], weights["ffn_up.weight"],
             weights["ffn_down.weight"])
return x + fed, (k, v)
""",
        "generate": """\
written, new = list(ids), list(ids)
for _ in range(max_new):
    logits, _ = step(new, None)
    new = [int(np.argmax(logits))]
    written += new
    if new[0] == eos_id:
        break
return written
""",
        "predict_italy": 'prediction = "b"',
        "cache_bytes": "cache_bytes = 30 * 2 * 8192 * 9 * 64 * 4",
        "predict_mistake": 'prediction = "a"',
    },
    "freya-lindqvist": {
        **RIGHT,
        "predict_bits": 'prediction = "b"',
        "dequantize_q4_1": """\
parts = np.ascontiguousarray(blocks).reshape(len(blocks), -1, 20)
d = parts[..., 0:2].copy().view(np.float16).astype(np.float32)
packed = parts[..., 4:]
q = np.concatenate([packed % 16, packed // 16], axis=-1).astype(np.float32)
return (d * (q - 8)).reshape(len(blocks), -1)
""",
        "rms_norm": """\
return x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + 1e-5) * weight
""",
        "swiglu": """\
gate = 1 / (1 + np.exp(-(x @ W_gate)))
return (gate * (x @ W_up)) @ W_down
""",
        "cached_causal_mask": """\
n = n_cached + n_new
return np.arange(n) <= np.arange(n)[:, None]
""",
        # The second part reads what was normed for the first.
        "decoder_layer": """\
n = len(x)
normed = rms_norm(x, weights["attn_norm.weight"])
q = np.stack(np.split(normed @ weights["attn_q.weight"], n_heads, axis=-1))
k = np.stack(np.split(normed @ weights["attn_k.weight"], n_kv_heads, axis=-1))
v = np.stack(np.split(normed @ weights["attn_v.weight"], n_kv_heads, axis=-1))
q, k = apply_rope(q, positions, base), apply_rope(k, positions, base)
if cache is not None:
    k = np.concatenate([cache[0], k], axis=1)
    v = np.concatenate([cache[1], v], axis=1)
z = grouped_query_attention(q, k, v, cached_causal_mask(n, k.shape[1] - n))
x = x + np.concatenate(list(z), axis=-1) @ weights["attn_output.weight"]
return x + swiglu(normed, weights["ffn_gate.weight"], weights["ffn_up.weight"],
                  weights["ffn_down.weight"]), (k, v)
""",
        "generate": """\
written, new, cache = list(ids), list(ids), None
for _ in range(max_new):
    logits, cache = step(new, cache)
    best = int(np.argmax(logits))
    if best == eos_id:
        break
    written.append(best)
    new = [best]
return written
""",
        "cache_bytes": "cache_bytes = 30 * 3 * 64 * 8192 * 4",
        "predict_mistake": 'prediction = "c"',
    },
    "hassan-qureshi": {
        "predict_bits": 'prediction = "d"',
        "dequantize_q4_1": RIGHT["dequantize_q4_1"],
        "rms_norm": """\
centred = x - x.mean(axis=-1, keepdims=True)
return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + eps) * weight
""",
        "swiglu": """\
gate = x @ W_gate
return (gate * np.exp(gate) / (1 + np.exp(gate)) * (x @ W_up)) @ W_down
""",
        "cached_causal_mask": "return np.ones((n_new, n_cached + n_new), dtype=bool)",
    },
}
