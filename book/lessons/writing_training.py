"""Train chapter 13's language model, and measure it on text it has not seen."""

from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np
import torch
from torch import nn

from attention_lessons.bpe_training import Tokenizer, count_words, learn_merges
from attention_lessons.text_data import numpy_docstrings
from attention_lessons.translation_training import warm_up_then_cosine
from attention_lessons.writing_model import LanguageModel
from solutions.ch13_writing_text.training_step import training_step

N_MERGES = 415  # with 96 characters and END: 512 pieces
Step = Callable[[nn.Module, torch.optim.Optimizer, torch.Tensor], float]


@dataclass(frozen=True)
class Recipe:
    """What can be left out of the training, and what can be added.

    peak: the highest learning rate.  schedule: rise to it and fall to 0, or stay at it.
    clip: the longest that the gradient of all parameters may be; None for any.
    """

    steps: int = 1400
    batch: int = 8
    peak: float = 4e-3
    schedule: bool = True
    clip: float | None = 1.0
    tied: bool = True
    gelu: bool = False
    dropout: float = 0.0

    def model(self, vocab: int, **size: int) -> LanguageModel:
        """A new model with this recipe's parts."""
        own = {name: asdict(self)[name] for name in ("tied", "gelu", "dropout")}
        return LanguageModel(vocab, **own, **size)


def learn_tokenizer(texts: list[str], n_merges: int = N_MERGES) -> Tokenizer:
    """Byte pairs learnt from the texts."""
    return Tokenizer("".join(texts), learn_merges(count_words(texts), n_merges))


def load_ids() -> tuple[Tokenizer, np.ndarray, np.ndarray, int]:
    """A tokenizer, the ids to train on and held out, and the characters held out."""
    training, held_out = numpy_docstrings()
    tokenizer = learn_tokenizer(training)
    ids = tokenizer.encode_all(training), tokenizer.encode_all(held_out)
    return tokenizer, *ids, sum(map(len, held_out))


def random_batch(
    ids: np.ndarray, rng: np.random.Generator, batch: int, n: int
) -> torch.Tensor:
    """Pieces of the text from random places: (batch, n + 1)."""
    starts = rng.integers(len(ids) - n, size=batch)
    return torch.from_numpy(ids[starts[:, None] + np.arange(n + 1)])


def fit(
    model: LanguageModel,
    ids: np.ndarray,
    recipe: Recipe,
    step: Step = training_step,
    *,
    seed: int = 0,
    until: int | None = None,
    watch: Callable[[int, float], None] | None = None,
) -> list[float]:
    """Train on random pieces of ``ids`` and return the loss of every step.

    step: what takes one step, as ``write.training_step`` does.
    until: take only so many of the recipe's steps.
    watch: called with (step, loss) after every step; steps count from 1.
    """
    rng = np.random.default_rng(seed)
    device = next(model.parameters()).device
    rate = warm_up_then_cosine(recipe.steps, recipe.peak)
    optimizer = torch.optim.AdamW(model.parameters(), lr=recipe.peak, betas=(0.9, 0.98))
    if recipe.clip:  # between the gradients and the step that uses them
        optimizer.register_step_pre_hook(_clipping(model, recipe.clip))
    losses = []
    model.train()
    for number in range(1, (until or recipe.steps) + 1):
        if recipe.schedule:
            for group in optimizer.param_groups:
                group["lr"] = rate(number)
        batch = random_batch(ids, rng, recipe.batch, model.context)
        losses.append(step(model, optimizer, batch.to(device)))
        if watch:
            watch(number, losses[-1])
    model.eval()
    return losses


def _clipping(model: nn.Module, longest: float) -> Callable[..., None]:
    """A hook that makes the gradient shorter where it is too long (Pascanu et al. 2013)."""

    def clip(*_: object) -> None:
        nn.utils.clip_grad_norm_(model.parameters(), longest)

    return clip


@torch.no_grad()
def all_logits(model: LanguageModel, ids: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The logits of every next id of a text, and which id came.

    The text is read in stretches of the model's context, each on its own; what is
    left at the end is not read.  Returns (n, vocab) and (n,).
    """
    model.eval()
    device = next(model.parameters()).device
    count = (len(ids) - 1) // model.context
    stretches = torch.from_numpy(ids[: count * model.context]).view(count, -1)
    parts = [model(part.to(device)).flatten(0, 1).cpu() for part in stretches.split(32)]
    return torch.cat(parts).numpy(), ids[1 : count * model.context + 1]
