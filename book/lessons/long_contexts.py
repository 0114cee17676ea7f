"""What chapter 18 measures on SmolLM2: losses over long texts, and changed caches."""

import ast
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from attention_data import stored
from attention_lessons.real_model_study import loss_of
from attention_lessons.smollm2 import Model, Trace
from attention_lessons.text_data import numpy_docstrings

DATA_MODEL = ("objects", "types", "specialnames")  # a chapter of Python's reference


def by_position() -> dict[str, Any]:
    """Losses beyond the trained length (book/make_long_contexts.py)."""
    return stored("long_contexts.json")


def cache_bits() -> dict[str, Any]:
    """What few bits in the cache cost (book/make_cache_bits.py)."""
    return stored("cache_bits.json")


def docstring_ids(model: Model, count: int, tokens: int) -> np.ndarray:
    """The first stretches of NumPy's docstrings as ids: (count, tokens)."""
    ids: list[int] = []
    for docstring in numpy_docstrings()[0]:
        ids += model.tokenizer.encode(docstring + "\n\n")
        if len(ids) >= count * tokens:
            break
    return np.array(ids[: count * tokens]).reshape(count, tokens)


def long_texts(model: Model) -> dict[str, np.ndarray]:
    """Texts of four kinds as ids, longer than the training, that every reader has.

    Many short texts, twice as long as the training, and half as long again: a chapter
    of Python's reference, a file of NumPy's code, and a text that begins again.
    """
    from pydoc_data.topics import topics

    trained = model.config.context
    half = model.tokenizer.encode(topics["compound"])[: 3 * trained // 4]
    longer = {
        "prose": model.tokenizer.encode("\n".join(map(topics.get, DATA_MODEL))),
        "code": model.tokenizer.encode(numpy_code("ma/core.py")),
        "the same twice": [*half, *half],
    }
    return {"docstrings": docstring_ids(model, 1, 2 * trained)[0]} | {
        name: np.array(ids[: 3 * trained // 2]) for name, ids in longer.items()
    }


def numpy_code(name: str) -> str:
    """A file of NumPy's code, without its docstrings and comments."""
    tree = ast.parse((Path(np.__file__).parent / name).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
        if isinstance(node, documented) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def loss_after(model: Model, ids: Sequence[int], start: int = 0) -> float:
    """The mean loss, in nats, of the tokens that stand after place ``start``."""
    return loss_of(model.logits(ids)[start:], ids[start:])


def keys_and_values(
    model: Model, ids: Sequence[int], read: Trace
) -> Iterable[tuple[np.ndarray, np.ndarray]]:
    """Keys, not turned yet, and values of each layer: (n_kv_heads, n, head_dim) each.

    read: the trace of these ids, or of more that follow them.
    """
    c, n = model.config, len(ids)
    into = [model.embed(ids), *read.hidden[:-1, :n]]  # what each layer reads
    for x, layer, (_, v) in zip(into, model.layers, read.cache(n), strict=True):
        normed = model.parts.rms_norm(x, layer["attn_norm.weight"], c.eps)
        k = (normed @ layer["attn_k.weight"]).reshape(n, c.n_kv_heads, -1)
        yield k.swapaxes(0, 1), v


def stacked(model: Model, ids: Sequence[int], read: Trace) -> list[np.ndarray]:
    """Keys, then values of all heads side by side: (n, 2 heads head_dim) a layer."""
    pairs = keys_and_values(model, ids, read)
    return [np.concatenate([*k, *v], axis=-1) for k, v in pairs]


def last_queries(
    model: Model, ids: Sequence[int], read: Trace
) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """The last token's queries, and all keys and values, as each layer has them.

    read: the trace of these ids.
    Returns for each layer q (heads, head_dim), k and v (heads, n, head_dim); queries and
    keys are turned, and those of a group repeated for each of its heads.
    """
    seen = []

    def attend(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray) -> np.ndarray:
        times = len(q) // len(k)
        seen.append((q[:, -1], *(np.repeat(x, times, axis=0) for x in (k, v))))
        return model.parts.grouped_query_attention(q, k, v, mask)

    changed = model.with_parts(grouped_query_attention=attend)
    changed.step(ids[-1:], read.cache(len(ids) - 1))
    return seen


def relative(approximate: np.ndarray, exact: np.ndarray) -> float:
    """How far off, in lengths of what is exact: 0 is exact, 1 as bad as zeros."""
    return float(np.linalg.norm(approximate - exact) / np.linalg.norm(exact))
