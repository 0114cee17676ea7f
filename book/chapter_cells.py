"""What a chapter's cells define, for whoever runs it elsewhere: scripts and tests."""

import re
from pathlib import Path
from typing import Any

import numpy as np

BOOK = Path(__file__).resolve().parent
FENCE = re.compile(r"^(```+)(.*?)\n(.*?)^\1\s*?$", flags=re.S | re.M)


def code_of(page: str, *names: str, **given: Any) -> dict[str, Any]:
    """All names that are defined where a page's cells have been run that define some.

    page: its path in ``book``.  names: functions, classes and values; each cell that
    defines one of them is run.  given: what these cells expect to be there beside ``np``.
    """
    source = (BOOK / page).read_text(encoding="utf-8")
    wanted = "|".join(map(re.escape, names))
    defines = re.compile(rf"^(?:def |class )?(?:{wanted})\b *(?:\(|=|,|:)", flags=re.M)
    space = {"np": np, **given}
    for _, kind, body in FENCE.findall(source):
        if kind.startswith("{code-cell}") and defines.search(body):
            exec(re.sub(r"\A:tags:.*\n", "", body), space)
    return space
