"""Answers that differ from another in a line or two."""

from __future__ import annotations

import textwrap


def edited(source: str, *changes: tuple[str, str]) -> str:
    """``source`` with each (old, new) text exchanged, wherever old stands in it."""
    text = textwrap.dedent(source)
    for old, new in changes:
        if old not in text:
            raise ValueError(f"nothing to exchange: {old!r}")
        text = text.replace(old, new)
    return text
