"""Answers to block.encoder_block that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "two lines",
        """
        class EncoderBlock(nn.Module):
            def __init__(self, d_model, num_heads, d_ff):
                super().__init__()
                self.norm1 = nn.LayerNorm(d_model)
                self.attention = MultiHeadAttention(d_model, num_heads)
                self.norm2 = nn.LayerNorm(d_model)
                self.feed_forward = FeedForward(d_model, d_ff)

            def forward(self, x, mask=None):
                x = x + self.attention(self.norm1(x), mask)
                return x + self.feed_forward(self.norm2(x))
        """,
        "the short way",
    ),
    right(
        "a class that only inherits",
        """
        class Block(nn.Module):
            def __init__(self, d_model, num_heads, d_ff):
                super().__init__()
                self.norm1 = nn.LayerNorm(d_model)
                self.attention = MultiHeadAttention(d_model, num_heads)
                self.norm2 = nn.LayerNorm(d_model)
                self.feed_forward = FeedForward(d_model, d_ff)

            def forward(self, x, mask=None):
                for norm, part in (
                    (self.norm1, lambda y: self.attention(y, mask)),
                    (self.norm2, self.feed_forward),
                ):
                    x = x + part(norm(x))
                return x


        class EncoderBlock(Block):
            pass
        """,
        "all of it stands in a base class",
    ),
    right(
        "made in another order, with dropouts",
        """
        class EncoderBlock(nn.Module):
            def __init__(self, d_model, num_heads, d_ff, dropout=0.1):
                super().__init__()
                self.attention = MultiHeadAttention(d_model, num_heads)
                self.feed_forward = FeedForward(d_model, d_ff)
                self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
                self.dropout = nn.Dropout(dropout)

            def forward(self, x, mask=None):
                residual = x
                x = self.norm1(x)
                x = self.attention(x, mask)
                x = residual + self.dropout(x)
                residual = x
                x = self.feed_forward(self.norm2(x))
                return residual + self.dropout(x)
        """,
        "parameters go by name; dropout is off in evaluation",
    ),
    right(
        "a helper called layer",
        """
        def layer(x, norm, part, *more):
            return torch.add(x, part(norm(x), *more))


        class EncoderBlock(nn.Module):
            def __init__(self, d_model, num_heads, d_ff):
                super().__init__()
                for number in (1, 2):
                    setattr(self, f"norm{number}", nn.LayerNorm(d_model))
                self.attention = MultiHeadAttention(d_model, num_heads)
                self.feed_forward = FeedForward(d_model, d_ff)

            def forward(self, x, mask=None):
                x = layer(x, self.norm1, self.attention, mask)
                return layer(x, self.norm2, self.feed_forward)
        """,
        "a name that the chapter binds in loops before and after",
    ),
    right(
        "a norm of one's own",
        """
        class EncoderBlock(nn.Module):
            def __init__(self, d_model, num_heads, d_ff):
                super().__init__()
                self.norm1, self.norm2 = Norm(d_model), Norm(d_model)
                self.attention = MultiHeadAttention(d_model, num_heads)
                self.feed_forward = FeedForward(d_model, d_ff)

            def forward(self, x, mask=None):
                x = x + self.attention(self.norm1(x), mask=mask)
                return x + self.feed_forward(self.norm2(x))
        """,
        "a LayerNorm written out, with the same parameters",
        above="""
        class Norm(nn.Module):
            def __init__(self, d_model):
                super().__init__()
                self.weight = nn.Parameter(torch.ones(d_model))
                self.bias = nn.Parameter(torch.zeros(d_model))

            def forward(self, x):
                centred = x - x.mean(-1, keepdim=True)
                spread = x.var(-1, keepdim=True, unbiased=False)
                return centred / torch.sqrt(spread + 1e-5) * self.weight + self.bias
        """,
    ),
    right(
        "an attention of one's own",
        change("MultiHeadAttention(", "Written("),
        "the weights are reckoned by einsum",
        of="two lines",
        above="""
        class Written(MultiHeadAttention):
            def forward(self, x, mask=None):
                parts = self.query(x), self.key(x), self.value(x)
                q, k, v = (part.unflatten(-1, (self.num_heads, -1)) for part in parts)
                scores = torch.einsum("bihd,bjhd->bhij", q, k) / q.shape[-1] ** 0.5
                if mask is not None:
                    scores = scores.masked_fill(~mask.unsqueeze(-3), -torch.inf)
                context = torch.einsum("bhij,bjhd->bihd", scores.softmax(-1), v)
                return self.fc_out(context.flatten(2))
        """,
    ),
    right(
        "sequence by sequence",
        change(
            "x = x + self.attention(self.norm1(x), mask)",
            "masks = [None] * len(x)\n"
            "        if mask is not None:\n"
            "            masks = mask.expand(len(x), x.shape[1], x.shape[1])[:, None]\n"
            "        pairs = zip(self.norm1(x)[:, None], masks)\n"
            "        x = x + torch.cat([self.attention(t, m) for t, m in pairs])",
        ),
        "the attention sees one sequence at a time",
        of="two lines",
    ),
    wrong(
        "post-norm",
        change(
            "x + self.attention(self.norm1(x), mask)",
            "self.norm1(x + self.attention(x, mask))",
        )
        + change(
            "x + self.feed_forward(self.norm2(x))", "self.norm2(x + self.feed_forward(x))"
        ),
        "the block of 2017",
        "post-norm",
        of="two lines",
    ),
    wrong(
        "the norm in the stream",
        change(
            "x = x + self.attention(self.norm1(x)",
            "x = self.norm1(x)\n        x = x + self.attention(x",
        )
        + change(
            "return x + self.feed_forward(self.norm2(x))",
            "x = self.norm2(x)\n        return x + self.feed_forward(x)",
        ),
        "the residual is the normed x",
        "normed-stream",
        of="two lines",
    ),
    wrong(
        "no residual at the attention",
        change("x + self.attention(", "self.attention("),
        "the first plus is forgotten",
        "attention-not-added",
        of="two lines",
    ),
    wrong(
        "no residual at the end",
        change("x + self.feed_forward(", "self.feed_forward("),
        "the second plus is forgotten",
        "feed-forward-not-added",
        of="two lines",
    ),
    wrong(
        "the mask dropped",
        change("self.attention(self.norm1(x), mask)", "self.attention(self.norm1(x))"),
        "mask is a parameter and nothing more",
        "mask-ignored",
        of="two lines",
    ),
    wrong(
        "one norm for both",
        change("self.norm2(x)", "self.norm1(x)"),
        "norm1 is used twice and norm2 never learns",
        "one-norm-twice",
        of="two lines",
    ),
    wrong(
        "feed-forward first",
        change("self.attention(self.norm1(x), mask)", "self.feed_forward(self.norm2(x))")
        + change("self.feed_forward(self.norm2(x))", "self.attention(self.norm1(x), mask)"),
        "the two parts in the other order",
        "feed-forward-before-attention",
        of="two lines",
    ),
    wrong(
        "side by side",
        change("x = x + self.attention", "found = self.attention")
        + change(
            "x + self.feed_forward(self.norm2(x))",
            "x + found + self.feed_forward(self.norm2(x))",
        ),
        "both parts read the block's input",
        "parallel",
        of="two lines",
    ),
    wrong(
        "the second residual from the input",
        change("x = x + self.attention", "y = x + self.attention")
        + change("self.norm2(x)", "self.norm2(y)"),
        "x of the start is added, what attention found is lost",
        "skips-both",
        of="two lines",
    ),
    wrong(
        "no second norm",
        change("self.norm2(x)", "x"),
        "the feed-forward layer reads x as it is",
        "second-norm-forgotten",
        of="two lines",
    ),
    wrong(
        "mask turned round",
        change("self.norm1(x), mask)", "self.norm1(x), None if mask is None else ~mask)"),
        "PyTorch's convention",
        "mask-inverted",
        of="two lines",
    ),
    wrong(
        "super().__init__() forgotten",
        change("super().__init__()", "self.d_model = d_model"),
        "PyTorch cannot assign modules before it",
        "no-super",
        of="two lines",
    ),
    wrong(
        "dropout left on",
        change(
            "self.feed_forward(self.norm2(x))",
            "F.dropout(self.feed_forward(self.norm2(x)), 0.1)",
        ),
        "F.dropout drops in evaluation too",
        of="two lines",
    ),
    wrong(
        "a norm at the end",
        change(
            "return x + self.feed_forward(self.norm2(x))",
            "return self.norm2(x + self.feed_forward(self.norm2(x)))",
        ),
        "one norm too many",
        "norm-at-the-end",
        of="two lines",
    ),
    wrong(
        "x changed in place",
        change("x = x + self.attention", "x += self.attention"),
        "+= changes the caller's tokens",
        of="two lines",
    ),
    wrong(
        "no gradient",
        change(
            "x = x + self.attention(self.norm1(x), mask)",
            "with torch.no_grad():\n"
            "            found = self.attention(self.norm1(x), mask)\n"
            "        x = x + found",
        ),
        "attention under no_grad",
        "attention-detached",
        of="two lines",
    ),
    wrong(
        "nn.MultiheadAttention, batch_first missing",
        change("MultiHeadAttention(", "nn.MultiheadAttention(")
        + change(
            "x = x + self.attention(self.norm1(x), mask)",
            "y = self.norm1(x)\n        x = x + self.attention(y, y, y, attn_mask=mask)[0]",
        ),
        "PyTorch's module, which takes sequences for tokens",
        of="two lines",
    ),
    wrong(
        "post-norm and second residual from x",
        """
        class EncoderBlock(nn.Module):
            def __init__(self, d_model, num_heads, d_ff):
                super().__init__()
                self.norm1 = nn.LayerNorm(d_model)
                self.norm2 = nn.LayerNorm(d_model)
                self.attention = MultiHeadAttention(d_model, num_heads)
                self.feed_forward = FeedForward(d_model, d_ff)

            def forward(self, x, mask=None):
                h = self.norm1(x + self.attention(x, mask))
                return self.norm2(x + self.feed_forward(h))
        """,
        "written from the text alone",
    ),
    wrong(
        "the second part adds to what it has normed",
        change(
            "return x + self.feed_forward(self.norm2(x))",
            "x = self.norm2(x)\n        return x + self.feed_forward(x)",
        ),
        "what came before is lost",
        of="two lines",
    ),
)
