"""What is asked of every exercise of a key, in a process for each core."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from autograder.sandbox.processes import workers

T = TypeVar("T")
ENDED = "Its answers, or others before, ended the process that tries them: try it alone."


def in_processes(
    work: Callable[..., T], key_name: str, ids: Iterable[str], *more: object
) -> Iterator[tuple[str, T | None]]:
    """Do the same work for exercises, side by side: each id with what came of it.

    ``None`` where the process was ended, as by a system without memory, and then ``ENDED``
    is what to say.
    """
    with workers(None) as pool:
        running = [
            (exercise_id, pool.submit(work, key_name, exercise_id, *more))
            for exercise_id in ids
        ]
        for exercise_id, future in running:
            try:
                yield exercise_id, future.result()
            except BrokenProcessPool:
                yield exercise_id, None
