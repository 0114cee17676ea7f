"""Plots by Matplotlib as figures of the book."""

import io
import re
from html import escape
from typing import Any

import numpy as np

from attention_figures.lettering import bare, is_marked, lettered
from attention_figures.svg import Figure

WORDS = {"fontsize": 13}


def subplots(*shape: int, framed: bool = False, **look: Any) -> tuple[Any, Any]:
    """Matplotlib's, imported with the first plot: labels and numbers as large as words."""
    import matplotlib.pyplot as plt

    plot, panels = plt.subplots(*shape, **look)
    for axes in np.ravel(panels):
        for label in (axes.xaxis.label, axes.yaxis.label):
            label.set(**WORDS)
        axes.tick_params(labelsize=13)
        axes.spines[["top", "right"]].set_visible(framed)
    return plot, panels


def from_matplotlib(plot, alt: str) -> Figure:
    """Turn a Matplotlib figure into one that follows the page's colours.

    Draw black on nothing: black becomes ``currentColor``, so axes and text
    are legible in dark mode.  The plot is closed.
    """
    import matplotlib
    import matplotlib.pyplot as plt

    marked = _unmark(plot)
    buffer = io.StringIO()
    settings = {"svg.fonttype": "none", "svg.hashsalt": alt}
    with matplotlib.rc_context(settings):
        plot.savefig(
            buffer,
            format="svg",
            transparent=True,
            bbox_inches="tight",
            metadata={"Date": None, "Creator": None},
        )
    plt.close(plot)
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :].strip()
    # Its <style> holds a rule for every element of the page it lands in.
    svg = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>", "", svg, flags=re.S)
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = re.sub(
        r'(<text style="font-size: ([\d.]+)px[^>]*>)([^<]*)',
        lambda found: found[1] + _lettered(marked, found[3], float(found[2])),
        svg,
    )
    svg = svg.replace("#000000", "currentColor")
    # A legend's white ground would stay white in dark mode.
    svg = svg.replace("fill: #ffffff", "fill: none")
    view = re.search(r'viewBox="0 0 ([\d.]+)', svg)
    widest = float(view.group(1)) * 1.5 if view else 640.0
    svg = re.sub(r'\s(?:width|height)="[\d.]+pt"', "", svg, count=2)
    opening = (
        # What Matplotlib leaves black by saying nothing follows the page too.
        f'<svg role="img" aria-label="{escape(alt)}" fill="currentColor"'
        ' stroke-linejoin="round" stroke-linecap="butt"'
        f' style="width:100%;max-width:{widest:.0f}px;height:auto"'
    )
    return Figure(svg.replace("<svg", opening, 1), alt)


def _unmark(plot) -> dict[str, str]:
    """Leave of marked words what is seen, as Matplotlib measures it; seen to marked."""
    from matplotlib.text import Text

    marked = {}
    for text in plot.findobj(Text):
        words = text.get_text()
        if is_marked(words) and "mathdefault" not in words:  # a power of ten at an axis
            marked[escape(bare(words))] = words
            text.set_text(bare(words))
    return marked


def _lettered(marked: dict[str, str], seen: str, size: float) -> str:
    return lettered(marked[seen], size) if seen in marked else seen
