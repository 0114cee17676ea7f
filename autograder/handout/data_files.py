"""Which files of data the code of a copy reads."""

import re
from collections.abc import Iterable

FORMATTED = re.compile(r"""\bf\\?["']([\w.-]*)\{\w+\}([\w.-]+)\\?["']""")
QUOTED = re.compile(r"""["']([\w.-]+)\\?["']""")


def named_files(names: Iterable[str], text: str) -> set[str]:
    """Those of some names that a text holds, or makes with an f-string of what it quotes.

    The text is code, or a notebook, in which quotes have a backslash before them.
    """
    made, quoted = set(FORMATTED.findall(text)), set(QUOTED.findall(text))
    return {
        name
        for name in names
        if name in text
        or any(
            name.startswith(before)
            and name.endswith(after)
            and name[len(before) : len(name) - len(after)] in quoted
            for before, after in made
        )
    }
