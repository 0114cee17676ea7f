"""What pages are made of: formulas set at build time, and nothing that says nothing."""

from __future__ import annotations

import re
import sys
from html import unescape
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FORMULA = re.compile(r"<math\b.*?</math>", re.S)
SOURCE = re.compile(r"<annotation\b.*?</annotation>", re.S)
INLINE = re.compile(r'<math alttext="([^"]*)">')
NAMES = {"btn", "note", "shown"}
FIGURE = """<svg width="90" viewBox="0 0 90 30" aria-label="0.12345">
<rect x="1.23456" y="0" fill="#123" stroke="#456"/><rect x="2" fill="#123" stroke="#456"/>
<rect x="3" y="0" fill="#123" stroke="#456"/><rect x="4" fill="#789" stroke="#456"/>
<text x="1" font-family="serif"></text>
<text x="2" font-family="serif">0.98765</text></svg>"""


@pytest.fixture(scope="module", autouse=True)
def extensions():
    """The site's own extensions, as Sphinx finds them."""
    sys.path.insert(0, str(ROOT / "book" / "_ext"))
    yield
    sys.path.pop(0)


class TestFormulas:
    def test_carry_their_source(self):
        from formulas import mathml

        made = mathml(r"\sqrt{d_k} < 2", display=True)
        assert made.startswith(r'<math alttext="\sqrt{d_k} &lt; 2" display="block">')
        assert r'encoding="application/x-tex">\sqrt{d_k} &lt; 2</annotation>' in made

    @pytest.mark.parametrize("tex", [r"\nosuchsign", r"\frac{1", r"a \\[1ex] b"])
    def test_that_cannot_be_set_say_so(self, tex: str):
        from formulas import FormulaNotSet, mathml

        with pytest.raises(FormulaNotSet):
            mathml(tex, display=True)

    @pytest.mark.parametrize(
        ("tex", "signs"),
        [
            (r"\sqrt{2/3}\, d_{\text{model}}", "√(2/3) d_model"),
            (r"(1 - a^{k+1}) / 10^{-8}", "(1 - a^(k+1)) / 10^-8"),
            (r"\tfrac12 \bar P_{ij} \cdots \varepsilon", "1/2 P̄_ij ⋯ ε"),
        ],
    )
    def test_are_one_line_of_signs_where_they_are_searched(self, tex: str, signs: str):
        from search_passages import as_signs

        assert as_signs(tex) == signs

    def test_in_a_paragraph_leave_no_word_of_tex_to_the_search(self, site: Path):
        from search_passages import as_signs

        names = {"log", "ln", "exp", "sin", "cos", "tanh", "min", "max"}
        for page in site.glob("*/*.html"):
            for tex in INLINE.findall(page.read_text(encoding="utf-8")):
                words = set(re.findall(r"\\([a-z]+)(?!\w*\{)", tex)) - names
                said = re.findall("[a-z]+", as_signs(unescape(tex)))
                assert not words & set(said), tex

    def test_what_stands_right_behind_one_begins_no_line(self, site: Path):
        page = (site / "notebooks" / "05-pytorch.html").read_text(encoding="utf-8")
        assert "</math></span>.</span>" in page
        assert not re.findall(r"</math></span>[.,:;?!)](?!</span>)", page)

    def test_of_the_book_use_the_signs_of_its_font(self, site: Path):
        fonts = (ROOT / "book" / "_static" / "css" / "fonts.css").read_text()
        ranges = fonts.partition("unicode-range:")[2].partition(";")[0]
        known: set[int] = set()
        for part in re.findall(r"U\+([0-9A-F-]+)", ranges):
            first, _, last = part.partition("-")
            known.update(range(int(first, 16), int(last or first, 16) + 1))
        missing = set()
        for page in site.glob("*/*.html"):
            for formula in FORMULA.findall(page.read_text(encoding="utf-8")):
                shown = unescape(re.sub(r"<[^>]+>", "", SOURCE.sub("", formula)))
                missing |= {c for c in shown if not _in_font(c, known) and not c.isspace()}
        assert not missing, "add them to book/make_formula_font.py and to css/fonts.css"


def _in_font(sign: str, known: set[int]) -> bool:
    # A letter alone is drawn slanted, and lower-case Greek is there slanted only.
    return ord(sign) in known or "α" <= sign <= "ω" or sign == "ϕ"


