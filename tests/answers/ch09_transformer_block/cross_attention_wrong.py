"""Answers to block.cross_attention: wrong ones."""

from answers.corpus import wrong
from answers.edits import edited

EXERCISE = "block.cross_attention"

BASE = """
class CrossAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.fc_out = nn.Linear(d_model, d_model)

    def forward(self, x, memory, memory_mask=None):
        q = split_heads(self.query(x), self.num_heads)
        k = split_heads(self.key(memory), self.num_heads)
        v = split_heads(self.value(memory), self.num_heads)
        return self.fc_out(attend(q, k, v, memory_mask))
"""

ANSWERS = (
    wrong(
        "self-attention",
        edited(
            BASE,
            (
                "(memory)",
                "(x)",
            ),
        ),
        "everything is made from x",
        "self-attention",
    ),
    wrong(
        "queries from the memory",
        edited(
            BASE,
            (
                "self.query(x)",
                "self.query(MEMORY)",
            ),
            (
                "(memory)",
                "(x)",
            ),
            (
                "MEMORY",
                "memory",
            ),
        ),
        "the sides are swapped",
        "roles-swapped",
    ),
    wrong(
        "values from x",
        edited(
            BASE,
            (
                "self.value(memory)",
                "self.value(x)",
            ),
        ),
        "keys of the memory, values of x: an error where n and m differ",
        "values-from-x",
    ),
    wrong(
        "the mask dropped",
        edited(
            BASE,
            (
                "attend(q, k, v, memory_mask)",
                "attend(q, k, v)",
            ),
        ),
        "memory_mask is never used",
        "mask-ignored",
    ),
    wrong(
        "the mask turned round",
        edited(
            BASE,
            (
                "attend(q, k, v, memory_mask)",
                "attend(q, k, v, None if memory_mask is None else ~memory_mask)",
            ),
        ),
        "True taken for blocked",
        "mask-inverted",
    ),
    wrong(
        "no fc_out",
        edited(
            BASE,
            (
                "self.fc_out(attend(q, k, v, memory_mask))",
                "attend(q, k, v, memory_mask)",
            ),
        ),
        "the merged heads are the output",
        "not-projected",
    ),
    wrong(
        "keys by self.query",
        edited(
            BASE,
            (
                "self.key(memory)",
                "self.query(memory)",
            ),
        ),
        "self.key is never used",
        "keys-from-query",
    ),
    wrong(
        "residual inside",
        edited(
            BASE,
            (
                "return self",
                "return x + self",
            ),
        ),
        "x is added, which is the block's part",
        "residual",
    ),
    wrong(
        "one head",
        edited(
            BASE,
            (
                ", self.num_heads)",
                ", 1)",
            ),
        ),
        "never split",
        "one-head",
    ),
    wrong(
        "not scaled",
        edited(
            BASE,
            (
                "attend(q, k, v, memory_mask)",
                "attend(q * q.shape[-1] ** 0.5, k, v, memory_mask)",
            ),
        ),
        "a softmax of scores as they are",
        "unscaled",
    ),
    wrong(
        "super().__init__() forgotten",
        edited(
            BASE,
            (
                "        super().__init__()",
                "        self.d_model = d_model",
            ),
        ),
        "PyTorch cannot assign modules before it",
        "no-super",
    ),
    wrong(
        "-1e9",
        edited(
            BASE,
            (
                "return self.fc_out(attend(q, k, v, memory_mask))",
                "scores = q @ k.mT / q.shape[-1] ** 0.5\n"
                "        if memory_mask is not None:\n"
                "            blocked = ~memory_mask.unsqueeze(-3)\n"
                "            scores = scores.masked_fill(blocked, -1e9)\n"
                "        context = torch.softmax(scores, dim=-1) @ v\n"
                "        return self.fc_out(context.transpose(1, 2).flatten(2))",
            ),
        ),
        "a token with nothing open gets the mean of the memory",
        "minus-1e9",
    ),
    wrong(
        "nan where nothing is open",
        edited(
            BASE,
            (
                "return self.fc_out(attend(q, k, v, memory_mask))",
                "scores = q @ k.mT / q.shape[-1] ** 0.5\n"
                "        if memory_mask is not None:\n"
                "            blocked = ~memory_mask.unsqueeze(-3)\n"
                "            scores = scores.masked_fill(blocked, -torch.inf)\n"
                "        context = torch.softmax(scores, dim=-1) @ v\n"
                "        return self.fc_out(context.transpose(1, 2).flatten(2))",
            ),
        ),
        "-inf and the plain softmax",
        "nan-rows",
    ),
    wrong(
        "heads not transposed back",
        edited(
            BASE,
            (
                "return self.fc_out(attend(q, k, v, memory_mask))",
                "scores = q @ k.mT / q.shape[-1] ** 0.5\n"
                "        if memory_mask is not None:\n"
                "            blocked = ~memory_mask.unsqueeze(-3)\n"
                "            scores = scores.masked_fill(blocked, -torch.inf)\n"
                "        context = torch.softmax(scores, dim=-1).nan_to_num(0.0) @ v\n"
                "        return self.fc_out(context.reshape(x.shape))",
            ),
        ),
        "reshape straight from (batch, heads, n, width)",
        "heads-mixed-by-the-merge",
    ),
    wrong(
        "detached memory",
        edited(
            BASE,
            (
                "(memory)",
                "(memory.detach())",
            ),
        ),
        "the encoder would never learn from the decoder",
        "memory-detached",
    ),
    wrong(
        "dropout left on",
        edited(
            BASE,
            (
                "self.fc_out(attend(q, k, v, memory_mask))",
                "F.dropout(self.fc_out(attend(q, k, v, memory_mask)), 0.1)",
            ),
        ),
        "F.dropout drops in evaluation too",
    ),
)
