"""Answers to torch.distance_attention."""

from answers.corpus import right, wrong
from answers.edits import edited

EXERCISE = "torch.distance_attention"

GIVEN = """
class DistanceAttention(nn.Module):
    def __init__(self, embed_size):
        super().__init__()
        self.query = nn.Linear(embed_size, embed_size)
        self.key = nn.Linear(embed_size, embed_size)
        self.value = nn.Linear(embed_size, embed_size)
        self.slope = nn.Parameter(torch.tensor(0.1))
        self.penalty = None

    def forward(self, x):
        if self.penalty is None:  # the same every time: make it once
            places = torch.arange(x.shape[1])
            self.penalty = self.slope * (places[:, None] - places).abs()
        scores = self.query(x) @ self.key(x).mT / x.shape[-1] ** 0.5
        weights = torch.softmax(scores - self.penalty, dim=-1)
        return weights @ self.value(x)
"""
IF = "if self.penalty is None:"
SLOPE = "self.penalty = self.slope * (places[:, None] - places).abs()"


def kept(condition):
    return edited(GIVEN, (IF, condition))


ANSWERS = (
    right("always made anew", kept("if True:"), "the smallest change"),
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
        edited(
            GIVEN,
            (IF, "if self.penalty is None or len(self.penalty) != x.shape[1]:"),
            (SLOPE, "self.penalty = (places[:, None] - places).abs()"),
            ("scores - self.penalty", "scores - self.slope * self.penalty"),
        ),
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
        edited(
            GIVEN,
            (
                "        return weights @ self.value(x)",
                "        self.penalty = None\n        return weights @ self.value(x)",
            ),
        ),
        "clumsy, and right",
    ),
    wrong("untouched", GIVEN, "as given", verdict="not_attempted"),
    wrong(
        "detached",
        edited(GIVEN, (IF, "if True:"), ("self.slope *", "self.slope.detach() *")),
        "the error is gone, and so is the gradient",
        "slope-detached",
    ),
    wrong(
        "the number of the slope",
        edited(GIVEN, (IF, "if True:"), ("self.slope *", "self.slope.item() *")),
        "a Python number has no past",
        "slope-detached",
    ),
    wrong(
        "kept without its graph",
        edited(GIVEN, ("self.penalty = self.slope", "self.penalty = self.slope.detach()")),
        "still of the first call, and cut off as well",
        "slope-detached",
    ),
    wrong(
        "the distances of the first call",
        edited(
            GIVEN,
            (SLOPE, "self.penalty = (places[:, None] - places).abs()"),
            ("scores - self.penalty", "scores - self.slope * self.penalty"),
        ),
        "one of two things that change",
        "distances-kept",
    ),
    wrong(
        "anew for another length",
        kept("if self.penalty is None or self.penalty.shape[0] != x.shape[1]:"),
        "the other of the two",
        "renewed-by-length",
    ),
    wrong(
        "anew in training",
        kept("if self.training or self.penalty is None:"),
        "stale in evaluation",
        "renewed-in-training",
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
        edited(GIVEN, (IF, "if True:"), ("scores - self", "scores + self")),
        "repaired, and the sign turned",
        "penalty-added",
    ),
    wrong(
        "no abs",
        edited(GIVEN, (IF, "if True:"), (".abs()", "")),
        "repaired, and the bars lost",
        "signed-distance",
    ),
)
