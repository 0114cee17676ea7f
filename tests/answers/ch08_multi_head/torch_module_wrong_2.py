"""Answers to heads.torch_module: wrong ones, continued."""

from answers.corpus import wrong

EXERCISE = "heads.torch_module"

ANSWERS = (
    wrong(
        "without biases",
        """
        class MultiHeadSelfAttention(nn.Module):
            def __init__(self, embed_size, num_heads):
                super().__init__()
                if num_heads < 1 or embed_size % num_heads:
                    raise ValueError("num_heads must divide embed_size")
                self.num_heads = num_heads
                self.query = nn.Linear(embed_size, embed_size, bias=False)
                self.key = nn.Linear(embed_size, embed_size, bias=False)
                self.value = nn.Linear(embed_size, embed_size, bias=False)
                self.fc_out = nn.Linear(embed_size, embed_size, bias=False)

            def forward(self, x):
                q, k, v = (
                    linear(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
                    for linear in (self.query, self.key, self.value)
                )
                weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)
                return self.fc_out((weights @ v).transpose(1, 2).flatten(2))
        """,
        "bias=False",
        "no-bias",
    ),
    wrong(
        "fc_out made and forgotten",
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
                return (weights @ v).transpose(1, 2).flatten(2)
        """,
        "the merged heads are the output",
        "no-output-projection",
    ),
    wrong(
        "weights detached",
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
                weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1).detach()
                return self.fc_out((weights @ v).transpose(1, 2).flatten(2))
        """,
        ".detach() on the weights: queries and keys never learn",
        "weights-detached",
    ),
    wrong(
        "residual inside",
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
                return x + self.fc_out((weights @ v).transpose(1, 2).flatten(2))
        """,
        "x + ..., which is the block's part",
        "residual",
    ),
    wrong(
        "softmax over the heads",
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
                weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=1)
                return self.fc_out((weights @ v).transpose(1, 2).flatten(2))
        """,
        "dim=1 is the heads",
        "softmax-over-heads",
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
        (
            "the inner nn.MultiheadAttention takes sequences for tokens; its parameters "
            "are others, too"
        ),
    ),
)
