"""What the claims of chapter 13 stand on."""

import numpy as np
import torch
from torch import nn

from attention_data import stored
from attention_lessons.bpe_training import Tokenizer
from attention_lessons.writing_model import LanguageModel
from attention_lessons.writing_training import (
    Recipe,
    _clipping,
    all_logits,
    fit,
    load_ids,
)
from tests.claims.register import Control, control

PAGE = "chapters/13-writing-text.md"


@control("these lose more where they are wrong than they gain where they are right")
def random_preferences_lose() -> Control:
    """Rival: weak random preferences are as often right as wrong, and cost nothing."""
    rng = np.random.default_rng(0)
    logits = 0.3 * rng.normal(size=(5, 2000, 512))
    came = rng.integers(512, size=(5, 2000, 1))
    norms = np.log(np.exp(logits).sum(axis=-1))
    losses = norms - np.take_along_axis(logits, came, axis=-1)[..., 0]
    return Control(losses.mean(axis=1), [np.log(512)] * 5, "above", by=0.01)


@control("the first hundred steps of training only undo that", slow=True)
def a_large_spread_costs_a_hundred_steps() -> Control:
    """Rival: after a few steps the loss is below that of equal probabilities again."""
    tokenizer, ids, _, _ = load_ids()
    recipe, late = Recipe(), []
    for seed in range(3):
        torch.manual_seed(seed)
        model = recipe.model(len(tokenizer))
        nn.init.normal_(model.embedding.weight, std=1.0)
        losses = fit(model, ids, recipe, seed=seed, until=100)
        late.append(float(np.mean(losses[80:])))
    return Control(late, [np.log(len(tokenizer))] * 3, "above", by=0.5)


@control(
    "Every word has pieces if its characters stood in the training text, and this "
    "tokenizer leaves out other characters.",
)
def new_characters_are_left_out() -> Control:
    """Rival: a word with new characters comes back whole, spelled out."""
    tokenizer = Tokenizer("aenv", [("a", "n")])
    words = "naïve", "ave", "né"
    case = [len(tokenizer.decode(tokenizer.encode(word))) for word in words]
    assert case[1] == 3  # of known ones nothing is lost
    return Control(case, [len(word) for word in words], "below", by=1, share=2 / 3)


@control(
    "Here clipping shortens the stored sum where its norm is above 1, so old "
    "gradients fade, and without clipping they would pile up.",
)
def old_gradients_fade() -> Control:
    """Rival: what is left in .grad keeps its size, clipped or not."""
    shares = []
    for clip in (1.0, None):
        kept = []
        for length in (1.5, 2.0, 5.0):
            weight = nn.Parameter(torch.zeros(30))
            optimizer = torch.optim.AdamW([weight])
            if clip:
                optimizer.register_step_pre_hook(
                    _clipping(nn.ParameterList([weight]), clip)
                )
            for step in range(30):  # each gradient along an axis of its own
                (length * weight[step]).backward()
                last = weight.grad.clone()
                optimizer.step()
            kept.append((last[24] / last[29]).item())
        shares.append(kept)
    return Control(*shares, "below", by=0.8)


class PiecesRead(nn.Module):
    """Gives, for logits, how many pieces it was shown up to each place."""

    context = LanguageModel(1).context

    def __init__(self):
        super().__init__()
        self.one = nn.Parameter(torch.ones(1))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return (self.one * torch.ones_like(ids)).cumsum(-1)[..., None]


@control(
    "Your model reads up to 64 pieces, about 32 on average since the test text is cut "
    "into stretches.",
)
def stretches_are_read() -> Control:
    """Rival: each guess reads all of the text before it, up to 64 pieces."""
    case, rival = [], []
    for length in (1_000, 5_000, 20_000):
        read, _ = all_logits(PiecesRead(), np.zeros(length, dtype=int))
        assert read.max() == 64
        assert round(read.mean()) == 32
        case.append(read.mean())
        rival.append(np.minimum(np.arange(1, len(read) + 1), 64).mean())
    return Control(case, rival, "below", by=25)


def held_out(*recipes: str) -> list[list[float]]:
    """The stored perplexities on held-out text, a number a seed, of some recipes."""
    found = stored("writing_recipes.json")["recipes"]
    return [found[name]["held_out"] for name in recipes]


@control("because two tables are better by far than one")
def two_tables_are_better() -> Control:
    """Rival: the difference is that between two seeds.  Each is set beside each."""
    untied, tied = held_out("no weight tying", "as in the chapter")
    return Control(untied * 2, [*tied, *tied[::-1]], "below", by=2)
