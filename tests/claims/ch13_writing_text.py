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
    CODE,
    MEANING,
    TASK,
    Claim,
    Control,
    Controlled,
    Derived,
    Measured,
    Sourced,
)

PAGE = "chapters/13-writing-text.md"
AT_MOST = 0  # sentences that no entry quotes


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
        "From two back on the mean of the two is far better than either, so they go wrong "
        "at different places.",
        Measured("assert min(map(perplexity_of, both)) < 0.75 * min(tables[2], yours)"),
    ),
    Claim(
        "it reads up to 64 pieces, about 32 on average since the test text is cut into "
        "stretches",
        Controlled(stretches_are_read),
    ),
    Claim(
        "So runs of letters that come often become one piece, and what is rare stays in "
        "small ones.",
        Measured("assert [len(word) for word in toy_words] == [1, 3, 2, 4]"),
    ),
    Claim(
        "Where the last three pieces stood in the training text, counts win. "
        "Where they did not, your model wins.",
        Measured(
            "assert at[0][1] < 0.95 * at[0][0] and at[1][0] < 0.95 * at[1][1]",
        ),
    ),
    Claim(
        "Shown three pieces, it does worse than the counts on contexts that are "
        "new to both. So it is the reading further back that makes it better "
        "there",
        Measured("assert shown[3] > counted > shown[8] > shown[32]"),
    ),
    Claim(
        "Two reasons are possible, and this run cannot tell them apart: it has "
        "learnt some training text by heart, and the held-out topics are new to "
        "it.",
        Measured("assert np.exp(np.mean(losses[-100:])) < yours"),
    ),
    Claim("or does it only come from looking back further than one piece?", TASK),
    Claim("ask at such places again, and show it only the last pieces.", TASK),
    Claim(
        "baselines without a network, some of which beat yours",
        Measured("assert min(tables[2:4]) < 0.9 * yours < yours < tables[1]"),
    ),
    Claim(
        "No word is unknown whose characters stood in the training text; other characters "
        "this tokenizer leaves out.",
        Controlled(new_characters_are_left_out),
    ),
    Claim(
        "**English has no perplexity of 1**: on text that is new to it",
        Sourced("https://doi.org/10.1002/j.1538-7305.1951.tb01366.x", "a bit a letter"),
    ),
    Claim(
        "Near zero, soon, on text that is always new, means a leak.",
        Measured("assert found[-1] < 0.2 and len(set(text[len(prompt) - 1:])) == 1"),
    ),
    Claim("Which change hurts most?", TASK),
    Claim("Most long contexts are rare, so each table borrows", CODE),
    Claim("that comes most often in the text.", TASK),
    Claim("with every occurrence of the pair joined, looking", TASK),
    Claim(
        "**GELU** was ahead by half a unit of perplexity both times.",
        Measured('assert (0.4 < base - test["GELU for ReLU"]).all()'),
    ),
    Claim("Write the training step of a decoder-only model", TASK),
    Claim(
        "the model is tested on it and never trained on it",
        Measured("assert not set(training) & set(held_out)"),
    ),
    Claim(
        "Because docstrings copy from each other.",
        Measured("assert by_topic < 0.12 < 0.2 < by_turns"),
    ),
    Claim("long sequences in which every token says little", MEANING),
    Claim("the two neighbours that come most often in the text, and join", MEANING),
    Claim("pairs never reach across two of them", CODE),
    Claim("These **docstrings** are on every machine that has NumPy.", CODE),
    Claim("so that all readers learn from the same text.", CODE),
    Claim("Your functions count every pair of every word for every merge.", CODE),
    Claim("At every turn the pair learnt earliest", TASK),
    Claim(
        "among 20 equally likely pieces every time",
        Derived("exp(-(1/n) n log(1/20)) = 20."),
    ),
    Claim(
        "a probability of 0 makes the perplexity infinite", Derived("-log 0 = infinity.")
    ),
    Claim(
        "**Perplexities of models with different tokens cannot be compared.**",
        Measured("assert bits(two, each) < bits(letter_two, 1) - 0.3"),
    ),
    Claim("called **decoder-only**", MEANING),
    Claim("The only thing that makes it a decoder", MEANING),
    Claim(
        "these lose more where they are wrong than they gain where they are right",
        Controlled(random_preferences_lose),
    ),
    Claim("Every place of the text is a question", MEANING),
    Claim("the one that comes next at every place", TASK),
    Claim("With one in every block, each new piece goes", CODE),
    Claim("positions here are absolute, so when the context of 64 is full", CODE),
    Claim(
        "so that nothing can rest on a single number",
        Sourced("https://jmlr.org/papers/v15/srivastava14a.html", "abstract: co-adapting"),
    ),
    Claim(
        "**Tying hurts.** Two tables are better by far", Controlled(two_tables_are_better)
    ),
    Claim(
        "Press and Wolf, who recommend tying, found that it helps their models.",
        Sourced("https://arxiv.org/abs/1608.05859", "abstract"),
    ),
    Claim(
        "some fifty times over",
        Derived("4,000 steps of 32 rows of 256 pieces, by 635,448 pieces: 52."),
    ),
    Claim(
        "every step still holds gradients of earlier batches",
        Derived("backward() adds to .grad, and nothing else in the cell sets it to 0."),
    ),
    Claim(
        "It learns, only worse.",
        Measured('assert ends["adding up"] > ends["yours"] + 0.15'),
    ),
    Claim(
        "Here clipping shortens the stored sum where it is longer than 1, so old gradients "
        "fade; without it they would pile up.",
        Controlled(old_gradients_fade),
    ),
    Claim("How well can a model do that only counts?", TASK),
    Claim("Byte-pair encoding joins the most frequent pair", MEANING),
    Claim("A decoder-only model is the encoder block", MEANING),
    Claim("Every place of the text is a training example", MEANING),
    Claim(
        "You cannot say before you know how many characters a token has",
        Measured("assert round(bits(9, 1.2), 2) == 2.64"),
    ),
]
