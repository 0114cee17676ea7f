"""What makes an exercise's checks weaker than they look, over all its cases."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.authoring.idle import idle_faults
from autograder.exercise.definition import Exercise
from autograder.exercise.key import Key


def weaknesses(key: Key, exercise: Exercise) -> Iterator[str]:
    """One sentence for each weakness of an exercise's checks; none where they are fit."""
    mates = key.exercises(key.chapter_of(exercise.id))
    place = [mate.id for mate in mates].index(exercise.id)
    try:
        yield from idle_faults(exercise, mates[max(0, place - 1) : place])
    except Exception as error:  # the key's own code
        yield f"It cannot be tried: {type(error).__name__}: {error}"
