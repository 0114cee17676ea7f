"""Words as a real model has them, for pages that only look: chapters 01 and 02.

    words = open_words()
    words.static("apple")                      (384,), the same in every text
    words.in_context("a ripe apple", "apple")  (384,), after the model has read the text
    words.nearest("king - man + woman", 3)     which words of the table are nearest
    words.attention("... it was too tired", "it", (3, 1))    tokens, and weights (n,)
    words.every_row("the cat sat on the mat", "cat")   tokens, and (layers, heads, n)

The model is MiniLM (``attention_lessons.minilm``).  Where it is not installed, what the
pages show is read from ``book/data/minilm_words.json`` instead; that file is made by

    python -m attention_lessons.words

and a test compares it with the model.
"""

import json
import re
from typing import Any

import numpy as np

from attention_data import FOLDER
from attention_lessons import minilm
from attention_lessons.model_files import MINILM, ModelFileProblem, is_installed, remedy

STORED = FOLDER / "minilm_words.json"
DIGITS = 6  # of stored numbers: four are printed of their cosines
NEAREST = 5  # stored for each expression

APPLES = (
    "she ate a sweet apple",
    "he picked a ripe apple",
    "he bought a laptop from apple",
    "apple launched a new phone",
)
BANANAS = tuple(text.replace("apple", "banana") for text in APPLES)  # the control
TWO_APPLES = "apple gave every engineer a sweet apple"
EXPRESSIONS = (
    "king - man + woman",
    "walking - walk + swim",
    "bigger - big + small",
    "uncle - man + woman",
    "tokyo - japan + france",
)
IT = "the animal didn't cross the street because it was too "
ENDINGS = ("tired", "wide")
HORSE = "the horse didn't enter the barn because it was too "  # it goes over to the barn
HORSE_ENDINGS = ("nervous", "dark")
CAT = "the cat sat on the mat"
TEN = (
    IT + "tired",
    CAT,
    APPLES[0],
    TWO_APPLES,
    "the dog chased the ball across the garden",
    "my brother wrote a long letter to his friend",
    "rain fell on the old town all night",
    "the teacher gave the students a difficult question",
    "he opened the door and looked at the empty room",
    "the trophy didn't fit into the suitcase because it was too big",
)
HEAD = (3, 1)  # layer and head, counted from 0: where "it" finds its animal


class Words:
    """What the installed model says."""

    def __init__(self) -> None:
        self.model = minilm.load()

    def static(self, word: str) -> np.ndarray:
        """The word's row of the table: (384,)."""
        return minilm.static_vector(self.model, word)

    def in_context(self, text: str, word: str) -> np.ndarray:
        """The word's last vector in this text: (384,)."""
        return minilm.read(self.model, text).vector(word)

    def nearest(self, expression: str, count: int = 5) -> list[str]:
        """Whole words whose table rows are nearest to sums of words, nearest first."""
        table = self.model.table
        target = sum(sign * self.static(word) for sign, word in _terms(expression))
        near = table @ target / np.linalg.norm(table, axis=1)
        names = list(self.model.vocabulary)
        found = (names[i] for i in np.argsort(-near))
        whole = (name for name in found if name.isalpha())
        return [next(whole) for _ in range(count)]

    def attention(
        self, text: str, word: str, head: tuple[int, int]
    ) -> tuple[list[str], np.ndarray]:
        """The text's tokens and the word's row of weights in one head, (n,)."""
        reading = minilm.read(self.model, text)
        return reading.tokens, reading.weights[(*head, reading.places(word)[0])]

    def every_row(self, text: str, word: str) -> tuple[list[str], np.ndarray]:
        """The text's tokens and the word's weights in all heads, (layers, heads, n)."""
        reading = minilm.read(self.model, text)
        return reading.tokens, reading.weights[:, :, reading.places(word)[0]]

    def on_itself(self, text: str, marks: bool = True) -> tuple[int, int]:
        """In how many rows of all heads the own weight is the largest, and of how many.

        Without ``marks`` [CLS] and [SEP], at the two ends, are not counted.
        """
        weights = minilm.read(self.model, text).weights  # (layers, heads, n, n)
        if not marks:
            weights = weights[:, :, 1:-1, 1:-1]
        own = weights.argmax(axis=-1) == np.arange(weights.shape[-1])
        return int(own.sum()), own.size

    def on_marks(self, text: str) -> tuple[int, int]:
        """In how many rows [CLS] or [SEP] has the largest weight, and of how many."""
        highest = minilm.read(self.model, text).weights.argmax(axis=-1)
        at_ends = (highest == 0) | (highest == highest.shape[-1] - 1)
        return int(at_ends.sum()), at_ends.size


