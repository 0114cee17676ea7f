"""The book's first page: what "it" attends to, by hand and in a model; the whole model.

``python -m attention_figures.front_page`` writes the drawings that
``book/index.md`` shows; a test computes the page's numbers from here.
"""

from pathlib import Path

import numpy as np

from attention_figures.machine import KEYS, QUERY, VALUES
from attention_figures.machine import OTHERS as WORDS
from attention_figures.svg import Canvas, Figure
from attention_figures.words import it_map
from attention_lessons.words import HEAD, HORSE, HORSE_ENDINGS, StoredWords

SCORES = KEYS @ QUERY
WEIGHTS = np.exp(SCORES) / np.exp(SCORES).sum()
CONTEXT = WEIGHTS @ VALUES
STATIC = Path(__file__).resolve().parent.parent / "_static"
IN_MODEL = STATIC / "front_page.svg"
BY_HAND = STATIC / "taste.svg"
WHOLE = STATIC / "whole.svg"
READ, WRITTEN, NEXT = "the animal was too tired", "das Tier war", "zu"


def in_a_model() -> Figure:
    """Draw what "it" attends to in one head of MiniLM, for two last words."""
    words = StoredWords()
    rows = {e: words.attention(HORSE + e, "it", HEAD) for e in HORSE_ENDINGS}
    return it_map(rows)


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
            290, y - 20, 74, 40, role="weight", label=f"{weight:.3f}", fill=weight * 0.7
        )
        canvas.arrow(name.right, cell.left)
        canvas.box(410, y - 20, 74, 40, role="value", label=_pair(value))
        canvas.text(387, y, "×", size=18)
    canvas.arrow((447, 198), (447, 234))
    canvas.text(438, 214, "add up", anchor="end", size=15, faint=True)
    canvas.box(
        250, 236, 262, 40, label=f"it, in context: ({_two(CONTEXT)})", bold=True, fill=0.06
    )
    parts = ", ".join(
        f"{word} {weight:.3f}" for word, weight in zip(WORDS, WEIGHTS, strict=True)
    )
    return canvas.figure(
        f"The query of the word it is compared with three keys. The weights are {parts}. "
        f"The values, weighted and added up, give ({_two(CONTEXT)})."
    )


def whole() -> Figure:
    """Draw the Transformer of 2017: an encoder, a decoder, and who asks whom."""
    c = Canvas(520, 452)
    left, right, wide = 4, 300, 216
    for x, top, name in ((left, 178, "encoder"), (right, 112, "decoder")):
        c.box(x, top, wide, 362 - top, role="input", fill=0.05)
        c.text(x + 10, top + 18, f"{name}, 6 times", anchor="start", bold=True)
    layers = {}
    for x, y, name, role in (
        (left, 300, "self-attention", "weight"),
        (left, 210, "feed-forward", None),
        (right, 300, "masked self-attention", "weight"),
        (right, 222, "cross-attention", "weight"),
        (right, 144, "feed-forward", None),
    ):
        fill = 0.34 if role else 0.06
        layers[x, y] = c.box(x + 14, y, wide - 28, 42, role=role, label=name, fill=fill)
    for x, said, sentence in (
        (left, "what is read", READ),
        (right, "what is written so far", WRITTEN),
    ):
        words = c.box(x, 382, wide, 32, role="input", label=sentence)
        c.text(x + wide / 2, 432, said, faint=True)
        c.arrow(words.top, layers[x, 300].bottom)
    c.arrow(layers[left, 300].top, layers[left, 210].bottom)
    c.arrow(layers[right, 300].top, layers[right, 222].bottom, role="query")
    c.arrow(layers[right, 222].top, layers[right, 144].bottom)
    (x, y), cross = layers[left, 210].right, layers[right, 222].left
    for down, name, below in ((-8, "key", -14), (10, "value", 40)):
        c.arrow((x, y + down), (cross[0], cross[1] + down), role=name, width=2.2)
        c.text((x + cross[0]) / 2, y + below, f"{name}s", role=name, bold=True)
    c.text(right + 118, 282, "queries", role="query", bold=True, anchor="start")
    made = c.box(right + 14, 50, wide - 28, 36, label="softmax over all words", fill=0.06)
    c.arrow((right + 168, 144), (right + 168, 87))
    c.box(right + 68, 4, 80, 30, label=NEXT, bold=True)
    c.arrow(made.top, (right + 108, 35))
    c.text(left, 20, "The Transformer of 2017", anchor="start", bold=True)
    c.text(left, 44, "Violet: where the four steps are.", anchor="start")
    return c.figure(
        f"The whole Transformer. Left, an encoder reads “{READ}”: self-attention, then a "
        f"feed-forward layer, six times over. Right, a decoder has written “{WRITTEN}”: "
        "masked self-attention; cross-attention, whose queries are its own and whose keys "
        "and values come from the encoder; feed-forward; six times over. A softmax over "
        f"all words gives the next one, “{NEXT}”."
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
    return {
        IN_MODEL: page(in_a_model()),
        BY_HAND: page(attends_to()),
        WHOLE: page(whole()),
    }


if __name__ == "__main__":
    for path, drawing in drawings().items():
        path.write_text(drawing, encoding="utf-8")
        print(f"wrote {path.name}")
