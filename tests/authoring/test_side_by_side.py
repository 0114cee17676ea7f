"""Exercises that are looked at side by side, in processes that may be ended."""

import os

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
