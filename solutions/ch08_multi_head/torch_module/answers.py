"""Answers to heads.torch_module that its checks must tell apart."""

from autograder import change, right, wrong

CHECK = """\
        if num_heads < 1 or embed_size % num_heads:
            raise ValueError(f"{num_heads} heads do not divide {embed_size}")
"""

ANSWERS = (
    right(
        "unflatten and transpose",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                if num_heads < 1 or embed_size % num_heads:
                    raise ValueError(f"{num_heads} heads do not divide {embed_size}")
                self.num_heads = num_heads
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)
                self.fc_out = nn.Linear(embed_size, embed_size)

            def forward(self, x):
                q, k, v = (
                    linear(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
                    for linear in (self.query, self.key, self.value)
                )
                weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)
                return self.fc_out((weights @ v).transpose(1, 2).flatten(2))
        """,
        "the short way",
    ),
    right(
        "a class that only inherits",
        """
        class _SelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                if num_heads <= 0 or embed_size % num_heads != 0:
                    raise ValueError("num_heads must divide embed_size")
                self.heads = num_heads
                for name in ("query", "key", "value", "fc_out"):
                    setattr(self, name, nn.Linear(embed_size, embed_size))

            def forward(self, x):
                b, n, d = x.size()
                q = self.query(x).view(b, n, self.heads, -1).permute(0, 2, 1, 3)
                k = self.key(x).view(b, n, self.heads, -1).permute(0, 2, 1, 3)
                v = self.value(x).view(b, n, self.heads, -1).permute(0, 2, 1, 3)
                weights = (q @ k.transpose(-2, -1) * (d // self.heads) ** -0.5).softmax(-1)
                return self.fc_out((weights @ v).permute(0, 2, 1, 3).reshape(b, n, d))


        class MultiHeadSelfAttention(_SelfAttention):
            pass
        """,
        "all of it stands in a base class",
    ),
    right(
        "an __init__ that only calls super",
        """
        class Heads(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                if num_heads not in range(1, embed_size + 1) or embed_size % num_heads:
                    raise ValueError(num_heads)
                self.num_heads = num_heads
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)
                self.fc_out = nn.Linear(embed_size, embed_size)

            def forward(self, x):
                width = x.shape[-1] // self.num_heads
                contexts = []
                for h in range(self.num_heads):
                    own = slice(h * width, (h + 1) * width)
                    layers = self.query, self.key, self.value
                    q, k, v = (layer(x)[..., own] for layer in layers)
                    weights = F.softmax(q @ k.transpose(1, 2) / width**0.5, dim=-1)
                    contexts.append(weights @ v)
                return self.fc_out(torch.cat(contexts, dim=-1))


        class MultiHeadSelfAttention(Heads):
            def __init__(self, embed_size, num_heads):
                super().__init__(embed_size, num_heads)
        """,
        "inherits, and passes its arguments on",
    ),
    right(
        "scaled_dot_product_attention and a dropout that is off",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads, dropout=0.1):
                super().__init__()
                if num_heads < 1 or embed_size % num_heads:
                    raise ValueError("embed_size must be a multiple of num_heads")
                self.num_heads, self.p = num_heads, dropout
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)
                self.fc_out = nn.Linear(embed_size, embed_size)

            def split(self, x):
                return x.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)

            def forward(self, x):
                q, k, v = map(self.split, (self.query(x), self.key(x), self.value(x)))
                p = self.p if self.training else 0.0
                context = F.scaled_dot_product_attention(q, k, v, dropout_p=p)
                return self.fc_out(context.transpose(1, 2).flatten(2))
        """,
        "F's own function; dropout is there and off in evaluation",
    ),
    right(
        "einsum and helper linears",
        """
        def linears(module, embed_size):
            for name in ["query", "key", "value", "fc_out"]:
                module.add_module(name, nn.Linear(embed_size, embed_size))


        def mean(weights, v):
            return torch.einsum("bhij,bjhw->bihw", weights, v)


        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                if num_heads == 0 or embed_size % num_heads > 0:
                    raise ValueError("no such number of heads")
                self.n = num_heads
                linears(self, embed_size)

            def forward(self, x):
                layers = self.query, self.key, self.value
                q, k, v = (f(x).unflatten(-1, (self.n, -1)) for f in layers)
                scores = torch.einsum("bihw,bjhw->bhij", q, k) / q.size(-1) ** 0.5
                return self.fc_out(mean(scores.softmax(dim=-1), v).flatten(2))
        """,
        "helpers named linears and mean, which the chapter binds again below",
    ),
    wrong(
        "scaled by embed_size",
        change("q.shape[-1]", "x.shape[-1]"),
        "embed_size ** 0.5, a widely read program's division",
        "scaled-by-embed-size",
        of="unflatten and transpose",
    ),
    wrong(
        "super().__init__() forgotten",
        change("        super().__init__()\n", ""),
        "PyTorch cannot assign modules before it",
        "no-super",
        of="unflatten and transpose",
    ),
    wrong(
        "no ValueError",
        change(CHECK, "        self.head_dim = embed_size // num_heads\n")
        + change("q.shape[-1]", "self.head_dim"),
        "a num_heads that does not divide is not refused when constructed",
        "any-num-heads-but-0",
        of="unflatten and transpose",
    ),
    wrong(
        "an assert",
        change(CHECK, '        assert embed_size % num_heads == 0, "not a multiple"\n'),
        "AssertionError, and with -O nothing at all",
        "assert",
        of="unflatten and transpose",
    ),
    wrong(
        "num_heads of 0",
        change("num_heads < 1 or embed_size % num_heads:", "embed_size % num_heads != 0:"),
        "embed_size % 0 is a ZeroDivisionError, not a ValueError",
        "zero-heads",
        of="unflatten and transpose",
    ),
    wrong(
        "split by view",
        change(
            "unflatten(-1, (self.num_heads, -1)).transpose(1, 2)",
            "view(len(x), self.num_heads, x.shape[1], -1)",
        )
        + change(
            "(weights @ v).transpose(1, 2).flatten(2)", "(weights @ v).reshape(x.shape)"
        ),
        "view(batch, heads, n, -1): the tokens are mixed",
        "heads-mixed-by-the-merge + heads-mixed-by-the-split",
        of="unflatten and transpose",
    ),
    wrong(
        "heads not transposed back",
        change(
            "(weights @ v).transpose(1, 2).flatten(2)", "(weights @ v).reshape(x.shape)"
        ),
        "reshape straight from (batch, heads, n, width)",
        "heads-mixed-by-the-merge",
        of="unflatten and transpose",
    ),
    wrong(
        "dropout left on",
        change(
            "weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)",
            "context = F.scaled_dot_product_attention(q, k, v, dropout_p=0.1)",
        )
        + change("(weights @ v)", "context"),
        "dropout_p without self.training drops in evaluation too",
        of="unflatten and transpose",
    ),
    wrong(
        "causal",
        change("dropout_p=0.1", "is_causal=True"),
        "is_causal=True, where no mask is asked",
        "causal",
        of="dropout left on",
    ),
    wrong(
        "heads of their own width",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                if num_heads < 1 or embed_size % num_heads:
                    raise ValueError("num_heads must divide embed_size")
                self.num_heads = num_heads
                width = embed_size // num_heads
                self.query = nn.Linear(width, width)
                self.key = nn.Linear(width, width)
                self.value = nn.Linear(width, width)
                self.fc_out = nn.Linear(embed_size, embed_size)

            def forward(self, x):
                parts = x.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
                q, k, v = self.query(parts), self.key(parts), self.value(parts)
                weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)
                return self.fc_out((weights @ v).transpose(1, 2).flatten(2))
        """,
        "three linear layers a head, head_dim by head_dim: another layer",
        "other-parameters",
    ),
    wrong(
        "without biases",
        change("(embed_size, embed_size)", "(embed_size, embed_size, bias=False)"),
        "bias=False",
        "no-bias",
        of="einsum and helper linears",
    ),
    wrong(
        "fc_out made and forgotten",
        change(
            "self.fc_out((weights @ v).transpose(1, 2).flatten(2))",
            "(weights @ v).transpose(1, 2).flatten(2)",
        ),
        "the merged heads are the output",
        "no-output-projection",
        of="unflatten and transpose",
    ),
    wrong(
        "weights detached",
        change(", dim=-1)", ", dim=-1).detach()"),
        ".detach() on the weights: queries and keys never learn",
        "weights-detached",
        of="unflatten and transpose",
    ),
    wrong(
        "residual inside",
        change("return self.fc_out(", "return x + self.fc_out("),
        "x + ..., which is the block's part",
        "residual",
        of="unflatten and transpose",
    ),
    wrong(
        "softmax over the heads",
        change(", dim=-1)", ", dim=1)"),
        "dim=1 is the heads",
        "softmax-over-heads",
        of="unflatten and transpose",
    ),
    wrong(
        "PyTorch's module, batch_first missing",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                if num_heads < 1 or embed_size % num_heads:
                    raise ValueError("num_heads must divide embed_size")
                self.attention = nn.MultiheadAttention(embed_size, num_heads)

            def forward(self, x):
                return self.attention(x, x, x)[0]
        """,
        "it takes sequences for tokens; its parameters are others, too",
    ),
    wrong(
        "heads take every num_heads-th feature",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size: int, num_heads: int) -> None:
                super().__init__()
                if num_heads < 1 or embed_size % num_heads:
                    raise ValueError("num_heads must divide embed_size")
                self.num_heads = num_heads
                self.d_head = embed_size // num_heads
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)
                self.fc_out = nn.Linear(embed_size, embed_size)

            def split(self, t):
                b, n, _ = t.shape
                return t.view(b, n, self.d_head, self.num_heads).permute(0, 3, 1, 2)

            def forward(self, x):
                b, n, e = x.shape
                q, k = self.split(self.query(x)), self.split(self.key(x))
                v = self.split(self.value(x))
                scores = q @ k.transpose(-2, -1) / self.d_head ** 0.5
                out = torch.softmax(scores, dim=-1) @ v
                return self.fc_out(out.permute(0, 2, 3, 1).reshape(b, n, e))
        """,
        "heads of features that are no neighbours",
        "features-dealt-out",
    ),
)
