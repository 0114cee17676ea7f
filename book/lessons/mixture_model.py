"""A mixture of experts in the place of one feed-forward layer (chapter 19).

Shazeer et al. 2017, "Outrageously Large Neural Networks", section 2 (a router, few
experts for each token); Fedus et al. 2021, "Switch Transformers", section 2.2 (the
balance loss); the weights of the chosen as in Jiang et al. 2024, "Mixtral of Experts",
section 2.1.
"""

import numpy as np
import torch
from torch import nn

from attention_lessons.writing_model import LanguageModel
from attention_lessons.writing_training import Recipe, Step

EXPERTS, CHOSEN = 8, 2


class Mixture(nn.Module):
    """Experts, each a small feed-forward layer, and a router that chooses two a token.

    ``logits`` are the router's of the last call, (tokens, experts), in the graph.
    """

    def __init__(self, d_model: int, d_ff: int, experts: int = EXPERTS) -> None:
        """Make a router and so many experts that two of them are ``d_ff`` wide."""
        super().__init__()
        self.router = nn.Linear(d_model, experts, bias=False)
        self.experts = nn.ModuleList(
            nn.Sequential(
                nn.Linear(d_model, d_ff // CHOSEN),
                nn.ReLU(),
                nn.Linear(d_ff // CHOSEN, d_model),
            )
            for _ in range(experts)
        )
        self.logits = torch.empty(0, experts)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x: (..., d_model).  Returns the same shape; each token meets two experts."""
        tokens = x.reshape(-1, x.shape[-1])  # (tokens, d_model)
        self.logits = self.router(tokens)  # (tokens, experts)
        best, chosen = self.logits.topk(CHOSEN)  # (tokens, 2) each
        weights = best.softmax(dim=-1)
        mixed = torch.zeros_like(tokens)
        for number, expert in enumerate(self.experts):
            token, place = (chosen == number).nonzero(as_tuple=True)
            made = expert(tokens[token]) * weights[token, place, None]
            mixed = mixed.index_add(0, token, made)
        return mixed.view_as(x)


def balance_loss(logits: torch.Tensor) -> torch.Tensor:
    """The loss that is 1 where all experts get as many tokens and as much probability.

    logits: (tokens, experts), the router's.  Switch's, with two choices a token in the
    place of one.  Gradients flow through the probabilities, not through the counts.
    """
    experts = logits.shape[-1]
    chosen = logits.topk(CHOSEN).indices
    share = torch.bincount(chosen.flatten(), minlength=experts) / chosen.numel()
    return experts * (share * logits.softmax(dim=-1).mean(dim=0)).sum()


def with_mixture(model: LanguageModel, block: int = -1) -> Mixture:
    """Put a mixture in the place of a block's feed-forward layer, and return it.

    A token meets as many weights as before, but for the router's and one bias.
    """
    old = model.blocks[block].feed_forward
    d_ff, d_model = old.linear1.weight.shape
    model.blocks[block].feed_forward = mixture = Mixture(d_model, d_ff)
    return mixture


def mixture_step(mixture: Mixture, alpha: float) -> Step:
    """A training step with ``alpha`` times the balance loss; returns the text's loss."""

    def step(
        model: nn.Module, optimizer: torch.optim.Optimizer, ids: torch.Tensor
    ) -> float:
        logits = model(ids[:, :-1])
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        (loss + alpha * balance_loss(mixture.logits)).backward()
        optimizer.step()
        return loss.item()

    return step


@torch.no_grad()
def loads(model: LanguageModel, mixture: Mixture, ids: np.ndarray) -> list[float]:
    """Which share of all choices falls on each expert, the most loaded first.

    ids: a text; it is read in stretches of the model's context.
    """
    count = len(ids) // model.context
    stretches = torch.from_numpy(ids[: count * model.context]).view(count, -1)
    total = torch.zeros(len(mixture.experts))
    for part in stretches.split(32):
        model(part)
        chosen = mixture.logits.topk(CHOSEN).indices.flatten()
        total += torch.bincount(chosen, minlength=len(total))
    return (total / total.sum()).sort(descending=True).values.tolist()


def new_model(recipe: Recipe, vocab: int, seed: int) -> LanguageModel:
    """Chapter 13's model from a seed."""
    torch.manual_seed(seed)
    return recipe.model(vocab)
