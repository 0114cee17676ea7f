"""Keep a library's log lines out of notebooks and terminals."""

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType


class TritonFirst(MetaPathFinder):
    """Loads Triton before TensorFlow: loaded after it, Triton crashes the process."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        """Find nothing; the next finder loads what is asked for."""
        if name == "tensorflow":
            with contextlib.suppress(ImportError):
                import triton  # type: ignore[import-not-found, unused-ignore] # noqa: F401


@contextlib.contextmanager
def no_log_lines() -> Iterator[None]:
    """Silence what compiled code writes to standard error inside the block.

    TensorFlow logs while it is imported, some of it whatever is set::

        with no_log_lines():
            import tensorflow as tf

    Errors that Python raises are not affected.  Where Triton is installed, it is loaded
    first.
    """
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    # Sums in one order, so that printed digits are the same everywhere.
    os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
    with contextlib.ExitStack() as undone:
        sys.meta_path.insert(0, finder := TritonFirst())
        undone.callback(sys.meta_path.remove, finder)
        # There are no file descriptors in a browser, and no such lines either.
        with contextlib.suppress(OSError):
            kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
            undone.callback(os.close, kept)
            undone.callback(os.close, nowhere)
            undone.callback(os.dup2, kept, 2)  # before they are closed
            os.dup2(nowhere, 2)
        yield
