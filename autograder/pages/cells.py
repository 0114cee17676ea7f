"""What may stand in a cell of a table that people open in a spreadsheet.

A spreadsheet computes what begins as a formula, and where a cell begins depends on the
separator that it takes for one: a name such as ``Ada;=1+1`` is two cells where that is a
semicolon, quotes or no quotes.  So a formula is made a text wherever one could begin.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence

# What begins a formula: full-width, small and raised forms are read as these, too.
SIGNS = "=+\\-@|＝﹦⁼₌＋﹢⁺₊－﹣⁻₋＠﹫｜"
BETWEEN = r",;\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029"  # cells, or lines
# What is left out before it: spaces, marks that nobody sees, and quotes but the apostrophe.
SKIPPED = (
    r"\s\x00-\x20\x7f-\xa0\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
    '"“”„«»`'
)
FORMULA = re.compile(rf"(?<![{BETWEEN}{SKIPPED}])[{BETWEEN}{SKIPPED}]*+(?=[{SIGNS}])")
LAST = re.compile(rf".*[{BETWEEN}]", re.DOTALL)
PLAIN_ID = re.compile(r"[\w.@+-]*", re.ASCII)
NUMBER = re.compile(r"\s*[+-]?\d+(?:[.,]\d+)?\s*")


def harmless(text: str) -> str:
    """The text, with an apostrophe before whatever a spreadsheet would compute."""
    return FORMULA.sub(_as_text, text)


def _as_text(before: re.Match[str]) -> str:
    start = "" if before.start() else "'"
    cells = LAST.match(before[0])  # a cell can begin behind the last of these
    if cells is None:
        return start + before[0]
    return f"{start}{cells[0]}'{before[0][cells.end() :]}"


def csv_table(
    rows: Iterable[Sequence[object]],
    *,
    text: Callable[[str], str],
    delimiter: str = ",",
    all_quoted: bool = False,
    kept: int = 0,
) -> str:
    """Rows as CSV, each text as ``text`` makes it, but those of the first ``kept`` rows."""
    out = io.StringIO(newline="")
    writer = csv.writer(
        out,
        delimiter=delimiter,
        quoting=csv.QUOTE_NONNUMERIC if all_quoted else csv.QUOTE_MINIMAL,
    )
    for number, row in enumerate(rows):
        is_kept = number < kept
        writer.writerow(
            text(value) if isinstance(value, str) and not is_kept else value
            for value in row
        )
    return out.getvalue()


def one_line(text: str) -> str:
    """A name on one line, harmless: line ends and tabs are made spaces."""
    return harmless(" ".join(text.split()))


def plain_id(text: str) -> str:
    """An id or address, unchanged where it can be: by it the other system matches.

    Letters, digits and ``.@+-_`` can be no formula that does anything, even
    after a leading ``+``; whatever else is in it makes it a text like others.
    """
    return text if PLAIN_ID.fullmatch(text) else one_line(text)


def for_systems(text: str) -> str:
    """Numbers and plain ids unchanged, so that another system knows them; else harmless."""
    is_known = NUMBER.fullmatch(text) or PLAIN_ID.fullmatch(text)
    return text if is_known else harmless(text)


def number(value: float | None) -> str:
    """Up to four decimals, a point, no exponent; empty when it is not known."""
    if value is None:
        return ""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def as_number(text: str) -> float | None:
    """The number in a cell, with a decimal point or comma; None when there is none.

    Where thousands are parted by the other mark, by a space or an apostrophe, they are:
    ``1,000.00``, ``1.000,00``, ``1 000,00``.  Of one mark alone nobody can tell.
    """
    plain = text.strip()
    for thousands, point in ((",", "."), (".", ","), ("[ \u00a0\u202f'’]", "[.,]")):
        mark = thousands if thousands.startswith("[") else re.escape(thousands)
        end = point if point.startswith("[") else re.escape(point)
        if re.fullmatch(rf"[+-]?\d{{1,3}}(?:{mark}\d{{3}})+{end}\d+", plain):
            plain = re.sub(mark, "", plain)
    return float(plain.replace(",", ".")) if NUMBER.fullmatch(plain) else None
