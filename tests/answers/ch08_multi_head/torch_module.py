"""Answers to heads.torch_module: right ones."""

from answers.corpus import right

EXERCISE = "heads.torch_module"

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
)
