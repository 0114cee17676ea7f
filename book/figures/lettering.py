r"""Words in a drawing: plain, `code`, and $formulas$, marked as in the chapters' text.

Of TeX what labels need: subscripts, superscripts, ``\sqrt``, ``\text``, a few signs.
"""

import re
from collections.abc import Iterator
from html import escape, unescape
from itertools import groupby

MONO = "ui-monospace, 'SF Mono', Menlo, Consolas, monospace"
FORMULA = "'STIX Two Text', STIXGeneral, 'Times New Roman', Times, serif"
LARGER = 1.1  # than the words beside it: the face looks smaller
SCRIPT = 0.7  # of a formula's size
LOWER, HIGHER = 0.24, -0.38  # of a formula's size: where scripts stand
MIDDLE = 0.35  # of a size: from the baseline to the middle of a line
SIGNS = {"times": "×", "cdot": "·", "top": "⊤", "alpha": "α", "sigma": "σ", "div": "÷"}
MARKED = re.compile(r"\$([^$]+)\$|`([^`]+)`")
SCRIPTS = re.compile(
    r"(?P<base>\\sqrt\{(?P<root>(?:[^{}]|\{[^{}]*\})*)\}|\\text\{[^{}]*\}|\\[a-z]+|.)"
    r"(?:_(?P<sub>\{(?:[^{}]|\{[^{}]*\})*\}|\\text\{[^{}]*\}|.))?"
    r"(?:\^(?P<sup>\{[^{}]*\}|\\[a-z]+|.))?"
)
THIRD_OF_AN_EM = "\u2004"


def is_marked(words: str) -> bool:
    """Whether some of it is a formula or code."""
    return bool(MARKED.search(words))


def bare(words: str) -> str:
    """The signs that are seen, one after the other."""
    drawn = lettered(words, 1).replace(THIRD_OF_AN_EM, "")
    return unescape(re.sub(r"<[^>]*>", "", drawn))


def lettered(words: str, size: float) -> str:
    r"""A line's words as SVG, to stand in a ``<text>`` of that size.

    >>> bare(r"× $W_Q$, then ÷ $\\sqrt{d_k}$")
    '× WQ, then ÷ √dk'
    """
    made, end, drop = [], 0, 0.0
    for found in MARKED.finditer(words):
        formula, code = found.groups()
        made.append(_raised(escape(words[end : found.start()]), drop))
        drop = 0.0 if found.start() > end else drop
        if code:
            drawn, lower = f'<tspan font-family="{MONO}">{escape(code)}</tspan>', 0.0
        else:
            drawn, lower = _formula(formula, size * LARGER)
        made.append(_raised(drawn, drop))
        drop, end = lower, found.end()
    return "".join(made) + _raised(escape(words[end:]), drop)


def _raised(drawn: str, by: float) -> str:
    return f'<tspan dy="{-by:.1f}">{drawn}</tspan>' if drawn and by else drawn


def _formula(tex: str, size: float) -> tuple[str, float]:
    """A formula, and how far below the line its end stands."""
    parts, level = [], 0.0
    for (at, scale, roof, roman), signs in groupby(_signs(tex), key=lambda sign: sign[1:]):
        text = "".join(sign[0] for sign in signs)
        lower = roof and scale != 1  # its part of the root's bar is drawn by itself
        look = f' dy="{(at - level) * size:.1f}"' if at != level else ""
        look += f' font-size="{size * scale:.1f}"' if scale != 1 else ""
        look += ' font-style="normal"' if roman else ""
        look += ' text-decoration="overline"' if roof and not lower else ""
        parts.append(f"<tspan{look}>{escape(text)}</tspan>")
        level = at
        if lower:
            back = 0.5 * scale * len(text)  # ems: about as wide as the text
            bar = THIRD_OF_AN_EM * max(1, round(back * 3))
            place = f'dx="{-back * size:.1f}" dy="{-at * size:.1f}"'
            parts.append(f'<tspan {place} text-decoration="overline">{bar}</tspan>')
            level = 0.0
    look = f'font-family="{FORMULA}" font-style="italic" font-size="{size:.1f}"'
    return f"<tspan {look}>{''.join(parts)}</tspan>", level * size


Sign = tuple[str, float, float, bool, bool]


def _signs(
    tex: str, at: float = 0.0, scale: float = 1.0, roof: bool = False
) -> Iterator[Sign]:
    """Each sign, how far below the line it stands, its scale, if a root covers it, if it
    is upright.
    """
    for found in SCRIPTS.finditer(tex):
        if found["root"] is not None:
            yield "√", at, scale, roof, True
            yield from _signs(found["root"], at, scale, True)
        else:
            said = _said(found["base"])
            yield said, at, scale, roof, len(said) > 1 or not said.isalpha()
        if found["sub"]:
            yield from _signs(_inside(found["sub"]), at + LOWER, scale * SCRIPT, roof)
        if found["sup"]:
            yield from _signs(_inside(found["sup"]), at + HIGHER, scale * SCRIPT, roof)


def _inside(tex: str) -> str:
    return tex[1:-1] if tex.startswith("{") else tex


def _said(token: str) -> str:
    """One token as it is written."""
    if token.startswith("\\text{"):
        return token[6:-1]
    return SIGNS[token[1:]] if token.startswith("\\") else token.replace("-", "−")
