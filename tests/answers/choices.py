"""Answers to a prediction: ways to write the right letter, and what else is written."""

from __future__ import annotations

from collections.abc import Mapping

from answers.corpus import Answer, right, wrong


def predicted(letter: str, names: Mapping[str, str]) -> tuple[Answer, ...]:
    """The usual answers to a choice; ``names`` has a name for each wrong letter."""
    other = min(names)
    return (
        right("the letter", f'prediction = "{letter}"', "as the stub shows it"),
        right("a capital", f"prediction = '{letter.upper()}'", "the same letter"),
        right("in brackets", f'prediction = " ({letter}) "', "as the list shows it"),
        right(
            "by way of a variable",
            f'guesses = {{}}\nguesses["mine"] = "{letter}"\nprediction = guesses["mine"]',
            "a dict that a statement fills",
        ),
        *(
            wrong(f"({o})", f'prediction = "{o}"', "another letter", name, "failed")
            for o, name in names.items()
        ),
        wrong("a number", f"prediction = {ord(letter) - 96}", "not a letter", "", "failed"),
        wrong(
            "two letters",
            f'prediction = "{other} or {letter}"',
            "one is asked for",
            "",
            "failed",
        ),
        wrong(
            "a list",
            f'prediction = ["{other}", "{letter}"]',
            "one is asked for",
            "",
            "failed",
        ),
        wrong(
            "no quotes",
            f"prediction = missing_{letter}",
            "a name that is not there",
            "",
            "error",
        ),
    )
