"""Keep a library's log lines out of notebooks and terminals."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator


@contextlib.contextmanager
def no_log_lines() -> Iterator[None]:
    """Silence what compiled code writes to standard error inside the block.

    TensorFlow logs while it is imported, some of it whatever is set::

        with no_log_lines():
            import tensorflow as tf

    Errors that Python raises are not affected.
    """
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    # Sums in one order, so that printed digits are the same everywhere.
    os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # no file descriptors, as in a browser: no such lines either
        yield
        return
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
