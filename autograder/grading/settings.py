"""How to grade a class, in a form that crosses to workers on any machine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import msgspec

from autograder.sandbox.isolation import Tier
from autograder.sandbox.pool import Limits


@dataclass(frozen=True)
class Settings:
    """How to grade a class; everything here crosses to the workers as it is.

    ``tier`` is the isolation of students' code; ``strongest`` is what each
    worker's own machine has, and none is not among it.
    """

    key: str
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    chapters: tuple[str, ...] = ()
    tier: Tier | Literal["strongest"] = "none"

    def to_json(self) -> str:
        """Everything, as text."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str) -> Settings:
        """The settings again from ``to_json``'s text."""
        return msgspec.json.decode(text, type=cls)
