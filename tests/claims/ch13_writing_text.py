"""What the claims of chapter 13 stand on."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from attention_data import stored
from attention_lessons.bpe_training import Tokenizer
from attention_lessons.writing_model import LanguageModel
from attention_lessons.writing_training import _clipping, all_logits
from tests.claims.register import (
    Claim,
    Control,
    Controlled,
    Measured,
)

PAGE = "chapters/13-writing-text.md"


def random_preferences_lose() -> Control:
    """Rival: weak random preferences are as often right as wrong, and cost nothing."""
    rng = np.random.default_rng(0)
    logits = 0.3 * rng.normal(size=(5, 2000, 512))
    came = rng.integers(512, size=(5, 2000, 1))
    norms = np.log(np.exp(logits).sum(axis=-1))
    losses = norms - np.take_along_axis(logits, came, axis=-1)[..., 0]
    return Control(losses.mean(axis=1), [np.log(512)] * 5, "above", by=0.01)


def new_characters_are_left_out() -> Control:
    """Rival: a word with new characters comes back whole, spelled out."""
    tokenizer = Tokenizer("aenv", [("a", "n")])
    words = "naïve", "ave", "né"
    case = [len(tokenizer.decode(tokenizer.encode(word))) for word in words]
    assert case[1] == 3  # of known ones nothing is lost
    return Control(case, [len(word) for word in words], "below", by=1, share=2 / 3)


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


def two_tables_are_better() -> Control:
    """Rival: the difference is that between two seeds.  Each is set beside each."""
    untied, tied = held_out("no weight tying", "as in the chapter")
    return Control(untied * 2, [*tied, *tied[::-1]], "below", by=2)


CLAIMS = [
    Claim(
        "A table of what followed two pieces, made in a second and without a "
        "gradient, is better than your Transformer.",
        Measured("assert min(tables[2:4]) < 0.9 * yours < yours < tables[1]"),
    ),
    Claim(
        "the mean of the two is far better than either, so they go wrong at different "
        "places",
        Measured("assert min(both.values()) < 0.75 * min(tables[2], yours)"),
    ),
    Claim(
        "Your model reads up to 64 pieces, about 32 on average since the test text is cut "
        "into stretches.",
        Controlled(stretches_are_read),
    ),
    Claim(
        "So runs of letters that come often become one piece, and rare ones stay in small "
        "pieces.",
        Measured("assert [len(word) for word in toy_words] == [1, 3, 2, 4]"),
    ),
    Claim(
        "Where the last three pieces stood in the training text, counts win. "
        "Where they did not, your model wins.",
        Measured(
            "assert seen[1] < 0.95 * seen[0] and unseen[0] < 0.95 * unseen[1]",
        ),
    ),
    Claim(
        "To gain from a context that was never seen is to *generalise*.",
        Measured("assert shown[3] > by_counts[0] > shown[8] > shown[32]"),
    ),
    Claim(
        "So most of the difference comes from the new topic, and little from learning by "
        "heart.",
        Measured("assert yours - by_times[0] > 2 * (by_times[0] - by_times[2])"),
    ),
    Claim(
        "Every word has pieces if its characters stood in the training text, and this "
        "tokenizer leaves out other characters.",
        Controlled(new_characters_are_left_out),
    ),
    Claim(
        "A loss near zero on text that is always new means a leak.",
        Measured("assert found[-1] < 0.2 and len(set(text[len(prompt) - 1:])) == 1"),
    ),
    Claim(
        "**GELU** was ahead by half a unit of perplexity both times.",
        Measured('assert (0.4 < base - test["GELU for ReLU"]).all()'),
    ),
    Claim(
        "is tested on it and never trained on it",
        Measured("assert not set(training) & set(held_out)"),
    ),
    Claim(
        "because docstrings copy from each other.",
        Measured("assert by_topic < 0.12 < 0.2 < by_turns"),
    ),
    Claim(
        "**Perplexities of models with different tokens cannot be compared.**",
        Measured("assert bits(two, each) < bits(letter_two, 1) - 0.3"),
    ),
    Claim(
        "these lose more where they are wrong than they gain where they are right",
        Controlled(random_preferences_lose),
    ),
    Claim(
        "because two tables are better by far than one", Controlled(two_tables_are_better)
    ),
    Claim(
        "the model learns, but it learns worse",
        Measured('assert ends["adding up"] > ends["yours"] + 0.1'),
    ),
    Claim(
        "Here clipping shortens the stored sum where its norm is above 1, so old gradients "
        "fade, and without clipping they would pile up.",
        Controlled(old_gradients_fade),
    ),
    Claim(
        "You cannot say before you know how many characters a token has",
        Measured("assert round(bits(9, 1.2), 2) == 2.64"),
    ),
    Claim(
        "The loss ends next to zero, because the model has learnt 512 answers by heart.",
        Measured("assert by_heart[0] > 5 and by_heart[-1] < 0.1"),
    ),
    Claim(
        "The model learnt to repeat what it has just read.",
        Measured("assert found[-1] < 0.2 and len(set(text[len(prompt) - 1:])) == 1"),
    ),
    Claim(
        "dominated by a few places where the model was badly surprised",
        Measured("assert np.exp(loss_each).mean() > 5 * yours and share > 0.4"),
    ),
    Claim(
        "Perplexity is the exponential of the mean loss. A perplexity depends on the "
        "tokens",
        Measured("assert bits(two, each) < bits(letter_two, 1) - 0.3"),
    ),
    Claim(
        "counts of two pieces back beat this small model",
        Measured("assert min(both.values()) < 0.75 * min(tables[2], yours)"),
    ),
    Claim(
        "The first loss should be near the logarithm of the vocabulary.",
        Measured(
            "assert abs(first_loss(0.04) - np.log(512)) < 0.1 and first_loss(1.0) > 50"
        ),
    ),
]
