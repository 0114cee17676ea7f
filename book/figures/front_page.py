"""The book's first page: what "it" attends to, in a model and with made-up vectors.

``python -m attention_figures.front_page`` writes the two drawings that
``book/index.md`` shows; a test computes the page's numbers from here.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from attention_figures.svg import Canvas, Figure
from attention_figures.words import it_map
from attention_lessons.words import ENDINGS, HEAD, IT, StoredWords

WORDS = ("animal", "street", "tired")
QUERY = np.array([1, 0])
KEYS = np.array([[2, 0], [0, 2], [1, 0]])
VALUES = np.array([[4, 0], [0, 4], [2, 0]])
SCORES = KEYS @ QUERY
WEIGHTS = np.exp(SCORES) / np.exp(SCORES).sum()
CONTEXT = WEIGHTS @ VALUES
STATIC = Path(__file__).resolve().parent.parent / "_static"
IN_MODEL = STATIC / "front_page.svg"
BY_HAND = STATIC / "taste.svg"


def in_a_model() -> Figure:
    """Draw what "it" attends to in one head of MiniLM, for two last words."""
    words = StoredWords()
    return it_map({last: words.attention(IT + last, "it", HEAD) for last in ENDINGS})


def attends_to() -> Figure:
    """Draw the query against three keys, the weights, and the mixed values."""
    canvas = Canvas(520, 282)
    heights = (58, 116, 174)
    for x, words, role in (
        (188, "keys", "key"),
        (327, "weights", "weight"),
        (446, "values", "value"),
    ):
        canvas.text(x, 16, words, role=role, bold=True)
    canvas.text(58, 74, "query", role="query", bold=True)
    query = canvas.box(8, 88, 100, 56, role="query", label=("it", _pair(QUERY)))
    for y, word, key, weight, value in zip(
        heights, WORDS, KEYS, WEIGHTS, VALUES, strict=True
    ):
        lines = (word, _pair(key))
        name = canvas.box(148, y - 22, 80, 44, role="key", label=lines)
        canvas.arrow(query.right, name.left, role="weight", width=1 + 5 * weight)
        cell = canvas.box(
            290, y - 20, 74, 40, role="weight", label=f"{weight:.2f}", fill=weight * 0.7
        )
        canvas.arrow(name.right, cell.left)
        canvas.box(410, y - 20, 74, 40, role="value", label=_pair(value))
        canvas.text(387, y, "×", size=18)
    canvas.arrow((447, 198), (447, 234))
    canvas.text(438, 214, "add up", anchor="end", size=14, faint=True)
    canvas.box(
        250, 236, 262, 40, label=f"it, in context: ({_two(CONTEXT)})", bold=True, fill=0.06
    )
    parts = ", ".join(
        f"{word} {weight:.2f}" for word, weight in zip(WORDS, WEIGHTS, strict=True)
    )
    return canvas.figure(
        f"The query of the word it is compared with three keys. The weights are {parts}. "
        f"The values, weighted and added up, give ({_two(CONTEXT)})."
    )


def _pair(vector: np.ndarray) -> str:
    return f"({vector[0]}, {vector[1]})"


def _two(vector: np.ndarray) -> str:
    return f"{vector[0]:.2f}, {vector[1]:.2f}"


def page(figure: Figure) -> str:
    """A figure as it is put into the page, so that it follows its colours."""
    return f'<figure class="book-figure">{figure.svg}</figure>\n'


def drawings() -> dict[Path, str]:
    """Where each drawing of the first page is kept, and what belongs there."""
    return {IN_MODEL: page(in_a_model()), BY_HAND: page(attends_to())}


if __name__ == "__main__":
    for path, drawing in drawings().items():
        path.write_text(drawing, encoding="utf-8")
        print(f"wrote {path.name}")
