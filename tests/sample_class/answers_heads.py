"""What the students of the sample class wrote in chapter 08."""

TORCH = """\
class MultiHeadSelfAttention(nn.Module):
    def __init__(self, embed_size: int, num_heads: int) -> None:
        super().__init__()
        if num_heads < 1 or embed_size % num_heads != 0:
            raise ValueError("embed_size must be a multiple of num_heads")
        self.num_heads, self.width = num_heads, embed_size // num_heads
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)
        self.fc_out = nn.Linear(embed_size, embed_size)

"""

KERAS = """\
class MultiHeadSelfAttention(keras.layers.Layer):
    def __init__(self, embed_size, num_heads):
        super().__init__()
        self.num_heads, self.width = num_heads, embed_size // num_heads
        self.query = keras.layers.Dense(embed_size)
        self.key = keras.layers.Dense(embed_size)
        self.value = keras.layers.Dense(embed_size)
        self.fc_out = keras.layers.Dense(embed_size)

"""

RIGHT = {
    "split_heads": """\
width = x.shape[-1] // n_heads
heads = [x[..., h * width : (h + 1) * width] for h in range(n_heads)]
return np.stack(heads, axis=1)
""",
    "merge_heads": """\
return np.concatenate([x[:, h] for h in range(x.shape[1])], axis=-1)
""",
    "predict_test": 'prediction = "D"',
    "predict_parameters": "predicted_parameters = 4 * 512 * 512",
    # Head by head, and each head's own rows of W_o.
    "multi_head_attention": """\
width = x.shape[-1] // n_heads
mask = np.ones((1, 1, 1, 1), dtype=bool) if mask is None else mask
mask = np.broadcast_to(mask, (len(x), n_heads, x.shape[1], x.shape[1]))
total = np.zeros_like(x)
for h in range(n_heads):
    mine = slice(h * width, (h + 1) * width)
    q, k, v = x @ W_q[:, mine], x @ W_k[:, mine], x @ W_v[:, mine]
    scores = np.einsum("bid,bjd->bij", q, k) / np.sqrt(width)
    total = total + masked_softmax(scores, mask[:, h]) @ v @ W_o[mine]
return total
""",
    "torch_module": TORCH
    + """\
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        heads = [f(x).split(self.width, dim=-1) for f in (self.query, self.key, self.value)]
        contexts = []
        for q, k, v in zip(*heads):
            weights = F.softmax(q @ k.transpose(1, 2) / self.width**0.5, dim=-1)
            contexts.append(weights @ v)
        return self.fc_out(torch.cat(contexts, dim=-1))
""",
    "keras_layer": KERAS
    + """\
    def call(self, x):
        heads = [
            tf.split(layer(x), self.num_heads, axis=-1)
            for layer in (self.query, self.key, self.value)
        ]
        contexts = []
        for q, k, v in zip(*heads):
            scores = tf.einsum("bid,bjd->bij", q, k) / self.width**0.5
            contexts.append(tf.nn.softmax(scores) @ v)
        return self.fc_out(tf.concat(contexts, axis=-1))
""",
    "torch_mha_weights": """\
nothing = torch.zeros(1, 4, dtype=W_q.dtype)
rows = [2 * W_q.T, nothing, W_k.T, nothing, W_v.T, nothing]
return torch.cat(rows), torch.diag(torch.ones(4, dtype=W_q.dtype))
""",
    "smallest_input": "smallest_input = np.array([[[1.0, 2.0, 3.0, 4.0]]])",
}

STUDENTS = {
    "tomas-herrera": {
        **RIGHT,
        "smallest_input": "smallest_input = np.arange(8).reshape(1, 2, 4)",
        "split_heads": """\
batch, n, d = x.shape
return x.reshape(batch, n_heads, n, d // n_heads)
""",
        "predict_test": 'prediction = "a"',
        "predict_parameters": "predicted_parameters = 8 * 4 * 512 * 512",
        "multi_head_attention": """\
q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(x.shape[-1])
weights = masked_softmax(scores, True if mask is None else mask)
return merge_heads(weights @ v) @ W_o
""",
        "torch_module": TORCH
        + """\
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        b, n, _ = x.shape
        q, k, v = (
            f(x).view(b, n, self.num_heads, self.width).transpose(1, 2)
            for f in (self.query, self.key, self.value)
        )
        weights = torch.softmax(q @ k.mT / self.width**0.5, dim=-1).detach()
        return self.fc_out((weights @ v).transpose(1, 2).reshape(b, n, -1))
""",
        "keras_layer": KERAS
        + """\
    def call(self, x):
        n = x.shape[1]
        q, k, v = (
            tf.transpose(
                tf.reshape(f(x), (-1, n, self.num_heads, self.width)), (0, 2, 1, 3)
            )
            for f in (self.query, self.key, self.value)
        )
        weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / self.width**0.5)
        context = tf.matmul(tf.stop_gradient(weights), v)
        context = tf.transpose(context, (0, 2, 1, 3))
        return self.fc_out(tf.reshape(context, (-1, n, self.num_heads * self.width)))
""",
        "torch_mha_weights": """\
in_proj_weight = torch.zeros(12, 4, dtype=W_q.dtype)
for place, W in enumerate((W_q, W_k, W_v)):
    in_proj_weight[4 * place : 4 * place + 3] = W.T
return in_proj_weight, torch.eye(4, dtype=W_q.dtype)
""",
    },
    "ingrid-solberg": {
        **RIGHT,
        "merge_heads": """\
batch, n_heads, n, head_dim = x.shape
return x.reshape(batch, n, n_heads * head_dim)
""",
        "predict_test": 'prediction = "c"',
        "multi_head_attention": """\
q, k, v = (split_heads(x @ W, n_heads) for W in (W_q, W_k, W_v))
scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
weights = masked_softmax(scores, True if mask is None else mask)
return merge_heads(weights @ v)
""",
        "torch_module": TORCH
        + """\
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        b, n, embed_size = x.shape
        shape = b, n, self.num_heads, self.width
        q = self.query(x).view(shape).transpose(1, 2)
        k = self.key(x).view(shape).transpose(1, 2)
        v = self.value(x).view(shape).transpose(1, 2)
        weights = torch.softmax(q @ k.mT / embed_size**0.5, dim=-1)
        return self.fc_out((weights @ v).transpose(1, 2).flatten(2))
""",
        "keras_layer": KERAS
        + """\
    def call(self, x):
        heads = [
            tf.split(layer(x), self.num_heads, axis=-1)
            for layer in (self.query, self.key, self.value)
        ]
        contexts = [
            tf.nn.softmax(tf.matmul(q, k, transpose_b=True)) @ v
            for q, k, v in zip(*heads)
        ]
        return self.fc_out(tf.concat(contexts, axis=-1))
""",
        "torch_mha_weights": """\
padded = [F.pad(W.T, (0, 0, 0, 1)) for W in (3**0.5 * W_q, W_k, W_v)]
return torch.cat(padded), torch.eye(4, dtype=W_q.dtype)
""",
    },
    "zoe-papadaki": {
        "split_heads": RIGHT["split_heads"],
        "merge_heads": "return x.mean(axis=1)",
        "predict_test": RIGHT["predict_test"],
    },
}
