"""How a letter is written, right and wrong: what every choice is asked, and no key says."""

from __future__ import annotations

from autograder.exercise.answers import Answer
from autograder.exercise.definition import Exercise
from autograder.exercise.status import Status


def ways_to_write(exercise: Exercise) -> tuple[Answer, ...]:
    """Answers that give the right letter, and others that are no letter.

    Returns none for an exercise that is no choice.
    """
    if exercise.kind != "choice":
        return ()
    name, letter = exercise.name, exercise.reference()
    other = min(mistake.id for mistake in exercise.misconceptions)

    def right(label: str, source: str, why: str) -> Answer:
        return Answer(label, source, why, verdict=Status.PASSED)

    def wrong(label: str, value: str, why: str, verdict: Status = Status.FAILED) -> Answer:
        return Answer(label, f"{name} = {value}", why, verdict=verdict)

    variable = f'guesses = {{}}\nguesses["mine"] = "{letter}"\n{name} = guesses["mine"]'
    return (
        right("the letter", f'{name} = "{letter}"', "as the stub shows it"),
        right("a capital", f"{name} = '{letter.upper()}'", "the same letter"),
        right("in brackets", f'{name} = " ({letter}) "', "as the list shows it"),
        right("by way of a variable", variable, "a dict that a statement fills"),
        wrong("a number", str(ord(letter) - 96), "not a letter"),
        wrong("two letters", f'"{other} or {letter}"', "one is asked for"),
        wrong("a list", f'["{other}", "{letter}"]', "one is asked for"),
        wrong("no quotes", f"missing_{letter}", "no such name", Status.ERROR),
    )
