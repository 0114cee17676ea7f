"""What a chapter's notebook holds of a cell, beside what a run of it gives."""

from typing import Any

from tests.site.conftest import ROOT

CHAPTERS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
IGNORED = "nbval-ignore-output"  # times, and what differs from machine to machine


def difference(cell: dict[str, Any], result: dict[str, Any]) -> str:
    """How what a run gives differs from what the notebook holds; ``""`` where it does not.

    ``result`` has ``error``, ``printed``, ``value`` and ``drawing``, as a page's has.
    """
    if result.get("error"):
        return str(result["error"])
    outputs = cell["outputs"]
    data = [output.get("data", {}) for output in outputs]
    if any("image/svg+xml" in each for each in data) != bool(result["drawing"]):
        return "a figure, or none"
    if IGNORED in cell["metadata"].get("tags", []):
        return ""
    printed = "".join("".join(output.get("text", "")) for output in outputs)
    values = "".join(
        "".join(each.get("text/plain", "")) for each in data if "image/svg+xml" not in each
    )
    given = (result["printed"].strip(), result["value"].strip())
    # A page's NumPy is one of 32 bits: what it makes of whole numbers is smaller there.
    stored = tuple(text.strip().replace("int64", "int32") for text in (printed, values))
    given = tuple(text.replace("int64", "int32") for text in given)
    return "" if given == stored else f"{given} for {stored}"
