"""Make the typeface of formulas: the signs that the book uses, out of STIX Two Math.

    python book/make_formula_font.py STIXTwoMath-Regular.otf

The font is in github.com/stipub/stixfonts, tag v2.13b171, under fonts/static_otf; with
fonttools 4.68 and brotli it gives ``book/_static/vendor/fonts/stix-two-math.woff2``.
"""

import sys
from pathlib import Path

from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parent / "_static" / "vendor" / "fonts"
# The same list is the unicode-range of css/fonts.css, and a test compares the pages.
SIGNS = (
    "20-7E,A0,AC,AF,B1,B7,D7,F7,2C6,2C7,2D9,2DC,302-304,307,20D7,393,394,398,39B,39E,"
    "3A0,3A3,3A6,3A8,3A9,2016,2026,2032,2061-2064,211D,2113,2190-2194,21A6,21D2,21D4,"
    "27FA,27F9,2200,2202,2203,2207-2209,220F,2211,2212,2217,2218,221A,221D,221E,2223,"
    "2225,2229-222B,223C,2248,2260,2261,2264,2265,226A,226B,2282,2286,2295,2297,2299,"
    "22A4,22A5,22C5,22EE,22EF,22F1,2308-230B,23DE,23DF,27E8,27E9,1D434-1D454,"
    "1D456-1D467,210E,1D6FC-1D71B"
)
ROOT, BAR = "uni221A", "macron"
HIGHER = 110  # thousandths of an em


def cut(font: TTFont) -> None:
    """Keep the signs and their taller forms."""
    options = Options()
    options.layout_features = []
    options.desubroutinize, options.hinting = True, False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=parse_unicodes(SIGNS))
    subsetter.subset(font)


def narrow_roots(font: TTFont) -> None:
    """Make every height of the root sign as wide as the lowest.

    Chromium leaves room for the widest behind each root, 0.4 em here (it was so in
    version 156): a gap behind every square root of d_k.
    """
    variants = font["MATH"].table.MathVariants
    place = variants.VertGlyphCoverage.glyphs.index(ROOT)
    root = variants.VertGlyphConstruction[place]
    root.GlyphAssembly = None  # three ems are high enough
    width = font["hmtx"][ROOT][0]
    for record in root.MathGlyphVariantRecord:
        wide = font["hmtx"][record.VariantGlyph][0]
        _redraw(font, record.VariantGlyph, (width / wide, 0, 0, 1, 0, 0))


def raise_bar(font: TTFont) -> None:
    r"""Lift the bar of ``\bar P``, which touches the letter in Chromium."""
    _redraw(font, BAR, (1, 0, 0, 1, 0, HIGHER))


def _redraw(font: TTFont, name: str, change: tuple[float, ...]) -> None:
    width, left = (round(change[0] * value) for value in font["hmtx"][name])
    glyphs = font.getGlyphSet()
    drawn = font["CFF "].cff.topDictIndex[0].CharStrings
    old = drawn[name]
    # A glyph says its width as what it has beyond the font's; browsers read that one.
    pen = T2CharStringPen(width - old.private.nominalWidthX, glyphs)
    glyphs[name].draw(TransformPen(pen, change))
    drawn[name] = pen.getCharString(old.private, old.globalSubrs)
    font["hmtx"][name] = (width, left)


def main(source: str) -> None:
    """Write the font."""
    font = TTFont(source)
    cut(font)
    narrow_roots(font)
    raise_bar(font)
    font.flavor = "woff2"
    font.save(FOLDER / "stix-two-math.woff2")


if __name__ == "__main__":
    main(sys.argv[1])
