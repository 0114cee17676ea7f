"""The book's extension of Sphinx; ``order`` says what it does, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx; others import single modules, where there may be no Sphinx."""
    from attention_site.order import connect

    connect(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
