"""A bound of time ends what works too long, and is patient with a busy machine."""

import time

import pytest

from autograder.checking.bounds import TooLong, time_limit


def work_without_end() -> None:
    while True:
        pass


def test_a_block_that_had_no_chance_to_work_goes_on():
    with time_limit(0.1, patience=60.0):
        time.sleep(0.3)


def test_a_block_that_works_is_ended_whatever_the_patience():
    with pytest.raises(TooLong), time_limit(0.1, patience=1e9):
        work_without_end()


def test_patience_ends():
    with pytest.raises(TooLong), time_limit(0.1, patience=0.3):
        time.sleep(1e6)


def test_without_patience_the_clock_decides():
    with pytest.raises(TooLong), time_limit(0.1):
        time.sleep(1e6)
