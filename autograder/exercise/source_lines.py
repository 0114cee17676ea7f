"""Where Python finds the source of code that stands in no file."""

import linecache


def keep_source(name: str, source: str) -> None:
    """Let tracebacks, ``inspect`` and AutoGraph read a source.

    Every line ends: a traceback of Python 3.11 puts its mark one too far in one that does
    not.
    """
    lines = f"{source}\n".splitlines(keepends=True)
    linecache.cache[name] = (len(source), None, lines, name)
