"""Answers to block.feed_forward that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "torch.relu",
        """
        class FeedForward(nn.Module):
            def __init__(self, d_model, d_ff):
                super().__init__()
                self.linear1 = nn.Linear(d_model, d_ff)
                self.linear2 = nn.Linear(d_ff, d_model)

            def forward(self, x):
                return self.linear2(torch.relu(self.linear1(x)))
        """,
        "the short way",
    ),
    right(
        "token by token",
        change(
            "return self.linear2(torch.relu(self.linear1(x)))",
            "tokens = x.reshape(-1, x.shape[-1])\n"
            "        each = [self.linear2(torch.relu(self.linear1(t))) for t in tokens]\n"
            "        return torch.stack(each).reshape(x.shape)",
        ),
        "a loop over all tokens, and their shape again",
        of="torch.relu",
    ),
    right(
        "nn.ReLU and a dropout that is off",
        """
        class FeedForward(nn.Module):
            def __init__(self, d_model: int, d_ff: int, dropout: float = 0.1) -> None:
                super().__init__()
                self.linear1 = nn.Linear(d_model, d_ff)
                self.dropout = nn.Dropout(dropout)
                self.linear2 = nn.Linear(d_ff, d_model)
                self.act = nn.ReLU()

            def forward(self, x):
                return self.linear2(self.dropout(self.act(self.linear1(x))))
        """,
        "dropout is off in evaluation",
    ),
    right(
        "a class that only inherits",
        """
        class Wide(nn.Module):
            def __init__(self, d_model, d_ff):
                nn.Module.__init__(self)
                self.linear1 = nn.Linear(d_model, d_ff)
                self.linear2 = nn.Linear(d_ff, d_model)

            def forward(self, x):
                return self.linear2(self.linear1(x).clamp(min=0))


        class FeedForward(Wide):
            pass
        """,
        "all of it stands in a base class",
    ),
    right(
        "an __init__ that only calls super",
        """
        from collections import OrderedDict


        class Named(nn.Sequential):
            def __init__(self, d_model, d_ff):
                layers = OrderedDict()
                for name, layer in (
                    ("linear1", nn.Linear(d_model, d_ff)),
                    ("relu", nn.ReLU()),
                    ("linear2", nn.Linear(d_ff, d_model)),
                ):
                    layers[name] = layer
                super().__init__(layers)


        class FeedForward(Named):
            def __init__(self, d_model, d_ff):
                super().__init__(d_model, d_ff)
        """,
        "the base class is a nn.Sequential with names",
    ),
    right(
        "by hand, with helpers straight and together",
        """
        def straight(layer, x):
            return x @ layer.weight.T + layer.bias


        def together(h):
            return torch.where(h > 0, h, torch.zeros_like(h))


        class FeedForward(nn.Module):
            def __init__(self, d_model, d_ff):
                super().__init__()
                self.linear1 = nn.Linear(d_model, d_ff)
                self.linear2 = nn.Linear(d_ff, d_model)

            def forward(self, x):
                return straight(self.linear2, together(straight(self.linear1, x)))
        """,
        "names that the chapter binds again further down",
    ),
    wrong(
        "no ReLU",
        change(
            "self.linear2(torch.relu(self.linear1(x)))", "self.linear2(self.linear1(x))"
        ),
        "two linear layers are one",
        "no-relu",
        of="torch.relu",
    ),
    wrong(
        "GELU",
        change("torch.relu", "F.gelu"),
        "as in GPT and BERT",
        "gelu",
        of="torch.relu",
    ),
    wrong(
        "ReLU at the end",
        change("self.linear2(torch.relu(", "torch.relu(self.linear2("),
        "the output is never negative",
        "no-relu + relu-at-the-end",
        of="torch.relu",
    ),
    wrong(
        "ReLU twice",
        change(
            "self.linear2(torch.relu(self.linear1(x)))",
            "torch.relu(self.linear2(torch.relu(self.linear1(x))))",
        ),
        "before and after the second layer",
        "relu-at-the-end",
        of="torch.relu",
    ),
    wrong(
        "residual inside",
        change("return self.linear2(", "return x + self.linear2("),
        "x is added, which is the block's part",
        "residual-inside",
        of="torch.relu",
    ),
    wrong(
        "sizes swapped",
        change("linear1 = nn.Linear(d_model, d_ff)", "linear1 = nn.Linear(d_ff, d_model)")
        + change(
            "linear2 = nn.Linear(d_ff, d_model)", "linear2 = nn.Linear(d_model, d_ff)"
        ),
        "d_ff and d_model in the wrong order",
        of="torch.relu",
    ),
    wrong(
        "super().__init__() forgotten",
        change("super().__init__()", "self.d_ff = d_ff"),
        "PyTorch cannot assign modules before it",
        "no-super",
        of="torch.relu",
    ),
    wrong(
        "no first bias",
        change("nn.Linear(d_model, d_ff)", "nn.Linear(d_model, d_ff, bias=False)"),
        "bias=False in linear1",
        "no-first-bias",
        of="torch.relu",
    ),
    wrong(
        "dropout left on",
        change(
            "self.linear2(torch.relu(self.linear1(x)))",
            "self.linear2(F.dropout(torch.relu(self.linear1(x)), 0.1))",
        ),
        "F.dropout drops in evaluation too",
        of="torch.relu",
    ),
    wrong(
        "detached",
        change("torch.relu(self.linear1(x))", "torch.relu(self.linear1(x)).detach()"),
        "the first layer never learns",
        "detached",
        of="torch.relu",
    ),
    wrong(
        "other names",
        change("linear1 =", "fc1 =")
        + change("linear2 =", "fc2 =")
        + change(
            "self.linear2(torch.relu(self.linear1(x)))", "self.fc2(torch.relu(self.fc1(x)))"
        ),
        "fc1 and fc2",
        of="torch.relu",
    ),
    wrong(
        "a norm inside",
        change("self.linear1(x)", "self.linear1(F.layer_norm(x, x.shape[-1:]))"),
        "LayerNorm is the block's part",
        of="torch.relu",
    ),
    wrong(
        "softmax in between",
        change("torch.relu(self.linear1(x))", "torch.softmax(self.linear1(x), dim=-1)"),
        "the wrong activation",
        of="torch.relu",
    ),
)
