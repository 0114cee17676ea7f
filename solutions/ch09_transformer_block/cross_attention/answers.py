"""Answers to block.cross_attention that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "through the chapter's helpers",
        """
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
        """,
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
    wrong(
        "self-attention",
        change("self.key(memory)", "self.key(x)")
        + change("self.value(memory)", "self.value(x)"),
        "everything is made from x",
        "self-attention",
        of="through the chapter's helpers",
    ),
    wrong(
        "queries from the memory",
        change("self.query(x)", "self.query(memory)"),
        "the sides are swapped",
        "roles-swapped",
        of="self-attention",
    ),
    wrong(
        "values from x",
        change("self.value(memory)", "self.value(x)"),
        "keys of the memory, values of x: an error where n and m differ",
        "values-from-x",
        of="through the chapter's helpers",
    ),
    wrong(
        "the mask dropped",
        change("attend(q, k, v, memory_mask)", "attend(q, k, v)"),
        "memory_mask is never used",
        "mask-ignored",
        of="through the chapter's helpers",
    ),
    wrong(
        "the mask turned round",
        change("v, memory_mask)", "v, None if memory_mask is None else ~memory_mask)"),
        "True taken for blocked",
        "mask-inverted",
        of="through the chapter's helpers",
    ),
    wrong(
        "no fc_out",
        change("self.fc_out(attend(q, k, v, memory_mask))", "attend(q, k, v, memory_mask)"),
        "the merged heads are the output",
        "not-projected",
        of="through the chapter's helpers",
    ),
    wrong(
        "keys by self.query",
        change("self.key(memory)", "self.query(memory)"),
        "self.key is never used",
        "keys-from-query",
        of="through the chapter's helpers",
    ),
    wrong(
        "residual inside",
        change("return self.fc_out(", "return x + self.fc_out("),
        "x is added, which is the block's part",
        "residual",
        of="through the chapter's helpers",
    ),
    wrong(
        "one head",
        change("self.query(x), self.num_heads", "self.query(x), 1")
        + change("self.key(memory), self.num_heads", "self.key(memory), 1")
        + change("self.value(memory), self.num_heads", "self.value(memory), 1"),
        "never split",
        "one-head",
        of="through the chapter's helpers",
    ),
    wrong(
        "not scaled",
        change("attend(q, ", "attend(q * q.shape[-1] ** 0.5, "),
        "a softmax of scores as they are",
        "unscaled",
        of="through the chapter's helpers",
    ),
    wrong(
        "super().__init__() forgotten",
        change("super().__init__()", "self.d_model = d_model"),
        "PyTorch cannot assign modules before it",
        "no-super",
        of="through the chapter's helpers",
    ),
    wrong(
        "-1e9",
        change(
            "return self.fc_out(attend(q, k, v, memory_mask))",
            "scores = q @ k.mT / q.shape[-1] ** 0.5\n"
            "        if memory_mask is not None:\n"
            "            scores = scores.masked_fill(~memory_mask.unsqueeze(-3), -1e9)\n"
            "        context = torch.softmax(scores, dim=-1) @ v\n"
            "        return self.fc_out(context.transpose(1, 2).flatten(2))",
        ),
        "a token with nothing open gets the mean of the memory",
        "minus-1e9",
        of="through the chapter's helpers",
    ),
    wrong(
        "nan where nothing is open",
        change("-1e9", "-torch.inf"),
        "-inf and the plain softmax",
        "nan-rows",
        of="-1e9",
    ),
    wrong(
        "heads not transposed back",
        change(
            "torch.softmax(scores, dim=-1)", "torch.softmax(scores, dim=-1).nan_to_num(0.0)"
        )
        + change("transpose(1, 2).flatten(2)", "reshape(x.shape)"),
        "reshape straight from (batch, heads, n, width)",
        "heads-mixed-by-the-merge",
        of="nan where nothing is open",
    ),
    wrong(
        "detached memory",
        change("self.key(memory)", "self.key(memory.detach())")
        + change("self.value(memory)", "self.value(memory.detach())"),
        "the encoder would never learn from the decoder",
        "memory-detached",
        of="through the chapter's helpers",
    ),
    wrong(
        "dropout left on",
        change(
            "self.fc_out(attend(q, k, v, memory_mask))",
            "F.dropout(self.fc_out(attend(q, k, v, memory_mask)), 0.1)",
        ),
        "F.dropout drops in evaluation too",
        of="through the chapter's helpers",
    ),
)
