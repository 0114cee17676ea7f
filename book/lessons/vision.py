"""Two small networks that read digits (chapter 16): a vision Transformer, a convolution.

The Transformer is Dosovitskiy et al. 2021, "An Image Is Worth 16x16 Words", section
3.1, made small and built of chapter 09's ``EncoderBlock``.  Both are trained by the
same function, for as many passes over the same images.
"""

from collections.abc import Callable

import numpy as np
import torch
from torch import nn

from solutions.ch09_transformer_block.encoder_block import EncoderBlock

CLASSES = 10
PASSES, BATCH = 30, 50
START = 0.02  # how large class token and positions are at first
Change = Callable[[torch.Tensor, torch.Generator], torch.Tensor]


class VisionTransformer(nn.Module):
    """Patches to tokens, blocks, and an answer read from the class token.

    ``positions`` is the learnt table (n + 1, d_model), or None without positions.
    """

    def __init__(
        self,
        n_patches: int = 16,
        pixels: int = 4,
        *,
        d_model: int = 32,
        n_layers: int = 2,
        n_heads: int = 4,
        with_positions: bool = True,
    ) -> None:
        super().__init__()
        self.embed = nn.Linear(pixels, d_model)
        self.class_token = nn.Parameter(START * torch.randn(d_model))
        table = START * torch.randn(n_patches + 1, d_model)
        self.positions = nn.Parameter(table) if with_positions else None
        self.blocks = nn.ModuleList(
            EncoderBlock(d_model, n_heads, 2 * d_model) for _ in range(n_layers)
        )
        self.norm = nn.LayerNorm(d_model)
        self.to_logits = nn.Linear(d_model, CLASSES)

    def tokens(self, patches: torch.Tensor) -> torch.Tensor:
        """(batch, n, pixels) to (batch, n + 1, d_model), what enters the first block."""
        x = self.embed(patches)  # (batch, n, d_model)
        first = self.class_token.expand(len(x), 1, -1)
        x = torch.cat([first, x], dim=1)  # (batch, n + 1, d_model)
        return x if self.positions is None else x + self.positions

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        """(batch, n, pixels) to logits, (batch, 10)."""
        x = self.tokens(patches)
        for block in self.blocks:
            x = block(x)
        return self.to_logits(self.norm(x[:, 0]))

    @torch.no_grad()
    def attention(self, patches: torch.Tensor) -> np.ndarray:
        """Every block's weights: (n_layers, batch, n_heads, n + 1, n + 1)."""
        x, seen = self.tokens(patches), []
        for block in self.blocks:
            heads, normed = block.attention, block.norm1(x)
            split = (heads.num_heads, -1)
            q = heads.query(normed).unflatten(-1, split).transpose(1, 2)
            k = heads.key(normed).unflatten(-1, split).transpose(1, 2)
            scores = q @ k.mT / q.shape[-1] ** 0.5  # (batch, heads, n + 1, n + 1)
            seen.append(torch.softmax(scores, dim=-1))
            x = block(x)
        return torch.stack(seen).numpy()


class Convolution(nn.Module):
    """Three layers of 3 x 3 filters, each followed by ReLU, and two poolings.

    A filter is one small set of weights that slides over the whole image.
    """

    def __init__(self, narrow: int = 16, wide: int = 32) -> None:
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, narrow, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(narrow, wide, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),  # 8 x 8 to 4 x 4
            nn.Conv2d(wide, wide, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),  # to 2 x 2
            nn.Flatten(),
        )
        self.to_logits = nn.Linear(4 * wide, CLASSES)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """(batch, 8, 8) to logits, (batch, 10)."""
        return self.to_logits(self.features(images[:, None]))


def train(
    make: Callable[[], nn.Module],
    inputs: np.ndarray,
    labels: np.ndarray,
    *,
    rate: float,
    seed: int = 0,
    passes: int = PASSES,
    change: Change | None = None,
    device: str = "cpu",
) -> nn.Module:
    """Make a network and teach it the labels.

    inputs: (n, ...), one entry an image.  labels: (n,).
    rate: the highest learning rate; it rises to it and falls again (one cycle).
    change: ``change(batch, generator)``, what is done to a batch before it is shown.
    """
    torch.manual_seed(seed)
    model = make().to(device)
    draw = torch.Generator().manual_seed(seed)
    x = torch.as_tensor(np.ascontiguousarray(inputs), device=device)
    y = torch.as_tensor(labels, device=device)
    steps = passes * -(-len(x) // BATCH)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps)
    for _ in range(passes):
        for chosen in torch.randperm(len(x), generator=draw).split(BATCH):
            shown = x[chosen] if change is None else change(x[chosen], draw)
            loss = nn.functional.cross_entropy(model(shown), y[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
    return model.eval()


@torch.no_grad()
def accuracy(model: nn.Module, inputs: np.ndarray, labels: np.ndarray) -> float:
    """The share of images whose digit the model names."""
    device = next(model.parameters()).device
    logits = model(torch.as_tensor(np.ascontiguousarray(inputs), device=device))
    return float(np.mean(logits.argmax(-1).cpu().numpy() == labels))


def count_parameters(model: nn.Module) -> int:
    """How many numbers are learnt."""
    return sum(parameter.numel() for parameter in model.parameters())
