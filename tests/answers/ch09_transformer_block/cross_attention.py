"""Answers to block.cross_attention: right ones."""

from answers.corpus import right

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
    right(
        "through the chapter's helpers",
        BASE,
        "split_heads and attend stand at the top of the chapter",
    ),
    right(
        "MultiHeadAttention inherited",
        """
        class CrossAttention(MultiHeadAttention):
            def forward(self, x, memory, memory_mask=None):
                h = self.num_heads
                q, k, v = self.query(x), self.key(memory), self.value(memory)
                parts = (split_heads(part, h) for part in (q, k, v))
                return self.fc_out(attend(*parts, memory_mask))
        """,
        "the layers come from the chapter's class",
    ),
    right(
        "head by head",
        """
        class CrossAttention(nn.Module):
            def __init__(self, d_model, num_heads):
                super().__init__()
                self.num_heads, self.width = num_heads, d_model // num_heads
                for name in ("query", "key", "value", "fc_out"):
                    setattr(self, name, nn.Linear(d_model, d_model))

            def forward(self, x, memory, memory_mask=None):
                q, k, v = self.query(x), self.key(memory), self.value(memory)
                contexts = []
                for h in range(self.num_heads):
                    own = slice(h * self.width, (h + 1) * self.width)
                    scores = q[..., own] @ k[..., own].mT / self.width**0.5
                    if memory_mask is not None:
                        scores = scores.masked_fill(~memory_mask, -torch.inf)
                    weights = torch.softmax(scores, dim=-1)
                    if memory_mask is not None:
                        weights = weights.masked_fill(~memory_mask, 0.0)
                    contexts.append(weights @ v[..., own])
                return self.fc_out(torch.cat(contexts, dim=-1))
        """,
        "a loop with append, a softmax of one's own",
    ),
    right(
        "a helper called cross",
        """
        def cross(layer, x, heads):
            batch, n, d = x.shape
            return layer(x).view(batch, n, heads, d // heads).permute(0, 2, 1, 3)


        class CrossAttention(nn.Module):
            def __init__(self, d_model, num_heads):
                super().__init__()
                self.h = num_heads
                linears = [nn.Linear(d_model, d_model) for _ in range(4)]
                self.query, self.key, self.value, self.fc_out = linears

            def forward(self, x, memory, memory_mask=None):
                q = cross(self.query, x, self.h)
                k, v = cross(self.key, memory, self.h), cross(self.value, memory, self.h)
                return self.fc_out(attend(q, k, v, memory_mask))
        """,
        "a name that the chapter binds again further down",
    ),
    right(
        "einsum",
        """
        class CrossAttention(nn.Module):
            def __init__(self, d_model, num_heads):
                super().__init__()
                self.h = num_heads
                self.query = nn.Linear(d_model, d_model)
                self.key = nn.Linear(d_model, d_model)
                self.value = nn.Linear(d_model, d_model)
                self.fc_out = nn.Linear(d_model, d_model)

            def forward(self, x, memory, memory_mask=None):
                q = self.query(x).unflatten(-1, (self.h, -1))
                k = self.key(memory).unflatten(-1, (self.h, -1))
                v = self.value(memory).unflatten(-1, (self.h, -1))
                scores = torch.einsum("bihd,bjhd->bhij", q, k) / q.shape[-1] ** 0.5
                if memory_mask is None:
                    memory_mask = torch.tensor(True)
                blocked = ~memory_mask.expand(len(x), x.shape[1], memory.shape[1])[:, None]
                weights = torch.softmax(scores.masked_fill(blocked, -torch.inf), dim=-1)
                weights = weights.masked_fill(blocked, 0.0)
                return self.fc_out(torch.einsum("bhij,bjhd->bihd", weights, v).flatten(2))
        """,
        "heads by einsum",
    ),
)