class StoredWords(Words):
    """The same, for the words and texts of the pages alone.

    Asked for anything else, every method raises ``ModelFileProblem``.
    """

    def __init__(self) -> None:
        self.kept: dict[str, Any] = json.loads(STORED.read_text(encoding="utf-8"))

    def _kept(self, kind: str, asked: str) -> Any:
        try:
            return self.kept[kind][asked]
        except KeyError:
            raise ModelFileProblem(
                f"{asked!r} is not among what is stored for this page. To ask for other "
                f"words and sentences you need the model. {remedy(MINILM)}"
            ) from None

    def static(self, word: str) -> np.ndarray:
        return np.array(self._kept("static", word), dtype=np.float32)

    def in_context(self, text: str, word: str) -> np.ndarray:
        kept = self._kept("in_context", f"{text} | {word}")
        return np.array(kept, dtype=np.float32)

    def nearest(self, expression: str, count: int = 5) -> list[str]:
        return self._kept("nearest", expression)[:count]

    def attention(
        self, text: str, word: str, head: tuple[int, int]
    ) -> tuple[list[str], np.ndarray]:
        kept = self._kept("attention", f"{text} | {word} | {head[0]}, {head[1]}")
        return kept["tokens"], np.array(kept["weights"], dtype=np.float32)

    def every_row(self, text: str, word: str) -> tuple[list[str], np.ndarray]:
        kept = self._kept("every_row", f"{text} | {word}")
        return kept["tokens"], np.array(kept["weights"], dtype=np.float32)

    def on_itself(self, text: str, marks: bool = True) -> tuple[int, int]:
        return tuple(self._kept("on_itself" if marks else "among_words", text))

    def on_marks(self, text: str) -> tuple[int, int]:
        return tuple(self._kept("on_marks", text))


def open_words() -> Words:
    """The model where it is installed, else what is stored; says which, in one line."""
    if is_installed(MINILM):
        words = Words()
        print(f"MiniLM is open: {len(words.model.table):,} pieces of words.")
        return words
    print(
        "MiniLM is not installed, so this page uses stored vectors of its own "
        f"words. For all words you need the model. {remedy(MINILM)}"
    )
    return StoredWords()


def to_store() -> dict[str, Any]:
    """What the pages ask for, answered by the model."""
    words = Words()
    spoken = sorted({word for text in APPLES for word in text.split()})
    asked = [(text, "apple") for text in APPLES] + [(text, "banana") for text in BANANAS]
    rows = {}
    for text in [IT + e for e in ENDINGS] + [HORSE + e for e in HORSE_ENDINGS]:
        tokens, weights = words.attention(text, "it", HEAD)
        name = f"{text} | it | {HEAD[0]}, {HEAD[1]}"
        rows[name] = {"tokens": tokens, "weights": _short(weights)}
    tokens, weights = words.every_row(CAT, "cat")
    every = [[_short(row) for row in layer] for layer in weights]
    return {
        "static": {word: _short(words.static(word)) for word in spoken},
        "in_context": {
            f"{text} | {word}": _short(words.in_context(text, word)) for text, word in asked
        },
        "nearest": {ask: words.nearest(ask, NEAREST) for ask in EXPRESSIONS},
        "attention": rows,
        "every_row": {f"{CAT} | cat": {"tokens": tokens, "weights": every}},
        "on_itself": {IT + ending: words.on_itself(IT + ending) for ending in ENDINGS},
        "among_words": {text: words.on_itself(text, marks=False) for text in TEN},
        "on_marks": {text: words.on_marks(text) for text in TEN},
    }


def _terms(expression: str) -> list[tuple[int, str]]:
    """``king - man + woman`` to [(1, "king"), (-1, "man"), (1, "woman")]."""
    found = re.findall(r"([+-]?)\s*(\w+)", expression)
    return [(-1 if sign == "-" else 1, word) for sign, word in found]


def _short(vector: np.ndarray) -> list[float]:
    return [round(float(number), DIGITS) for number in vector]


def _as_text(kept: dict[str, Any]) -> str:
    """JSON with one entry per line, so that a change shows where it is."""
    parts = []
    for kind, entries in kept.items():
        lines = (
            f"  {json.dumps(name)}: {json.dumps(entry, separators=(',', ':'))}"
            for name, entry in entries.items()
        )
        parts.append(f" {json.dumps(kind)}: {{\n" + ",\n".join(lines) + "\n }")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    STORED.write_text(_as_text(to_store()), encoding="utf-8")
    print(f"Written: {STORED.name}")
