"""Work for students beside the server's loop: none of it holds another student."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Turns:
    """Of one student one thing at a time, in a thread."""

    def __init__(self) -> None:
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def do(self, student: str, work: Callable[..., T], *given: Any) -> T:
        """What ``work(*given)`` gives, when it is this student's turn."""
        async with self._locks[student]:
            return await asyncio.to_thread(work, *given)
