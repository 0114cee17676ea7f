"""What pages are made of: formulas set at build time, one style sheet, scripts."""

import re
from html import unescape
from pathlib import Path

import pytest

from attention_site.formulas import FormulaNotSet, mathml
from attention_site.search_passages import as_signs
from attention_site.style_sheet import COMMENT, used
from attention_site.theme import mend_body

ROOT = Path(__file__).resolve().parents[2]
FORMULA = re.compile(r"<math\b.*?</math>", re.S)
SOURCE = re.compile(r"<annotation\b.*?</annotation>", re.S)
INLINE = re.compile(r'<math alttext="([^"]*)">')
NAMES = {"btn", "note", "shown"}


class TestFormulas:
    def test_carry_their_source(self):
        made = mathml(r"\sqrt{d_k} < 2", display=True)
        assert made.startswith(r'<math alttext="\sqrt{d_k} &lt; 2" display="block">')
        assert r'encoding="application/x-tex">\sqrt{d_k} &lt; 2</annotation>' in made

    @pytest.mark.parametrize("tex", [r"\nosuchsign", r"\frac{1", r"a \\[1ex] b"])
    def test_that_cannot_be_set_say_so(self, tex: str):
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
        assert as_signs(tex) == signs

    def test_in_a_paragraph_leave_no_word_of_tex_to_the_search(self, site: Path):
        names = {"log", "ln", "exp", "sin", "cos", "tanh", "min", "max"}
        for page in site.glob("*/*.html"):
            for tex in INLINE.findall(page.read_text(encoding="utf-8")):
                words = set(re.findall(r"\\([a-z]+)(?!\w*\{)", tex)) - names
                said = re.findall("[a-z]+", as_signs(unescape(tex)))
                assert not words & set(said), tex

    def test_no_line_breaks_between_one_and_what_stands_at_it(self, site: Path):
        kept = re.compile(
            r'<span class="kept-together">.?<span[^>]*><math.*?</math></span>[^<]*</span>',
            re.S,
        )
        loose = (
            r'[(\u2018\u201c](?:KEPT|<span class="math).{0,80}|</math></span>[^\s<].{0,20}'
        )
        for path in site.glob("*/*.html"):
            page = kept.sub("KEPT", path.read_text(encoding="utf-8"))
            assert not re.findall(loose, page), path

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


@pytest.mark.parametrize(
    ("body", "mended"),
    [
        (
            '<tr><th class="head more"><p></p></th><th class="head"><p>Loads</p></th></tr>',
            '<tr><td></td><th class="head"><p>Loads</p></th></tr>',
        ),
        (
            '<span class="n">x</span><span class="p">[</span><span class="mi">0</span>',
            'x[<span class="mi">0</span>',
        ),
        ('<text x="1" y="2"></text><text x="1">0.5</text>', '<text x="1">0.5</text>'),
    ],
    ids=["an empty heading", "code without a colour", "a text without a letter"],
)
def test_a_page_has_no_elements_that_say_nothing(body: str, mended: str):
    context = {"body": body}
    mend_body(None, "", "", context, None)
    assert context["body"] == mended


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
        assert used(rule, NAMES) == rule

    def test_that_fit_nothing_go(self):
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
        after = "let kept = 1;\n/** And of this. */\n"
        assert COMMENT.sub("", line + after) == line + "let kept = 1;\n"

    @pytest.mark.parametrize(
        "said", ["// One.\n  // Two.\n", "/** One. */\n", "  /*\n * A\n */\n"]
    )
    def test_lose_comments_that_have_lines_of_their_own(self, said: str):
        assert COMMENT.sub("", f"{said}run();\n{said}") == "run();\n"
