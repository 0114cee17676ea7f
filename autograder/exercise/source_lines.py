"""Where Python finds the source of code that stands in no file; the comments in one."""

import contextlib
import io
import linecache
import tokenize


def keep_source(name: str, source: str) -> None:
    """Let tracebacks, ``inspect`` and AutoGraph read a source.

    Every line ends: a traceback of Python 3.11 puts its mark one too far in one that does
    not.
    """
    lines = f"{source}\n".splitlines(keepends=True)
    linecache.cache[name] = (len(source), None, lines, name)


def comments_in(source: str) -> list[tokenize.TokenInfo]:
    """The comments of a source, up to what is no Python in it."""
    comments = []
    with contextlib.suppress(tokenize.TokenError, SyntaxError):
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                comments.append(token)
    return comments
