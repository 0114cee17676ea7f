"""What the claims of chapter 07 stand on."""

import torch
from torch import nn
from torch.nn import functional

from tests.claims.register import Control, control

PAGE = "chapters/07-masking.md"

WORDS, LENGTH, D, HEADS = 13, 5, 32, 4


class NextWord(nn.Module):
    """One layer of causal attention that masks before or after its softmax."""

    def __init__(self, after: bool) -> None:
        super().__init__()
        self.after = after
        self.embedding, self.qkv = nn.Embedding(WORDS, D), nn.Linear(D, 3 * D)
        self.positions = nn.Parameter(torch.randn(LENGTH, D) / 2)
        self.merge, self.scores = nn.Linear(D, D), nn.Linear(D, WORDS)
        self.feed_forward = nn.Sequential(
            nn.LayerNorm(D), nn.Linear(D, 4 * D), nn.GELU(), nn.Linear(4 * D, D)
        )

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """Scores of the next word, (batch, n, WORDS), for ids (batch, n)."""
        x = self.embedding(ids) + self.positions
        parts = self.qkv(x).unflatten(-1, (3, HEADS, -1)).permute(2, 0, 3, 1, 4)
        q, k, v = parts
        scores = q @ k.mT / q.shape[-1] ** 0.5
        mask = torch.ones(LENGTH, LENGTH, dtype=torch.bool).tril()
        if self.after:
            weights = torch.softmax(scores, dim=-1) * mask
        else:
            weights = torch.softmax(scores.masked_fill(~mask, -torch.inf), dim=-1)
        x = x + self.merge((weights @ v).transpose(1, 2).flatten(2))
        return self.scores(x + self.feed_forward(x))


def right(after: bool, seed: int) -> float:
    """How often the next of some random words is named, where it is in the input."""
    torch.manual_seed(seed)
    model = NextWord(after)
    optimiser = torch.optim.Adam(model.parameters(), lr=3e-3)
    for _ in range(600):
        ids = torch.randint(WORDS, (128, LENGTH))
        scores = model(ids)[:, :-1]
        loss = functional.cross_entropy(scores.flatten(0, 1), ids[:, 1:].flatten())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return (scores.argmax(dim=-1) == ids[:, 1:]).float().mean().item()


@control(
    "a small model that masks after the softmax learns to name every next word", slow=True
)
def answers_are_read_off() -> Control:
    """Rival: what leaks through the denominator is too little to be of use."""
    case, rival = ([right(after, seed) for seed in range(3)] for after in (True, False))
    assert min(case) > 0.97
    return Control(case, rival, "above", by=0.8)
