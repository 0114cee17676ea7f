"""Answers to block.feed_forward."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "block.feed_forward"

BASE = """
class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.linear1 = nn.Linear(d_model, d_ff)
        self.linear2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return self.linear2(torch.relu(self.linear1(x)))
"""

ANSWERS = (
    right(
        "torch.relu",
        BASE,
        "the short way",
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
        edited(
            BASE,
            (
                "torch.relu(self.linear1(x))",
                "self.linear1(x)",
            ),
        ),
        "two linear layers are one",
        "no-relu",
    ),
    wrong(
        "GELU",
        edited(
            BASE,
            (
                "torch.relu(",
                "F.gelu(",
            ),
        ),
        "as in GPT and BERT",
        "gelu",
    ),
    wrong(
        "ReLU at the end",
        edited(
            BASE,
            (
                "self.linear2(torch.relu(self.linear1(x)))",
                "torch.relu(self.linear2(self.linear1(x)))",
            ),
        ),
        "the output is never negative",
        "no-relu + relu-at-the-end",
    ),
    wrong(
        "ReLU twice",
        edited(
            BASE,
            (
                "self.linear2(torch.relu(self.linear1(x)))",
                "torch.relu(self.linear2(torch.relu(self.linear1(x))))",
            ),
        ),
        "before and after the second layer",
        "relu-at-the-end",
    ),
    wrong(
        "residual inside",
        edited(
            BASE,
            (
                "return self",
                "return x + self",
            ),
        ),
        "x is added, which is the block's part",
        "residual-inside",
    ),
    wrong(
        "sizes swapped",
        edited(
            BASE,
            (
                "nn.Linear(d_model, d_ff)",
                "nn.Linear(D, d_model)",
            ),
            (
                "nn.Linear(d_ff, d_model)",
                "nn.Linear(d_model, d_ff)",
            ),
            (
                "nn.Linear(D, ",
                "nn.Linear(d_ff, ",
            ),
        ),
        "d_ff and d_model in the wrong order",
    ),
    wrong(
        "super().__init__() forgotten",
        edited(
            BASE,
            (
                "        super().__init__()",
                "        self.d_ff = d_ff",
            ),
        ),
        "PyTorch cannot assign modules before it",
        "no-super",
    ),
    wrong(
        "no biases",
        edited(
            BASE,
            (
                "d_ff)\n",
                "d_ff, bias=False)\n",
            ),
        ),
        "bias=False",
        "no-first-bias",
    ),
    wrong(
        "dropout left on",
        edited(
            BASE,
            (
                "torch.relu(self.linear1(x))",
                "F.dropout(torch.relu(self.linear1(x)), 0.1)",
            ),
        ),
        "F.dropout drops in evaluation too",
    ),
    wrong(
        "detached",
        edited(
            BASE,
            (
                "torch.relu(self.linear1(x))",
                "torch.relu(self.linear1(x)).detach()",
            ),
        ),
        "the first layer never learns",
        "detached",
    ),
    wrong(
        "other names",
        edited(
            BASE,
            (
                "self.linear1",
                "self.fc1",
            ),
            (
                "self.linear2",
                "self.fc2",
            ),
        ),
        "fc1 and fc2",
    ),
    wrong(
        "a norm inside",
        edited(
            BASE,
            (
                "self.linear1(x))",
                "self.linear1(F.layer_norm(x, x.shape[-1:])))",
            ),
        ),
        "LayerNorm is the block's part",
    ),
    wrong(
        "softmax in between",
        edited(
            BASE,
            (
                "torch.relu(self.linear1(x))",
                "torch.softmax(self.linear1(x), dim=-1)",
            ),
        ),
        "the wrong activation",
    ),
)
