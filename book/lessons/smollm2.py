"""SmolLM2-135M-Instruct in NumPy, made of functions that it is given.

The functions are the reader's own (``Parts``); this module opens the file, keeps the
matrices and calls them.  Sizes: 30 layers, width 576 (``d``), 9 query heads of 64 over
3 heads of keys and values, feed-forward 1,536, 49,152 tokens.  All numbers are float32.

    model = load_smollm2()                        # half a gigabyte, two seconds
    ids = model.tokenizer.encode("The capital of France is")
    model.logits(ids)                             # (n, vocab)
    model.step(new_ids, cache)                    # (logits of the last (vocab,), cache)
    model.read(new_ids, cache)                    # (logits of each (n, vocab), cache)
    model.write("The capital of France is", 16)   # the text behind it, greedy

For looking inside (chapter 15), with layers and heads counted from 0:

    logits, hidden = model.run(ids, edit=None, plain=None)
        logits (n, vocab); hidden (30, n, d): what each layer gives to the next.
        edit(layer, hidden) is called after each layer with (n, d); what it returns
        (a new array, never the old one changed in place) goes on; None changes nothing.
        plain: what the same ids gave without edits; layers below the first change are
        taken from it.

    trace = model.trace(ids, edit=None, edit_heads=None, plain=None)
        the same with everything kept: trace.logits, trace.hidden,
        trace.z        (30, n, 9, 64)  each head's output, before W_o mixes them
        trace.weights  (30, 9, n, n)   whom each query attends to; row = query
        edit_heads(layer, z) is called in each layer with (n, 9, 64); what it returns
        takes the place of z; None changes nothing.

    model.embed(ids)            (n, d)        the vectors before layer 0
    model.output_heads(layer)   (9, 64, d)    W_o, head by head: z[h] @ W_o[h] is added
    model.norm(x)               (..., d)      the last RMSNorm
    model.table                 (vocab, d)    in at the bottom, out at the top
    model.output_norm           (d,)          the last norm's weight
    model.layers[layer]         dict          the file's names without "blk.N."; matrices
                                              turned to (d_in, d_out), so that x @ W works

Other parts: ``model.with_parts(apply_rope=mine)`` is the same model with one function
changed; its layers are then put together by ``open_layer``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from attention_lessons.byte_pairs import Tokenizer
from attention_lessons.gguf_file import GGUF, numbers, read_gguf
from attention_lessons.model_files import SMOLLM2, model_path
from attention_lessons.open_layer import (
    OpenLayer,
    Pair,
    Parts,
    open_layer,
    readers_own_parts,
)

Cache = list[Pair]  # k and v of each layer
Edit = Callable[[int, np.ndarray], np.ndarray | None]


@dataclass(frozen=True)
class Config:
    """The sizes that the file's metadata states."""

    n_layers: int
    d_model: int
    n_heads: int
    n_kv_heads: int
    d_ff: int
    context: int  # the longest text that the model was trained for, in tokens
    base: float  # of the rotary positions
    eps: float  # of the norms

    @property
    def head_dim(self) -> int:
        """How many features a head has."""
        return self.d_model // self.n_heads

    @classmethod
    def from_metadata(cls, metadata: dict[str, Any]) -> Config:
        """Read the sizes from a GGUF file's metadata."""
        said = {
            key.removeprefix("llama."): value
            for key, value in metadata.items()
            if key.startswith("llama.")
        }
        return cls(
            n_layers=said["block_count"],
            d_model=said["embedding_length"],
            n_heads=said["attention.head_count"],
            n_kv_heads=said["attention.head_count_kv"],
            d_ff=said["feed_forward_length"],
            context=said["context_length"],
            base=said["rope.freq_base"],
            eps=round(said["attention.layer_norm_rms_epsilon"], 9),
        )


@dataclass(frozen=True)
class Trace:
    """Everything that one reading of a text gives; shapes in the module's docstring."""

    model: Model
    hidden: np.ndarray
    opened: list[OpenLayer]

    @cached_property
    def logits(self) -> np.ndarray:
        return self.model.unembed(self.hidden[-1])

    def cache(self, n: int) -> Cache:
        """Keys and values of the first n tokens, as ``step`` and ``read`` take them."""
        return [(k[:, :n], v[:, :n]) for k, v in (one.cache for one in self.opened)]

    @cached_property
    def z(self) -> np.ndarray:
        return np.stack([one.z for one in self.opened])

    @cached_property
    def weights(self) -> np.ndarray:
        return np.stack([one.weights for one in self.opened])


