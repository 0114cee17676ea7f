"""Placeholders for answers that are not there yet: using one says which it is."""

import inspect
from collections.abc import Sequence
from typing import Any, NoReturn

from autograder.notebooks.statements import names


class NotYet(Exception):
    """A cell needs an exercise that is not solved; Jupyter shows one line."""

    def _render_traceback_(self) -> list[str]:
        _pass_on(self)
        return [str(self)]


def _pass_on(problem: NotYet) -> None:
    """Make the names that the cell would have defined raise the same when used."""
    from IPython import get_ipython

    shell = get_ipython()
    if shell is not None:
        for name in names(shell.user_ns["In"][-1])[0]:
            shell.user_ns.setdefault(name, Missing(name, sentence=str(problem)))


class Missing:
    """A placeholder for a function, a class or an array that is still to be written."""

    def __init__(
        self,
        exercise_id: str,
        title: str = "",
        parameters: Sequence[str] = (),
        sentence: str = "",
    ) -> None:
        self._sentence = sentence or (
            f"This cell needs the exercise “{title}” ({exercise_id}), which is not solved "
            "yet. Solve it above, run its check cell, then run this one again."
        )
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        self.__signature__ = inspect.Signature(
            [inspect.Parameter(name, kind) for name in parameters if name.isidentifier()]
        )
        self.__name__ = exercise_id.rpartition(".")[2]

    def _stop(self, *_: Any, **__: Any) -> NoReturn:
        raise NotYet(self._sentence)

    def __mro_entries__(self, _: tuple[Any, ...]) -> tuple[type, ...]:
        """A class that is made of this one waits for it, too."""
        self._stop()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what Python and Jupyter ask of any object
            raise AttributeError(name)
        self._stop()

    def __repr__(self) -> str:
        return f"<not solved yet: {self.__name__}>"

    __call__ = __getitem__ = __iter__ = __len__ = __contains__ = __bool__ = _stop
    __array__ = __float__ = __int__ = __index__ = __neg__ = __abs__ = _stop
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _stop
    __truediv__ = __rtruediv__ = __matmul__ = __rmatmul__ = __pow__ = __rpow__ = _stop
    __lt__ = __le__ = __gt__ = __ge__ = _stop
