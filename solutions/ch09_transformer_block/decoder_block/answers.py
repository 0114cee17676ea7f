"""Answers to block.decoder_block that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "three lines",
        """
        class DecoderBlock(nn.Module):
            def __init__(self, d_model, num_heads, d_ff):
                super().__init__()
                self.norm1 = nn.LayerNorm(d_model)
                self.self_attention = MultiHeadAttention(d_model, num_heads)
                self.norm2 = nn.LayerNorm(d_model)
                self.cross_attention = CrossAttention(d_model, num_heads)
                self.norm3 = nn.LayerNorm(d_model)
                self.feed_forward = FeedForward(d_model, d_ff)

            def forward(self, x, memory, causal_mask, memory_mask=None):
                x = x + self.self_attention(self.norm1(x), causal_mask)
                x = x + self.cross_attention(self.norm2(x), memory, memory_mask)
                return x + self.feed_forward(self.norm3(x))
        """,
        "the short way",
    ),
    right(
        "a loop over the parts",
        """
        class DecoderBlock(nn.Module):
            def __init__(self, d_model, num_heads, d_ff):
                super().__init__()
                for i in range(1, 4):
                    self.add_module(f"norm{i}", nn.LayerNorm(d_model))
                self.self_attention = MultiHeadAttention(d_model, num_heads)
                self.cross_attention = CrossAttention(d_model, num_heads)
                self.feed_forward = FeedForward(d_model, d_ff)

            def forward(self, x, memory, causal_mask, memory_mask=None):
                parts = []
                parts.append((self.norm1, lambda y: self.self_attention(y, causal_mask)))
                parts.append(
                    (self.norm2, lambda y: self.cross_attention(y, memory, memory_mask))
                )
                parts.append((self.norm3, self.feed_forward))
                for norm, part in parts:
                    x = x + part(norm(x))
                return x
        """,
        "pairs of norm and part",
    ),
    right(
        "an encoder block with something in between",
        """
        class DecoderBlock(nn.Module):
            def __init__(self, d_model, num_heads, d_ff, dropout=0.0):
                super().__init__()
                self.self_attention = MultiHeadAttention(d_model, num_heads)
                self.cross_attention = CrossAttention(d_model, num_heads)
                self.feed_forward = FeedForward(d_model, d_ff)
                self.norm1 = nn.LayerNorm(d_model)
                self.norm2 = nn.LayerNorm(d_model)
                self.norm3 = nn.LayerNorm(d_model)
                self.drop = nn.Dropout(dropout)

            def forward(self, x, memory, causal_mask, memory_mask=None):
                own = self.drop(self.self_attention(self.norm1(x), mask=causal_mask))
                x = own + x
                found = self.cross_attention(self.norm2(x), memory, memory_mask=memory_mask)
                x = self.drop(found) + x
                return self.drop(self.feed_forward(self.norm3(x))) + x
        """,
        "the parts made first; dropouts that drop nothing",
    ),
    right(
        "a class that only inherits",
        """
        class Decoder(nn.Module):
            def __init__(self, d_model, num_heads, d_ff):
                super().__init__()
                self.norm1 = nn.LayerNorm(d_model)
                self.norm2 = nn.LayerNorm(d_model)
                self.norm3 = nn.LayerNorm(d_model)
                self.self_attention = MultiHeadAttention(d_model, num_heads)
                self.cross_attention = CrossAttention(d_model, num_heads)
                self.feed_forward = FeedForward(d_model, d_ff)

            def forward(self, x, memory, causal_mask, memory_mask=None):
                y = x.clone()
                y = y + self.self_attention(self.norm1(y), causal_mask)
                y = y + self.cross_attention(self.norm2(y), memory, memory_mask)
                return y + self.feed_forward(self.norm3(y))


        class DecoderBlock(Decoder):
            pass
        """,
        "all of it stands in a base class",
    ),
    right(
        "helpers called block and one_more",
        """
        def one_more(x, found):
            return torch.stack([x, found]).sum(dim=0)


        def block(x, norm, part):
            return one_more(x, part(norm(x)))


        class DecoderBlock(nn.Module):
            def __init__(self, d_model, num_heads, d_ff):
                super().__init__()
                norms = [nn.LayerNorm(d_model) for _ in range(3)]
                self.norm1, self.norm2, self.norm3 = norms
                self.self_attention = MultiHeadAttention(d_model, num_heads)
                self.cross_attention = CrossAttention(d_model, num_heads)
                self.feed_forward = FeedForward(d_model, d_ff)

            def forward(self, x, memory, causal_mask, memory_mask=None):
                x = block(x, self.norm1, lambda y: self.self_attention(y, causal_mask))
                ask = lambda y: self.cross_attention(y, memory, memory_mask)
                x = block(x, self.norm2, ask)
                return block(x, self.norm3, self.feed_forward)
        """,
        "names that the chapter binds again further down",
    ),
    right(
        "sequence by sequence",
        change(
            "x = x + self.self_attention(self.norm1(x), causal_mask)",
            "masks = causal_mask.expand(len(x), -1, -1)\n"
            "        pairs = zip(self.norm1(x)[:, None], masks)\n"
            "        x = x + torch.cat([self.self_attention(t, m) for t, m in pairs])",
        ),
        "the self-attention sees one sequence at a time",
        of="three lines",
    ),
    wrong(
        "post-norm",
        change(
            "x + self.self_attention(self.norm1(x), causal_mask)",
            "self.norm1(x + self.self_attention(x, causal_mask))",
        )
        + change(
            "x + self.cross_attention(self.norm2(x), memory, memory_mask)",
            "self.norm2(x + self.cross_attention(x, memory, memory_mask))",
        )
        + change(
            "x + self.feed_forward(self.norm3(x))", "self.norm3(x + self.feed_forward(x))"
        ),
        "the block of 2017",
        "post-norm",
        of="three lines",
    ),
    wrong(
        "no causal mask",
        change("self.norm1(x), causal_mask)", "self.norm1(x))"),
        "each token sees what it is to write",
        "causal-mask-ignored",
        of="three lines",
    ),
    wrong(
        "the memory mask dropped",
        change("memory, memory_mask)", "memory)"),
        "padding of the source is read",
        "memory-mask-ignored",
        of="three lines",
    ),
    wrong(
        "the masks swapped",
        change("self.norm1(x), causal_mask", "self.norm1(x), memory_mask")
        + change("memory, memory_mask)", "memory, causal_mask)"),
        "causal for the memory: an error where n and m differ",
        "masks-swapped",
        of="three lines",
    ),
    wrong(
        "cross-attention first",
        change(
            "self.self_attention(self.norm1(x), causal_mask)",
            "self.cross_attention(self.norm2(x), memory, memory_mask)",
        )
        + change(
            "self.cross_attention(self.norm2(x), memory, memory_mask)",
            "self.self_attention(self.norm1(x), causal_mask)",
        ),
        "memory before what was written",
        "cross-before-self",
        of="three lines",
    ),
    wrong(
        "the memory normed",
        change("memory, memory_mask)", "self.norm2(memory), memory_mask)"),
        "norm2 over the memory, too; it is used as it is",
        "memory-normed",
        of="three lines",
    ),
    wrong(
        "no residual at the cross-attention",
        change("x + self.cross_attention", "self.cross_attention"),
        "the plus is forgotten",
        "cross-not-added",
        of="three lines",
    ),
    wrong(
        "no residual at the self-attention",
        change("x + self.self_attention", "self.self_attention"),
        "the plus is forgotten",
        "self-not-added",
        of="three lines",
    ),
    wrong(
        "no residual at the end",
        change("x + self.feed_forward", "self.feed_forward"),
        "the plus is forgotten",
        "feed-forward-not-added",
        of="three lines",
    ),
    wrong(
        "norm2 for norm3",
        change("self.norm3(x)", "self.norm2(x)"),
        "norm3 never learns",
        "norm2-twice",
        of="three lines",
    ),
    wrong(
        "no cross-attention",
        change(
            "        x = x + self.cross_attention(self.norm2(x), memory, memory_mask)\n", ""
        ),
        "an encoder block with a mask",
        "no-cross",
        of="three lines",
    ),
    wrong(
        "cross-attention to itself",
        change("memory, memory_mask)", "x, causal_mask)"),
        "x in place of the memory",
        "attends-to-x",
        of="three lines",
    ),
    wrong(
        "the norm in the stream",
        change(
            "x = x + self.self_attention(self.norm1(x)",
            "x = self.norm1(x)\n        x = x + self.self_attention(x",
        ),
        "the residual is the normed x",
        "normed-first",
        of="three lines",
    ),
    wrong(
        "both attentions from one x",
        change("x = x + self.self_attention", "own = self.self_attention")
        + change("x = x + self.cross_attention", "found = self.cross_attention")
        + change("return x + self", "x = x + own + found\n        return x + self"),
        "added side by side",
        "parallel",
        of="three lines",
    ),
    wrong(
        "super().__init__() forgotten",
        change("super().__init__()", "self.d_model = d_model"),
        "PyTorch cannot assign modules before it",
        "no-super",
        of="three lines",
    ),
    wrong(
        "dropout left on",
        change(
            "self.feed_forward(self.norm3(x))",
            "F.dropout(self.feed_forward(self.norm3(x)), 0.1)",
        ),
        "F.dropout drops in evaluation too",
        of="three lines",
    ),
    wrong(
        "the memory detached",
        change("memory, memory_mask)", "memory.detach(), memory_mask)"),
        "the encoder would never learn",
        "memory-detached",
        of="three lines",
    ),
    wrong(
        "a causal mask of its own",
        change(
            "self.norm1(x), causal_mask",
            "self.norm1(x), torch.ones(x.shape[1], x.shape[1]).tril().bool()",
        ),
        "the mask that is handed in is not used",
        "own-causal-mask",
        of="three lines",
    ),
    wrong(
        "three parts side by side, each reads the block's input",
        change("x = x + self.self_attention(", "a = self.self_attention(")
        + change("x = x + self.cross_attention(", "c = self.cross_attention(")
        + change("return x + self.feed_forward(", "return x + a + c + self.feed_forward("),
        "each part reads what came in",
        of="three lines",
    ),
)
