"""MiniLM for the page: a reader's own sentence in every head, without Python.

A weight takes one byte, with a scale for each row.  A sentence needs the layers, once,
and of the table of pieces only its own rows, which lie in shards.  The last layer's
attention is all that is shown of it, so that layer is queries and keys alone.

    minilm.json                 what there is, and its bytes; null without the model
    layers-<digest>.int8        a JSON header behind its length, then its arrays
    pieces-<digest>.packed      the vocabulary, a piece a line
    table-<digest>/0.int8 ...   rows of 384 bytes, then their scales (float32)
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from attention_lessons import minilm
from attention_lessons.model_files import MINILM, ModelFileProblem, is_installed

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER = "minilm"  # in _static
SHARD = 128  # rows of the table in a file: 50 KB
LONGEST = 64  # pieces of a sentence that the page reads; more arcs nobody can see
LAST = minilm.N_LAYERS - 1
ALIGN = 4  # bytes, as float32 asks for


def quantised(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(rows, columns) float32 as int8 and a scale for each row: their product, nearly."""
    scales = np.abs(matrix).max(axis=1) / 127
    scales[scales == 0] = 1
    whole = np.rint(matrix / scales[:, None]).astype(np.int8)
    return whole, scales.astype(np.float32)


def arrays_of(model: minilm.MiniLM) -> Iterator[tuple[str, np.ndarray]]:
    """The arrays of the layers' file by their names: matrices as int8 and ``.scales``."""
    found = model.weights
    kind = found["embeddings.token_type_embeddings.weight"][0]
    places = found["embeddings.position_embeddings.weight"][:LONGEST] + kind
    yield "places", places.astype(np.float32)
    yield from _norm(found, "norm", "embeddings.LayerNorm")
    for layer in range(minilm.N_LAYERS):
        theirs = f"encoder.layer.{layer}"
        parts = {"query": "attention.self.query", "key": "attention.self.key"}
        if layer < LAST:
            parts |= {
                "value": "attention.self.value",
                "merge": "attention.output.dense",
                "widen": "intermediate.dense",
                "narrow": "output.dense",
            }
        for ours, name in parts.items():
            whole, scales = quantised(found[f"{theirs}.{name}.weight"])
            yield f"{layer}.{ours}", whole
            yield f"{layer}.{ours}.scales", scales
            yield f"{layer}.{ours}.bias", found[f"{theirs}.{name}.bias"]
        if layer < LAST:
            attended = f"{theirs}.attention.output.LayerNorm"
            yield from _norm(found, f"{layer}.first", attended)
            yield from _norm(found, f"{layer}.second", f"{theirs}.output.LayerNorm")


def _norm(found: Any, ours: str, theirs: str) -> Iterator[tuple[str, np.ndarray]]:
    yield f"{ours}.gain", found[f"{theirs}.weight"]
    yield f"{ours}.bias", found[f"{theirs}.bias"]


def layers_file(model: minilm.MiniLM) -> bytes:
    """The layers' file: four bytes with the header's length, the header, the arrays."""
    listed, parts, at = {}, [], 0
    for name, array in arrays_of(model):
        listed[name] = {"at": at, "shape": array.shape, "type": array.dtype.name}
        data = np.ascontiguousarray(array).tobytes()
        parts.append(data + b"\0" * (-len(data) % ALIGN))
        at += len(parts[-1])
    header = json.dumps(listed).encode()
    header += b" " * (-len(header) % ALIGN)
    return len(header).to_bytes(4, "little") + header + b"".join(parts)


def shards_of(model: minilm.MiniLM) -> list[bytes]:
    """The table in files of ``SHARD`` rows: their bytes, then their scales."""
    whole, scales = quantised(model.table)
    starts = range(0, len(whole), SHARD)
    return [
        whole[i : i + SHARD].tobytes() + scales[i : i + SHARD].tobytes() for i in starts
    ]


def write(app: Sphinx) -> None:
    """Put the model into the site, where it is installed and ``page_model`` asks for it."""
    folder = Path(app.outdir, "_static", FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    told: dict[str, Any] | None = None
    if app.config.page_model and is_installed(MINILM):
        try:
            told = put(minilm.load(), folder)
        except ModelFileProblem:
            told = None  # another file: the page does without
    (folder / "minilm.json").write_text(json.dumps(told) + "\n", encoding="utf-8")


def put(model: minilm.MiniLM, folder: Path) -> dict[str, Any]:
    """Write the model's files in place of earlier ones; what ``minilm.json`` says."""
    layers, shards = layers_file(model), shards_of(model)
    vocabulary = "\n".join(sorted(model.vocabulary, key=model.vocabulary.__getitem__))
    pieces = gzip.compress(vocabulary.encode(), 9, mtime=0)
    names = [
        f"layers-{_digest(layers)}.int8",
        f"pieces-{_digest(pieces)}.packed",
        f"table-{_digest(b''.join(shards))}",
    ]
    for old in folder.iterdir():
        if old.is_dir() and old.name not in names:
            shutil.rmtree(old)
        elif old.is_file() and old.name not in names:
            old.unlink()
    (folder / names[0]).write_bytes(layers)
    (folder / names[1]).write_bytes(pieces)
    table = folder / names[2]
    table.mkdir(exist_ok=True)
    for number, shard in enumerate(shards):
        (table / f"{number}.int8").write_bytes(shard)
    for text in metadata.files(MINILM.package) or ():
        if text.name.startswith("LICENSE"):  # who passes the model on passes it on too
            shutil.copyfile(text.locate(), folder / text.name)
    return {
        "layers": names[0],
        "pieces": names[1],
        "table": names[2],
        "rows": SHARD,
        "longest": LONGEST,
        "bytes": len(layers) + len(pieces),
        "shard": len(shards[0]),
    }


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
