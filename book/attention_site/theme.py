"""What the book asks of Sphinx beyond ``_config.yml``.

* Links to the source, to issues, to Colab and Binder, where ``repository.url`` is set.
* A folded cell's own words as its name.
* A signature's parameters as a list, where Sphinx writes descriptions of nothing.
* An empty head of a table as a cell: it would be read out as a heading.
* Nothing around names and brackets in code, which have the colour of the text, and no
  texts without a letter in figures: a third of a chapter's elements.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attention_site.public_copies import BINDER, COLAB

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

GENERIC_NAME = 'aria-label="Toggle hidden content"'  # MyST-NB's, for all of them
PARAMETERS = re.compile(r'(<span class="sig-paren">\(</span>)\s*<dl>(.*?)</dl>', re.S)
EMPTY_HEAD = re.compile(r'<th class="head[^"]*"><p></p></th>')
# Names, modules, brackets, spaces have no colour of their own, as in the page's editor.
PLAIN_CODE = re.compile(r'<span class="(?:nn?|p|w)">([^<]*)</span>')
EMPTY_TEXT = re.compile(r"<text\b[^>]*(?:/>|></text>)\n?")


def show_repository_links(_app: Sphinx, config: Config) -> None:
    """Switch the theme's buttons on when the book has a public address."""
    options = config.html_theme_options
    if not options.get("repository_url"):
        return
    options["use_repository_button"] = True
    options["use_issues_button"] = True
    public = {"colab_url": COLAB, "binderhub_url": BINDER}
    options["launch_buttons"] = {**options.get("launch_buttons", {}), **public}


def mend_body(
    _app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: Any
) -> None:
    """Let a folded cell be called what it says, a list be one, and no heading be empty.

    MyST-NB says "source" and "outputs" where a reader says code and output.
    """
    if "body" not in context:
        return
    body = PARAMETERS.sub(_as_list, EMPTY_HEAD.sub("<td></td>", context["body"]))
    body = EMPTY_TEXT.sub("", PLAIN_CODE.sub(r"\1", body))
    body = body.replace(f"<summary {GENERIC_NAME}>", "<summary>")
    for theirs, ours in (("source", "code"), ("outputs", "output"), ("content", "cell")):
        for verb in ("Show", "Hide"):
            body = body.replace(f">{verb} the {theirs}</p>", f">{verb} the {ours}</p>")
    context["body"] = body


def _as_list(found: re.Match[str]) -> str:
    items = found[2].replace("<dd>", "<li>").replace("</dd>", "</li>")
    return f'{found[1]}<ul class="sig-params">{items}</ul>'
