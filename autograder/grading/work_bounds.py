"""Bound the grader's own work on what one student wrote or returned."""

import warnings
from collections.abc import Callable
from typing import TypeVar

import numpy as np

from autograder.checking.bounds import TooLong, memory_limit, time_limit

# Beyond what the student's code may take in its own process.
GRADER_SECONDS, GRADER_MIB = 20.0, 2048
T = TypeVar("T")


def within_bounds(work: Callable[[], T], patience: float = 1.0) -> T | None:
    """Do some work, unless it takes too much time, memory or depth.

    Only this process's own work counts: a student must not pay for a busy machine. None
    where it went beyond them.
    """
    try:
        with (
            memory_limit(GRADER_MIB),
            time_limit(GRADER_SECONDS * patience, of_work=True),
            np.errstate(all="ignore"),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore")  # of a student's extreme numbers
            return work()
    except (TooLong, MemoryError, RecursionError):
        return None
