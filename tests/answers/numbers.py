"""Answers to a number that is predicted: ways to write it, and what else is written."""

from __future__ import annotations

from collections.abc import Mapping

from answers.corpus import Answer, right, wrong


def predicted_number(
    variable: str, number: int, mistakes: Mapping[str, str]
) -> tuple[Answer, ...]:
    """The usual answers; ``mistakes`` has the source of a number for each name.

    The name "" is that of a number that no misconception explains.
    """

    def given(source: str) -> str:
        return f"{variable} = {source}"

    return (
        right("the number", given(str(number)), "as a whole number"),
        right("a float", given(f"{number}.0"), "the same number"),
        right("of NumPy", f"import numpy as np\n{given(f'np.array({number})')}", "no axes"),
        right("computed", given(f"sum([{number - 3}, 1, 2])"), "by an expression"),
        right("by way of a variable", f"mine = {number}\n{given('mine')}", "another name"),
        *(
            wrong(name or "near", given(source), "another number", name, "failed")
            for name, source in mistakes.items()
        ),
        wrong("its negative", given(str(-number)), "a sign", "", "failed"),
        wrong("a text", given(f'"{number}"'), "no number", "", "failed"),
        wrong("twice", given(f"[{number}, {number}]"), "one is asked for", "", "failed"),
        wrong("not begun", given("..."), "the stub", verdict="not_attempted"),
        wrong("no such name", given("missing"), "a name that is not there", "", "error"),
    )
