"""What the book asks of Sphinx beyond ``_config.yml``.

* Links to the source, to issues and to Colab, where ``repository.url`` is set.
* No Thebe: Jupyter Book loads its script twice, and a page of ours has no
  use for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

COLAB = "https://colab.research.google.com"


def show_repository_links(_app: Sphinx, config: Config) -> None:
    """Switch the theme's buttons on when the book has a public address."""
    options = config.html_theme_options
    if not options.get("repository_url"):
        return
    options["use_repository_button"] = True
    options["use_issues_button"] = True
    options["launch_buttons"] = {**options.get("launch_buttons", {}), "colab_url": COLAB}


def drop_thebe(
    _app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """Take Thebe's scripts and styles off every page."""
    for kind in ("script_files", "css_files"):
        context[kind] = [f for f in context.get(kind, []) if not _is_thebe(f)]


def _is_thebe(asset: Any) -> bool:
    name = getattr(asset, "filename", asset)
    body = getattr(asset, "attributes", {}).get("body", "")
    return "thebe" in f"{name} {body}".lower()


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("config-inited", show_repository_links)
    app.connect("html-page-context", drop_thebe, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