@dataclass(frozen=True, eq=False)
class Model:
    """SmolLM2; how to use it is in the module's docstring."""

    config: Config
    parts: Parts
    tokenizer: Tokenizer
    metadata: dict[str, Any]
    table: np.ndarray
    layers: tuple[dict[str, np.ndarray], ...]
    output_norm: np.ndarray

    def with_parts(self, **changed: Callable[..., Any]) -> Model:
        """The same weights with other functions.

        Unless decoder_layer is among them, the layers are put together from the rest.
        """
        changed = {"decoder_layer": None, **changed}
        return dataclasses.replace(self, parts=dataclasses.replace(self.parts, **changed))

    def embed(self, ids: Sequence[int]) -> np.ndarray:
        """Look up the vectors of tokens: (n, d_model)."""
        return self.table[np.asarray(ids)]

    def norm(self, x: np.ndarray) -> np.ndarray:
        """Apply the last RMSNorm: (..., d_model)."""
        return self.parts.rms_norm(x, self.output_norm, self.config.eps)

    def unembed(self, x: np.ndarray) -> np.ndarray:
        """Give the logits behind vectors of the last layer: (..., n, vocab)."""
        return self.norm(x) @ self.table.T

    def output_heads(self, layer: int) -> np.ndarray:
        """Return W_o head by head: (n_heads, head_dim, d_model)."""
        matrix = self.layers[layer]["attn_output.weight"]
        return matrix.reshape(self.config.n_heads, self.config.head_dim, -1)

    def step(
        self, new_ids: Sequence[int], cache: Cache | None = None
    ) -> tuple[np.ndarray, Cache]:
        """Read new tokens behind those in the cache.

        Returns the logits behind the last of them, (vocab,), and the longer cache.
        """
        x, cache = self._read(new_ids, cache)
        return self.table @ self.norm(x[-1]), cache

    def read(
        self, new_ids: Sequence[int], cache: Cache | None = None
    ) -> tuple[np.ndarray, Cache]:
        """Read new tokens behind those in the cache.

        Returns the logits behind each of them, (n, vocab), and the longer cache.
        """
        x, cache = self._read(new_ids, cache)
        return self.unembed(x), cache

    def logits(self, ids: Sequence[int]) -> np.ndarray:
        """Return the logits behind every token: (n, vocab)."""
        return self.read(ids)[0]

    def write_ids(self, ids: Sequence[int], max_new: int, step: Any = None) -> list[int]:
        """Return the ids that come after the given ones, the one that ends them included.

        step: another step than the model's own, for ``generate``.
        """
        end = self.metadata["tokenizer.ggml.eos_token_id"]
        return self.parts.generate(step or self.step, ids, max_new, end)[len(ids) :]

    def write(self, prompt: str, max_new: int, step: Any = None) -> str:
        """Return what the model writes behind a prompt."""
        ids = self.write_ids(self.tokenizer.encode(prompt), max_new, step)
        return self.tokenizer.decode(ids).removesuffix("<|im_end|>")

    def run(
        self,
        ids: Sequence[int],
        edit: Edit | None = None,
        plain: tuple[np.ndarray, np.ndarray] | None = None,
    ) -> tuple[np.ndarray, np.ndarray]:
        """Read a text: (logits (n, vocab), hidden (n_layers, n, d_model)).

        plain: this of the same ids without edit.
        """
        x, positions, hidden = self.embed(ids), np.arange(len(ids)), []
        for i in range(self.config.n_layers):
            before = plain[1][i] if plain else self._layer(i, x, positions, None)[0]
            x = _edited(edit, i, before)
            plain = plain if x is before else None
            hidden.append(x)
        return plain[0] if plain else self.unembed(x), np.stack(hidden)

    def trace(
        self,
        ids: Sequence[int],
        edit: Edit | None = None,
        edit_heads: Edit | None = None,
        plain: Trace | None = None,
    ) -> Trace:
        """Read a text and keep all that is computed on the way.

        plain: the trace of the same ids without edits.
        """
        x, positions = self.embed(ids), np.arange(len(ids))
        hidden, opened = [], []
        for i in range(self.config.n_layers):
            one = plain.opened[i] if plain else None
            z = _edited(edit_heads, i, one.z) if one else None
            if one is None or z is not one.z:
                change = (lambda _, z=z: z) if one else partial(_edited, edit_heads, i)
                one, plain = self._open(i, x, positions, None, change), None
            x = _edited(edit, i, one.x)
            plain = plain if x is one.x else None
            hidden.append(x)
            opened.append(one)
        return Trace(self, np.stack(hidden), opened)

    def _read(self, ids: Sequence[int], cache: Cache | None) -> tuple[np.ndarray, Cache]:
        """Take new tokens through all layers: (n, d_model) and the longer cache."""
        x, grown = self.embed(ids), []
        n_cached = cache[0][0].shape[-2] if cache else 0
        positions = n_cached + np.arange(len(ids))
        for i in range(self.config.n_layers):
            x, pair = self._layer(i, x, positions, cache[i] if cache else None)
            grown.append(pair)
        return x, grown

    def _layer(
        self, i: int, x: np.ndarray, positions: np.ndarray, pair: Pair | None
    ) -> Any:
        c, layer = self.config, self.parts.decoder_layer
        if layer is None:
            one = self._open(i, x, positions, pair)
            return one.x, one.cache
        return layer(x, self.layers[i], positions, c.n_heads, c.n_kv_heads, c.base, pair)

    def _open(
        self, i: int, x: np.ndarray, positions: np.ndarray, pair: Pair | None, *edit: Any
    ) -> OpenLayer:
        c = self.config
        sizes = (c.n_heads, c.n_kv_heads, c.base)
        return open_layer(self.parts, x, self.layers[i], positions, *sizes, pair, *edit)


