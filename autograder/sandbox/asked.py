"""A question under way, and what the grader computes while a student answers it."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from autograder.checking.outcome import Outcome
from autograder.exercise.definition import Arguments
from autograder.exercise.outside import Outside, outside_of
from autograder.exercise.questions import describe_error
from autograder.exercise.status import Status
from autograder.exercise.values import plain
from autograder.sandbox.wire import WireError, pack, unpack

# Calls by one student's process: of references, and of what a trial leaves outside.
MOST_CALLS = {"call_reference": 2_000, "call_outside": 10_000}
MAX_BYTES = 128 << 10  # bytes of their arguments: an outer product of them still fits


@dataclass(frozen=True)
class Asked:
    """A frame, how many arguments it gives, and what its trial leaves outside.

    What comes back ``is_judged`` there, unless it is no result but a trace.
    """

    frame: bytes
    count: int = 0
    outside: Outside | None = None
    is_judged: bool = True

    @classmethod
    def of(cls, frame: bytes, arguments: Arguments) -> Asked:
        """A frame that asks for a call with these arguments."""
        return cls(frame, len(arguments), outside_of(arguments))

    def judged(self, outcome: Outcome) -> Outcome:
        """The outcome of a call, with what is outside makes of what came back."""
        returned = outcome.status == Status.RETURNED
        if self.outside is None or not (self.is_judged and returned):
            return outcome
        try:
            with np.errstate(all="ignore"):
                return replace(outcome, value=self.outside.judged(outcome.value))
        except MemoryError:
            raise
        except Exception as error:  # it has not the form that can be looked at
            raised = describe_error(error)
            return replace(outcome, status=Status.RAISED, value=None, raised=raised)


@dataclass
class Services:
    """What a student's process may have computed: ``references`` by name, and outside."""

    references: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    calls: Counter[str] = field(default_factory=Counter)

    def result(
        self, request: dict[str, Any], content: bytes, outside: Outside | None
    ) -> tuple[dict[str, Any], bytearray]:
        """The header and the payload that answer a request.

        Raises ``WireError`` when it asks for what is not given, or too often.
        """
        op, name = request["op"], str(request.get("name"))
        function = self.references.get(name)
        if op == "call_outside":
            function = functools.partial(outside.call, name) if outside else None
        self.calls[op] += 1
        if function is None or self.calls[op] > MOST_CALLS[op]:
            raise WireError("Something was called that is not given here.")
        parts = request.get("arguments")
        if not isinstance(parts, list) or len(parts) != 3:
            raise WireError("The question has an unknown form.")
        names, arguments, options = unpack({"list": parts}, content)
        payload = bytearray()
        try:
            if len(content) > MAX_BYTES:
                raise ValueError(f"the arguments of {name} are too large here")
            given = dict(zip(names, options, strict=True))
            with np.errstate(all="ignore"):
                value = pack(plain(function(*arguments, **given)), payload)
            return {"op": "result", "value": value}, payload
        except Exception as error:
            return {"op": "result", "raised": describe_error(error)}, bytearray()
