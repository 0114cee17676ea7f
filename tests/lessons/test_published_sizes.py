"""The sizes of real models in the chapters: each with its source, and what follows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import prod
from pathlib import Path

import pytest

from attention_lessons import minilm
from attention_lessons.gguf_file import read_gguf
from attention_lessons.model_files import MINILM, SMOLLM2, is_installed, model_path
from attention_lessons.smollm2 import Config

CHAPTERS = Path(__file__).resolve().parents[2] / "book" / "chapters"


@dataclass(frozen=True)
class Sizes:
    """As published in ``source``; ``learnt`` counts the numbers they make."""

    source: str
    vocabulary: int
    context: int
    d_model: int
    layers: int
    heads: int
    kv_heads: int
    d_ff: int
    learnt: int = 0

    @property
    def head_dim(self) -> int:
        return self.d_model // self.heads

    def of_gpt(self) -> int:
        """Learnt positions, biases everywhere, two matrices a feed-forward part; tied."""
        d, ff = self.d_model, self.d_ff
        attention = 4 * d * d + 4 * d
        feed_forward = 2 * d * ff + ff + d
        norms = 2 * d
        layers = self.layers * (attention + feed_forward + 2 * norms)
        return (self.vocabulary + self.context) * d + layers + norms

    def of_llama(self, tied: bool) -> int:
        """No biases, three matrices a feed-forward part, norms of one vector."""
        d, kv = self.d_model, self.kv_heads * self.head_dim
        layer = 2 * d * d + 2 * d * kv + 3 * d * self.d_ff + 2 * d
        tables = self.vocabulary * d * (1 if tied else 2)
        return tables + self.layers * layer + d


HUB = "https://huggingface.co"
GPT2 = Sizes(
    f"{HUB}/openai-community/gpt2/blob/main/config.json",
    50_257, 1_024, 768, 12, 12, 12, 3_072, 124_439_808,
)  # fmt: skip
LLAMA_2 = Sizes(  # the original asks for a login; this is an open copy
    f"{HUB}/TheBloke/Llama-2-7B-fp16/blob/main/config.json",
    32_000, 4_096, 4_096, 32, 32, 32, 11_008, 6_738_415_616,
)  # fmt: skip
SMOL = Sizes(
    f"{HUB}/HuggingFaceTB/SmolLM2-135M/blob/main/config.json",
    49_152, 8_192, 576, 30, 9, 3, 1_536, 134_515_008,
)  # fmt: skip
LLAMA_3 = Sizes(  # table 3
    "https://arxiv.org/abs/2407.21783", 128_000, 131_072, 8_192, 80, 64, 8, 28_672
)
MISTRAL = Sizes(  # table 1
    "https://arxiv.org/abs/2310.06825", 32_000, 8_192, 4_096, 32, 32, 8, 14_336
)


def test_the_table_of_chapter_03_has_the_published_sizes():
    text = (CHAPTERS / "03-numpy.md").read_text(encoding="utf-8")
    table = text[text.index("| | here |") :].partition("\n\n")[0]
    rows = [[cell.strip() for cell in line.split("|")[3:6]] for line in table.splitlines()]
    numbers = [[int(re.sub(r"\D.*", "", c.replace(",", ""))) for c in r] for r in rows[2:]]
    names = ("d_model", "head_dim", "heads", "d_ff")
    names += ("layers", "context", "vocabulary", "learnt")
    models = GPT2, LLAMA_2, SMOL
    assert numbers == [[getattr(model, name) for model in models] for name in names]
    assert rows[4][2] == f"{SMOL.heads}, with {SMOL.kv_heads} for keys and values"


def test_the_numbers_that_a_model_has_learnt_follow_from_its_sizes():
    assert GPT2.of_gpt() == GPT2.learnt
    assert LLAMA_2.of_llama(tied=False) == LLAMA_2.learnt
    assert SMOL.of_llama(tied=True) == SMOL.learnt
    assert round(LLAMA_3.of_llama(tied=False) / 1e9) in (70, 71)
    assert round(MISTRAL.of_llama(tied=False) / 1e9) == 7


@pytest.mark.skipif(not is_installed(SMOLLM2), reason="SmolLM2 is not installed")
def test_the_sizes_of_smollm2_are_those_of_its_file():
    file = read_gguf(model_path(SMOLLM2))
    c = Config.from_metadata(file.metadata)
    assert (c.context, c.d_model, c.n_layers) == (SMOL.context, SMOL.d_model, SMOL.layers)
    assert (c.n_heads, c.n_kv_heads, c.d_ff) == (SMOL.heads, SMOL.kv_heads, SMOL.d_ff)
    assert file.tensors["token_embd.weight"].shape == (SMOL.vocabulary, SMOL.d_model)
    assert sum(prod(tensor.shape) for tensor in file.tensors.values()) == SMOL.learnt


@pytest.mark.skipif(not is_installed(MINILM), reason="MiniLM is not installed")
def test_the_sizes_of_minilm_are_those_of_its_file():
    model = minilm.load()
    assert model.table.shape == (30_522, 384)
    layers = {name.split(".")[2] for name in model.weights if "layer." in name}
    assert len(layers) * minilm.N_HEADS == 72