class TestFigures:
    def test_look_the_same_in_fewer_letters(self):
        from light_pages import lighter_figure

        made = lighter_figure(FIGURE)
        assert made.count("<rect") == 4
        assert '<g fill="#123" stroke="#456"><rect x="1.23" y="0"/>' in made
        assert '<rect x="4" fill="#789" stroke="#456"/>' in made

    def test_keep_every_word(self):
        from light_pages import lighter_figure

        made = lighter_figure(FIGURE)
        assert 'aria-label="0.12345"' in made
        assert re.findall(r"<text[^>]*>([^<]*)</text>", made) == ["0.98765"]

    def test_matplotlibs_say_once_what_all_their_parts_say(self):
        from light_pages import lighter_figure

        text = "<text style=\"font-family: 'DejaVu Sans', sans-serif; text-anchor: end\""
        made = lighter_figure(
            '<svg viewBox="0 0 9 9"><path d="M0 0z" style="fill: none"/>\n <g>\n  <g>\n'
            f'   {text} transform="rotate(-0 1.5 2)">0.5</text>\n  </g>\n </g>\n'
            f' {text} transform="rotate(-45 1 2)">of d_k</text>\n</svg>'
        )
        assert made == (
            '<svg font-family="\'DejaVu Sans\', sans-serif" viewBox="0 0 9 9">'
            '<text style="text-anchor:end">0.5</text>'
            '<text style="text-anchor:end" transform="rotate(-45 1 2)">of d_k</text></svg>'
        )

    def test_hold_in_a_group_what_neighbours_say_alike(self):
        from light_pages import lighter_figure

        bar = '<path d="M0 0h1" clip-path="url(#c)" style="fill:red;opacity:.5"/>'
        turned = bar.replace("<path", '<path transform="rotate(9)"')
        made = lighter_figure(f"<svg>{bar}{bar}{turned}</svg>")
        inside = bar.replace(' clip-path="url(#c)"', "")
        assert made == f'<svg><g clip-path="url(#c)">{inside}{inside}</g>{turned}</svg>'

    def test_leave_to_a_mark_its_own_style(self):
        from light_pages import lighter_figure

        use = '<use href="#m1" x="{}" style="stroke:red"/>'
        made = lighter_figure(
            '<svg><defs><path id="m1" d="M0 0h1" style="stroke:red"/></defs>'
            f"{use.format(1)}{use.format(2).replace('red', 'blue')}</svg>"
        )
        assert '<use href="#m1" x="1"/>' in made
        assert '<use href="#m1" x="2" style="stroke:blue"/>' in made


def test_a_name_in_code_has_the_colour_of_names_without_a_class(site: Path):
    sheet = (site / "_static" / "pygments.css").read_text(encoding="utf-8")
    assert len(re.findall(r"\.highlight :where\(i\)\{ ?color: ?#", sheet)) == 2
    page = (site / "notebooks" / "02-by-hand.html").read_text(encoding="utf-8")
    assert '<i class="n">' not in page


def test_an_empty_head_of_a_table_is_no_heading():
    from light_pages import lighter

    row = '<tr><th class="head more"><p></p></th><th class="head"><p>Loads</p></th></tr>'
    made = lighter(row, re.compile("()(?!)"))
    assert made == '<tr><td></td><th class="head"><p>Loads</p></th></tr>'


class TestStyles:
    @pytest.mark.parametrize(
        "rule",
        [
            ".btn{color:red}",
            "a:hover{color:red}",
            ".btn:not(.gone){color:red}",
            ":is(.gone,.note) p{color:red}",
            ".note[data-x]>.btn::before{color:red}",
            "@media print{.shown{color:red}}",
            "@font-face{font-family:a}",
        ],
    )
    def test_that_may_fit_stay(self, rule: str):
        from light_styles import used

        assert used(rule, NAMES) == rule

    def test_that_fit_nothing_go(self):
        from light_styles import used

        sheet = ".gone{a:b} .btn.gone,.note{c:d} @media print{#gone{e:f}}"
        assert used(sheet, NAMES) == ".note{c:d}"


class TestOurScripts:
    @pytest.mark.parametrize(
        "line",
        [
            "  /** @type {HTMLElement} */ body;\n",
            "const at = /** @type {Place} */ (place);\n",
            'const site = "https://example.org"; // ours\n',
        ],
    )
    def test_keep_lines_with_code_in_them(self, line: str):
        from light_styles import COMMENT

        after = "let kept = 1;\n/** And of this. */\n"
        assert COMMENT.sub("", line + after) == line + "let kept = 1;\n"

    @pytest.mark.parametrize(
        "said", ["// One.\n  // Two.\n", "/** One. */\n", "  /*\n * A\n */\n"]
    )
    def test_lose_comments_that_have_lines_of_their_own(self, said: str):
        from light_styles import COMMENT

        assert COMMENT.sub("", f"{said}run();\n{said}") == "run();\n"