def load_smollm2(parts: Parts | None = None, path: Path | None = None) -> Model:
    """Open the file, undo its quantization and put the model together.

    parts: whose functions; by default the reader's own (``readers_own_parts``).
    path: another place of the same file; by default where the wheel put it.
    Raises ModelFileProblem when the wheel is not installed.
    """
    parts = parts or readers_own_parts()
    return model_of(read_gguf(path or model_path(SMOLLM2)), parts)


def model_of(
    file: GGUF,
    parts: Parts,
    tell: Callable[[int], object] = lambda layer: None,
    turn: Callable[[np.ndarray], np.ndarray] = np.ascontiguousarray,
) -> Model:
    """Undo an open file's quantization and put the model together.

    tell: called with the number of each layer before it is undone.
    turn: how the turned matrices (d_in, d_out) lie in memory.
    """
    config = Config.from_metadata(file.metadata)
    layers = []
    for i in range(config.n_layers):
        tell(i)
        layers.append(layer_weights(file, i, parts.dequantize_q4_1, turn))
    return Model(
        config=config,
        parts=parts,
        tokenizer=Tokenizer.from_metadata(file.metadata),
        metadata=file.metadata,
        table=numbers(file.tensors["token_embd.weight"], parts.dequantize_q4_1),
        layers=tuple(layers),
        output_norm=numbers(file.tensors["output_norm.weight"], parts.dequantize_q4_1),
    )


def layer_weights(
    file: GGUF,
    i: int,
    dequantize_q4_1: Callable[..., np.ndarray],
    turn: Callable[[np.ndarray], np.ndarray] = np.ascontiguousarray,
) -> dict[str, np.ndarray]:
    """Return the arrays of layer i by their names in the file without "blk.i.".

    Matrices are stored (d_out, d_in) and turned here, once, to (d_in, d_out): contiguous,
    or as ``turn`` puts them.
    """
    prefix = f"blk.{i}."
    return {
        name.removeprefix(prefix): turn(numbers(tensor, dequantize_q4_1).T)
        for name, tensor in file.tensors.items()
        if name.startswith(prefix)
    }


def as_chat(question: str, system: str | None = None) -> str:
    """Write one question the way SmolLM2 was trained to be asked.

    The same text as the Jinja template in the file's metadata makes of it.
    """
    system = system or (
        "You are a helpful AI assistant named SmolLM, trained by Hugging Face"
    )
    return (
        f"<|im_start|>system\n{system}<|im_end|>\n"
        f"<|im_start|>user\n{question}<|im_end|>\n"
        "<|im_start|>assistant\n"
    )


def _edited(edit: Edit | None, layer: int, array: np.ndarray) -> np.ndarray:
    """Return what the edit makes of an array; the array itself without one."""
    other = edit(layer, array) if edit else None
    return array if other is None else other
