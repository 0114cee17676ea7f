"""Figures in stored notebooks: a PNG beside each SVG, and the SVG itself on the site.

JupyterLab draws no SVG of a notebook that it does not trust, and code hosts draw none
at all.  Both take the PNG, which stands on white, so that it is legible on any ground.
"""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from attention_figures.lettering import FORMULA
from attention_figures.svg import FOLLOW_SYSTEM

if TYPE_CHECKING:
    from docutils import nodes
    from myst_nb.core.render import MimeData, NbElementRenderer

SHARP = 2  # pixels of the PNG for one of the SVG
FONTS = ("DejaVuSans*.ttf", "DejaVuSerif.ttf", "DejaVuSerif-Italic.ttf")
PALETTE = 32  # colours: drawings have few
MIXED = re.compile(r"color-mix\(in srgb,(#\w+) \d+%,currentColor\)")


def png_of(svg: str) -> tuple[bytes, int]:
    """An SVG drawn on white, and how wide it is to be shown, in pixels.

    The same bytes on every machine: the fonts are Matplotlib's own.
    """
    import matplotlib
    import resvg_py
    from PIL import Image

    fonts = Path(matplotlib.get_data_path(), "fonts", "ttf")
    drawing = svg.replace(FOLLOW_SYSTEM, "").replace(FORMULA, "serif")
    drawn = resvg_py.svg_to_bytes(
        svg_string=MIXED.sub(r"\1", drawing),
        background="#ffffff",
        zoom=SHARP,
        skip_system_fonts=True,
        font_files=sorted(str(each) for kind in FONTS for each in fonts.glob(kind)),
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
        serif_family="DejaVu Serif",
        monospace_family="DejaVu Sans Mono",
    )
    image = Image.open(io.BytesIO(bytes(drawn))).convert("RGB")
    packed = io.BytesIO()
    image.quantize(PALETTE).save(packed, "PNG", optimize=True)
    return packed.getvalue(), image.width // SHARP


def store_png(output: dict[str, Any]) -> None:
    """Put a PNG beside the SVG of a notebook's output, where there is one."""
    data = output.get("data", {})
    if "image/svg+xml" in data:
        drawn, width = png_of("".join(data["image/svg+xml"]))
        data["image/png"] = base64.b64encode(drawn).decode() + "\n"
        output["metadata"] = {"image/png": {"width": width}}


class OnPages:
    """For MyST-NB: an SVG becomes part of the page, whose colours it follows."""

    mime_priority_overrides: ClassVar = ()

    @staticmethod
    def handle_mime(
        renderer: NbElementRenderer,  # noqa: ARG004 - MyST-NB gives it
        data: MimeData,
        inline: bool,
    ) -> list[nodes.Element] | None:
        """The figure as HTML; None for what is no SVG."""
        if inline or data.mime_type != "image/svg+xml":
            return None
        from docutils import nodes

        drawing = data.string.replace(FOLLOW_SYSTEM, "")
        page = f'<figure class="book-figure">{drawing}</figure>'
        return [nodes.raw("", page, format="html", classes=["output", "text_html"])]
