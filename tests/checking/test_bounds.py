"""A bound of time ends what works too long, and is patient with a busy machine."""

import gc
import time
import weakref

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


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_end_that_falls_into_a_finalizer_comes_behind_it_too():
    class Slow:
        def __del__(self) -> None:
            until = time.process_time() + 0.3
            while time.process_time() < until:
                pass

    def let_go_and_work() -> None:
        Slow()
        for _ in range(10**8):
            pass

    with pytest.raises(TooLong), time_limit(0.1, of_work=True):
        let_go_and_work()


def test_an_end_that_falls_into_the_garbage_collector_comes_behind_it():
    """What is raised in its callbacks is lost, and with it the bound."""

    def slow(phase: str, _: dict[str, int]) -> None:
        until = time.process_time() + 0.3
        while phase == "start" and time.process_time() < until:
            pass

    def collect_and_work() -> None:
        gc.collect()
        for _ in range(10**8):  # it ends without a bound, too
            pass

    gc.callbacks.append(slow)
    try:
        with pytest.raises(TooLong), time_limit(0.1, of_work=True):
            collect_and_work()
    finally:
        gc.callbacks.remove(slow)


def test_an_end_that_falls_where_a_weak_reference_ends_comes_behind_it():
    class Forgotten:
        pass

    def forget_on_and_on() -> None:
        known: weakref.WeakSet[Forgotten] = weakref.WeakSet()
        until = time.process_time() + 1  # it ends without a bound, too
        while time.process_time() < until:
            for _ in range(1_000):
                known.add(Forgotten())

    for _ in range(20):  # a third of the time is spent there
        with pytest.raises(TooLong), time_limit(0.02, of_work=True):
            forget_on_and_on()
