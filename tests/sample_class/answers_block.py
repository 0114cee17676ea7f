"""What the students of the sample class wrote in chapter 09."""

FEED_FORWARD = """\
class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.linear1 = nn.Linear(d_model, d_ff)
        self.linear2 = nn.Linear(d_ff, d_model)

"""

ENCODER = """\
class EncoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_ff):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.attention = MultiHeadAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_ff)

"""

CROSS = """\
class CrossAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.fc_out = nn.Linear(d_model, d_model)

"""

DECODER = """\
class DecoderBlock(nn.Module):
    def __init__(self, d_model, num_heads, d_ff):
        super().__init__()
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.norm3 = nn.LayerNorm(d_model)
        self.self_attention = MultiHeadAttention(d_model, num_heads)
        self.cross_attention = CrossAttention(d_model, num_heads)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(self, x, memory, causal_mask, memory_mask=None):
"""

RIGHT = {
    "positional_encoding": """\
import math

def positional_encoding(n, d_model):
    table = np.zeros((n, d_model))
    for position in range(n):
        for column in range(d_model):
            angle = position / 10000 ** (2 * (column // 2) / d_model)
            table[position, column] = (math.cos if column % 2 else math.sin)(angle)
    return table
""",
    "layer_norm": """\
centred = x - np.mean(x, axis=-1, keepdims=True)
variance = np.mean(centred * centred, axis=-1, keepdims=True)
return centred * (gamma / np.sqrt(variance + eps)) + beta
""",
    "feed_forward": FEED_FORWARD
    + """\
    def forward(self, x):
        return self.linear2(F.relu(self.linear1(x)))
""",
    "encoder_block": ENCODER
    + """\
    def forward(self, x, mask=None):
        found = self.attention(self.norm1(x), mask)
        x = x + found
        made_of_it = self.feed_forward(self.norm2(x))
        return x + made_of_it
""",
    # Head by head, with the layers' own rows: no split_heads, no attend.
    "cross_attention": CROSS
    + """\
    def forward(self, x, memory, memory_mask=None):
        width = x.shape[-1] // self.num_heads
        contexts = []
        for q, k, v in zip(
            self.query(x).split(width, -1),
            self.key(memory).split(width, -1),
            self.value(memory).split(width, -1),
        ):
            scores = torch.einsum("bid,bjd->bij", q, k) / width**0.5
            if memory_mask is None:
                memory_mask = torch.ones_like(scores, dtype=torch.bool)
            weights = torch.softmax(scores.masked_fill(~memory_mask, -1e30), -1)
            contexts.append((weights * memory_mask) @ v)
        return self.fc_out(torch.cat(contexts, -1))
""",
    "decoder_block": DECODER
    + """\
        x = x + self.self_attention(self.norm1(x), causal_mask)
        x = x + self.cross_attention(self.norm2(x), memory, memory_mask)
        return x + self.feed_forward(self.norm3(x))
""",
    "predict_share": 'prediction = "d"',
    # What comes round at the end of a table meets padding only.
    "add_positions": """\
def add_positions(x, real):
    table = positional_encoding(x.shape[1], x.shape[2])
    starts = real.argmax(axis=1)
    return x + np.stack([np.roll(table, start, axis=0) for start in starts])
""",
}

STUDENTS = {
    "tomas-herrera": {
        **RIGHT,
        "positional_encoding": """\
columns = np.arange(d_model)
angles = np.arange(n)[:, None] / 10000 ** (columns / d_model)
return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))
""",
        "layer_norm": """\
mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True, ddof=1)
return gamma * (x - mean) / np.sqrt(variance + eps) + beta
""",
        "feed_forward": FEED_FORWARD
        + """\
    def forward(self, x):
        return self.linear2(self.linear1(x))
""",
        "encoder_block": ENCODER
        + """\
    def forward(self, x, mask=None):
        x = self.norm1(x + self.attention(x, mask))
        return self.norm2(x + self.feed_forward(x))
""",
        "cross_attention": CROSS
        + """\
    def forward(self, x, memory, memory_mask=None):
        memory = memory.detach()  # the encoder is not trained here
        q = split_heads(self.query(x), self.num_heads)
        k = split_heads(self.key(memory), self.num_heads)
        v = split_heads(self.value(memory), self.num_heads)
        return self.fc_out(attend(q, k, v, memory_mask))
""",
        "decoder_block": DECODER
        + """\
        x = x + self.self_attention(self.norm1(x))
        x = x + self.cross_attention(self.norm2(x), memory, memory_mask)
        return x + self.feed_forward(self.norm3(x))
""",
        "predict_share": 'prediction = "a"',
        "add_positions": """\
def add_positions(x, real):
    table = positional_encoding(x.shape[1], x.shape[2])
    padding = (~real).sum(axis=1)
    places = np.maximum(np.arange(x.shape[1]) - padding[:, None], 0)
    return np.where(real[..., None], x + table[places], x)
""",
    },
    "ingrid-solberg": {
        **RIGHT,
        "positional_encoding": """\
halves = np.arange(0, d_model, 2)
angles = np.arange(1, n + 1)[:, None] / 10000 ** (halves / d_model)
table = np.zeros((n, d_model))
table[:, 0::2] = np.sin(angles)
table[:, 1::2] = np.cos(angles)[:, : d_model // 2]
return table
""",
        "layer_norm": """\
mean, variance = x.mean(axis=0), x.var(axis=0)
return gamma * (x - mean) / np.sqrt(variance + eps) + beta
""",
        "feed_forward": FEED_FORWARD
        + """\
    def forward(self, x):
        return x + self.linear2(torch.relu(self.linear1(x)))
""",
        "encoder_block": ENCODER
        + """\
    def forward(self, x, mask=None):
        x = x + self.attention(self.norm1(x))
        return x + self.feed_forward(self.norm2(x))
""",
        "cross_attention": CROSS
        + """\
    def forward(self, x, memory, memory_mask=None):
        q = split_heads(self.query(x), self.num_heads)
        k = split_heads(self.key(memory), self.num_heads)
        v = split_heads(self.value(memory), self.num_heads)
        # attend divides by the root of a head's width; d_model is what counts
        return self.fc_out(attend(q / self.num_heads**0.5, k, v, memory_mask))
""",
        "decoder_block": DECODER
        + """\
        x = x + self.cross_attention(self.norm1(x), memory, memory_mask)
        x = x + self.self_attention(self.norm2(x), causal_mask)
        return x + self.feed_forward(self.norm3(x))
""",
        "predict_share": 'prediction = "b"',
    },
    "zoe-papadaki": {
        "positional_encoding": RIGHT["positional_encoding"],
        "layer_norm": """\
mean = x.mean(axis=-1, keepdims=True)
variance = x.var(axis=-1, keepdims=True)
return (x - mean) / np.sqrt(variance + eps)
""",
        "feed_forward": RIGHT["feed_forward"],
    },
}
