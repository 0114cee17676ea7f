"""What Python says of code that it cannot read, with the line it stops at."""

import sys
from typing import Any

LONGEST = 100  # characters of the line


def refusal(error: SyntaxError) -> str:
    """``SyntaxError: invalid syntax (line 2: x++)``."""
    line = (error.text or "").strip()[:LONGEST]
    at = f"line {error.lineno}" + (f": {line}" if line else "")
    return f"{type(error).__name__}: {error.msg}" + (f" ({at})" if error.lineno else "")


def explain_in_notebook() -> None:
    """Have Jupyter say it in plain words, too: no check runs in a cell that is not read."""
    ipython = sys.modules.get("IPython")  # elsewhere nothing need load it
    if ipython and (shell := ipython.get_ipython()):
        shell.events.register("post_run_cell", _explain)


def _explain(result: Any) -> None:
    from autograder.checking.faults import in_plain_words

    error = result.error_before_exec
    if isinstance(error, SyntaxError) and (words := in_plain_words(refusal(error))):
        print(words)
