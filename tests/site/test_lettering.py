"""Figures and headings set W_Q and d_k as the formulas of the text do."""

import re
from html import unescape
from pathlib import Path

import nbformat
import pytest

from attention_figures.lettering import FORMULA, MONO, bare, lettered
from attention_figures.plots import from_matplotlib
from attention_figures.svg import Canvas

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
DRAWINGS = sorted((ROOT / "book/_static").glob("*.svg"))
TEXTS = sorted([*(ROOT / "book").glob("*.md"), *(ROOT / "book/chapters").glob("*.md")])
# What the text would write as a formula: a letter with an index, also behind a space; a
# power of a letter; a root, a transpose.  (Matplotlib's axes have powers of ten.)
PLAIN = re.compile(
    r"\b[A-Za-z]_\w|√|ᵀ|[\u2080-\u2089\u1d62-\u1d6a\u2c7c\u2096]"
    r"|(?<![\w-])(?<!\d )[a-zA-Z] \d+(?![\d.])|\bW [a-z]|[A-Za-z](?:[²³]|\^)"
)
LINE = re.compile(r"<text\b.*?</text>", re.S)
SET = re.compile(
    rf'<(\w+)\b[^>]*font-family="({re.escape(FORMULA)}|{re.escape(MONO)})"[^>]*>'
)


def plain_in(svg: str) -> list[str]:
    """Lines of a drawing with such a thing in its plain words; code stands as code."""
    lines = [unescape(_plain(found[0])) for found in LINE.finditer(svg)]
    return [line for line in lines if PLAIN.search(line)]


def _plain(text: str) -> str:
    """A line without its formulas and its code."""
    while found := SET.search(text):
        depth, end = 1, found.end()
        for tag in re.compile(rf"<(/?){found[1]}\b[^>]*>").finditer(text, found.end()):
            depth += -1 if tag[1] else 1
            if not depth:
                end = tag.end()
                break
        text = text[: found.start()] + text[end:]
    return re.sub(r"<[^>]*>", "", text)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_figure_of_a_chapter_sets_its_formulas(notebook: Path):
    drawn = [
        output.data["image/svg+xml"]
        for cell in nbformat.read(notebook, 4).cells
        for output in cell.get("outputs", [])
        if "image/svg+xml" in output.get("data", {})
    ]
    assert [line for svg in drawn for line in plain_in(svg)] == []


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda path: path.stem)
def test_a_drawing_of_the_site_sets_its_formulas(drawing: Path):
    assert plain_in(drawing.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.stem)
def test_a_heading_sets_its_formulas(text: Path):
    outside_code = re.sub(r"^```.*?^```", "", text.read_text(), flags=re.S | re.M)
    headings = re.findall(r"^#+ (.*)$", outside_code, re.M)
    said = [re.sub(r"\$[^$]*\$|`[^`]*`", "", heading) for heading in headings]
    assert [heading for heading in said if PLAIN.search(heading)] == []


def test_what_is_not_set_is_seen():
    canvas = Canvas(100, 30)
    canvas.text(0, 0, "divided by √d_k")
    canvas.text(0, 0, r"divided by $\sqrt{d_k}$, in `d_k`")
    canvas.text(0, 0, "(n, d_k)", mono=True)
    assert plain_in(canvas.figure("Three lines.").svg) == ["divided by √d_k"]


@pytest.mark.parametrize(
    ("words", "seen"),
    [
        (r"÷ $\sqrt{d_k}$, then", "÷ √dk, then"),
        (r"$(n, d_{\text{model}})$", "(n, dmodel)"),
        (r"$X W_Q (X W_K)^\top$", "X WQ (X WK)⊤"),
        ("`grad_q` < 1", "grad_q < 1"),
    ],
)
def test_the_signs_of_a_line_are_those_of_its_formulas(words: str, seen: str):
    assert bare(words) == seen


def test_what_follows_an_index_stands_on_the_line_again():
    moves = re.findall(
        r'dy="([-\d.]+)"', lettered("$W_Q$, then $s_{i-1}$ + $d_k^2$ again", 15)
    )
    assert sum(map(float, moves)) == pytest.approx(0, abs=0.2)


def test_a_plot_has_its_formulas_set_as_a_drawing_has():
    import matplotlib.pyplot as plt

    plot, axes = plt.subplots()
    axes.set_xlabel(r"scores ÷ $\sqrt{d_k}$")
    svg = from_matplotlib(plot, "An axis.").svg
    assert FORMULA in svg
    assert plain_in(svg) == []
