"""Answers to heads.torch_module: wrong ones."""

from answers.corpus import wrong

EXERCISE = "heads.torch_module"

ANSWERS = (
    wrong(
        "scaled by embed_size",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                if num_heads < 1 or embed_size % num_heads:
                    raise ValueError("num_heads must divide embed_size")
                self.embed_size, self.num_heads = embed_size, num_heads
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)
                self.fc_out = nn.Linear(embed_size, embed_size)

            def forward(self, x):
                q, k, v = (
                    linear(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
                    for linear in (self.query, self.key, self.value)
                )
                weights = torch.softmax(q @ k.mT / self.embed_size**0.5, dim=-1)
                return self.fc_out((weights @ v).transpose(1, 2).flatten(2))
        """,
        "embed_size ** 0.5, a widely read program's division",
        "scaled-by-embed-size",
    ),
    wrong(
        "super().__init__() forgotten",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                if num_heads < 1 or embed_size % num_heads:
                    raise ValueError("num_heads must divide embed_size")
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
        "PyTorch cannot assign modules before it",
        "no-super",
    ),
    wrong(
        "no ValueError",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                self.num_heads = num_heads
                self.head_dim = embed_size // num_heads
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)
                self.fc_out = nn.Linear(embed_size, embed_size)

            def forward(self, x):
                q, k, v = (
                    linear(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
                    for linear in (self.query, self.key, self.value)
                )
                weights = torch.softmax(q @ k.mT / self.head_dim**0.5, dim=-1)
                return self.fc_out((weights @ v).transpose(1, 2).flatten(2))
        """,
        "a num_heads that does not divide is not refused when constructed",
        "any-num-heads-but-0",
    ),
    wrong(
        "an assert",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                assert embed_size % num_heads == 0, "num_heads must divide embed_size"
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
        "AssertionError, and with -O nothing at all",
        "assert",
    ),
    wrong(
        "num_heads of 0",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                if embed_size % num_heads != 0:
                    raise ValueError("num_heads must divide embed_size")
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
        "embed_size % 0 is a ZeroDivisionError, not a ValueError",
        "zero-heads",
    ),
    wrong(
        "split by view",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                if num_heads < 1 or embed_size % num_heads:
                    raise ValueError("num_heads must divide embed_size")
                self.num_heads = num_heads
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)
                self.fc_out = nn.Linear(embed_size, embed_size)

            def forward(self, x):
                b, n, d = x.shape
                q = self.query(x).view(b, self.num_heads, n, -1)
                k = self.key(x).view(b, self.num_heads, n, -1)
                v = self.value(x).view(b, self.num_heads, n, -1)
                weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)
                return self.fc_out((weights @ v).reshape(b, n, d))
        """,
        "view(batch, heads, n, -1): the tokens are mixed",
        "heads-mixed-by-the-merge + heads-mixed-by-the-split",
    ),
    wrong(
        "heads not transposed back",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                if num_heads < 1 or embed_size % num_heads:
                    raise ValueError("num_heads must divide embed_size")
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
                return self.fc_out((weights @ v).reshape(x.shape))
        """,
        "reshape straight from (batch, heads, n, width)",
        "heads-mixed-by-the-merge",
    ),
    wrong(
        "dropout left on",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                if num_heads < 1 or embed_size % num_heads:
                    raise ValueError("num_heads must divide embed_size")
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
                context = F.scaled_dot_product_attention(q, k, v, dropout_p=0.1)
                return self.fc_out(context.transpose(1, 2).flatten(2))
        """,
        "F.dropout without training=self.training drops in evaluation too",
    ),
    wrong(
        "causal",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                if num_heads < 1 or embed_size % num_heads:
                    raise ValueError("num_heads must divide embed_size")
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
                context = F.scaled_dot_product_attention(q, k, v, is_causal=True)
                return self.fc_out(context.transpose(1, 2).flatten(2))
        """,
        "is_causal=True, where no mask is asked",
        "causal",
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
)
