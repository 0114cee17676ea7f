"""A real model on the page, made of the reader's own accepted functions.

The page's second worker opens SmolLM2's file with this, and asks for one piece of text
after the other, so that it can be stopped between two of them.  Where the reader has an
accepted answer, that is what computes; the answer key's function stands in elsewhere.
"""

import codecs
import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from attention_lessons.gguf_file import parse_gguf
from attention_lessons.open_layer import Parts, readers_own_parts
from attention_lessons.smollm2 import Model, model_of
from autograder.exercise.questions import describe_error
from page_python import desk, shelf
from page_python.breaks import broken

# What the model is made of, from the inside out: each may call those before it.
PARTS = (
    "numpy.softmax",
    "efficient.apply_rope",
    "efficient.grouped_query_attention",
    "real.rms_norm",
    "real.swiglu",
    "real.cached_causal_mask",
    "real.decoder_layer",
    "real.generate",
)
REFERENCE = "reference"  # a choice
CHUNK = 8  # tokens of the prompt read at a time
ENOUGH = 12  # tokens after which a text ends with its sentence
ENDS = (".", "!", "?")
LIKELY = 4  # next tokens shown with their probabilities


class PartBroke(Exception):
    """A function of the reader's raised an error while the model used it."""


@dataclass(eq=False)
class Part:
    """One function that the model calls, and how often it has."""

    id: str
    name: str
    function: Callable[..., Any]
    own: bool = False
    passes: bool = True
    mistake: str = ""
    calls: int = 0

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        self.calls += 1
        try:
            return _single(self.function(*arguments, **named))
        except PartBroke:
            raise
        except Exception as error:
            if not self.own:
                raise
            words = f"Your {self.name} raised {describe_error(error)}"
            raise PartBroke(words) from error


def _single(result: Any) -> Any:
    """The same in float32: one double would make all that follows slow and large."""
    if isinstance(result, tuple):
        return tuple(map(_single, result))
    is_double = isinstance(result, np.ndarray) and result.dtype == np.float64
    return result.astype(np.float32) if is_double else result


# --- opening the file -----------------------------------------------------------------


def reserve(size: int, unpacked: int) -> np.ndarray:
    """Room for the file's bytes, uint8 (size,), after trying for what it unpacks to.

    Raises MemoryError where the browser does not give that much.
    """
    room = np.empty(size, dtype=np.uint8)
    np.empty(unpacked, dtype=np.uint8)  # better to know it before the file is fetched
    return room


@lru_cache(maxsize=1)
def _opened() -> dict[str, Model]:
    return {}


def is_right(data: np.ndarray, sha256: str) -> bool:
    """Whether these bytes are the file that the book was made with."""
    return hashlib.sha256(data).hexdigest() == sha256


def open_model(data: np.ndarray, tell: Callable[[int, int], object]) -> None:
    """Put the model together; tell(layer, of) is called before each is unpacked."""
    file = parse_gguf(data, "The model")
    of = file.metadata["llama.block_count"]
    # Without BLAS, NumPy multiplies a matrix that lies column by column four times as fast.
    _opened()["model"] = model_of(
        file, readers_own_parts(), lambda i: tell(i, of), turn=np.asarray
    )


# --- whose functions --------------------------------------------------------------------


def parts_of(
    passed: Mapping[str, str], chosen: Mapping[str, str] | None = None
) -> dict[str, Part]:
    """The functions to write with, by name, each after those that it may call.

    ``passed`` has the reader's own sources by id; ``chosen`` by id ``reference`` or the
    name of a mistake (``breaks.BREAKS``); the reference where nothing else is there.
    """
    chosen = chosen or {}
    parts = {}
    for id_ in PARTS:
        name = shelf.catalogue()[id_]["name"]
        parts[name] = _part(id_, name, passed, chosen.get(id_, ""))
    for part in parts.values():
        if part.own or part.mistake:
            _connect(part, parts)
    attention, softmax = parts["grouped_query_attention"], parts["softmax"]
    if (softmax.own or softmax.mistake) and not (attention.own or attention.mistake):
        attention.function = attention_with(softmax)
    return parts


def _part(id_: str, name: str, passed: Mapping[str, str], choice: str) -> Part:
    if choice and choice != REFERENCE:
        return Part(id_, name, broken(id_, choice), mistake=choice)
    own = _own(id_, passed) if id_ in passed and not choice else None
    function, passes = own or (shelf.load(id_).reference, True)
    return Part(id_, name, function, own is not None, passes)


def _own(id_: str, passed: Mapping[str, str]) -> tuple[Callable[..., Any], bool] | None:
    """A reader's function and whether it passes today; None where it does not even run."""
    others = json.dumps({i: s for i, s in sorted(passed.items()) if i != id_})
    function, passes = _tried(id_, passed[id_], others)
    return (function, passes) if callable(function) else None


