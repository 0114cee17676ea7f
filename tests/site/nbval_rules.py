"""How nbval compares notebooks; loaded with ``-p tests.site.nbval_rules``."""

import re

import numpy as np
from nbval.plugin import IPyNbCell

SVG = "image/svg+xml"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
PIXELS = (
    0.05  # by which a figure may differ: processors round the last digits each their way
)


def pytest_collectstart(collector):
    """Do not compare stderr, for log lines differ from machine to machine.

    A solved copy must run; its outputs are the reader's, and its notebook's are others.
    """
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += ("stderr",)
        collector.compare_outputs = collector.path.parent.name != "solved"


def same_figure(one: str, other: str) -> bool:
    """Whether two figures are the same but for what nobody can see."""
    if NUMBER.sub("#", one) != NUMBER.sub("#", other):
        return False
    pairs = (np.array(NUMBER.findall(svg), float) for svg in (one, other))
    return bool(np.allclose(*pairs, rtol=1e-4, atol=PIXELS))


_compare = IPyNbCell.compare_outputs


def _compare_outputs(self, test, ref, skip_compare=None):
    for ours, theirs in zip(test, ref, strict=False):
        made, stored = ours.get("data", {}), theirs.get("data", {})
        if SVG in made and SVG in stored and same_figure(made[SVG], stored[SVG]):
            made[SVG] = stored[SVG]
    return _compare(self, test, ref, skip_compare=skip_compare)


IPyNbCell.compare_outputs = _compare_outputs
