"""What is asked of every exercise of a key, in a process for each core."""

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from autograder.sandbox.processes import workers

T = TypeVar("T")
ENDED = "Its answers, or others before, ended the process that tries them: try it alone."


def in_processes(
    work: Callable[..., T],
    key_name: str,
    ids: Sequence[str],
    *more: object,
    longest: Collection[str] = (),
) -> Iterator[tuple[str, T | None]]:
    """Do the same work for exercises, side by side: each id with what came of it.

    ``longest`` begin first, so that no core waits for one of them at the end. ``None``
    where the process was ended, as by a system without memory: ``ENDED`` is what to say.
    """
    with workers(None) as pool:
        running = {
            exercise_id: pool.submit(work, key_name, exercise_id, *more)
            for exercise_id in sorted(ids, key=lambda each: each not in longest)
        }
        for exercise_id in ids:
            try:
                yield exercise_id, running[exercise_id].result()
            except BrokenProcessPool:
                yield exercise_id, None