@lru_cache(maxsize=32)
def _tried(id_: str, source: str, others: str) -> tuple[Any, bool]:
    chapter = shelf.catalogue()[id_]["chapter"]
    tried = desk.try_code(id_, source, json.loads(others), chapter)
    function = tried.namespace.get(shelf.catalogue()[id_]["name"])
    # An answer may have passed in another edition of the book.
    return function, desk.check(id_, tried, 0)["status"] == "passed"


def _connect(part: Part, parts: Mapping[str, Part]) -> None:
    """Have a function call the model's others, not those that it was tried with."""
    namespace = getattr(part.function, "__globals__", {})
    module = sys.modules.get(namespace.get("__name__", ""))
    if module is not None and vars(module) is namespace:
        return  # a module of the key, which others use as it is
    beside = _file_of(part.function)
    for name, other in parts.items():
        if name != part.name and name in namespace and _file_of(namespace[name]) != beside:
            namespace[name] = other


def _file_of(function: Any) -> Any:
    return getattr(getattr(function, "__code__", None), "co_filename", None)


def attention_with(softmax: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
    """Grouped queries (chapter 12) on a given softmax."""

    def grouped_query_attention(
        q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None
    ) -> np.ndarray:
        shared = len(q) // len(k)
        k, v = np.repeat(k, shared, axis=0), np.repeat(v, shared, axis=0)
        scores = q @ np.swapaxes(k, -1, -2) / np.float32(q.shape[-1] ** 0.5)
        scores = scores if mask is None else np.where(mask, scores, np.float32(-np.inf))
        return softmax(scores) @ v

    return grouped_query_attention


# --- writing ----------------------------------------------------------------------------


@dataclass
class Writing:
    """One text being written: the pieces come from ``next``."""

    pieces: Iterator[dict[str, Any]]
    parts: Mapping[str, Part]

    def next(self) -> str:
        """What is new, as JSON: ``read`` and ``of`` while the prompt is read; then
        ``text`` and ``likely``; ``done`` at the end, ``error`` where a function broke."""
        try:
            told = next(self.pieces, {"done": True})
        except PartBroke as broke:
            told = {"error": str(broke), "done": True}
        return json.dumps(told | {"calls": {n: p.calls for n, p in self.parts.items()}})

    def whose(self) -> str:
        """The parts, as JSON: ``id``, ``name``, ``own``, ``passes``, ``mistake``."""
        shown = ("id", "name", "own", "passes", "mistake")
        return json.dumps([{k: vars(p)[k] for k in shown} for p in self.parts.values()])


def begin(request: str) -> Writing:
    """Start a text: the request is JSON with what ``parts_of`` takes, ``prompt``, ``most``.

    ``most`` is how many tokens there are at most; it ends before, with a sentence.
    """
    asked = json.loads(request)
    parts = parts_of(asked["passed"], asked.get("chosen"))
    model = _with(_opened()["model"], parts)
    return Writing(_pieces(model, parts, asked["prompt"], asked["most"]), parts)


def _with(model: Model, parts: Mapping[str, Part]) -> Model:
    layer = parts["decoder_layer"]
    names = set(Parts.__dataclass_fields__) & set(parts)
    chosen = {name: parts[name] for name in names} | {
        # The key's layer calls the key's functions: with ours it is put together.
        "decoder_layer": layer if layer.own or layer.mistake else None
    }
    return replace(model, parts=replace(model.parts, **chosen))


def _pieces(
    model: Model, parts: Mapping[str, Part], prompt: str, most: int
) -> Iterator[dict[str, Any]]:
    """Read the prompt some tokens at a time, then write one token after the other."""
    ids = model.tokenizer.encode(prompt)
    end = model.metadata["tokenizer.ggml.eos_token_id"]
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    cache, read, logits = None, 0, np.zeros(0)

    def step(new: list[int], _cache: Any) -> tuple[np.ndarray, Any]:
        nonlocal cache, read, logits
        # generate begins anew for every token: what was read before is in the cache.
        unread = new[read:]
        logits, cache = model.step(unread, cache)
        read += len(unread)
        return logits, cache

    while len(ids) - read > CHUNK:
        step(ids[: read + CHUNK], None)
        yield {"read": read, "of": len(ids)}
    for written in range(1, most + 1):
        ids = [int(i) for i in parts["generate"](step, ids, 1, end)]
        if ids[-1] == end:
            return
        text = decoder.decode(model.tokenizer.bytes_of(ids[-1]))
        yield {"text": text, "likely": _likely(model, parts["softmax"], logits)}
        if written >= ENOUGH and text.endswith(ENDS):
            return


def _likely(model: Model, soft: Callable[..., np.ndarray], logits: np.ndarray) -> list:
    shares = soft(logits)
    best = np.argsort(-logits)[:LIKELY]
    return [[model.tokenizer.decode([int(i)]), round(float(shares[i]), 4)] for i in best]
