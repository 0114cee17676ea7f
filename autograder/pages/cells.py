"""What may stand in a cell of a table that people open in a spreadsheet."""

from __future__ import annotations

import re

# What a spreadsheet takes for the start of a formula, full-width forms included.
FORMULA = re.compile(r"[\s\x00-\x20\u200b-\u200f\u2060\ufeff]*[=+\-@|＝＋－＠]")
PLAIN_ID = re.compile(r"[\w.@+-]*", re.ASCII)
NUMBER = re.compile(r"\s*[+-]?\d+(?:[.,]\d+)?\s*")


def harmless(text: str) -> str:
    """The text, with an apostrophe before what a spreadsheet would compute."""
    return "'" + text if FORMULA.match(text) else text


def one_line(text: str) -> str:
    """A name on one line, harmless: line ends and tabs are made spaces."""
    return harmless(" ".join(text.split()))


def plain_id(text: str) -> str:
    """An id or address, unchanged where it can be: by it the other system matches.

    Letters, digits and ``.@+-_`` can be no formula that does anything, even
    after a leading ``+``; whatever else is in it makes it a text like others.
    """
    return text if PLAIN_ID.fullmatch(text) else one_line(text)


def number(value: float | None) -> str:
    """Up to four decimals, a point, no exponent; empty when it is not known."""
    if value is None:
        return ""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def as_number(text: str) -> float | None:
    """The number in a cell, with a decimal point or comma; None when there is none."""
    return float(text.replace(",", ".")) if NUMBER.fullmatch(text) else None
