"""What a trial leaves outside: an object that is not where the answer is.

An answer shares its process with the trial that calls it, and may change whatever is
there.  What it is not to reach, and what is judged, belongs to an object of the grader's:
the answer has its methods, and nothing else of it.
"""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable, Iterable
from typing import Any

from autograder.exercise.values import Trial, copy, defined, plain

Call = Callable[..., Any]  # the name of a method, and what it is called with
ANOTHER_FORM = "What you return has not the form that the task asks for."


class AnotherForm(ValueError):
    """What came back cannot be judged: no code of the student's raised anything."""


class StandIn:
    """The methods of an object that is elsewhere."""

    def __init__(self, names: Iterable[str], call: Call) -> None:
        vars(self).update({name: functools.partial(call, name) for name in names})


class Outside:
    """The object that a trial leaves outside, made for one call of the answer."""

    def __init__(self, trial: Trial) -> None:
        self._made = defined(trial.outside, "Outside")(**copy(trial.kept))

    @property
    def names(self) -> list[str]:
        """The methods that the answer may call."""
        names = (name for name in dir(type(self._made)) if not name.startswith("_"))
        return [name for name in names if name != "judged"]

    def call(self, name: str, *arguments: Any, **options: Any) -> Any:
        """Call a method; values alone go in and come out."""
        if name not in self.names:
            raise AttributeError(f"there is no {name}")
        given = (plain(each) for each in arguments)
        named = {key: plain(each) for key, each in options.items()}
        return plain(getattr(self._made, name)(*given, **named))

    def judged(self, returned: Any) -> Any:
        """What is compared, of what the trial returned.

        Raises ``AnotherForm`` where nothing can be made of it.
        """
        try:
            return plain(self._made.judged(returned))
        except MemoryError:
            raise
        except Exception as error:
            raise AnotherForm(f"{ANOTHER_FORM} ({error})") from error


def outside_of(arguments: tuple[Any, ...]) -> Outside | None:
    """What the trial among these arguments leaves outside, if it is one and does."""
    given = arguments[0] if len(arguments) == 1 else None
    return Outside(given) if isinstance(given, Trial) and given.outside else None


def raised_elsewhere(described: str) -> Exception:
    """The error that was raised on the other side: of its own type, where Python has it."""
    name, _, words = described.partition(": ")
    kind = getattr(builtins, name, None)
    if isinstance(kind, type) and issubclass(kind, Exception):
        return kind(words)
    return ValueError(described)
