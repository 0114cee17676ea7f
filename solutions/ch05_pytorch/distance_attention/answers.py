"""Answers to torch.distance_attention that its checks must tell apart."""

from autograder import change, right, wrong

ANSWERS = (
    right(
        "always made anew",
        """
        class DistanceAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)
                self.slope = nn.Parameter(torch.tensor(0.1))
                self.penalty = None

            def forward(self, x):
                if True:  # the same every time: make it once
                    places = torch.arange(x.shape[1])
                    self.penalty = self.slope * (places[:, None] - places).abs()
                scores = self.query(x) @ self.key(x).mT / x.shape[-1] ** 0.5
                weights = torch.softmax(scores - self.penalty, dim=-1)
                return weights @ self.value(x)
        """,
        "the smallest change",
    ),
    right(
        "a name of forward's own",
        """
        class DistanceAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)
                self.slope = nn.Parameter(torch.tensor(0.1))

            def forward(self, x):
                places = torch.arange(x.shape[1], device=x.device)
                penalty = self.slope * (places[:, None] - places).abs()
                scores = self.query(x) @ self.key(x).mT / x.shape[-1] ** 0.5
                return torch.softmax(scores - penalty, dim=-1) @ self.value(x)
        """,
        "nothing is left behind",
    ),
    right(
        "the distances of a length are kept",
        """
        class DistanceAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)
                self.slope = nn.Parameter(torch.tensor(0.1))
                self.penalty = None

            def forward(self, x):
                if self.penalty is None or len(self.penalty) != x.shape[1]:
                    places = torch.arange(x.shape[1])
                    self.penalty = (places[:, None] - places).abs()
                scores = self.query(x) @ self.key(x).mT / x.shape[-1] ** 0.5
                weights = torch.softmax(scores - self.slope * self.penalty, dim=-1)
                return weights @ self.value(x)
        """,
        "what depends on no parameter may stay",
    ),
    right(
        "a buffer that grows",
        """
        class DistanceAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)
                self.slope = nn.Parameter(torch.tensor(0.1))
                self.register_buffer("far", torch.zeros(1, 1), persistent=False)

            def forward(self, x):
                n = x.shape[1]
                if len(self.far) < n:
                    places = torch.arange(n, dtype=self.far.dtype)
                    self.far = torch.cdist(places[:, None], places[:, None], p=1)
                scores = self.query(x) @ self.key(x).mT * x.shape[-1] ** -0.5
                scores = scores - self.slope * self.far[:n, :n]
                return scores.softmax(-1) @ self.value(x)
        """,
        "a table that is cut to length",
    ),
    right(
        "forgotten at the end of forward",
        change("if True:", "if self.penalty is None:")
        + change("        return", "        self.penalty = None\n        return"),
        "clumsy, and right",
        of="always made anew",
    ),
    right(
        "a mask of floats",
        """
        class DistanceAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)
                self.slope = nn.Parameter(torch.tensor(0.1))

            def forward(self, x):
                n = x.shape[1]
                rows = [-self.slope * abs(torch.arange(n) - i) for i in range(n)]
                q, k, v = self.query(x), self.key(x), self.value(x)
                mask = torch.stack(rows).to(x.dtype)
                return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        """,
        "PyTorch's own function adds the mask that it is given",
    ),
    wrong(
        "untouched",
        change("if True:", "if self.penalty is None:"),
        "as given",
        verdict="not_attempted",
        of="always made anew",
    ),
    wrong(
        "detached",
        change("self.slope * (", "self.slope.detach() * ("),
        "the error is gone, and so is the gradient",
        "slope-detached",
        of="always made anew",
    ),
    wrong(
        "the number of the slope",
        change("self.slope * (", "self.slope.item() * ("),
        "a Python number has no past",
        "slope-detached",
        of="always made anew",
    ),
    wrong(
        "kept without its graph",
        change("if True:", "if self.penalty is None:")
        + change("self.slope * (", "self.slope.detach() * ("),
        "still of the first call, and cut off as well",
        "slope-detached",
        of="always made anew",
    ),
    wrong(
        "the distances of the first call",
        change(" or len(self.penalty) != x.shape[1]", ""),
        "one of two things that change",
        "distances-kept",
        of="the distances of a length are kept",
    ),
    wrong(
        "anew for another length",
        change(
            "if True:", "if self.penalty is None or self.penalty.shape[0] != x.shape[1]:"
        ),
        "the other of the two",
        "renewed-by-length",
        of="always made anew",
    ),
    wrong(
        "anew in training",
        change("if True:", "if self.training or self.penalty is None:"),
        "stale in evaluation",
        "renewed-in-training",
        of="always made anew",
    ),
    wrong(
        "made in __init__",
        """
        class DistanceAttention(nn.Module):
            def __init__(self, embed_size):
                super().__init__()
                self.query = nn.Linear(embed_size, embed_size)
                self.key = nn.Linear(embed_size, embed_size)
                self.value = nn.Linear(embed_size, embed_size)
                self.slope = nn.Parameter(torch.tensor(0.1))
                places = torch.arange(512)
                self.penalty = self.slope * (places[:, None] - places).abs()

            def forward(self, x):
                n = x.shape[1]
                scores = self.query(x) @ self.key(x).mT / x.shape[-1] ** 0.5
                scores = scores - self.penalty[:n, :n]
                return torch.softmax(scores, dim=-1) @ self.value(x)
        """,
        "any length, and the slope of the beginning",
    ),
    wrong(
        "added",
        change("- self.penalty", "+ self.penalty"),
        "repaired, and the sign turned",
        "penalty-added",
        of="always made anew",
    ),
    wrong(
        "no abs",
        change("places).abs()", "places)"),
        "repaired, and the bars lost",
        "signed-distance",
        of="always made anew",
    ),
)
