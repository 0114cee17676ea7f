"""The sizes of real models in the chapters: each with its source, and what follows."""

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
MISTRAL_WINDOW = 4_096

# What a chapter says of a model, made of the sizes above.
SAID = [
    ("01-why-attention", f"({GPT2.d_model} in GPT-2 small, {LLAMA_2.d_model:,} in Llama 2"),
    ("06-scaling-and-scores", f"{GPT2.head_dim} in GPT-2 small and SmolLM2"),
    ("06-scaling-and-scores", f"{LLAMA_2.head_dim} in Llama 2 7B"),
    ("07-masking", f"GPT-2 small reads {GPT2.context:,} tokens at most"),
    ("07-masking", f"Llama 2 {LLAMA_2.context:,}, SmolLM2 {SMOL.context:,}"),
    ("08-multi-head", f"{GPT2.d_model} into {GPT2.heads} heads of {GPT2.head_dim}"),
    ("08-multi-head", f"{LLAMA_2.d_model:,} into {LLAMA_2.heads} of {LLAMA_2.head_dim}"),
    ("08-multi-head", f"{SMOL.d_model} into {SMOL.heads} of {SMOL.head_dim}"),
    ("08-multi-head", f"values have {SMOL.kv_heads} heads only"),
    ("09-transformer-block", f"from {GPT2.d_model} to {GPT2.d_ff:,} and back"),
    ("09-transformer-block", f"SmolLM2-135M from {SMOL.d_model} to {SMOL.d_ff:,}"),
    ("12-efficient-attention", f"{LLAMA_3.layers} layers, {LLAMA_3.heads} query heads"),
    ("12-efficient-attention", f"vectors of {LLAMA_3.head_dim} numbers"),
    ("12-efficient-attention", f'("grouped", {LLAMA_3.kv_heads})'),
    (
        "12-efficient-attention",
        f"a window of {MISTRAL_WINDOW:,} in each of its {MISTRAL.layers}",
    ),
    ("13-writing-text", f"GPT-2 small has {GPT2.vocabulary:,} pieces"),
    ("13-writing-text", f"{GPT2.learnt // 10**6} million parameters"),
    ("15-inside-a-model", f"{SMOL.layers * SMOL.heads} heads"),
    ("16-images", "ViT-Base, has 12 layers, a width of 768 and 12 heads"),
]
SOURCES = [
    ("03-numpy", GPT2), ("03-numpy", LLAMA_2), ("03-numpy", SMOL),
    ("12-efficient-attention", LLAMA_3), ("12-efficient-attention", MISTRAL),
]  # fmt: skip


def text_of(chapter: str) -> str:
    return " ".join((CHAPTERS / f"{chapter}.md").read_text(encoding="utf-8").split())


@pytest.mark.parametrize(("chapter", "said"), SAID)
def test_a_chapter_says_the_published_size(chapter: str, said: str):
    assert said in text_of(chapter)


@pytest.mark.parametrize(("chapter", "sizes"), SOURCES, ids=lambda each: str(each)[:24])
def test_the_source_of_the_sizes_is_linked(chapter: str, sizes: Sizes):
    assert sizes.source in text_of(chapter)


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
    assert 3 * 4 * 3 == 36  # here: three matrices from 4 features to 3


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
    assert "384 numbers for each of 30,522 words" in text_of("01-why-attention")
    assert "MiniLM's 72 heads" in text_of("01-why-attention")
