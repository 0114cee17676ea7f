"""Answers to torch.self_attention_module."""

from answers.corpus import right, wrong

EXERCISE = "torch.self_attention_module"
INIT = """
        class SelfAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)
"""

ANSWERS = (
    right(
        "by the function of the chapter",
        INIT
        + """
            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                return scaled_dot_product_attention(q, k, v)[0]
        """,
        "as the task suggests",
    ),
    right(
        "a class that only inherits",
        """
        class Base(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                for name in ("query", "key", "value"):
                    setattr(self, name, nn.Linear(embed_size, embed_size))

            def forward(self, x):
                scores = self.query(x) @ self.key(x).mT / x.shape[-1] ** 0.5
                return scores.softmax(-1) @ self.value(x)

        class SelfAttention(Base):
            pass
        """,
        "all of it is in the base class",
    ),
    right(
        "an __init__ that only calls super",
        """
        class Base(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.query, self.key, self.value = (
                    nn.Linear(embed_size, embed_size) for _ in range(3)
                )

            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                weights = torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, dim=-1)
                return weights @ v

        class SelfAttention(Base):
            def __init__(self, embed_size):
                super().__init__(embed_size)
        """,
        "all of it is in the base class",
    ),
    right(
        "the library's function",
        INIT
        + """
            def forward(self, x):
                return F.scaled_dot_product_attention(
                    self.query(x), self.key(x), self.value(x)
                )
        """,
        "which scales by the same root",
    ),
    right(
        "annotated, with reset_parameters",
        """
        class SelfAttention(nn.Module):
            query: nn.Linear
            key: nn.Linear
            value: nn.Linear

            def __init__(self, embed_size: int) -> None:
                super(SelfAttention, self).__init__()
                self.embed_size = embed_size
                self.value = nn.Linear(embed_size, embed_size, bias=True)
                self.key = nn.Linear(embed_size, embed_size, bias=True)
                self.query = nn.Linear(embed_size, embed_size, bias=True)
                for layer in self.children():
                    nn.init.xavier_uniform_(layer.weight)

            def attend(self, q, k, v):
                energy = torch.einsum("bqd,bkd->bqk", q, k)
                return torch.einsum("bqk,bkd->bqd", energy.softmax(dim=2), v)

            def forward(self, x):
                q = self.query(x) / self.embed_size**0.5
                return self.attend(q, self.key(x), self.value(x))
        """,
        "layers made in another order, with other starting weights",
    ),
    right(
        "dropout while training only",
        INIT
        + """
                self.dropout = nn.Dropout(0.3)

            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                w = torch.softmax(q @ k.transpose(1, 2) / x.shape[-1] ** 0.5, -1)
                return self.dropout(w) @ v
        """,
        "a module of its own for dropout is off in evaluation",
    ),
    wrong(
        "super().__init__() forgotten",
        """
        class SelfAttention(nn.Module):
            def __init__(self, embed_size):
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)

            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                return torch.softmax(q @ k.mT / q.shape[-1] ** 0.5, -1) @ v
        """,
        "the module was never set up",
        "no-super",
    ),
    wrong(
        "not scaled",
        INIT
        + """
            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                return torch.softmax(q @ k.mT, -1) @ v
        """,
        "no division",
        "unscaled",
    ),
    wrong(
        "scaled by the number of tokens",
        INIT
        + """
            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                return torch.softmax(q @ k.mT / x.shape[1] ** 0.5, -1) @ v
        """,
        "n in place of embed_size",
        "scaled-by-length",
    ),
    wrong(
        "dim=1",
        INIT
        + """
            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                return torch.softmax(q @ k.mT / x.shape[-1] ** 0.5, dim=1) @ v
        """,
        "softmax over the queries",
        "softmax-over-queries",
    ),
    wrong(
        "no biases",
        """
        class SelfAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.query = nn.Linear(embed_size, embed_size, bias=False)
                self.key = nn.Linear(embed_size, embed_size, bias=False)
                self.value = nn.Linear(embed_size, embed_size, bias=False)

            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                return torch.softmax(q @ k.mT / x.shape[-1] ** 0.5, -1) @ v
        """,
        "the layers have biases",
        "no-bias",
    ),
    wrong(
        "one layer for all",
        """
        class SelfAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.query = self.key = self.value = nn.Linear(embed_size, embed_size)

            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                return torch.softmax(q @ k.mT / x.shape[-1] ** 0.5, -1) @ v
        """,
        "three names for one layer",
        "one-layer",
    ),
    wrong(
        "layers in a list",
        """
        class SelfAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.layers = [nn.Linear(embed_size, embed_size) for _ in range(3)]

            def forward(self, x):
                q, k, v = (layer(x) for layer in self.layers)
                return torch.softmax(q @ k.mT / x.shape[-1] ** 0.5, -1) @ v
        """,
        "a plain list hides its parameters",
        "not-registered",
    ),
    wrong(
        "weights detached",
        INIT
        + """
            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                with torch.no_grad():
                    weights = torch.softmax(q @ k.mT / x.shape[-1] ** 0.5, -1)
                return weights @ v
        """,
        "query and key get no gradient",
        "weights-detached",
    ),
    wrong(
        "new layers in forward",
        INIT
        + """
            def forward(self, x):
                size = x.shape[-1]
                q, k, v = (nn.Linear(size, size)(x) for _ in range(3))
                return torch.softmax(q @ k.mT / size**0.5, -1) @ v
        """,
        "every call draws new weights, and none of them is learnt",
    ),
    wrong(
        "residual added inside",
        INIT
        + """
            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                return x + torch.softmax(q @ k.mT / x.shape[-1] ** 0.5, -1) @ v
        """,
        "the residual belongs to the block",
        "residual",
    ),
    wrong(
        "dropout left on",
        INIT
        + """
            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                weights = torch.softmax(q @ k.mT / x.shape[-1] ** 0.5, -1)
                return F.dropout(weights, 0.2) @ v
        """,
        "F.dropout does not follow eval()",
    ),
    wrong(
        "dropout in the module",
        INIT
        + """
                self.dropout = nn.Dropout(0.2)

            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                self.train()
                weights = torch.softmax(q @ k.mT / x.shape[-1] ** 0.5, -1)
                return self.dropout(weights) @ v
        """,
        "it puts itself into training mode",
    ),
    wrong(
        "__call__ in place of forward",
        INIT
        + """
            def __call__(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                return torch.softmax(q @ k.mT, -1) @ k
        """,
        "the keys mixed, not the values, and not scaled",
        "unscaled + values-from-key",
    ),
    wrong(
        "other names",
        """
            class SelfAttention(nn.Module):
                def __init__(self, embed_size):
                    super().__init__()
                    self.W_q = nn.Linear(embed_size, embed_size)
                    self.W_k = nn.Linear(embed_size, embed_size)
                    self.W_v = nn.Linear(embed_size, embed_size)

                def forward(self, x):
                    q, k, v = self.W_q(x), self.W_k(x), self.W_v(x)
                    return torch.softmax(q @ k.mT / x.shape[-1] ** 0.5, -1) @ v
            """,
        "query, key and value are asked for",
        "other-names",
    ),
    wrong(
        "a layer behind",
        INIT
        + """
                self.out = nn.Linear(embed_size, embed_size)

            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                return self.out(scaled_dot_product_attention(q, k, v)[0])
        """,
        "as in multi-head attention",
    ),
    wrong(
        "nn.Softmax without a dim",
        INIT
        + """
            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                return nn.Softmax()(q @ k.mT / x.shape[-1] ** 0.5) @ v
        """,
        "of three axes it then takes the first",
        "softmax-over-batch",
    ),
    wrong(
        "softmax twice",
        INIT
        + """
            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                _, weights = scaled_dot_product_attention(q, k, v)
                return F.softmax(weights, dim=-1) @ v
        """,
        "made nearly equal",
        "softmax-twice",
    ),
)
