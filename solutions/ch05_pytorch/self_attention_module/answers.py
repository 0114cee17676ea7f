"""Answers to torch.self_attention_module that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "by the function of the chapter",
        """
        class SelfAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)

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
        """
        class SelfAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)

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
        """
        class SelfAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)
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
        change("        super().__init__()\n", ""),
        "the module was never set up",
        "no-super",
        of="by the function of the chapter",
    ),
    wrong(
        "not scaled",
        change("k.mT / q.shape[-1] ** 0.5", "k.mT"),
        "no division",
        "unscaled",
        of="an __init__ that only calls super",
    ),
    wrong(
        "scaled by the number of tokens",
        change("q.shape[-1] ** 0.5", "x.shape[1] ** 0.5"),
        "n in place of embed_size",
        "scaled-by-length",
        of="an __init__ that only calls super",
    ),
    wrong(
        "dim=1",
        change("dim=-1", "dim=1"),
        "softmax over the queries",
        "softmax-over-queries",
        of="an __init__ that only calls super",
    ),
    wrong(
        "no biases",
        change(
            "nn.Linear(embed_size, embed_size)",
            "nn.Linear(embed_size, embed_size, bias=False)",
        ),
        "the layers have biases",
        "no-bias",
        of="an __init__ that only calls super",
    ),
    wrong(
        "one layer for all",
        change(
            "nn.Linear(embed_size, embed_size) for _ in range(3)",
            "[nn.Linear(embed_size, embed_size)] * 3",
        ),
        "three names for one layer",
        "one-layer",
        of="an __init__ that only calls super",
    ),
    wrong(
        "layers in a list",
        change("self.query, self.key, self.value = (", "self.layers = list(")
        + change(
            "self.query(x), self.key(x), self.value(x)",
            "(layer(x) for layer in self.layers)",
        ),
        "a plain list hides its parameters",
        "not-registered",
        of="an __init__ that only calls super",
    ),
    wrong(
        "weights detached",
        change("        weights =", "        with torch.no_grad():\n            weights ="),
        "query and key get no gradient",
        "weights-detached",
        of="an __init__ that only calls super",
    ),
    wrong(
        "new layers in forward",
        change(
            "q, k, v = self.query(x), self.key(x), self.value(x)",
            "size = x.shape[-1]\n"
            "        q, k, v = (nn.Linear(size, size)(x) for _ in range(3))",
        ),
        "every call draws new weights, and none of them is learnt",
        of="an __init__ that only calls super",
    ),
    wrong(
        "residual added inside",
        change("return scaled", "return x + scaled"),
        "the residual belongs to the block",
        "residual",
        of="by the function of the chapter",
    ),
    wrong(
        "dropout left on",
        change("return weights", "return F.dropout(weights, 0.2)"),
        "F.dropout does not follow eval()",
        of="an __init__ that only calls super",
    ),
    wrong(
        "dropout in the module",
        change("        q, k, v =", "        self.train()\n        q, k, v ="),
        "it puts itself into training mode",
        of="dropout while training only",
    ),
    wrong(
        "__call__ in place of forward",
        change("forward(", "__call__(")
        + change("k.mT / q.shape[-1] ** 0.5", "k.mT")
        + change("weights @ v", "weights @ k"),
        "the keys mixed, not the values, and not scaled",
        "unscaled + values-from-key",
        of="an __init__ that only calls super",
    ),
    wrong(
        "other names",
        change("self.query, self.key, self.value =", "self.W_q, self.W_k, self.W_v =")
        + change(
            "self.query(x), self.key(x), self.value(x)",
            "self.W_q(x), self.W_k(x), self.W_v(x)",
        ),
        "query, key and value are asked for",
        "other-names",
        of="an __init__ that only calls super",
    ),
    wrong(
        "a layer behind",
        change(
            "self.dropout = nn.Dropout(0.3)", "self.out = nn.Linear(embed_size, embed_size)"
        )
        + change("self.dropout(w) @ v", "self.out(w @ v)"),
        "as in multi-head attention",
        of="dropout while training only",
    ),
    wrong(
        "nn.Softmax without a dim",
        change("torch.softmax(", "nn.Softmax()(") + change(", dim=-1)", ")"),
        "of three axes it then takes the first",
        "softmax-over-batch",
        of="an __init__ that only calls super",
    ),
    wrong(
        "softmax twice",
        change("return weights", "return F.softmax(weights, dim=-1)"),
        "made nearly equal",
        "softmax-twice",
        of="an __init__ that only calls super",
    ),
    right(
        "functional",
        """
        class SelfAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                for name in ("query", "key", "value"):
                    setattr(self, name, nn.Linear(embed_size, embed_size))

            def forward(self, x):
                parts = [nn.functional.linear(x, p.weight, p.bias) for p in (self.query,
                    self.key, self.value)]
                return nn.functional.scaled_dot_product_attention(*parts)
        """,
        "written from the text alone: another route",
    ),
    wrong(
        "detached for speed",
        """
        class SelfAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)

            def forward(self, x):
                q, k, v = self.query(x), self.key(x), self.value(x)
                scores = q @ k.mT / q.shape[1] ** 0.5
                with torch.no_grad():
                    weights = scores.softmax(-1)
                return weights @ v
        """,
        "written from the text alone",
        "scaled-by-length + weights-detached",
    ),
)
