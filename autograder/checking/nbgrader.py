"""For courses that run on nbgrader: report to it what an answer is worth.

nbgrader runs a notebook and looks at the outputs of the cells marked as graded:
an error means no points, a number as the cell's result means that many points,
anything else means all of them.
"""

import os
import sys
from collections.abc import Mapping
from typing import Any

# nbgrader sets it while it runs a notebook: "autograde" or "validate".
EXECUTION = "NBGRADER_EXECUTION"


class NotRight(AssertionError):
    """An answer that earns nothing; the text is the feedback card."""

    def _render_traceback_(self) -> list[str]:
        """What IPython shows: the card, not the checker's own code."""
        return str(self).splitlines()


def running() -> str:
    """What nbgrader runs this notebook for; ``""`` where it does not run it."""
    return os.environ.get(EXECUTION, "")


def report(points: float, card: str, references: Mapping[str, Any]) -> None:
    """Let nbgrader know what a wrong answer is worth.

    ``points``: what it earns; some are shown as the cell's result, for partial credit.
    ``card``: the feedback, as text; a student who validates gets it in either case.
    ``references``: names to put into the notebook, so that the rest of the chapter runs.
    Raises ``NotRight`` with ``card`` as its message, when there are no points.
    """
    if points > 0 and running() != "validate":
        print(card)
        sys.displayhook(points)
        return
    try:
        from IPython import get_ipython
    except ImportError:
        shell = None
    else:
        shell = get_ipython()
    if shell is not None:
        shell.user_ns.update(references)
    raise NotRight(card)
