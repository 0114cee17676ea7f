"""Exercises that are looked at side by side, in processes that may be ended."""

import os
import time
from pathlib import Path

from autograder.authoring.side_by_side import in_processes


def judged(key_name: str, exercise_id: str, most: int) -> str:
    """What is found; one exercise's answers take all memory, and the system ends them."""
    if exercise_id == "greedy":
        os._exit(9)
    return f"{key_name}: {exercise_id}, {most}"


def test_each_comes_in_order_with_what_was_found():
    found = dict(in_processes(judged, "key", ["a", "b", "c"], 7))
    assert found == {"a": "key: a, 7", "b": "key: b, 7", "c": "key: c, 7"}


def test_who_ends_the_process_is_said_and_nobody_is_left_out():
    found = dict(in_processes(judged, "key", ["a", "greedy", "b"], 7))
    assert list(found) == ["a", "greedy", "b"]
    assert found["greedy"] is None


def waits(key_name: str, exercise_id: str, begun: str) -> bool:
    """Whether the long one has begun before this one waited for it in vain."""
    if exercise_id == "long":
        Path(begun).touch()
    end = time.monotonic() + 60
    while not Path(begun).exists() and time.monotonic() < end:
        time.sleep(0.01)
    return key_name == "key" and Path(begun).exists()


def test_the_longest_begin_first_and_are_given_in_their_turn(tmp_path):
    others = [str(each) for each in range(2 * (os.cpu_count() or 1))]
    ids = [*others, "long"]
    begun = str(tmp_path / "begun")
    had_begun = dict(in_processes(waits, "key", ids, begun, longest={"long"}))
    assert list(had_begun) == ids
    assert all(had_begun.values())
